"""A clean script deals six cards down, shows each hand at its time, and waits for the end."""

import pytest

from demo import steps
from demo.setups import Senses
from demo.steps import Await, Cue, Draw, Lay, Reveal, Scan, Turn, clean
from demo.table import ORDER

SHOE = Senses(camera=True, draw=True, scan=False, states=True)
READER = Senses(camera=True, draw=False, scan=True, states=True)
ALONE = Senses(camera=False, draw=True, scan=False, states=True)


@pytest.mark.parametrize("senses", [SHOE, READER, ALONE])
def test_the_order_of_a_clean_round(senses: Senses) -> None:
    script = clean(senses)
    assert [step.spot for step in script if isinstance(step, Lay)] == list(ORDER)
    assert all(not step.up for step in script if isinstance(step, Lay))
    assert [step.spot for step in script if isinstance(step, Turn)] == list(ORDER)
    cues = [step.cue for step in script if isinstance(step, Await)]
    assert cues == [Cue.BETS_OPEN, Cue.BETS_CLOSED, Cue.DECISION_CLOSED, Cue.OVER]
    closed = script.index(Await(Cue.BETS_CLOSED))
    assert all(script.index(step) > closed for step in script if isinstance(step, Turn | Scan))
    assert sum(isinstance(step, Draw) for step in script) == 6


def test_a_card_is_scanned_before_it_is_turned() -> None:
    script = clean(READER)
    for spot in ORDER:
        assert script.index(Scan(spot)) < script.index(Turn(spot))
    assert not any(isinstance(step, Scan) for step in clean(SHOE))


def test_the_dealer_says_what_nothing_sees() -> None:
    assert [step.hand for step in clean(ALONE) if isinstance(step, Reveal)] == ["player", "dealer"]
    assert not any(isinstance(step, Reveal) for step in (*clean(SHOE), *clean(READER)))


def test_a_camera_gets_the_time_it_needs_at_any_speed() -> None:
    assert steps.SEE.wire
    assert steps.SETTLE.wire
