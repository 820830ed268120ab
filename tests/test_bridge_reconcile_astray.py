"""Cards that may be none of the deal: outside a round, after a void, beyond the last, burned, twice in a deck."""

import pytest

from bridge.commands import Assign, OpenRound, Release, Role, Scooped, Submit, Target, Void
from bridge.config import Policy
from bridge.events import Alarm, CardBurned, CardDealt, CardDiscarded, RoundComplete, SealOpened, Voided
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Window
from shoe.messages import CardDrawn, DrawKind
from tests.rig import Rig
from tests.rounds import DEALER, PLAYER, deal, finish, open_round, play, show, window


def test_the_same_card_twice_in_one_deck_is_held() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("Kh")
    rig.draw("Kh")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.DUPLICATE
    assert "Kh" not in repr(rig.said(Alarm))


def test_the_deck_is_whole_again_in_the_next_round() -> None:
    rig = Rig("s")
    play(rig)
    finish(rig)
    play(rig, "r2")
    assert len(rig.said(RoundComplete)) == 2


def test_a_card_with_no_round_belongs_to_none() -> None:
    rig = Rig("s", camera=False)
    rig.draw("5c")
    assert rig.said(CardDealt) == []
    assert rig.said(Alarm)[-1].fault is FaultKind.SURPLUS
    rig.round = "r1"
    assert "with no round open" in rig.ask(Role.ENGINE, OpenRound()).why
    assert rig.ask(Role.DEALER, Scooped()).done
    open_round(rig)
    rig.draw("Kh")
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1"]


def test_after_a_void_the_dealer_goes_on_and_nothing_of_it_counts() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.draw("5c")
    rig.draw("Kh")
    for _ in range(3):
        rig.ask(Role.SUPERVISOR, Void(), why="a chair fell", id_="the-void")
    assert len(rig.said(Voided)) == 1
    assert [(str(what.spot), what.card.value) for what in rig.said(SealOpened)] == [
        ("hand/player/1", "5c"),
        ("hand/player/2", "Kh"),
    ]
    dealt = len(rig.said(CardDealt))
    rig.draw("3d")
    rig.draw("7s")
    assert len(rig.said(CardDealt)) == dealt
    assert [event.round for event in rig.events[-2:]] == ["", ""]
    assert not rig.ask(Role.ENGINE, Submit()).done
    assert rig.said(RoundComplete) == []


def test_a_card_beyond_the_last_is_a_persons_to_assign() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig)
    rig.draw("5c")
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OVERDRAWN
    assert set(hold.options) >= {"next_round", "burn", "discard"}
    assert not rig.ask(Role.SUPERVISOR, Assign(Card("5d"), "burn")).done
    assert rig.ask(Role.SUPERVISOR, Assign(Card("5c"), "next_round"), why="kept").done
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    window(rig, Window.DECISION, open_=True)
    window(rig, Window.DECISION, open_=False)
    show(rig, "dealer", DEALER)
    assert rig.said(RoundComplete)
    finish(rig)
    open_round(rig, "r2")
    assert [event.round for event in rig.events if isinstance(event.what, CardDealt)][-1] == "r2"


@pytest.mark.parametrize("to", ["burn", "discard"])
def test_a_setting_may_assign_it_at_once(to: str) -> None:
    rig = Rig("s", camera=False, policy=Policy(overdrawn=to))  # type: ignore[arg-type]  # one of the setting's values
    open_round(rig)
    deal(rig)
    rig.draw("5c")
    assert rig.held() == []
    assert rig.said(Alarm)[-1].fault is FaultKind.OVERDRAWN
    _lies_in(rig, to, "r1")


@pytest.mark.parametrize("to", ["burn", "discard"])
@pytest.mark.parametrize("assigned", [False, True])
def test_where_a_person_sends_it_is_told(to: Target, *, assigned: bool) -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig)
    rig.draw("5c")
    rig.draw("6c")
    (hold,) = rig.held()
    if assigned:
        assert rig.ask(Role.SUPERVISOR, Assign(Card("5c"), to), why="ruled").why == ""
        assert len(rig.held()) == 1, "the other card still waits"
        assert rig.ask(Role.SUPERVISOR, Assign(Card("6c"), to), why="ruled").why == ""
    else:
        assert rig.ask(Role.SUPERVISOR, Release(hold.hold, to), why="ruled").why == ""
    _lies_in(rig, to, "r1", "r1")
    assert rig.held() == []


def _lies_in(rig: Rig, to: str, *rounds: str) -> None:
    """The cards are told to lie in that spot, each with the reading that brought it, and no face before its time."""
    kind = CardBurned if to == "burn" else CardDiscarded
    both = CardBurned | CardDiscarded
    told = [(event.round, event.what.spot) for event in rig.events if isinstance(event.what, both)]
    assert [round_ for round_, _ in told] == list(rounds)
    assert [str(spot) for _, spot in told] == [f"{to}/{place + 1}" for place in range(len(rounds))]
    assert len(rig.said(kind)) == len(told)
    assert all(what.seal for what in rig.said(CardBurned))
    assert "'5c'" not in repr(rig.events)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    window(rig, Window.DECISION, open_=True)
    window(rig, Window.DECISION, open_=False)
    show(rig, "dealer", DEALER)
    finish(rig)
    opened = [(str(what.spot), what.card.value) for what in rig.said(SealOpened)]
    assert opened[: len(rounds)] == ([("burn/1", "5c"), ("burn/2", "6c")][: len(rounds)] if to == "burn" else [])


def test_burn_cards_come_first_and_stay_sealed() -> None:
    rig = Rig("s", camera=False, options={"burn": 1})
    open_round(rig)
    rig.draw("2c")
    rig.draw("As")
    assert len(rig.said(CardBurned)) == 1
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1"]
    assert "'2c'" not in repr(rig.events)


def test_a_card_drawn_in_another_mode_may_be_none_of_this_deal() -> None:
    for draw in (DrawKind.FREE, DrawKind.NEXT_ROUND):
        rig = Rig("s", camera=False)
        open_round(rig)
        rig.draw("As")
        rig.say(CardDrawn(Card("Kd"), 1, 1000, draw))
        (hold,) = rig.held()
        assert hold.fault is FaultKind.CONFLICT


def test_a_card_kept_for_the_next_round_is_its_first() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    rig.say(CardDrawn(Card("As"), 0, 1000, DrawKind.NEXT_ROUND))
    rig.counter = 1
    rig.draw("Kd")
    assert rig.held() == []
    assert len(rig.said(CardDealt)) == 2
