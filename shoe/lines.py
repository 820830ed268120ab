"""Reports that are lines: text up to a terminator, bounded in length."""

import re
from functools import cache

from shoe.framing import Cut, Kind, Piece

TERMINATORS = {"any": b"\r\n", "cr": b"\r", "lf": b"\n", "crlf": b"\r\n", "etx": b"\x03", "tab": b"\t"}
"""What may end a line, by the name used in a table's file; `any` is a CR, an LF, or both."""


@cache
def cut_lines(terminator: str, limit: int) -> Cut:
    """The cut of a protocol of lines with at most `limit` bytes before the terminator; empty lines are blank.

    Of a line that is too long the last bytes stay in the buffer until its end, so that its tail is never
    taken for a line.
    """
    marks = TERMINATORS[terminator]
    end = re.compile(re.escape(marks) if terminator == "crlf" else b"[" + re.escape(marks) + b"]")
    blank = re.compile(end.pattern + b"+") if terminator == "any" else None

    def cut(buffer: bytes) -> tuple[list[Piece], bytes]:
        pieces: list[Piece] = []
        at = 0
        while found := end.search(buffer, at):
            stop = found.end()
            if found.start() == at:
                if blank and (run := blank.match(buffer, at)):
                    stop = run.end()
                pieces.append(Piece(Kind.BLANK, buffer[at:stop]))
            elif found.start() - at > limit:
                tail = found.start() - limit - 1
                if tail > at:
                    pieces.append(Piece(Kind.NOISE, buffer[at:tail], "line too long"))
                pieces.append(Piece(Kind.DAMAGED, buffer[tail:stop], "line too long"))
            else:
                pieces.append(Piece(Kind.REPORT, buffer[at:stop]))
            at = stop
        rest = buffer[at:]
        keep = limit + (len(marks) if terminator == "crlf" else 1)
        if len(rest) > keep:
            pieces.append(Piece(Kind.NOISE, rest[:-keep], "line too long"))
            rest = rest[-keep:]
        return pieces, rest

    return cut


def text(line: bytes, terminator: str) -> str | None:
    """The text of a line without its terminator and the blanks around it, or None where it is no ASCII."""
    body = line.removesuffix(b"\r\n") if terminator == "crlf" else line[:-1]
    return body.decode("ascii").strip() if body.isascii() else None


def end_of(terminator: str) -> bytes:
    """The bytes that a device with this terminator ends a line with."""
    return TERMINATORS[terminator]
