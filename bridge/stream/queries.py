"""What the desk answers by itself, from what is on disk and the last frozen state. Nothing here enters the queue."""

from typing import NamedTuple, Protocol, assert_never

from bridge.commands import Role
from bridge.readings import Asked
from bridge.records import Stored
from bridge.stream.requests import Ack, Get, Got, Hello, Here, Noted, Refused, Reply, Snapshot, Status, Told


class Head(NamedTuple):
    """The first and last event numbers that can be read back (0 and 0: none), and the last one's hash."""

    oldest: int
    head: int
    hash: str


class Book(Protocol):
    """What the desk is handed. Every method is called in the desk's thread and must not wait."""

    @property
    def table(self) -> str:
        """The table's name."""

    @property
    def epoch(self) -> str:
        """32 hexadecimal digits."""

    @property
    def schema(self) -> str:
        """The hash of the stream's schema, `bridge.stream.schema.schema_hash()`."""

    def head(self) -> Head:
        """What is synced."""

    def stored(self, first: int, limit: int) -> tuple[Stored, ...]:
        """Synced events from number `first` on, at most `limit`."""

    def status(self) -> dict[str, object]:
        """Of the last frozen state."""

    def snapshot(self) -> dict[str, object]:
        """Of the last frozen state."""

    def clock(self) -> tuple[int, int]:
        """Monotonic and wall time in ns."""

    def ask(self, asked: Asked) -> str:
        """Put a command on the core's queue; why it was not, or nothing where it was."""

    def acked(self, n: int) -> None:
        """The engine has stored all events up to `n`."""

    def restored(self, who: str, said: int) -> None:
        """The engine has seen event `said`, which this journal does not hold: an older journal was restored."""


class Peer(NamedTuple):
    """Who asks: the role by endpoint or key, and a name from the socket."""

    role: Role
    who: str


Query = Hello | Get | Snapshot | Status | Ack


def query(book: Book, peer: Peer, request: Query) -> tuple[Reply, tuple[Stored, ...]]:
    """The reply to a query, and the events that follow it."""
    match request:
        case Hello():
            return _hello(book, peer, request), ()
        case Get():
            return _get(book, request)
        case Snapshot(tag=tag):
            return Told(tag=tag, told=book.snapshot()), ()
        case Status(tag=tag):
            return Told(tag=tag, told=book.status()), ()
        case Ack():
            return _ack(book, peer, request), ()
        case _:
            assert_never(request)


def _hello(book: Book, peer: Peer, request: Hello) -> Reply:
    at = book.head()
    if request.epoch == book.epoch:
        held = book.stored(request.head, 1) if request.hash and at.oldest <= request.head <= at.head else ()
        if request.head > at.head or (held and held[0].hash != request.hash):
            return _ahead(book, peer, request.tag, request.head, at.head)
    return Here(
        tag=request.tag,
        table=book.table,
        epoch=book.epoch,
        oldest=at.oldest,
        head=at.head,
        hash=at.hash,
        schema=book.schema,
        role=peer.role,
    )


def _get(book: Book, request: Get) -> tuple[Reply, tuple[Stored, ...]]:
    at = book.head()
    if request.first > at.head + 1:
        # Whoever asks too far has not said that it has seen anything: nothing follows for the table.
        why = f"event {request.first} is beyond this journal's head, {at.head}"
        return Refused(tag=request.tag, code="ahead", why=why), ()
    if request.first < at.oldest:
        why = f"event {request.first} is no longer to be had; the oldest is {at.oldest}"
        return Refused(tag=request.tag, code="gone", why=why), ()
    limit = min(request.limit, at.head - request.first + 1)
    events = book.stored(request.first, limit) if limit > 0 else ()
    return Got(tag=request.tag, epoch=book.epoch, first=request.first, count=len(events), head=at.head), events


def _ack(book: Book, peer: Peer, request: Ack) -> Reply:
    if peer.role is not Role.ENGINE:
        return Refused(tag=request.tag, code="role", why=f"only the engine acknowledges, not {peer.role.value}")
    if request.epoch != book.epoch:
        return Refused(tag=request.tag, code="epoch", why=f"this is epoch {book.epoch}")
    head = book.head().head
    if request.n > head:
        return _ahead(book, peer, request.tag, request.n, head)
    book.acked(request.n)
    return Noted(tag=request.tag, n=request.n)


def _ahead(book: Book, peer: Peer, tag: int, said: int, head: int) -> Refused:
    """Refuse a place this journal does not hold. Only the engine's word counts: nobody else may stop the table."""
    if peer.role is Role.ENGINE:
        book.restored(peer.who, said)
    why = f"you name event {said} and this journal, at {head}, does not hold it: an older journal was restored"
    return Refused(tag=tag, code="ahead", why=f"{why}; a supervisor must begin a new epoch")
