"""Case tables, rows of a file, and what `truedeal settle` says of them."""

import csv
import json
from decimal import Decimal
from pathlib import Path

import pytest

from bridge.cli import main

Captured = pytest.CaptureFixture[str]
DATA = Path(__file__).parent / "data/games"
CONFIG = Path(__file__).parents[1] / "config/tcp_live.toml"
NO_RESULTS = {"deal_sequences", "incidents", "reconcile"}
TABLES = sorted(path.stem for path in DATA.glob("*.csv") if path.stem not in NO_RESULTS)
LIVE = "case_id,player,dealer,action,ante,pair_plus,six_card"
each_table = pytest.mark.parametrize("name", TABLES)


def table(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()))


def exact(text: str) -> list[dict[str, object]]:
    return [json.loads(line, parse_float=Decimal) for line in text.splitlines()]


def rows(tmp_path: Path, text: str | bytes) -> str:
    path = tmp_path / "rows"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def run(capsys: Captured, *words: str) -> tuple[int, list[dict[str, object]], str]:
    code = main(["settle", *words])
    said = capsys.readouterr()
    return code, exact(said.out), said.err
