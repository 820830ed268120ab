"""The printed table phase x command is what the core does."""

import pytest

from bridge import commands as c
from bridge.phases import TABLE
from bridge.reconcile.phase import Phase
from games.cards import Card
from games.game import Window
from shoe.messages import Order
from tests.record.recorder import Recorder, Speech
from tests.rig import Rig
from tests.rounds import deal, open_round, play

COMMANDS: dict[str, tuple[c.Role, c.Command]] = {
    "open_round": (c.Role.ENGINE, c.OpenRound()),
    "window": (c.Role.ENGINE, c.SetWindow(Window.BETS, open=True)),
    "submit": (c.Role.ENGINE, c.Submit()),
    "cancel": (c.Role.ENGINE, c.Cancel()),
    "reveal": (c.Role.DEALER, c.Reveal("player")),
    "burn": (c.Role.DEALER, c.Burn(1)),
    "dice": (c.Role.DEALER, c.Dice((1, 2, 3))),
    "shuffle": (c.Role.DEALER, c.Shuffling(on=False)),
    "scooped": (c.Role.DEALER, c.Scooped()),
    "declare": (c.Role.DEALER, c.Declare(c.Declared.REVERSED)),
    "dealer": (c.Role.DEALER, c.DealerChange("D1")),
    "void": (c.Role.SUPERVISOR, c.Void()),
    "reconstruct": (c.Role.SUPERVISOR, c.Reconstruct(dice=(1, 2, 3))),
    "assign": (c.Role.SUPERVISOR, c.Assign(Card("As"), "burn")),
    "release": (c.Role.SUPERVISOR, c.Release(1)),
    "correct": (c.Role.SUPERVISOR, c.Correct(1, "void")),
    "deck": (c.Role.SUPERVISOR, c.DeckChange("")),
    "faces": (c.Role.SUPERVISOR, c.Faces()),
    "operate": (c.Role.SUPERVISOR, c.Operate("shoe", Order.LOCK)),
}
OWN_CONTENT = (
    "is not dealt yet",
    "is no card without a place",
    "is not open",
    "is no submitted result",
    "no dice",
    "are no dice",
)


def in_phase(phase: Phase) -> Rig:
    rig = Recorder(camera=False, speak={"shoe": Speech("reference", write=True)})
    if phase is Phase.SHUFFLING:
        rig.ask(c.Role.DEALER, c.Shuffling(on=True))
    elif phase is Phase.DEALING:
        open_round(rig)
    elif phase is Phase.REVEALING:
        open_round(rig)
        deal(rig)
    elif phase is not Phase.IDLE:
        play(rig)
    if phase is Phase.SCOOPING:
        rig.ask(c.Role.ENGINE, c.Submit())
    if phase is Phase.VOIDED:
        rig.ask(c.Role.SUPERVISOR, c.Void())
    assert rig.state.table.phase is phase
    return rig


def test_the_table_is_whole() -> None:
    assert set(TABLE) == {phase.value for phase in Phase}
    tags = {kind.__struct_config__.tag for kind in c.ROLE}
    assert all(set(row) == tags == set(COMMANDS) for row in TABLE.values())


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("phase", list(Phase))
def test_each_cell(phase: Phase, name: str) -> None:
    rig = in_phase(phase)
    if name == "open_round":
        rig.round = "r2"
    role, command = COMMANDS[name]
    answer = rig.ask(role, command)
    told = TABLE[phase.value][name]
    content = any(word in answer.why for word in OWN_CONTENT) or (
        name == "open_round" and phase is Phase.SHUFFLING and "shuffled" in answer.why
    )
    if name in ("release", "declare") and not told.startswith("refused"):
        content = True
    assert answer.done == told.startswith("done") or content, answer.why
    if told.startswith("refused: no round is open"):
        assert answer.why in ("no round is open", "no such round is open")
    if told.startswith("refused: the result is submitted"):
        assert "submitted" in answer.why
