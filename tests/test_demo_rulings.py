"""The expected rulings of Live Three Card Poker, row by row, and their independence from the daemon."""

import ast
from pathlib import Path

import pytest

from demo import rulings, table
from demo.rulings import Ruling, expected
from demo.table import Happening, Kind

ROWS = [
    (Happening(Kind.EXPOSED, 0, bets_open=True), (Ruling.VOID,), "exposed"),
    (Happening(Kind.EXPOSED, 0, decision_open=True), (Ruling.PROPOSE_VOID,), "exposed"),
    (Happening(Kind.LEFT_VIEW, 0, seen_before=True), (Ruling.REUSED,), "left_view"),
    (Happening(Kind.LEFT_VIEW, 0, seen_before=False), (Ruling.VOID,), "left_view"),
    (Happening(Kind.LEFT_VIEW, 0, bets_open=True, seen_before=True), (Ruling.VOID,), "left_view"),
    (Happening(Kind.MISPLACED, 0), (Ruling.RECONSTRUCT,), "out_of_order"),
    (Happening(Kind.JAMMED, 0), (Ruling.HOLD,), "jam"),
    (Happening(Kind.CLEARED, 0), (Ruling.HOLD,), "cleared"),
    (Happening(Kind.MISREPORTED, 0), (Ruling.HOLD,), "conflict"),
    (Happening(Kind.UNPLUGGED, 0), (Ruling.NOTED, Ruling.HOLD), "link_lost"),
]


@pytest.mark.parametrize(("happening", "ruled", "kind"), ROWS)
def test_each_fact_has_its_ruling(happening: Happening, ruled: tuple[Ruling, ...], kind: str) -> None:
    found = expected((happening,), camera=True)
    assert found.rulings == ruled
    assert kind in found.kinds


def test_nothing_happened_means_nothing_follows() -> None:
    assert expected((), camera=True) == rulings.Expected((Ruling.CLEAN,))


def test_the_worst_wins() -> None:
    left = Happening(Kind.LEFT_VIEW, 0, seen_before=True)
    exposed = Happening(Kind.EXPOSED, 0, bets_open=True)
    assert expected((left, exposed), camera=True).rulings == (Ruling.VOID,)
    assert expected((left, Happening(Kind.RETURNED, 0)), camera=True).rulings == (Ruling.REUSED,)


def test_what_is_only_declared_may_wait_for_a_person() -> None:
    exposed = Happening(Kind.EXPOSED, 0, bets_open=True)
    assert set(expected((exposed,), camera=False).rulings) == {Ruling.VOID, Ruling.PROPOSE_VOID}


def test_every_kind_has_a_row() -> None:
    assert {row[0].kind for row in ROWS} | {Kind.RETURNED} == set(Kind)


@pytest.mark.parametrize("module", [rulings, table])
def test_the_expectation_knows_nothing_of_the_daemon(module: object) -> None:
    path = Path(str(vars(module)["__file__"]))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not any(name.split(".")[0] == "bridge" for name in names)
