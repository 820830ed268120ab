"""Scenes of hands dealt in reverse or Banker first, and what a person names or swaps."""

from bridge.commands import Correct, Declare, Declared, OpenRound, Placement, Reconstruct, Release, Role, Submit
from bridge.events import ResultCorrected, RoundComplete, Submitted
from bridge.faults import FaultKind
from games import catalogue
from games.cards import Card
from games.conditions import Ruling, Situation, condition
from games.game import Outcome, Window
from games.spots import hand
from tests.rig import Rig
from tests.rig_table import profile
from tests.rounds import window
from tests.scenes.table import DEALT


def three_players() -> Rig:
    """Twelve cards of the three-player version by a shoe alone, which cannot know who really got them."""
    rig = Rig(game="three_pictures", options={"version": "three_players"}, camera=False)
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", ("p1", "p2", "p3"))).why == ""
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    for card in DEALT:
        rig.draw(card)
    assert rig.said(RoundComplete)
    return rig


REVERSED = ("p3", "p2", "p1", "dealer")


def owners(outcome: Outcome) -> dict[str, tuple[Card, ...]]:
    return {one.hand: one.cards for one in outcome.hands}


def reversed_before(game: str) -> Rig:
    del game
    rig = three_players()
    first = owners(rig.said(RoundComplete)[0].outcome)
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).why == ""
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="the whole hand").why == ""
    after = owners(rig.said(RoundComplete)[-1].outcome)
    assert (after["p1"], after["p3"], after["p2"]) == (first["p3"], first["p1"], first["p2"])
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig


def reversed_after(game: str) -> Rig:
    del game
    rig = three_players()
    first = owners(rig.said(RoundComplete)[0].outcome)
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).why == ""
    correction = Correct(rig.said(Submitted)[0].result, "reversed")
    assert rig.ask(Role.SUPERVISOR, correction, why="the whole hand").why == ""
    after = owners(rig.said(ResultCorrected)[0].outcome)
    assert (after["p1"], after["p3"], after["p2"]) == (first["p3"], first["p1"], first["p2"])
    return rig


def laid_out(hands: tuple[str, ...], places: tuple[str, ...], version: str) -> Rig:
    """Cards drawn in their order and laid in other places; a person names what lies where, and the hand goes on."""
    spots = tuple(hand(owner, index) for owner in hands for index in (1, 2, 3))
    rig = Rig(game="three_pictures", options={"version": version}, profiles={"top": profile("top", spots)})
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", hands[:-1])).why == ""
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    named = []
    for number, (card, owner) in enumerate(zip(DEALT, places, strict=False)):
        rig.draw(card)
        rig.turn(**{f"{owner}_{number // len(hands) + 1}": card})
        named.append(Placement(hand(owner, number // len(hands) + 1), Card(card)))
    assert {hold.fault for hold in rig.held()} == {FaultKind.OUT_OF_ORDER}
    assert all("reconstruct" in hold.options for hold in rig.held())
    known = rig.confirmed()
    open_ = tuple(one for one in named if str(one.spot) not in known)
    assert rig.ask(Role.SUPERVISOR, Reconstruct(open_), why="as they lie").why == ""
    for hold in rig.held():
        assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="reconstructed").why == ""
    outcome = owners(rig.said(RoundComplete)[-1].outcome)
    assert all(outcome[one.spot.owner][one.spot.index - 1] is one.card for one in named)
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig


def one_round_reversed(game: str) -> Rig:
    """Of three rounds of cards one went out in reverse: a wrong sequence."""
    del game
    normal = ("p1", "p2", "p3", "dealer")
    return laid_out(normal, (*normal, *REVERSED, *normal), "three_players")


def banker_first(game: str) -> Rig:
    """The single hand dealt Banker first: a wrong sequence, whoever finds it."""
    rows = catalogue.find(game).conditions
    assert condition(rows, Situation.REVERSED_HAND).ruling is Ruling.RECONSTRUCT
    return laid_out(("player", "banker"), ("banker", "player") * 3, "single")
