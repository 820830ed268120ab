"""The expected rulings of Live Three Card Poker, row by row, and their independence from the daemon."""

import ast
from pathlib import Path

import pytest

from demo import rulings, sheets, table
from demo.rulings import Ruling, expected
from demo.sheets import HELD, MALFUNCTION, PRINTED, Sheet
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
    (Happening(Kind.EARLY, 0), (Ruling.HOLD,), "early"),
    (Happening(Kind.OVERDRAWN, 0), (Ruling.HOLD,), "overdrawn"),
    (Happening(Kind.STOPPED, 0), (Ruling.HOLD,), "overdrawn"),
    (Happening(Kind.UNINSURED, 0), (Ruling.HOLD,), "early"),
    (Happening(Kind.RETHROWN, 0), (Ruling.HOLD,), "conflict"),
    (Happening(Kind.LEANING, 0), (Ruling.HOLD,), "unreadable"),
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


@pytest.mark.parametrize("happening", [row[0] for row in ROWS[:5]])
def test_a_silent_sheet_leaves_it_to_a_person(happening: Happening) -> None:
    assert expected((happening,), HELD, camera=True).rulings == (Ruling.HOLD,)
    assert expected((happening,), HELD, camera=False).rulings == (Ruling.HOLD,)


def test_a_malfunction_is_a_void_only_for_a_person() -> None:
    jam = Happening(Kind.JAMMED, 0)
    rulings_of = {sheet: expected((jam,), sheet, camera=True).rulings for sheet in (HELD, PRINTED, MALFUNCTION)}
    assert rulings_of == {HELD: (Ruling.HOLD,), PRINTED: (Ruling.HOLD,), MALFUNCTION: (Ruling.PROPOSE_VOID,)}


def test_all_faults_that_come_together_may_be_named() -> None:
    both = (Happening(Kind.EARLY, 0, bets_open=True), Happening(Kind.EXPOSED, 0, bets_open=True))
    assert expected(both, camera=True).kinds == ("early", "exposed")
    assert expected(both, camera=True).rulings == (Ruling.VOID,)
    assert Sheet() == HELD


def test_every_kind_has_a_row() -> None:
    assert {row[0].kind for row in ROWS} | {Kind.RETURNED} == set(Kind)


@pytest.mark.parametrize("module", [rulings, table, sheets])
def test_the_expectation_knows_nothing_of_the_daemon(module: object) -> None:
    path = Path(str(vars(module)["__file__"]))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not any(name.split(".")[0] == "bridge" for name in names)
