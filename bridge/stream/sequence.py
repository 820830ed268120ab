"""What is next and what is missing: the rules of a subscriber, without any socket.

n is the next one: take it. n is behind: drop it, it was taken. n is ahead: something is missing, fetch from the next
one on. A heartbeat that names a later head says the same. Another epoch, a head behind ours or another hash may be an
old message still on its way, so it is only a doubt: a new `hello` decides it.
"""

from bridge.stream.cursor import LATEST, Cursor, Delivered, Stopped
from bridge.stream.frames import Heartbeat
from bridge.stream.requests import Here, Refused


class Sequence:
    """A subscriber's place in the stream. `recover` False takes what comes and only counts what is lost."""

    def __init__(self, start: Cursor | None, *, recover: bool) -> None:
        self.recover = recover
        self.gaps = 0
        """Times that something was found missing after the first catching up."""
        self.fetched = 0
        self.dropped = 0
        """Messages that had been taken already."""
        self.lost = 0
        """Events never had, with `recover` off."""
        self.begin(start)

    def begin(self, start: Cursor | None) -> None:
        """Forget the place and begin behind this cursor; None: with the oldest event to be had."""
        self.stopped: Stopped | None = None
        self.met = False
        """Whether a hello has told what there is."""
        self.doubt = False
        self._latest = start == LATEST
        self.epoch = start.epoch if start else ""
        self._next = start.n + 1 if start and start.n >= 0 else None
        self._last: Cursor | Delivered | None = start
        self._known = 0

    @property
    def cursor(self) -> Cursor | None:
        """The last event taken."""
        last = self._last
        if isinstance(last, Delivered):
            return last.cursor
        return None if last == LATEST else last

    @property
    def wanted(self) -> int | None:
        """The first number to fetch, or None where nothing is missing."""
        if self.stopped or self._next is None or not self.met or self._known < self._next:
            return None
        return self._next

    def here(self, here: Here) -> None:
        """Take the table's hello."""
        self.doubt = False
        if self.epoch not in {"", here.epoch}:
            self.stopped = Stopped("new_epoch", f"the table has begun epoch {here.epoch}", here.epoch)
            return
        self.epoch = here.epoch
        if self._next is None:
            self._next = here.head + 1 if self._latest else max(here.oldest, 1)
        if self._next < here.oldest:
            why = f"event {self._next} is no longer to be had; the oldest is {here.oldest}"
            self.stopped = Stopped("gone", why, here.epoch)
        if self.met:
            self._behind(here.head)
        self.met = True
        self._known = max(self._known, here.head)

    def refused(self, refused: Refused) -> None:
        """Take a refusal of hello or get."""
        if refused.code == "ahead":
            self.stopped = Stopped("restored", refused.why, self.epoch)
        elif refused.code == "gone":
            self.stopped = Stopped("gone", refused.why, self.epoch)

    def beat(self, beat: Heartbeat) -> None:
        """Take a heartbeat."""
        if not self.recover:
            return
        last = self._last
        other = last is not None and last.n == beat.head and last.hash not in {"", beat.hash}
        behind = self._next is not None and beat.head < self._next - 1
        if self.epoch not in {"", beat.epoch} or behind or other:
            self.doubt = True
        else:
            self._behind(beat.head)

    def offer(self, epoch: str, n: int, body: bytes, line: str, *, live: bool) -> Delivered | None:
        """The event, where it is the next one."""
        if self.stopped:
            return None
        if self.epoch not in {"", epoch}:
            self._other(epoch)
            return None
        if not self.recover:
            return self._loose(epoch, n, body, line)
        if self._next is None or n > self._next:
            self._behind(n)
            return None
        if n < self._next:
            self.dropped += 1
            return None
        self.fetched += not live
        return self._taken(epoch, n, body, line, live=live)

    def _loose(self, epoch: str, n: int, body: bytes, line: str) -> Delivered:
        self.epoch = epoch
        self.lost += max(0, n - self._next) if self._next is not None else 0
        return self._taken(epoch, n, body, line, live=True)

    def _taken(self, epoch: str, n: int, body: bytes, line: str, *, live: bool) -> Delivered:
        taken = self._last = Delivered(epoch, n, body, line, live)
        self._next = n + 1
        return taken

    def _other(self, epoch: str) -> None:
        if self.recover:
            self.doubt = True
        else:
            self.stopped = Stopped("new_epoch", f"the table has begun epoch {epoch}", epoch)

    def _behind(self, head: int) -> None:
        """Note that event `head` exists."""
        if self.met and self._next is not None and self._known < self._next <= head:
            self.gaps += 1
        self._known = max(self._known, head)
