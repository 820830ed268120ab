"""`truedeal verify PATH...`: prove journals whole, or name their first broken line."""

import argparse
import sys
from pathlib import Path

import msgspec

from bridge.journal.verify import Report, files_of, verify
from bridge.records import JournalError
from bridge.verbs.plain import plain


def arguments(parser: argparse.ArgumentParser) -> None:
    """State the verb's arguments."""
    parser.description = (
        "Proves the CRC of every line, the chain of hashes, the numbers and the links between files. A directory is a"
        " whole journal; files of one journal are given oldest first. Prints one JSON line."
        " Exit 0: whole; 1: a line is broken; 2: there is nothing to prove."
    )
    parser.add_argument("path", nargs="+", type=Path, help="a journal's directory, or files of one")


def run(args: argparse.Namespace) -> int:
    """Carry the verb out and return its exit code."""
    try:
        report = verify(files_of(tuple(args.path)))
    except (JournalError, OSError) as error:
        sys.stderr.write(f"truedeal verify: {plain(str(error))}\n")
        return 2
    sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    sys.stderr.write(plain(_words(report)) + "\n")
    return 0 if report.ok else 1


def _words(report: Report) -> str:
    if report.broken:
        return f"{report.broken.file}:{report.broken.line}: {report.broken.what}"
    after = f", which follow {report.follows}" if report.follows else ""
    return (
        f"whole: {report.lines} lines in {report.files} files{after}, to reading {report.reading} and event"
        f" {report.event}; the last hash is {report.hash}"
    )
