"""Each fault's script makes its fact, and only where the set-up can have it."""

import pytest

from demo import rulings, table
from demo.faults import CLEAN, FAULTS, Fault
from demo.rulings import Ruling
from demo.setups import Senses
from demo.steps import Await, Clear, Cue, Declare, Draw, Drop, Jam, Lay, Pull, Return, Scan, Script, Turn
from demo.table import Kind, Table
from games.cards import PACK

SHOE = Senses(camera=True, draw=True, scan=False, states=True)
READER = Senses(camera=True, draw=False, scan=True, states=True)
ALONE = Senses(camera=False, draw=True, scan=False, states=True)
CAMERA = Senses(camera=True, draw=False, scan=False, states=False)

FACTS = {
    "exposed-bets": (Kind.EXPOSED, Ruling.VOID),
    "exposed-decision": (Kind.EXPOSED, Ruling.PROPOSE_VOID),
    "dropped-seen": (Kind.LEFT_VIEW, Ruling.REUSED),
    "dropped-unseen": (Kind.LEFT_VIEW, Ruling.VOID),
    "wrong-spot": (Kind.MISPLACED, Ruling.RECONSTRUCT),
    "jam": (Kind.JAMMED, Ruling.HOLD),
    "cleared": (Kind.CLEARED, Ruling.HOLD),
    "disagree": (Kind.MISREPORTED, Ruling.HOLD),
    "unplugged": (Kind.UNPLUGGED, Ruling.NOTED),
}


def acted(script: Script) -> Table:
    """The table after a script, with the engine's windows as its cues say."""
    lay, pose = table.fresh(PACK), ((0.0, 0.0), 0.0)
    lay = table.windows(lay, bets_open=True, decision_open=False)
    for step in script:
        match step:
            case Await(cue=Cue.BETS_CLOSED) | Await(cue=Cue.DECISION_CLOSED):
                lay = table.windows(lay, bets_open=False, decision_open=False)
            case Await(cue=Cue.DECISION_OPEN):
                lay = table.windows(lay, bets_open=False, decision_open=True)
            case Draw(as_other=other):
                lay = table.drawn(lay)
                lay = table.device_fact(lay, Kind.MISREPORTED, 0) if other else lay
            case Scan(as_other=True):
                lay = table.device_fact(lay, Kind.MISREPORTED, 0)
            case Lay(spot=spot, up=up):
                lay = table.laid(lay, spot, 0, pose, up=up)
            case Turn(spot=spot):
                lay = table.turned(lay, spot, 0)
            case Drop(spot=spot):
                lay = table.left(lay, spot, 0)
            case Return():
                lay = table.returned(lay, 0)
            case Jam(on=True):
                lay = table.device_fact(lay, Kind.JAMMED, 0)
            case Clear():
                lay = table.device_fact(lay, Kind.CLEARED, 0)
            case Pull():
                lay = table.device_fact(lay, Kind.UNPLUGGED, 0)
            case _:
                pass
    return lay


@pytest.mark.parametrize("senses", [SHOE, READER, ALONE, CAMERA])
@pytest.mark.parametrize("fault", FAULTS.values(), ids=lambda fault: fault.name)
def test_a_fault_makes_its_fact(fault: Fault, senses: Senses) -> None:
    if fault.needs(senses):
        return
    script = fault.script(senses)
    lay = acted(script)
    kind, ruling = FACTS[fault.name]
    assert {one.kind for one in lay.happened} - {Kind.RETURNED} == {kind}
    assert rulings.expected(lay.happened, camera=True).rulings[0] is ruling
    assert script[-1] == Await(Cue.OVER)


def test_every_fault_is_known_here_and_a_clean_round_has_none() -> None:
    assert set(FACTS) == set(FAULTS)
    assert acted(CLEAN.script(SHOE)).happened == ()


def test_what_a_set_up_cannot_have_is_said() -> None:
    assert FAULTS["disagree"].needs(ALONE)
    assert FAULTS["wrong-spot"].needs(ALONE)
    assert FAULTS["unplugged"].needs(CAMERA)
    assert not any(fault.needs(SHOE) for fault in FAULTS.values())
    assert not any(fault.needs(READER) for fault in FAULTS.values())


def test_without_a_camera_the_dealer_declares() -> None:
    for name in ("exposed-bets", "exposed-decision", "dropped-seen", "dropped-unseen"):
        assert any(isinstance(step, Declare) for step in FAULTS[name].script(ALONE)), name
        assert not any(isinstance(step, Declare) for step in FAULTS[name].script(SHOE)), name
