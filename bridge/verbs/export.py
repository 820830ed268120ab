"""`truedeal export JOURNAL --rounds A-B NAME`: cut rounds out of a journal as a recording."""

import argparse
import sys
from pathlib import Path

import msgspec

from bridge.journal.export import export
from bridge.records import JournalError
from bridge.verbs.plain import plain


def arguments(parser: argparse.ArgumentParser) -> None:
    """State the verb's arguments."""
    parser.description = (
        "Writes the readings of some rounds as NAME.scan.jsonl and their events as NAME.events.jsonl, to be kept as a"
        " test and replayed with `truedeal replay NAME.scan.jsonl`. They hold the secret of the journal's seals."
        " Exit 0: written; 2: not."
    )
    parser.add_argument("journal", type=Path, help="a journal's directory or file")
    parser.add_argument("--rounds", required=True, metavar="A-B", help="the first and last round, or one round")
    parser.add_argument("name", type=Path, help="where to write: NAME.scan.jsonl and NAME.events.jsonl")


def run(args: argparse.Namespace) -> int:
    """Carry the verb out and return its exit code."""
    try:
        scan, events = export(args.journal, args.rounds, args.name)
    except (JournalError, OSError) as error:
        sys.stderr.write(f"truedeal export: {plain(str(error))}\n")
        return 2
    sys.stdout.write(msgspec.json.encode({"scan": str(scan), "events": str(events)}).decode() + "\n")
    return 0
