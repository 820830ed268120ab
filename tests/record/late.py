"""What touches no card in play: cards out of view between rounds, and what is found of a result that is submitted."""

from typing import Any

from bridge.commands import Correct, Declare, Declared, Placement, Release, Role, Submit
from bridge.events import Alarm, ResultCorrected, ResultWithdrawn, Submitted
from bridge.faults import FaultKind
from games.cards import Card
from games.spots import Spot, SpotKind, hand
from shoe.messages import Shuffle
from tests.record.house import cleared, closed, face, opened
from tests.record.pictures import CARDS, DOWN, SINGLE
from tests.record.recorder import Recorder
from tests.rig_table import TCP_SPOTS, profile
from tests.rounds import play

BURN = Spot(SpotKind.BURN, "", 1)


def _table(game: str, burn: int = 0) -> Recorder:
    options: dict[str, Any] = {**(DOWN if game == "three_pictures" else {}), "burn": burn}
    spots = SINGLE if game == "three_pictures" else TCP_SPOTS
    return Recorder(game=game, options=options, profiles={"top": profile("top", (*spots, BURN))})


def _result(rig: Recorder, name: str) -> int:
    """A clean round, submitted; the event of its result."""
    if rig.setup.game.id == "tcp_live":
        play(rig, name)
    else:
        lying = dict(zip(SINGLE, CARDS, strict=True))
        opened(rig, name, lying=lying)
        for spot in SINGLE:
            rig.draw(lying[spot])
            rig.lay(spot)
        closed(rig)
        face(rig, SINGLE)
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig.said(Submitted)[-1].result


def quiet(game: str) -> Recorder:
    """A card out of view while shuffling, while burning and while scooping: used again, and nothing is held."""
    rig = _table(game, burn=1)
    rig.say(Shuffle(on=True))
    first = SINGLE[0] if game == "three_pictures" else TCP_SPOTS[0]
    rig.lay(first)
    rig.take_away(first)
    assert rig.ask(Role.DEALER, Declare(Declared.DROPPED_SEEN)).why == ""
    rig.say(Shuffle(on=False))
    opened(rig, "r1")
    rig.draw("2c")
    rig.lay(BURN)
    rig.take_away(BURN)
    assert rig.held() == []
    closed(rig)
    assert [what.fault for what in rig.said(Alarm) if what.fault] == [FaultKind.LEFT_VIEW] * 3
    return rig


def found(game: str) -> Recorder:
    """Results found wrong while their cards still lie and in the next round: corrected, let stand, and void."""
    rig = _table(game)
    first = _result(rig, "r1")
    assert rig.ask(Role.DEALER, Declare(Declared.DROPPED_UNSEEN)).why == ""
    assert rig.ask(Role.DEALER, Declare(Declared.MISDEALT)).why == ""
    (hold,) = rig.held()
    assert hold.result == first
    assert not rig.ask(Role.SUPERVISOR, Release(hold.hold, "correct"), why="footage").done
    right = Correct(first, "correct", (Placement(hand("player", 1), Card("3d")),))
    assert rig.ask(Role.SUPERVISOR, right, why="footage").why == ""
    assert rig.said(ResultCorrected)
    cleared(rig)
    second = _result(rig, "r2")
    cleared(rig)
    opened(rig, "r3")
    rig.round = "r2"
    for what, option in ((Declared.TOUCHED, "release"), (Declared.MISDEALT, "void")):
        assert rig.ask(Role.DEALER, Declare(what)).why == ""
        (hold,) = rig.held()
        assert hold.result == second
        rig.wait(31_000)
        assert rig.ask(Role.SUPERVISOR, Release(hold.hold, option), why="footage").why == ""
    assert rig.said(ResultWithdrawn)[-1].void
    rig.round = "r3"
    closed(rig)
    return rig
