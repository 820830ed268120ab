"""The stream and the desk as the core holds them: opened, or tried again once a second and said why not.

A table whose stream has no address still reads its devices and keeps its journal; it is not ready.
"""

from collections.abc import Callable, Iterable

from bridge.commands import Answer
from bridge.config import ConfigError, StreamConfig
from bridge.daemon.log import Repeats, Said
from bridge.daemon.refusals import Refusals
from bridge.daemon.stage import Stage, stamp
from bridge.records import Stored
from bridge.stream.desk import Desk, open_desk
from bridge.stream.endpoint import NoEndpoint
from bridge.stream.frames import Heartbeat
from bridge.stream.keys import KeyRing, Keys
from bridge.stream.publisher import Publisher, open_publisher
from bridge.stream.queries import Book
from bridge.stream.sockets import new_context, removed

Died = Callable[[str, BaseException], None]
BARRED_NS = 60_000_000_000
"""How long a key that flooded the stream is shut out."""
SHED_NS = 10_000_000_000
"""Between two endings of all connections because of a flood: whoever has no key cannot be shut out alone."""


class DeskStage(Stage):
    """The desk's thread."""

    def __init__(self, desk: Desk, died: Died) -> None:
        super().__init__("desk", died)
        self._desk = desk

    def work(self) -> None:
        """Answer until the desk is stopped."""
        self._desk.serve()

    def moved(self) -> int:
        """The desk counts its own turns."""
        return self._desk.turns

    def stop(self) -> None:
        """End the thread; its sockets are closed by it."""
        self._desk.stop()

    def bind_again(self) -> None:
        """Bind once more where a socket's file was removed."""
        self._desk.bind_again()

    def shed(self) -> None:
        """End every guarded connection."""
        self._desk.shed()

    def answer(self, answer: Answer) -> None:
        """Send the core's answer to whoever asked."""
        self._desk.answer(answer)


