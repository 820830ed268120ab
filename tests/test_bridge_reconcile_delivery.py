"""Stacks that dice give to places: delivered, turned there in any order, and taken away from boxes without a bet."""

import pytest

from bridge.commands import Dice, OpenRound, Reconstruct, Release, Reveal, Role, Submit
from bridge.events import Alarm, CardConfirmed, CardDiscarded, DiceRead, HandComplete, Held, RoundComplete, StacksBound
from bridge.faults import FaultKind
from games import catalogue
from games.cards import PACK, Card
from games.game import Window
from games.spots import Spot, hand, stack
from scanner.frames import Side
from tests.rig import Rig
from tests.rig_table import profile, stack_spots
from tests.rounds import window

GAMES = ("niu_niu", "tcp_jackpot", "kap_kun")
IN_PLAY = ("b1", "b3", "dealer")


class Stacks(Rig):
    """A table of such a game; `places`: cameras watch the spots of the places too, not the stacks' alone."""

    def __init__(self, game: str, roles: str = "s", *, places: bool = True, camera: bool = True) -> None:
        shape = catalogue.find(game)
        self.each = dict(shape.hand_sizes)["*"]
        self.stacks = stack_spots(len(shape.hands), self.each)
        boxes = tuple(hand(owner, index) for owner in shape.hands for index in range(1, self.each + 1))
        spots = (*self.stacks, *(boxes if places else ()))
        super().__init__(roles, game=game, profiles={"top": profile("top", spots)} if camera else {})
        self.faces: dict[Spot, Card] = {}

    def laid(self) -> None:
        """The bets are closed and the stacks lie."""
        self.round = "r1"
        assert self.ask(Role.ENGINE, OpenRound("", ("b1", "b3"))).why == ""
        window(self, Window.BETS, open_=True)
        self.wait(800)
        window(self, Window.BETS, open_=False)
        self.wait(800)
        names = [f"s{number}" for number in range(1, len(self.stacks) // self.each + 1)]
        for index in range(1, self.each + 1):
            for name in names if index % 2 else names[::-1]:
                card = PACK[len(self.faces)]
                self.faces[stack(name, index)] = card
                if "shoe" in self.setup.devices:
                    self.draw(card.value)
                self.lies[stack(name, index)] = (Side.BACK, None)
                if "shoe" not in self.setup.devices:
                    self.frames(4)  # the camera alone tells in which order they come
        self.frames(6 if self.profiles else 0)

    def bound(self) -> dict[str, str]:
        """The dice are opened and taken up again: whose each stack is."""
        if self.profiles:
            self.dice = (1, 2, 4)
            self.frames(5)
            self.dice = ()
        else:
            assert self.ask(Role.DEALER, Dice((1, 2, 4))).done
        return self.said(StacksBound)[-1].places

    def cards_of(self, place: str) -> list[Card]:
        places = self.said(StacksBound)[-1].places
        return [card for spot, card in self.faces.items() if places[spot.owner] == place]

    def deliver(self) -> None:
        """Every stack goes face down to its place; those of boxes without a bet are taken away."""
        places = self.said(StacksBound)[-1].places
        for spot in self.stacks:
            self.lies.pop(spot)
        self.frames(12)
        for spot in self.stacks:
            if places[spot.owner] in IN_PLAY:
                self.lies[hand(places[spot.owner], spot.index)] = (Side.BACK, None)
        self.frames(6)

    def turn_place(self, place: str, *, order: int = 1) -> None:
        """Lay a place's cards open, in another order than they were dealt."""
        for index, card in enumerate(self.cards_of(place)[::order], 1):
            self.lies[hand(place, index)] = (Side.FACE, card)
        self.frames(6)


@pytest.mark.parametrize("roles", ["s", "m"])
@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_delivered_stacks(game: str, roles: str) -> None:
    rig = Stacks(game, roles)
    rig.laid()
    rig.bound()
    assert rig.said(CardConfirmed) == []
    rig.deliver()
    gone = [what.spot for what in rig.said(CardDiscarded)]
    assert len(gone) == len(set(gone)) == rig.each * (len(rig.setup.game.boxes) - 2)
    for place in ("b3", "b1"):
        rig.turn_place(place, order=-1)
    assert [what.hand for what in rig.said(HandComplete)] == ["b3", "b1"]
    rig.turn_place("dealer")
    assert rig.said(Held) == []
    assert [what for what in rig.said(Alarm) if what.fault] == []
    (complete,) = rig.said(RoundComplete)
    assert {one.hand: set(one.cards) for one in complete.outcome.hands} == {
        place: set(rig.cards_of(place)) for place in IN_PLAY
    }
    assert complete.unseen == len(gone)
    assert rig.ask(Role.ENGINE, Submit()).why == ""


@pytest.mark.parametrize("game", GAMES)
def test_places_that_no_camera_watches_are_revealed_by_a_word(game: str) -> None:
    rig = Stacks(game, places=False)
    rig.laid()
    rig.bound()
    for spot in rig.stacks:
        rig.lies.pop(spot)
    rig.frames(15)
    assert rig.held() == [], "a delivery is no card that left view"
    for place in ("b3", "b1", "dealer"):
        assert rig.ask(Role.DEALER, Reveal(place)).why == ""
    assert rig.said(RoundComplete)
    assert rig.ask(Role.ENGINE, Submit()).why == ""


def test_a_stack_that_leaves_before_the_dice_is_held() -> None:
    rig = Stacks("niu_niu")
    rig.laid()
    rig.take_away(stack("s1", 1))
    (hold,) = rig.held()
    assert hold.fault is FaultKind.LEFT_VIEW


def test_a_stack_delivered_to_the_wrong_place_is_held() -> None:
    rig = Stacks("tcp_jackpot")
    rig.laid()
    rig.bound()
    rig.deliver()
    for index, card in enumerate(rig.cards_of("b3"), 1):
        rig.lies[hand("b1", index)] = (Side.FACE, card)
    rig.frames(6)
    assert FaultKind.OUT_OF_ORDER in {hold.fault for hold in rig.held()}
    assert rig.said(RoundComplete) == []
    assert rig.said(HandComplete) == []


def test_another_card_than_the_stack_held_is_never_confirmed() -> None:
    rig = Stacks("tcp_jackpot")
    rig.laid()
    rig.bound()
    rig.deliver()
    rig.turn_place("b1")
    rig.lies[hand("b3", 1)] = (Side.FACE, Card("As"))
    rig.frames(6)
    assert rig.held()
    assert "As" not in rig.confirmed().values()


def test_a_dealers_stack_before_the_boxes_is_held() -> None:
    rig = Stacks("niu_niu")
    rig.laid()
    rig.bound()
    rig.deliver()
    rig.turn_place("dealer")
    assert FaultKind.EXPOSED in {hold.fault for hold in rig.held()}
    assert rig.said(CardConfirmed) == []


def test_cards_lifted_and_squeezed_by_bettors_are_no_finding() -> None:
    rig = Stacks("niu_niu")
    rig.laid()
    rig.bound()
    rig.deliver()
    rig.take_away(hand("b1", 1), hand("b1", 2))
    rig.wait(3000)
    assert rig.held() == []
    rig.turn_place("b1")
    assert [what.hand for what in rig.said(HandComplete)] == ["b1"]


def test_dice_read_again_after_the_delivery_bind_anew_by_a_person_alone() -> None:
    rig = Stacks("tcp_jackpot", camera=False)
    rig.laid()
    before = rig.bound()
    assert rig.ask(Role.DEALER, Dice((1, 2, 5))).done
    (hold,) = rig.held()
    assert "two results" in rig.ask(Role.SUPERVISOR, Release(hold.hold)).why
    assert rig.ask(Role.SUPERVISOR, Reconstruct(dice=(1, 2, 5)), why="footage").why == ""
    after = rig.said(StacksBound)[-1].places
    assert after != before
    for place in IN_PLAY:
        assert rig.ask(Role.DEALER, Reveal(place)).why == ""
    outcome = rig.said(RoundComplete)[-1].outcome
    assert {one.hand: one.cards for one in outcome.hands} == {place: tuple(rig.cards_of(place)) for place in IN_PLAY}


def test_dice_before_the_bets_close_bind_nothing_until_then() -> None:
    rig = Stacks("tcp_jackpot", camera=False)
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", ("b1", "b3"))).why == ""
    window(rig, Window.BETS, open_=True)
    for number in range(len(rig.stacks)):
        rig.draw(PACK[number].value)
    assert rig.ask(Role.DEALER, Dice((1, 2, 4))).done
    assert [what.values for what in rig.said(DiceRead)] == [()]
    assert rig.said(StacksBound) == []
    window(rig, Window.BETS, open_=False)
    assert [what.values for what in rig.said(DiceRead)] == [(), (1, 2, 4)]
    assert rig.said(StacksBound)
