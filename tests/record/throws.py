"""Dice alone, and dice that give stacks to places."""

from typing import NamedTuple

from bridge.commands import Declare, Declared, Reconstruct, Release, Reveal, Role
from bridge.events import CardConfirmed, CardDiscarded, Held, RoundComplete, StacksBound
from bridge.faults import FaultKind
from bridge.reconcile.seals import dice_text
from games import catalogue
from games.cards import PACK, Card
from games.spots import Spot, SpotKind, hand
from scanner.frames import Side
from shoe.messages import (
    DiceKeyed,
)
from tests.record.dialects import LINE
from tests.record.house import closed, opened, taken
from tests.record.recorder import DICE, Recorder, Speech
from tests.rig_table import profile, stack_spots

DIE = Spot(SpotKind.DIE, "", 1)


def alone() -> Recorder:
    """Dice alone: a camera and a key pad that agree, one that is mistyped, a die that leans, dice seen too early."""
    speak = {"keypad": Speech("line", LINE)}
    rig = Recorder("k", speak=speak, game="tai_xiu", profiles={"top": profile("top", (DIE,))})
    _thrown(rig, "r1", (4, 5, 6), (4, 5, 6))
    rig.say(DiceKeyed((4, 5, 6)), "keypad")
    _over(rig, "TAI", total="15", triple="NONE")
    _thrown(rig, "r2", (1, 2, 3), (1, 2, 3))
    rig.say(DiceKeyed((1, 2, 4)), "keypad")
    assert rig.held()[0].fault is FaultKind.CONFLICT
    assert rig.ask(Role.SUPERVISOR, Reconstruct(dice=(1, 2, 3)), why="the dice").done
    _over(rig, "XIU", total="6", triple="NONE")
    _thrown(rig, "r3", (1, None, 3), (2, 2, 2))
    assert rig.held()[0].fault is FaultKind.UNREADABLE
    rig.dice = ()
    rig.frames(5)
    rig.dice = (2, 2, 2)
    rig.frames(5)
    rig.say(DiceKeyed((2, 2, 2)), "keypad")
    _over(rig, "XIU", total="6", triple="SMALL")
    opened(rig, "r4")
    rig.say(DiceKeyed((3, 3, 5)), "keypad")
    rig.dice = (3, 3, 5)
    rig.frames(5)
    rig.wait(600)
    hold = rig.held()[0]
    assert hold.fault is FaultKind.EXPOSED
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="all saw it").done
    return rig


def _thrown(rig: Recorder, name: str, dice: tuple[int | None, ...], true: tuple[int, ...]) -> None:
    """What the camera sees when the cover is lifted; `true` is the throw that counts in the end."""
    opened(rig, name)
    rig.truth[name][DICE] = dice_text(true)
    closed(rig)
    rig.dice = dice
    rig.frames(5)


def _over(rig: Recorder, result: str, **facts: str) -> None:
    taken(rig, result, **facts)
    rig.dice = ()
    rig.frames(5)


IN_PLAY = ("b1", "b3", "dealer")


class Table(NamedTuple):
    """A table of stacks: its spots in the order of the deal, the cards being those of a pack as it comes."""

    rig: Recorder
    order: tuple[Spot, ...]

    def of(self, place: str) -> tuple[Spot, ...]:
        """The spots of the stack that the dice gave to a place."""
        places = self.rig.said(StacksBound)[-1].places
        return tuple(sorted(spot for spot in self.order if places[spot.owner] == place))

    def at(self, place: str, *cards: Spot) -> None:
        """These cards of stacks are laid open at a place, in this order."""
        for index, spot in enumerate(cards, 1):
            self.rig.lies[hand(place, index)] = (Side.FACE, Card(self.rig.truth["r1"][str(spot)]))
        self.rig.frames(6)


def _stacks(game: str, *, places: bool) -> Table:
    """Stacks for two boxes and the dealer, all face down; `places`: the camera watches where they are delivered too."""
    shape = catalogue.find(game)
    each = dict(shape.hand_sizes)["*"]
    names = [f"s{number}" for number in range(1, len(shape.hands) + 1)]
    ways = ((name, index) for index in range(1, each + 1) for name in (names if index % 2 else names[::-1]))
    order = tuple(Spot(SpotKind.STACK, name, index) for name, index in ways)
    there = tuple(hand(place, index) for place in IN_PLAY for index in range(1, each + 1)) if places else ()
    rig = Recorder(game=game, profiles={"top": profile("top", (*stack_spots(len(shape.hands), each), *there))})
    opened(rig, "r1", ("b1", "b3"), {spot: PACK[at].value for at, spot in enumerate(order)})
    closed(rig)
    for spot in order:
        rig.draw(rig.truth["r1"][str(spot)])
        rig.lies[spot] = (Side.BACK, None)
    rig.frames(6)
    return Table(rig, order)


