"""A journal's directory: its files by number, the epoch that was born with it, and the lock of the one who writes.

    epoch                          the epoch's name, 32 hexadecimal digits, as every file's header has it
    lock                           held (flock) by the daemon that writes
    TABLE-2026-11-29-001.jsonl     one file a table and gaming day (UTC); the number counts the epoch's files
    ....jsonl.cut-81234            a piece torn from the tail of that file, as it stood from this byte on

Everything is for the owner only: the header holds the secret that seals are made from.
"""

import fcntl
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bridge.records import JournalError

_NAME = re.compile(r".+-\d{4}-\d\d-\d\d-(\d{3,})\.jsonl")
_NEW = ".new"


def file_name(table: str, wall: int, number: int) -> str:
    """The name of the epoch's file `number`, begun at `wall` (ns since 1970)."""
    return f"{table}-{datetime.fromtimestamp(wall // 10**9, UTC):%Y-%m-%d}-{number:03}.jsonl"


def number_of(path: Path) -> int:
    """A journal file's number within its epoch.

    Raises:
        JournalError: the name is not that of a journal file.
    """
    match = _NAME.fullmatch(path.name)
    if match is None:
        raise JournalError(f"{path}: the name is not that of a journal file, as in table-2026-11-29-001.jsonl")
    return int(match.group(1))


def files(directory: Path) -> tuple[Path, ...]:
    """The journal files of a directory, oldest first.

    Raises:
        JournalError: the directory cannot be read.
    """
    try:
        found = [path for path in directory.iterdir() if _NAME.fullmatch(path.name)]
    except OSError as error:
        raise JournalError(f"{directory}: cannot be read: {error.strerror}") from error
    return tuple(sorted(found, key=number_of))


def lock(directory: Path) -> int:
    """Take the lock; the descriptor holds it until it is closed, or the process ends.

    Raises:
        JournalError: another process writes this journal.
        OSError: the directory cannot be made or written.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    held = os.open(directory / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(held)
        raise JournalError(f"{directory}: another daemon writes this journal") from error
    return held


def create(path: Path, data: bytes) -> None:
    """A new file with these bytes, on disk under its name whole or not at all.

    Raises:
        OSError: it could not be written; nothing stands under the name.
    """
    new = path.with_name(path.name + _NEW)
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        write_all(fd, data)
        os.fdatasync(fd)
    except OSError:
        new.unlink()
        raise
    finally:
        os.close(fd)
    new.rename(path)
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """The directory's names on disk."""
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def write_all(fd: int, data: bytes) -> None:
    """Every byte, or OSError after some of them."""
    written = 0
    while written < len(data):
        written += os.write(fd, data[written:])


def begin_epoch(directory: Path, draw: Callable[[int], bytes]) -> str:
    """A new epoch, drawn and written down; whatever stood there was of files that are gone.

    Raises:
        OSError: it could not be written.
    """
    name = draw(16).hex()
    write_epoch(directory, name)
    return name


def write_epoch(directory: Path, name: str) -> None:
    """Write the epoch down.

    Raises:
        OSError: it could not be written; what was there still is.
    """
    create(directory / "epoch", f"{name}\n".encode("ascii"))


def read_epoch(directory: Path) -> str:
    """The epoch as it is written down; empty where it is not.

    Raises:
        JournalError: the file does not hold an epoch's name.
    """
    path = directory / "epoch"
    if not path.exists():
        return ""
    name = path.read_text(encoding="ascii", errors="replace").strip()
    if not re.fullmatch(r"[0-9a-f]{32}", name):
        raise JournalError(f"{path}:1: not the name of an epoch (32 hexadecimal digits)")
    return name
