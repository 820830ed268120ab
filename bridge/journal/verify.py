"""Prove journal files: every byte by its CRC and the chain, the numbers without a gap, each file by the one before it.

A chain shows a changed, lost or added line. What it cannot show is that the newest lines are missing, or that
everything was written anew: for that compare `hash` with what a subscriber kept of the stream.
"""

from pathlib import Path

import msgspec

from bridge.journal import folder
from bridge.journal.index import chunks
from bridge.journal.lines import Chain, Kind
from bridge.journal.recovery import link
from bridge.records import JournalError, Previous


class Broken(msgspec.Struct, frozen=True):
    """The first line that is not as it was written, counted from 1, and what is wrong with it."""

    file: str
    line: int
    what: str


class Report(msgspec.Struct, frozen=True):
    """What was proved; with `broken`, up to there.

    `reading` and `event` are the last numbers, `hash` that of the last line. `follows` names the file before the
    first one, where that was not among the files.
    """

    ok: bool
    files: int
    lines: int
    reading: int
    event: int
    hash: str
    follows: str = ""
    broken: Broken | None = None


class _Proof:
    """Files proved one after another."""

    def __init__(self) -> None:
        self.chain = Chain()
        self.files = 0
        self.lines = 0
        self.follows = ""
        self.before: Path | None = None

    def file(self, path: Path) -> Broken | None:
        """Prove one more file; what is wrong first, or None."""
        number = 0
        for chunk in chunks(path, 0, path.stat().st_size):
            *ended, rest = chunk.split(b"\n")
            for line in ended:
                number += 1
                wrong = self._line(path, line, number)
                if wrong:
                    return Broken(str(path), number, wrong)
            if rest:
                return Broken(str(path), number + 1, f"no line feed at its end: {len(rest)} bytes of a torn line")
        self.files += 1
        self.before = path
        return None if number else Broken(str(path), 1, "the file is empty")

    def _line(self, path: Path, line: bytes, number: int) -> str:
        try:
            if number == 1:
                self._begin(path, line)
            if (self.chain.prove(line).kind is Kind.HEADER) is not (number == 1):
                return "a header stands in the first line and nowhere else"
        except (ValueError, JournalError) as error:
            return str(error)
        self.lines += 1
        return ""

    def _begin(self, path: Path, line: bytes) -> None:
        named = link(line)
        if self.before is None:
            self.follows = named.file if named else ""
            if named:
                self.chain = Chain(named.hash.encode(), named.reading, named.event)
            elif folder.number_of(path) != 1:
                raise JournalError("it names no file before it, and is not the epoch's first")
            return
        stands = Previous(self.before.name, self.chain.hash.decode(), self.chain.reading, self.chain.event)
        if named != stands:
            # A damaged header is told as such, not as a wrong link.
            Chain(named.hash.encode() if named else self.chain.hash, stands.reading, stands.event).prove(line)
            raise JournalError(f"it does not follow {stands.file} as that ends: {_unlike(named, stands)}")


def _unlike(named: Previous | None, stands: Previous) -> str:
    if named is None:
        return "it names no file before it"
    fields = [name for name in Previous.__struct_fields__ if getattr(named, name) != getattr(stands, name)]
    return ", ".join(f"{name} {getattr(named, name)} is {getattr(stands, name)}" for name in fields)


def files_of(paths: tuple[Path, ...]) -> tuple[Path, ...]:
    """The journal files of files and directories, each directory's in order.

    Raises:
        JournalError: a path is neither, or a directory holds none.
    """
    found: list[Path] = []
    for path in paths:
        inside = folder.files(path) if path.is_dir() else (path,)
        if not inside or not path.exists():
            raise JournalError(f"{path}: no journal there{'' if inside else ': the directory holds no journal file'}")
        found += inside
    return tuple(found)


def verify(paths: tuple[Path, ...]) -> Report:
    """Prove these files of one journal, given oldest first.

    Raises:
        JournalError: every file is empty, or a file's name is not that of a journal.
        OSError: a file cannot be read.
    """
    if not any(path.stat().st_size for path in paths):
        raise JournalError(f"{', '.join(map(str, paths))}: empty: there is nothing to prove")
    proof, broken = _Proof(), None
    for path in paths:
        folder.number_of(path)
        broken = proof.file(path)
        if broken:
            break
    chain = proof.chain
    return Report(
        broken is None, proof.files, proof.lines, chain.reading, chain.event, chain.hash.decode(), proof.follows, broken
    )
