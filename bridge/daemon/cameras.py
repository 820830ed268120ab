"""A thread for each camera: it reads the lines of the camera's process, and ends and restarts a silent one.

The process is a child (`python -m scanner`), or a unit of its own behind a unix socket. A call into a camera that
hangs cannot be stopped from within, so a silent child is killed. A camera counts as up with its second frame: one
that gives a picture now and then is down.
"""

import select
from collections.abc import Callable

import msgspec

from bridge.config import CameraConfig
from bridge.daemon.feeds import Feed, FeedError, open_feed
from bridge.daemon.inbox import Inbox
from bridge.daemon.log import Repeats, Said
from bridge.daemon.stage import Stage, stamp
from bridge.daemon.still import EVERY_NS, Still, Told, flush, look
from bridge.readings import LinkDown, LinkUp
from scanner.frames import FrameSeen

GRACE_MS = 15_000
"""What a process may take to its first frame: loading OpenCV takes a second, opening a network camera ten."""
LINE_LIMIT = 1 << 20
"""A line longer than this is no frame; forty cards with all their evidence take 30 kB."""
STEADY_NS = 5_000_000_000
"""A camera that gave frames for so long has earned a quick restart."""


class Camera(Stage):
    """One camera's thread."""

    def __init__(
        self,
        camera: CameraConfig,
        inbox: Inbox,
        repeats: Repeats,
        died: Callable[[str, BaseException], None],
    ) -> None:
        super().__init__(camera.name, died)
        self._camera = camera
        self._inbox = inbox
        self._repeats = repeats
        self._decoder = msgspec.json.Decoder(FrameSeen)
        self._still = Still()
        self._first: FrameSeen | None = None
        self._up = False
        self._where = ""

    def work(self) -> None:
        """Start and read until the end is asked for."""
        while not self.ending.is_set():
            self.beat()
            self._still, self._first, self._up = Still(), None, False
            began, _ = stamp()
            cause = self._watch()
            self._pass(flush(self._still))
            if self.ending.is_set():
                return
            if self._repeats.failed(Said.LINK_DOWN, self.name, cause):
                self._inbox.put(LinkDown(self.name, *stamp(), cause))
            if stamp()[0] - began > STEADY_NS:
                self.backoff.reset()
            self.rest(self.backoff.wait())

    def _watch(self) -> str:
        """Read one process to its end; why it ended."""
        try:
            feed = open_feed(self._camera)
        except OSError as error:
            return str(error)
        cause = ""
        try:
            self._read(feed)
        except (FeedError, OSError) as error:
            cause = str(error)
        finally:
            known = feed.end()
        return f"{cause}: {known}" if known and cause else cause or known

    def _read(self, feed: Feed) -> None:
        self._where = feed.where
        poll = select.poll()
        for fd in feed.fds():
            poll.register(fd, select.POLLIN)
        (heard, _), rest = stamp(), b""
        while not self.ending.is_set():
            self.beat()
            ready = {fd for fd, _ in poll.poll(100)}
            if feed.fds()[0] in ready:
                heard, _ = stamp()
                rest = self._lines(rest + feed.read())
            elif ready:
                if not feed.complain():
                    poll.unregister(feed.fds()[1])
            elif self._still.count and stamp()[0] - self._still.told >= EVERY_NS:
                self._pass(flush(self._still))
            self._silence(stamp()[0] - heard)

    def _pass(self, told: Told) -> None:
        self._still, readings = told
        for reading in readings:
            self._inbox.put(reading)

    def _silence(self, quiet: int) -> None:
        allowed = self._camera.silent_ms if self._first else max(GRACE_MS, self._camera.silent_ms)
        if quiet > allowed * 1_000_000:
            raise FeedError(f"no frame for {allowed / 1000:g} s")

    def _lines(self, data: bytes) -> bytes:
        *lines, rest = data.split(b"\n")
        if len(rest) > LINE_LIMIT:
            raise FeedError(f"a line of more than {LINE_LIMIT} bytes")
        for line in lines:
            self._frame(line)
        return rest

    def _frame(self, line: bytes) -> None:
        try:
            frame = self._decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise FeedError(f"a line that is no frame: {error}") from error
        if frame.camera != self.name:
            raise FeedError(f"frames of {frame.camera!r} instead of {self.name!r}")
        if self._first is None:
            self._first = frame
            return
        if not self._up:
            self._up = True
            self._inbox.put(LinkUp(self.name, *stamp(), self._where))
            self._repeats.works(Said.LINK_UP, self.name, self._where)
            self._pass(look(self._still, self._first))
        self._pass(look(self._still, frame))
