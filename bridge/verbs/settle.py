"""`truedeal settle ID FILE`: settle rounds again from their cards, one JSON line a row, for an auditor."""

import argparse
import io
import sys
import time
from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from bridge.config import ConfigError
from bridge.verbs import table_options
from bridge.verbs.plain import plain
from bridge.verbs.rows import Line, csv_rows, json_ahead, json_rows
from bridge.verbs.settling import Case, settled
from games import catalogue
from games.audit import Audit

TOLD = 20
"""Rows named on standard error one by one; standard output has them all."""
EVERY, SECONDS = 4096, 0.5
"""Rows between two looks at the clock, and between two words on how far it is."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """State the verb's arguments."""
    names = ", ".join(sorted(audit.name for game in catalogue.GAMES.values() for audit in game.audits))
    parser.description = (
        "Settles each row from the cards, dice, stakes and decisions it gives and prints one JSON line a row: case_id"
        " (the line's number where there is none) and every result column. A row that cannot be settled says why"
        " under `error` and does not stop the rest. Exit 0: all settled; 1: some row is not, or with --check differs;"
        f" 2: could not run. What can be settled: {names}; `truedeal rules` names the columns of each."
    )
    parser.add_argument("id", help="what the rows are: a game, or a game and what they are about")
    parser.add_argument("file", metavar="FILE", help="CSV with a header, or JSON lines; - is standard input")
    parser.add_argument(
        "--format", choices=["csv", "jsonl"], help="what the file is, where its beginning does not tell"
    )
    parser.add_argument(
        "--check", action="store_true", help="hold the file's own result columns against ours, name each difference"
    )
    table_options.argument(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the verb out and return its exit code."""
    try:
        game, audit = catalogue.audit(args.id)
        options = table_options.of(game, args.config, audit.reading)
        opened = _opened(args.file)
    except (ValueError, ConfigError) as error:
        return _refused(str(error))
    except OSError as error:
        return _refused(f"{args.file}: {error.strerror}")
    tally = Tally(checked=args.check)
    with opened as stream, closing(rows_of(stream, args.format, audit)) as lines:
        try:
            write(settled(game, audit, options, lines, check=args.check), sys.stdout.buffer, tally)
        except UnreadableError as error:
            return _refused(f"{args.file}: {error}")
    sys.stderr.write(tally.words())
    return tally.code()


class UnreadableError(Exception):
    """What is to be settled cannot be read; the message says why."""


def rows_of(stream: io.BufferedReader, form: str | None, audit: Audit) -> Generator[Line]:
    """The rows of a stream, its errors told from those of standard output.

    Raises:
        UnreadableError: it cannot be read, or a CSV has no header or lacks a column of what is given.
    """
    try:
        jsonl = form == "jsonl" or (form is None and json_ahead(stream))
        yield from json_rows(stream) if jsonl else csv_rows(stream, audit.given)
    except OSError as error:
        raise UnreadableError(error.strerror) from error
    except ValueError as error:
        raise UnreadableError(str(error)) from error


def _refused(why: str) -> int:
    sys.stderr.write(f"truedeal settle: {plain(why)}\n")
    return 2


def _opened(name: str) -> AbstractContextManager[io.BufferedReader]:
    if name == "-":
        return nullcontext(cast("io.BufferedReader", sys.stdin.buffer))
    return Path(name).open("rb")


class Tally:
    """What has been settled so far, for the words at the end."""

    def __init__(self, *, checked: bool) -> None:
        self.checked = checked
        self.rows = self.failed = self.different = self.compared = self.told = 0

    def count(self, case: Case) -> None:
        """Count a case, and say what is wrong with it unless too many were said."""
        self.rows += 1
        self.compared += case.compared
        if not case.why and not case.differs:
            return
        self.failed += bool(case.why)
        self.different += bool(case.differs)
        self.told += 1
        if self.told <= TOLD:
            said = case.why or "; ".join(
                f"{column}: the file says {text!r}, settled {case.results[column]}"
                for column, text in case.differs.items()
            )
            where = f"line {case.case_id}" if isinstance(case.case_id, int) else case.case_id
            sys.stderr.write(plain(f"{where}: {said}") + "\n")

    def words(self) -> str:
        """The end in one line."""
        parts = [f"{self.rows} rows: {self.rows - self.failed} settled, {self.failed} not"]
        if self.checked:
            parts.append(f"{self.compared} compared, {self.different} differ from the file")
        if self.told > TOLD:
            parts.append(f"{self.told - TOLD} of them are named on standard output only")
        return "; ".join(parts) + "\n"

    def code(self) -> int:
        """The exit code."""
        if self.checked and self.rows and not self.compared and not self.failed:
            return 2
        return 1 if self.failed or self.different else 0


def write(cases: Iterable[Case], out: BinaryIO, tally: Tally) -> None:
    """Write each case as one JSON line, and say on a terminal how far it is."""
    encode = msgspec.json.Encoder(decimal_format="number").encode
    watched = sys.stderr.isatty() and not sys.stdout.isatty()
    said = time.monotonic()
    for rows, case in enumerate(cases, 1):
        out.write(encode(case.line()) + b"\n")
        tally.count(case)
        if watched and rows % EVERY == 0 and time.monotonic() - said > SECONDS:
            said = time.monotonic()
            sys.stderr.write(f"\r{rows} rows ")
    if watched:
        sys.stderr.write("\r\x1b[K")
