"""The plan of a demo: faults among clean rounds."""

from demo.conductor import plan
from demo.faults import CLEAN, of
from demo.rules import LIVE
from demo.setups import Senses

FAULTS = of(LIVE)
SHOE = Senses(camera=True, draw=True, scan=False, states=True)
ALONE = Senses(camera=False, draw=True, scan=False, states=True)


def test_clean_rounds_stand_first_and_last() -> None:
    todo = plan(3, tuple(FAULTS), SHOE)
    assert todo.rounds[0] is todo.rounds[-1] is CLEAN
    assert sum(fault is CLEAN for fault in todo.rounds) == 3
    assert [fault for fault in todo.rounds if fault is not CLEAN] == list(FAULTS.values())
    assert todo.skipped == ()


def test_any_number_of_clean_rounds() -> None:
    for clean in (0, 1, 2, 20):
        todo = plan(clean, ("jam",), SHOE)
        assert len(todo.rounds) == clean + 1
        assert todo.rounds.count(FAULTS["jam"]) == 1
    assert plan(5, (), SHOE).rounds == (CLEAN,) * 5


def test_what_a_set_up_cannot_have_is_skipped_with_its_reason() -> None:
    todo = plan(1, tuple(FAULTS), ALONE)
    assert [(fault.name, why) for fault, why in todo.skipped] == [
        ("wrong-spot", "nothing sees where a card lies"),
        ("disagree", "only one source names a card"),
    ]
    assert not any(fault.needs(ALONE) for fault in todo.rounds)
