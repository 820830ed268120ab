"""What a replay reads, piece by piece with its place: a journal's files, or a recording.

A recording is a pair of files that people may write by hand. `NAME.scan.jsonl` begins with a line
`{"recording":1,"header":{...},"state":{...}}`; `state` may be missing, then the fold begins with `session.begin`.
Each further line is `{"reading":{...},"n":531}`; `n` may be missing and then counts on, whatever else a line holds is
passed over, and so are empty lines. `NAME.events.jsonl` holds one event's body a line.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, assert_never

import msgspec

from bridge.journal.index import chunks
from bridge.journal.lines import READING, Chain, Kind
from bridge.journal.recovery import link
from bridge.readings import Reading
from bridge.records import Header, JournalError

SCAN = ".scan.jsonl"
EVENTS = ".events.jsonl"

_READING: msgspec.json.Decoder[Reading] = msgspec.json.Decoder(Reading)
_HEADER = msgspec.json.Decoder(Header)


class Place(NamedTuple):
    """A line of a file, counted from 1."""

    file: Path
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class HeaderAt(NamedTuple):
    """A file or recording begins; `state` is a recording's, empty where it has none."""

    where: Place
    header: Header
    state: bytes = b""


class ReadingAt(msgspec.Struct, frozen=True, gc=False):
    """The next reading and its number. Its place is two fields, since nearly every piece is one of these."""

    file: Path
    line: int
    n: int
    reading: Reading
    body: bytes

    @property
    def where(self) -> Place:
        """The line that holds it."""
        return Place(self.file, self.line)


class EventAt(NamedTuple):
    """The next event's number and body."""

    where: Place
    n: int
    body: bytes


class CheckpointAt(NamedTuple):
    """The state as it was written down."""

    where: Place
    state: bytes


Piece = HeaderAt | ReadingAt | EventAt | CheckpointAt


class Torn(JournalError):  # noqa: N818  # the end of what a crash left, not a mistake
    """The last line lacks its end: what a crash leaves, or a journal that is being written."""


class Changed(JournalError):  # noqa: N818  # a finding about the file
    """A line is not as it was written."""

    def __init__(self, where: Place, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = str(where)
        self.what = what


def journal(paths: tuple[Path, ...]) -> Iterator[Piece]:
    """The pieces of a journal's files, given oldest first, each line proved.

    Raises:
        Torn: after the last whole line.
        JournalError: no file has a whole header, so nothing is there.
        Changed: a line is not as it was written.
        JournalError: a line is of another program version and cannot be read.
        OSError: a file cannot be read.
    """
    chain: Chain | None = None
    for path in paths:
        number = 0
        for chunk in chunks(path, 0, path.stat().st_size):
            *ended, rest = chunk.split(b"\n")
            for line in ended:
                number += 1
                if chain is None:
                    chain = _begin(Place(path, number), line)
                yield _piece(path, number, chain, line)
            if rest and number:
                raise Torn(f"{path}:{number + 1}: {len(rest)} bytes of a torn line")
        if not number:
            raise _headless(path, chain)


def _headless(path: Path, chain: Chain | None) -> JournalError:
    what = "it is empty or ends within its header"
    return JournalError(f"{path}: nothing is there: {what}") if chain is None else Changed(Place(path, 1), what)


def _begin(where: Place, line: bytes) -> Chain:
    try:
        previous = link(line)
    except JournalError as error:
        raise Changed(where, str(error)) from error
    return Chain(previous.hash.encode(), previous.reading, previous.event) if previous else Chain()


def _piece(path: Path, number: int, chain: Chain, line: bytes) -> Piece:
    try:
        found = chain.prove(line)
    except ValueError as error:
        raise Changed(Place(path, number), str(error)) from error
    try:
        kind = found.kind
        if kind is READING:
            return ReadingAt(path, number, found.n, _READING.decode(found.body), found.body)
        return _seldom(Place(path, number), kind, found.n, found.body)
    except msgspec.MsgspecError as error:
        raise JournalError(f"{path}:{number}: this program cannot read it: {error}") from error


def _seldom(where: Place, kind: Literal[Kind.EVENT, Kind.CHECKPOINT, Kind.HEADER], n: int, body: bytes) -> Piece:
    match kind:
        case Kind.EVENT:
            return EventAt(where, n, body)
        case Kind.CHECKPOINT:
            return CheckpointAt(where, body)
        case Kind.HEADER:
            return HeaderAt(where, _HEADER.decode(body))
        case _:
            assert_never(kind)


class _Entry(msgspec.Struct):
    header: Header | None = None
    state: msgspec.Raw = msgspec.Raw()
    reading: msgspec.Raw = msgspec.Raw()
    n: int = 0


_ENTRY = msgspec.json.Decoder(_Entry)


def recording(path: Path) -> Iterator[HeaderAt | ReadingAt]:
    """The pieces of a `NAME.scan.jsonl`.

    Raises:
        JournalError: a line is no part of a recording; the message names it.
        OSError: the file cannot be read.
    """
    last: int | None = None
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if not line.strip():
            continue
        where = Place(path, number)
        try:
            piece = _entry(where, line, last)
        except msgspec.MsgspecError as error:
            raise JournalError(f"{where}: {error}") from error
        last = piece.n if isinstance(piece, ReadingAt) else _first(piece)
        yield piece
    if last is None:
        raise JournalError(f"{path}:1: no header")


def _entry(where: Place, line: bytes, last: int | None) -> HeaderAt | ReadingAt:
    entry = _ENTRY.decode(line)
    if last is None:
        if entry.header is None:
            raise JournalError(f"{where}: a recording begins with its header")
        return HeaderAt(where, entry.header, bytes(entry.state))
    n = entry.n or last + 1
    if entry.header is not None or not bytes(entry.reading):
        raise JournalError(f"{where}: no reading")
    if n <= last:
        raise JournalError(f"{where}: reading {n} stands after reading {last}")
    return ReadingAt(where.file, where.line, n, _READING.decode(entry.reading), bytes(entry.reading))


class _Numbers(msgspec.Struct):
    reading: int


def _first(piece: HeaderAt) -> int:
    if piece.state:
        return msgspec.json.decode(piece.state, type=_Numbers).reading
    return piece.header.previous.reading if piece.header.previous else 0


class _Number(msgspec.Struct):
    n: int


def expected(path: Path) -> Iterator[EventAt]:
    """The events of a `NAME.events.jsonl`.

    Raises:
        JournalError: a line is no event; the message names it.
        OSError: the file cannot be read.
    """
    for number, body in enumerate(path.read_bytes().splitlines(), 1):
        where = Place(path, number)
        try:
            n = msgspec.json.decode(body, type=_Number).n
        except msgspec.MsgspecError as error:
            raise JournalError(f"{where}: no event: {error}") from error
        yield EventAt(where, n, body)


def name_of(scan: Path) -> str:
    """The NAME of a `NAME.scan.jsonl`.

    Raises:
        JournalError: the file is not named so.
    """
    if not scan.name.endswith(SCAN):
        raise JournalError(f"{scan}: a recording is named NAME{SCAN}")
    return scan.name.removesuffix(SCAN)
