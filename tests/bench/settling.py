"""Rounds settled again from CSV, beside reading that CSV and writing the same JSON lines with nothing between.

Costs are the processor's seconds, since a machine that does other things at the same time would be measured too.
"""

import csv
import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from bridge.verbs.settle import Tally, rows_of, write
from bridge.verbs.settling import CASE, settled
from games import catalogue
from games.audit import Audit
from games.game import Game

TABLES = Path(__file__).parents[1] / "data/games"
LEAST, MOST = 20_000, 10


def repeated(table: Path, rows: int, into: Path) -> Path:
    """A file of so many rows, made of a case table's over and over."""
    with table.open(encoding="utf-8", newline="") as lines:
        header, *own = list(csv.reader(lines))
    with into.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(own[number % len(own)] for number in range(rows))
    return into


def bare(source: Path, target: Path, columns: list[str]) -> None:
    """Read the CSV and write these columns as JSON lines."""
    encode = msgspec.json.Encoder(decimal_format="number").encode
    with source.open(encoding="utf-8", newline="") as lines, target.open("wb") as out:
        for row in csv.DictReader(lines):
            out.write(encode({column: row[column] for column in columns}) + b"\n")


def whole(source: Path, target: Path, game: Game, audit: Audit) -> None:
    """What `truedeal settle` does."""
    tally = Tally(checked=False)
    options = audit.reading or game.options()
    with source.open("rb") as stream, target.open("wb") as out:
        write(settled(game, audit, options, rows_of(stream, "csv", audit), check=False), out, tally)
    assert tally.failed == 0


def timed(work: Callable[[], None]) -> float:
    """Seconds of the processor."""
    gc.collect()
    begun = time.process_time()
    work()
    return time.process_time() - begun


def row(folder: Path, game: Game, audit: Audit, blocks: int, rows: int) -> str:
    """One audit's line."""
    print(f"settle: {audit.name}", file=sys.stderr, flush=True)
    source = repeated(TABLES / f"{audit.name}.csv", rows, folder / "rows.csv")
    target = folder / "rows.jsonl"
    whole(source, target, game, audit)
    with target.open("rb") as lines:
        columns = list(msgspec.json.decode(next(lines), type=dict[str, object]))
    assert columns[0] == CASE
    costs = [
        (timed(lambda: bare(source, target, columns)), timed(lambda: whole(source, target, game, audit)))
        for _ in range(blocks)
    ]
    ratio = statistics.median(ours / least for least, ours in costs)
    rate = rows / statistics.median(ours for _, ours in costs)
    missed = " MISSED" if rate < LEAST or ratio > MOST else ""
    return f"  {audit.name:28}{rate:9.0f} rows a processor second   ratio {ratio:4.1f}{missed}"


def report(blocks: int, rows: int) -> list[str]:
    """The row's lines."""
    audits = [(game, audit) for game in catalogue.GAMES.values() for audit in game.audits]
    tabled = [(game, audit) for game, audit in audits if (TABLES / f"{audit.name}.csv").exists()]
    with tempfile.TemporaryDirectory() as name:
        found = [row(Path(name), game, audit, blocks, rows) for game, audit in tabled]
    head = (
        f"settle, {rows} rows, {blocks} alternating blocks (at least {LEAST}, at most {MOST} times csv and json alone)"
    )
    return [head, *found]
