"""Reports between marks: a start mark, a body, an end mark, check bytes.

Check bytes are taken by their place, never by their value: they may look like a start or an end. A start mark
inside a body ends the half report before it, and after any damage the search goes on at the first start
mark behind the damaged one's own, so a good report that follows is never lost with it.
"""

import re
from collections.abc import Callable

import msgspec

from shoe.framing import Cut, Kind, Piece


class Mark(msgspec.Struct, frozen=True):
    r"""One kind of report.

    `body` is a character class of bytes as a regular expression (`[\x20-\x7e]`), `limit` its most bytes.
    `check` bytes follow the `end`; `sound` says whether a whole report from start to last check byte is intact.
    """

    start: int
    body: bytes
    limit: int
    end: int
    check: int
    sound: Callable[[bytes], bool]


class Lone(msgspec.Struct, frozen=True):
    """A mark that is a report by itself, alone or with one byte out of `followed`."""

    start: int
    followed: bytes = b""


RUN = 4
"""More lone marks than this in a row are noise: no device answers so."""


def cut_marks(marks: tuple[Mark, ...], lones: tuple[Lone, ...] = ()) -> Cut:
    """The cut of a protocol with these marks."""
    bodies = {mark.start: (mark, re.compile(mark.body + b"{0,%d}" % mark.limit)) for mark in marks}
    single = {lone.start: lone for lone in lones}
    starts = bytes([*bodies, *single])
    search = re.compile(b"[" + re.escape(starts) + b"]").search

    def cut(buffer: bytes) -> tuple[list[Piece], bytes]:
        pieces: list[Piece] = []
        at = 0
        while at < len(buffer):
            found = search(buffer, at)
            begin = found.start() if found else len(buffer)
            if begin > at:
                pieces.append(Piece(Kind.NOISE, buffer[at:begin], "no start mark"))
            if begin == len(buffer):
                return pieces, b""
            start = buffer[begin]
            if start in single:
                piece = _lone(single[start], buffer, begin)
            else:
                piece = _marked(*bodies[start], buffer, begin, starts)
            if piece is None:
                return pieces, buffer[begin:]
            pieces.append(piece)
            at = begin + len(piece.data)
        return pieces, b""

    return cut


def _lone(lone: Lone, buffer: bytes, begin: int) -> Piece | None:
    end = begin + 1
    if lone.followed:
        if end == len(buffer):
            return None
        if buffer[end] not in lone.followed:
            return Piece(Kind.NOISE, buffer[begin:end], "unknown code after a lone mark")
        return Piece(Kind.REPORT, buffer[begin : end + 1])
    while end < len(buffer) and buffer[end] == lone.start:
        end += 1
    if end - begin > RUN:
        return Piece(Kind.NOISE, buffer[begin:end], "lone marks in a row")
    return Piece(Kind.REPORT, buffer[begin : begin + 1])


def _marked(mark: Mark, body: re.Pattern[bytes], buffer: bytes, begin: int, starts: bytes) -> Piece | None:
    """The piece that begins here, or None while it may still become a report."""
    found = body.match(buffer, begin + 1)
    stop = found.end() if found else begin + 1
    if stop == len(buffer):
        return None
    if buffer[stop] != mark.end:
        return _broken(mark, buffer, begin, stop, starts)
    last = stop + 1 + mark.check
    if last > len(buffer):
        return None
    whole = buffer[begin:last]
    if mark.sound(whole):
        return Piece(Kind.REPORT, whole)
    # A check byte may be missing, so that the next report's start mark was taken for it.
    for place in range(stop + 1, last):
        if buffer[place] in starts:
            last = place
            break
    return Piece(Kind.DAMAGED, buffer[begin:last], "check byte differs")


def _broken(mark: Mark, buffer: bytes, begin: int, stop: int, starts: bytes) -> Piece:
    if stop == begin + 1:
        # Start marks in a row: all but the last are noise in one piece, or a flood of them would cost a step each.
        while stop < len(buffer) - 1 and buffer[stop] == mark.start and buffer[stop + 1] == mark.start:
            stop += 1
        return Piece(Kind.NOISE, buffer[begin:stop], "start mark without a body")
    if buffer[stop] in starts:
        return Piece(Kind.DAMAGED, buffer[begin:stop], "cut off by the next report")
    why = "no end mark" if stop - begin > mark.limit else "byte that no report may hold"
    return Piece(Kind.DAMAGED, buffer[begin:stop], why)


def exclusive_or(data: bytes) -> int:
    """The exclusive-or of all bytes."""
    check = 0
    for byte in data:
        check ^= byte
    return check