class Outlets:
    """Publisher and desk. Everything here but the desk's own thread belongs to the core."""

    def __init__(self, stream: StreamConfig, book: Book, keys: KeyRing | None, repeats: Repeats, died: Died) -> None:
        self._stream = stream
        self._book = book
        self._keys = keys
        self._repeats = repeats
        self._died = died
        self._context = new_context()
        self._refusals = Refusals(repeats.log)
        self._next_shed = 0
        self._fresh: Callable[[], Keys | None] | None = None
        self._publisher: Publisher | None = None
        self._doors: tuple[str, ...] = ()
        self._lost: dict[str, str] = {}
        self.desk: DeskStage | None = None
        self.reasons: tuple[str, ...] = ()

    def open(self) -> None:
        """Open what is not open yet, and bind once more where a local socket's file was removed.

        Raises:
            ConfigError: an address that no waiting can make usable.
        """
        if self._fresh is not None:
            self._renew(self._fresh)
        # The desk comes first: its thread judges the keys of those who connect to the stream.
        found = [self._open_desk(), self._open_publisher()]
        self._mend()
        self.reasons = (*(str(obstacle) for obstacle in found if obstacle), *self._lost.values())

    def read_keys(self, read: Callable[[], Keys | None]) -> None:
        """Have the keys read anew at the next `open`; safe inside a signal's handler."""
        self._fresh = read

    def publish(self, events: Iterable[Stored]) -> None:
        """Send what is on disk. Without an address nobody hears; whoever comes later asks the desk."""
        if self._publisher is not None:
            self._publisher.send(events)

    def answer(self, answers: Iterable[Answer]) -> None:
        """Send the core's answers."""
        if self.desk is not None:
            for answer in answers:
                self.desk.answer(answer)

    def heartbeat(self, beat: Heartbeat) -> None:
        """Send a heartbeat."""
        if self._publisher is not None:
            self._publisher.heartbeat(beat)

    def close(self) -> None:
        """Close both; what is queued for live subscribers leaves within half a second."""
        if self.desk is not None:
            self.desk.stop()
            self.desk.join(2.0)
        if self._publisher is not None:
            self._publisher.close()
        if self.desk is None or not self.desk.is_alive():
            self._context.term()

    def _renew(self, read: Callable[[], Keys | None]) -> None:
        """Go on with the keys as they are written now; where one is good no more, everyone must come in anew."""
        self._fresh = None
        try:
            fresh, why = read(), "with or without keys is settled at the start: restart the table"
        except ConfigError as error:
            fresh, why = None, f"{error}; the keys from before hold"
        if self._keys is None or fresh is None:
            self._repeats.log.error(Said.KEYS_KEPT, cause=why)
            return
        ended = self._keys.take(fresh)
        if ended:
            if self.desk is not None:
                self.desk.shed()
            if self._publisher is not None and self._publisher.guarded:
                self._publisher.shed()
        self._repeats.log.info(Said.KEYS_READ, ended=ended)

    def _flooded(self, who: str) -> bool:
        """A client floods the stream: whether all connections are to end."""
        at, _ = stamp()
        if self._keys is not None and who:
            self._keys.bar(who, at + BARRED_NS)
            cause = f"it floods the stream with subscriptions and is shut out for {BARRED_NS // 10**9} s"
        elif at < self._next_shed:
            return False
        else:
            cause = "somebody floods the stream with subscriptions: all connections were ended"
        self._next_shed = at + SHED_NS
        self._refusals.refused(who or "somebody", "events", cause, at)
        return True

    def _open_desk(self) -> NoEndpoint | None:
        if self.desk is not None:
            return None
        desk = open_desk(self._context, self._stream, self._book, self._keys)
        if isinstance(desk, NoEndpoint):
            return self._refused(Said.DESK_DOWN, "desk", desk)
        desk.turned_away = self._told(Refusals(self._repeats.log))
        self._doors = tuple(desk.where.values())
        where = ", ".join(f"{role.value} {endpoint}" for role, endpoint in desk.where.items())
        self.desk = DeskStage(desk, self._died)
        self.desk.start()
        self._repeats.works(Said.DESK_UP, "desk", where)
        return None

    def _mend(self) -> None:
        """Nobody new finds a socket without its file, while those who are connected notice nothing."""
        if self.desk is not None:
            self._look(Said.DESK_DOWN, Said.DESK_UP, "desk", self._doors, self.desk.bind_again)
        if self._publisher is not None:
            where = (self._publisher.where,)
            self._look(Said.STREAM_DOWN, Said.STREAM_UP, "stream", where, self._publisher.bind_again)

    def _look(self, down: Said, up: Said, what: str, doors: Iterable[str], again: Callable[[], None]) -> None:
        gone = ", ".join(door for door in doors if removed(door))
        if gone:
            self._lost[what] = f"{gone}: the socket's file was removed; it is bound again"
            self._repeats.failed(down, what, self._lost[what])
            again()
        elif self._lost.pop(what, ""):
            self._repeats.works(up, what, ", ".join(doors))

    @staticmethod
    def _told(refusals: Refusals) -> Callable[[str, str, str], None]:
        """What a thread calls for each client that is refused, with refusals of its own."""

        def told(who: str, where: str, why: str) -> None:
            refusals.refused(who, where, why, stamp()[0])

        return told

    def _open_publisher(self) -> NoEndpoint | None:
        if self._publisher is not None:
            return None
        found = open_publisher(self._context, self._stream, self._book.table, self._book.epoch, self._keys)
        if isinstance(found, NoEndpoint):
            return self._refused(Said.STREAM_DOWN, "stream", found)
        found.flooded, found.turned_away = self._flooded, self._told(self._refusals)
        self._publisher = found
        self._repeats.works(Said.STREAM_UP, "stream", found.where)
        return None

    def _refused(self, name: Said, what: str, found: NoEndpoint) -> NoEndpoint:
        if not found.again:
            raise ConfigError(f"{what}: {found}")
        self._repeats.failed(name, what, str(found))
        return found
