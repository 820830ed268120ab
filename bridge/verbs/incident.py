"""`truedeal incident ROUND --journal DIR`: one page for the file, as text, HTML or JSON."""

import argparse
import sys
from pathlib import Path

import msgspec

from bridge.config import ConfigError
from bridge.journal.incident import slip
from bridge.records import JournalError
from bridge.verbs.plain import plain
from bridge.verbs.show import picture
from bridge.verbs.slip import html, page

CURE = "name a round that is in it, and with --journal the table's journal directory or one of its files"


def arguments(parser: argparse.ArgumentParser) -> None:
    """State the verb's arguments."""
    parser.description = (
        "Prints the incident slip of a round: for each finding the clause, the evidence, who ruled and why, what lay"
        " there before and after, and what it means for the money. Faces that were not published stay hidden."
        " Exit 0: printed, also where nothing was wrong; 2: there is no such round or journal."
    )
    parser.add_argument("round", help="the round's name")
    parser.add_argument("--journal", required=True, type=Path, metavar="DIR", help="a journal's directory or file")
    parser.add_argument("--json", action="store_true", help="one JSON line instead of text")
    parser.add_argument(
        "--html", type=Path, metavar="OUT", help="also write a page with the round's timeline as a picture"
    )


def run(args: argparse.Namespace) -> int:
    """Carry the verb out and return its exit code."""
    try:
        found = slip(args.journal, args.round)
        if args.html is not None:
            args.html.write_text(html(found.incident, picture(found.timeline)), encoding="utf-8")
    except JournalError as error:
        place = "" if str(args.journal) in str(error) else f"{args.journal}: "
        sys.stderr.write(f"truedeal incident: {plain(f'{place}{error}')}; {CURE}\n")
        return 2
    except (ConfigError, OSError) as error:
        sys.stderr.write(f"truedeal incident: {plain(str(error))}\n")
        return 2
    sys.stdout.write(msgspec.json.encode(found.incident).decode() + "\n" if args.json else page(found.incident))
    return 0
