"""What a journal's last file holds, read so that a restart is quick whatever the day's length.

A file of up to `WHOLE` bytes is proved from its first line; a longer one from the first checkpoint within its last
`WHOLE` bytes (`truedeal verify` proves the rest). Readings are decoded from the last checkpoint on only.

The tail is the piece after the last line feed. It is a torn write: its bytes are set aside and cut off. Where only
the line feed is missing the line is kept. Anything wrong in front of it is damage, and nothing starts on that.
"""

import os
from pathlib import Path

import msgspec

from bridge.journal import lines
from bridge.journal.folder import create, number_of, write_all
from bridge.journal.index import Places, Stretch, chunks, stored
from bridge.journal.lines import Chain, Kind
from bridge.readings import Reading
from bridge.records import Header, JournalError, Previous, Stored

WHOLE = 64 << 20
"""Bytes; proved in about half a second. An hour of a busy camera is at most 50 MB."""

_READING: msgspec.json.Decoder[Reading] = msgspec.json.Decoder(Reading)
_HEADER = msgspec.json.Decoder(Header)


class _Link(msgspec.Struct):
    previous: Previous | None = None


_LINK = msgspec.json.Decoder(_Link)


class Found:
    """A file as it was found: its whole length, its chain, and what lies after its last checkpoint."""

    def __init__(self, path: Path, header: Header, start: int, chain: Chain) -> None:
        self.path = path
        self.header = header
        self.start = start
        self.size = start
        self.chain = chain
        self.live = Places(path, chain.event + 1)
        self.checkpoint: bytes | None = None
        self.after: list[bytes] = []
        self.cut_bytes = 0
        self.cut_file = ""

    def take(self, line: bytes, where: str) -> None:
        """Prove the next line and keep what a restart needs of it."""
        try:
            proved = self.chain.prove(line)
        except ValueError as error:
            raise JournalError(f"{where}: damaged: {error}; `truedeal verify` says more") from error
        if proved.kind is Kind.CHECKPOINT:
            self.checkpoint = proved.body
            self.after.clear()
        else:
            self.after.append(line)
        if proved.kind is Kind.EVENT:
            self.live.add(self.size, len(line))
        self.size += len(line) + 1

    def older(self) -> tuple[Stretch, ...]:
        """The events in front of the offset from which the file was proved."""
        previous = self.header.previous
        first = previous.event + 1 if previous else 1
        return (Stretch(self.path, 0, self.start, first, self.live.first - 1),) if self.start else ()

    def readings(self) -> tuple[tuple[int, Reading], ...]:
        """The readings after the last checkpoint, with their numbers."""
        found = [lines.parse(line) for line in self.after if line.startswith(b'{"reading":')]
        return tuple((line.n, _READING.decode(line.body)) for line in found)

    def events(self) -> tuple[Stored, ...]:
        """The events after the last checkpoint."""
        return tuple(stored(line) for line in self.after if line.startswith(b'{"event":'))


def first_line(path: Path) -> bytes:
    """A file's first line, without its line feed.

    Raises:
        JournalError: it has none.
    """
    with path.open("rb") as file:
        line = file.readline()
    if not line.endswith(b"\n") or not line.startswith(b'{"header":'):
        raise JournalError(f"{path}:1: damaged: no header")
    return line[:-1]


def read_header(path: Path) -> Header:
    """A file's header; its line is not proved.

    Raises:
        JournalError: there is none, or it is of another format.
    """
    try:
        return _HEADER.decode(lines.parse(first_line(path)).body)
    except (ValueError, msgspec.MsgspecError) as error:
        raise JournalError(f"{path}:1: the header cannot be read: {error}") from error


def stretches(paths: tuple[Path, ...]) -> tuple[Stretch, ...]:
    """The events of all files but the last, from the headers alone."""
    firsts = [_first_event(path) for path in paths]
    return tuple(
        Stretch(path, 0, path.stat().st_size, first, after - 1)
        for path, first, after in zip(paths, firsts, firsts[1:], strict=False)
    )


def _first_event(path: Path) -> int:
    try:
        previous = link(first_line(path))
    except JournalError as error:
        raise JournalError(f"{path}:1: {error}") from error
    return previous.event + 1 if previous else 1


