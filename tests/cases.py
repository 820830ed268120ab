"""Case tables in tests: their rows, and the columns in which a settlement says something else."""

import csv
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

from games.audit import Audit, Results, Value
from games.options import Options

GAMES = Path(__file__).parent / "data/games"
BESIDE = {"case_id", "ambiguous", "source", "note"}
"""Columns that are neither given nor a result."""


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table."""
    return list(csv.DictReader((GAMES / f"{name}.csv").read_text(encoding="utf-8").splitlines()))


def differences(audit: Audit, options: Options, row: Mapping[str, str]) -> dict[str, tuple[Value, str]]:
    """What an audit answers otherwise than the row, column by column; it must answer all of its result columns."""
    results = audit.settle(options, {column: row[column] for column in audit.given})
    assert results.keys() == row.keys() - BESIDE - set(audit.given)
    return {column: (results[column], row[column]) for column in results if not _same(results, column, row[column])}


def _same(results: Results, column: str, text: str) -> bool:
    value = results[column]
    return value == text if isinstance(value, str) else Decimal(text) == value