def _shaken(rig: Recorder, *dice: int) -> None:
    """A die leans, which is no result; the next throw is one, and the dice are taken up."""
    for pips in ((dice[0], None, dice[2]), (), dice, ()):
        assert rig.said(StacksBound) == [] or pips == ()
        rig.dice = pips
        rig.frames(5)
    assert [hold.fault for hold in rig.said(Held)] == [FaultKind.UNREADABLE]
    assert rig.held() == []


def _delivered(table: Table) -> None:
    """Every stack leaves for its place, where one is watched; those of the empty boxes are pushed up and are gone."""
    rig = table.rig
    rig.take_away(*table.order)
    assert len(rig.said(CardDiscarded)) == len(table.order) - sum(len(table.of(place)) for place in IN_PLAY)
    for place in IN_PLAY:
        for spot in table.of(place):
            if hand(place, spot.index) in rig.setup.watchers:
                rig.lies[hand(place, spot.index)] = (Side.BACK, None)
    rig.frames(6)
    assert rig.held() == []


def niu_niu() -> Recorder:
    """Delivered under the camera; a bettor lifts cards to look at them, and lays his five open in another order."""
    table = _stacks("niu_niu", places=True)
    rig = table.rig
    _shaken(rig, 1, 2, 4)
    assert rig.said(StacksBound)[0].places["s1"] == "b1"
    _delivered(table)
    rig.take_away(hand("b3", 1), hand("b3", 2))
    rig.wait(1000)
    assert rig.held() == []
    table.at("b3", *table.of("b3")[::-1])
    table.at("b1", *table.of("b1"))
    table.at("dealer", *table.of("dealer"))
    taken(rig, "No Niu", b1="win", b3="win")  # one point and five against none
    return rig


def tcp_jackpot() -> Recorder:
    """Delivered to places that no camera watches: the dealer says which hand was turned."""
    table = _stacks("tcp_jackpot", places=False)
    rig = table.rig
    _shaken(rig, 2, 3, 4)
    assert rig.said(StacksBound)[0].places["s1"] == "b2"
    _delivered(table)
    for place in ("b3", "b1", "dealer"):
        assert rig.ask(Role.DEALER, Reveal(place)).done
    taken(rig, "High Card", b1="win", b3="win")  # a pair of eights and a king high against a nine high
    return rig


def wrong_place() -> Recorder:
    """Two stacks are delivered to each other's place: held, until a person takes the cards as they lie.

    `truth` has them where they lie then, in the spots of the stacks that the dice gave to those places.
    """
    table = _stacks("tcp_jackpot", places=True)
    rig = table.rig
    _shaken(rig, 2, 3, 4)
    _delivered(table)
    mine, other = table.of("b1"), table.of("b3")
    table.at("b1", *other)
    table.at("b3", *mine)
    for one, two in zip(mine, other, strict=True):
        cards = rig.truth["r1"]
        cards[str(one)], cards[str(two)] = cards[str(two)], cards[str(one)]
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert rig.said(CardConfirmed) == []
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="as they lie").why == ""
    table.at("dealer", *table.of("dealer"))
    named = {one.hand: one.category for one in rig.said(RoundComplete)[0].outcome.hands}
    assert named == {"b1": "High Card", "b3": "Pair", "dealer": "High Card"}
    taken(rig, "High Card", b1="win", b3="win")
    return rig


def kap_kun() -> Recorder:
    """The house hand is opened first; a bettor touches his cards then, which is for management to rule on."""
    table = _stacks("kap_kun", places=True)
    rig = table.rig
    _shaken(rig, 2, 2, 4)
    assert rig.said(StacksBound)[0].places["s1"] == "b1"
    _delivered(table)
    table.at("dealer", *table.of("dealer"))
    assert rig.ask(Role.DEALER, Declare(Declared.TOUCHED)).done
    (hold,) = rig.held()
    assert hold.fault is FaultKind.TOUCHED
    assert "management" in hold.clause
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="warned").done
    table.at("b1", *table.of("b1"))
    table.at("b3", *table.of("b3"))
    taken(rig, rig.said(RoundComplete)[0].outcome.result, b1="win", b3="open")  # two pairs decide, a setting does
    return rig
