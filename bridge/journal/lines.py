"""A journal's line as bytes: put together without being encoded twice, taken apart by cutting.

    {"event":{...},"n":118,"crc":"89abcdef","hash":"...64..."}
    {"reading":{...},"blind":"...32...","n":531,"crc":...
    {"checkpoint":{...},"last":118,"n":531,"crc":...
    {"header":{...},"n":3,"crc":...

`n` is the number of the event or reading, of the last reading a checkpoint holds (`last`: of its last event), of
the header's file within the epoch. CRC32C and SHA-256 cover all bytes before `,"crc"`; the SHA-256 covers before
them the 64 hexadecimal digits of the line before, which are zeros at an epoch's first line. No line holds a line
feed but the one that ends it.
"""

from collections.abc import Callable
from enum import StrEnum
from hashlib import sha256
from typing import Final

import google_crc32c
import msgspec

_crc: Callable[[bytes], int] = google_crc32c.value

ORIGIN = b"0" * 64
"""What stands for the hash of the line before an epoch's first."""

PROOF = 92
"""Bytes of `,"crc":"........","hash":"<64>"}` at a line's end."""

BLIND = 16
"""Random bytes in each reading line: without them a hash would tell a sealed card to whoever tries all 52."""


class Kind(StrEnum):
    """What a line holds."""

    EVENT = "event"
    READING = "reading"
    CHECKPOINT = "checkpoint"
    HEADER = "header"


# Of each line it is asked what it holds, and a name is found five times as fast as a member of an enumeration.
READING: Final = Kind.READING
EVENT: Final = Kind.EVENT


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line taken apart: `body` is the inner object's bytes, `last` is that of a checkpoint."""

    kind: Kind
    body: bytes
    n: int
    hash: bytes
    last: int = 0


class _Gist(msgspec.Struct):
    kind: str


class Gist(msgspec.Struct):
    """What an index needs of an event's body: its round and the kind of what happened."""

    round: str
    what: _Gist


gist: Callable[[bytes], Gist] = msgspec.json.Decoder(Gist).decode


def event(body: bytes, n: int) -> bytes:
    """The covered bytes of an event's line."""
    return b'{"event":%b,"n":%d' % (body, n)


def reading(body: bytes, blind: bytes, n: int) -> bytes:
    """The covered bytes of a reading's line; `blind` are 16 random bytes."""
    return b'{"reading":%b,"blind":"%b","n":%d' % (body, blind.hex().encode(), n)


def checkpoint(state: bytes, last: int, n: int) -> bytes:
    """The covered bytes of a checkpoint's line: the state after event `last` and reading `n`."""
    return b'{"checkpoint":%b,"last":%d,"n":%d' % (state, last, n)


def header(body: bytes, n: int) -> bytes:
    """The covered bytes of the header of the epoch's file `n`."""
    return b'{"header":%b,"n":%d' % (body, n)


def proof(covered: bytes, previous: bytes) -> bytes:
    """The 92 bytes that end the line after the one whose hash is `previous`; its own hash is `proof[26:90]`."""
    digest = sha256(previous + covered).hexdigest()
    return b',"crc":"%08x","hash":"%b"}' % (_crc(covered), digest.encode())


def parse(line: bytes) -> Line:
    """Take a line (without its line feed) apart; nothing of it is proved.

    Raises:
        ValueError: the bytes are no line of a journal.
    """
    end = len(line) - PROOF
    at = line.rfind(b',"n":', 0, end)
    if at < 0:
        raise ValueError("no number")
    n, digest, begin = int(line[at + 5 : end]), line[-66:-2], line[:4]
    # Readings first: nearly every line is one.
    if begin == b'{"re':
        return Line(READING, line[11 : at - 43], n, digest)
    if begin == b'{"ev':
        return Line(EVENT, line[9:at], n, digest)
    if begin == b'{"ch':
        comma = line.rfind(b',"last":', 0, at)
        return Line(Kind.CHECKPOINT, line[14:comma], n, digest, int(line[comma + 8 : at]))
    if begin == b'{"he':
        return Line(Kind.HEADER, line[10:at], n, digest)
    raise ValueError("neither event, reading, checkpoint nor header")


class Chain:
    """Where a chain of lines stands: the last hash and the last numbers. Each line is proved against it."""

    def __init__(self, digest: bytes = ORIGIN, reading: int = 0, event: int = 0) -> None:
        self.hash = digest
        self.reading = reading
        self.event = event

    def prove(self, line: bytes) -> Line:
        """Take the next line (without its line feed) apart and prove it.

        Raises:
            ValueError: the line is not the next one as it was written; the message says what differs.
        """
        covered = line[:-PROOF]
        right = proof(covered, self.hash)
        if line[-PROOF:] != right:
            raise ValueError(_difference(line, right))
        found = parse(line)
        kind, body, n = found.kind, found.body, found.n
        if kind is READING:
            if n != self.reading + 1:
                raise ValueError(f"reading {n} stands after reading {self.reading}")
            self.reading = n
        elif kind is EVENT:
            if n != self.event + 1:
                raise ValueError(f"event {n} stands after event {self.event}")
            if not body.startswith(b'{"n":%d,' % n):
                raise ValueError(f"the event of line number {n} names another number")
            self.event = n
        elif kind is Kind.CHECKPOINT and (n, found.last) != (self.reading, self.event):
            raise ValueError(
                f"the checkpoint is of reading {n} and event {found.last},"
                f" before it stand {self.reading} and {self.event}"
            )
        self.hash = right[26:90]
        return found


def _difference(line: bytes, right: bytes) -> str:
    end = line[-PROOF:]
    if len(line) <= PROOF or end[:8] != right[:8] or end[16:26] != right[16:26] or end[90:] != right[90:]:
        return "this is no whole line"
    if end[8:16] != right[8:16]:
        return "its bytes are not those its CRC was made of"
    return "its hash does not follow from the line before it"