def link(line: bytes) -> Previous | None:
    """The file that a header's line names as the one before; the rest of the header may be of any version.

    Raises:
        JournalError: the line is no header.
    """
    try:
        return _LINK.decode(lines.parse(line).body).previous
    except (ValueError, msgspec.MsgspecError) as error:
        raise JournalError(f"the header cannot be read: {error}") from error


def linked(path: Path, header: Header, before: Path | None) -> str:
    """What is wrong between a file's header and the file before it, in words; empty where nothing is."""
    previous = header.previous
    if previous is None or before is None:
        if previous is None and before is None and number_of(path) == 1:
            return ""
        return f"the file before it ({previous.file if previous else 'none named'}) is not {before and before.name}"
    if previous.file != before.name or number_of(path) != number_of(before) + 1:
        return f"it follows {previous.file}, before it stands {before.name}"
    if previous.hash != last_hash(before):
        return f"the hash it follows is not that of the last line of {before.name}"
    return ""


def last_hash(path: Path) -> str:
    """The hash on a whole file's last line."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 67))
        return file.read(64).decode("ascii", "replace")


def recover(path: Path, whole: int = WHOLE) -> Found:
    """Prove the file, cut off a torn tail, and keep what lies after its last checkpoint.

    Raises:
        JournalError: it is damaged in front of its tail.
        OSError: it cannot be read, or the torn piece cannot be set aside.
    """
    header = read_header(path)
    start = _start(path, whole)
    found = Found(path, header, start, _chain_at(path, start, header))
    number = 1
    for chunk in chunks(path, start, path.stat().st_size):
        *ended, rest = chunk.split(b"\n")
        for line in ended:
            found.take(line, f"{path}, byte {found.size}" if start else f"{path}:{number}")
            number += 1
        if rest:
            _tail(found, rest, f"{path}, byte {found.size}" if start else f"{path}:{number}")
    return found


def _start(path: Path, whole: int) -> int:
    """The offset from which the file is proved: a checkpoint's line, or 0."""
    size = path.stat().st_size
    while size > whole:
        offset = size - whole
        for chunk in chunks(path, offset, size):
            at = chunk.find(b'\n{"checkpoint":')
            if at >= 0:
                return offset + at + 1
            offset += len(chunk)
        whole *= 2
    return 0


def _chain_at(path: Path, start: int, header: Header) -> Chain:
    if start == 0:
        previous = header.previous
        return Chain(previous.hash.encode(), previous.reading, previous.event) if previous else Chain()
    with path.open("rb") as file:
        file.seek(start - 67)
        digest = file.read(64)
        file.seek(start)
        line = lines.parse(file.readline()[:-1])
    return Chain(digest, line.n, line.last)


def _tail(found: Found, rest: bytes, where: str) -> None:
    """Keep the piece after the last line feed where only that is missing, else set it aside and cut it off."""
    bare = rest.rstrip(b"\0")
    start = found.size
    if _proved(bare, found.chain):
        found.take(bare, where)
        _end(found.path, start + len(bare), b"\n")
    elif _proved(rest[:-1], found.chain):
        raise JournalError(f"{where}: damaged: the line feed that ended it is another byte")
    else:
        found.cut_bytes = len(rest)
        found.cut_file = _set_aside(found.path, start, rest)
        _end(found.path, start, b"")


def _proved(line: bytes, chain: Chain) -> bool:
    return len(line) > lines.PROOF and line[-lines.PROOF :] == lines.proof(line[: -lines.PROOF], chain.hash)


def _end(path: Path, size: int, end: bytes) -> None:
    fd = os.open(path, os.O_WRONLY)
    try:
        os.ftruncate(fd, size)
        os.lseek(fd, size, os.SEEK_SET)
        write_all(fd, end)
        os.fsync(fd)
    finally:
        os.close(fd)


def _set_aside(path: Path, start: int, piece: bytes) -> str:
    aside = path.with_name(f"{path.name}.cut-{start}")
    again = 1
    while aside.exists():
        again += 1
        aside = path.with_name(f"{path.name}.cut-{start}.{again}")
    create(aside, piece)
    return aside.name
