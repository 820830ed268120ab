"""Framing: bytes in any cut become reports, and every byte that is none is counted and said.

A line brings halves, noise and floods. Three rules keep the reading safe and the memory small:

1. A dialect's `cut` splits a buffer into pieces from left to right, by content alone, so what is said does
   not depend on how the line cut the bytes. What is unfinished is the rest, bounded by the dialect.
2. An unfinished rest is dropped when no byte came for `max_age_ms`.
3. Noise is said with the next good report, with a damaged one, after a silence, and when its run reaches
   16, 64, 256, ... bytes: at once for a few bytes, and in a dozen messages for many megabytes.
"""

from collections.abc import Callable
from enum import Enum, auto
from typing import Generic, TypeVar

import msgspec

from shoe.dialects import Pending, Seen
from shoe.messages import Garbled

M = TypeVar("M")
"""What a report says: a `Message`, or a card's code where codes are learnt."""

HEAD = 64
"""Bytes of noise that a `Garbled` quotes."""
FIRST = 16
"""Run of noise in bytes after which it is said although nothing followed; then at four times this, and so on."""
CHATTY = 64
"""Run of noise in bytes up to which each damaged report is said by itself."""


class Kind(Enum):
    """What a piece of the line is."""

    REPORT = auto()
    BLANK = auto()  # what stands between reports by rule: consumed, nothing to say
    NOISE = auto()  # bytes without any shape
    DAMAGED = auto()  # began as a report


class Piece(msgspec.Struct, frozen=True):
    """Consecutive bytes of one kind; `why` says what is wrong with them."""

    kind: Kind
    data: bytes
    why: str = ""


Cut = Callable[[bytes], tuple[list[Piece], bytes]]
"""Splits a buffer into its pieces and the unfinished rest; together they are the buffer."""

Read = Callable[[tuple[Seen, ...], bytes, int], tuple[tuple[Seen, ...], tuple[M, ...]] | str]
"""Reads one report, given what was seen and the stamp: what is seen from then on and the messages, or what is wrong."""


class Framing(msgspec.Struct, Generic[M], frozen=True):
    """How one dialect cuts and reads."""

    cut: Cut
    read: Read[M]
    max_age_ms: int


class _Tally(Generic[M]):
    """The messages of one call and the noise that is not yet said."""

    def __init__(self, pending: Pending) -> None:
        self.out: list[M | Garbled] = []
        self.seen = pending.seen
        self.discarded = pending.discarded
        self.noise, self.untold, self.run, self.why = pending.noise, pending.untold, pending.run, pending.why

    def lose(self, data: bytes, why: str, *, damaged: bool) -> None:
        if damaged or not self.untold:
            self.why = why
        self.discarded += len(data)
        begin = 0
        while begin < len(data):
            limit = _threshold(self.run)
            part = min(len(data) - begin, limit - self.run)
            self.noise += data[begin : begin + min(part, HEAD - len(self.noise))]
            self.untold, self.run, begin = self.untold + part, self.run + part, begin + part
            if self.run == limit:
                self.tell(why)
        if damaged and self.run <= CHATTY:
            self.tell(why)

    def tell(self, why_next: str = "") -> None:
        if self.untold:
            self.out.append(Garbled(data=self.noise.hex(), count=self.untold, why=self.why))
        self.noise, self.untold, self.why = b"", 0, why_next

    def good(self, seen: tuple[Seen, ...], messages: tuple[M, ...]) -> None:
        self.settle()
        self.seen = seen
        self.out.extend(messages)

    def settle(self) -> None:
        self.tell()
        self.run = 0

    def pending(self, buffer: bytes, at: int) -> Pending:
        why = self.why if self.untold else ""
        return Pending(buffer, at, self.seen, self.discarded, self.noise, self.untold, self.run, why)


def _threshold(run: int) -> int:
    limit = FIRST
    while limit <= run:
        limit *= 4
    return limit


def decode(framing: Framing[M], pending: Pending, data: bytes, at: int) -> tuple[Pending, tuple[M | Garbled, ...]]:
    """Reads a chunk that arrived at `at` (monotonic ns); without bytes only what is old is dropped and said."""
    tally = _Tally[M](pending)
    buffer = pending.buffer
    if at - pending.at >= framing.max_age_ms * 1_000_000:
        if buffer:
            tally.lose(buffer, "unfinished report dropped by age", damaged=True)
        tally.settle()
        buffer = b""
    if not data:
        return tally.pending(buffer, pending.at), tuple(tally.out)
    pieces, rest = framing.cut(buffer + data)
    for piece in pieces:
        _take(framing, tally, piece, at)
    return tally.pending(rest, at), tuple(tally.out)


def _take(framing: Framing[M], tally: _Tally[M], piece: Piece, at: int) -> None:
    match piece.kind:
        case Kind.REPORT:
            found = framing.read(tally.seen, piece.data, at)
            if isinstance(found, str):
                tally.lose(piece.data, found, damaged=True)
            else:
                tally.good(*found)
        case Kind.NOISE | Kind.DAMAGED:
            tally.lose(piece.data, piece.why, damaged=piece.kind is Kind.DAMAGED)
        case Kind.BLANK:
            pass
