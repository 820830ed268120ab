"""Every seal is opened at its end, with a face and a salt that anyone can hold against it."""

from typing import Any

import pytest

from bridge.commands import DeckChange, Dice, OpenRound, Placement, Reconstruct, Release, Role, Scooped, Submit, Void
from bridge.events import CardBurned, CardConfirmed, CardDealt, SealOpened, Submitted
from bridge.reconcile import seals
from games.cards import PACK, Card
from games.game import Window
from games.spots import hand
from shoe import messages as m
from tests.rig import Rig
from tests.rounds import CARDS, deal, finish, open_round, play, show, window


def opened(rig: Rig) -> dict[int, str]:
    """The cards told with a salt, by the event of their seal: each fits its seal, and is told once."""
    sealed = {event.n: event.what.seal for event in rig.events if isinstance(event.what, CardDealt | CardBurned)}
    found: dict[int, str] = {}
    for what in rig.said(CardConfirmed) + rig.said(SealOpened):
        if what.salt:
            assert seals.opens(bytes.fromhex(what.salt), what.card) == sealed[what.dealt]
            assert what.dealt not in found
            found[what.dealt] = what.card.value
    return found


def unopened(rig: Rig) -> set[int]:
    every = {event.n for event in rig.events if getattr(event.what, "seal", "")}
    return every - set(opened(rig))


@pytest.mark.parametrize("void", [False, True])
def test_the_seal_of_a_card_placed_by_a_person_is_opened_at_the_rounds_end(*, void: bool) -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    rig.turn(player_1="Ah")
    (hold,) = rig.held()
    as_seen = Reconstruct((Placement(hand("player", 1), Card("Ah")),), hold=hold.hold)
    assert rig.ask(Role.SUPERVISOR, as_seen, why="the shoe misread it").why == ""
    assert rig.confirmed() == {"hand/player/1": "Ah"}
    assert not rig.said(SealOpened), "not before the end"
    if void:
        rig.turn(player_2="Kc")
        assert rig.ask(Role.SUPERVISOR, Release(rig.held()[0].hold, "void")).why == ""
    else:
        show(rig, "player", ("Ah", "Kd", "7c"))
        window(rig, Window.DECISION, open_=True)
        rig.wait(800)
        window(rig, Window.DECISION, open_=False)
        show(rig, "dealer", ("Qh", "9s", "2d"))
        finish(rig)
    assert "As" in opened(rig).values(), "what the shoe said stands under the seal"
    assert unopened(rig) == set()


def test_a_clean_round_needs_no_seal_opened_beside_its_confirmations() -> None:
    rig = Rig("s")
    play(rig)
    finish(rig)
    assert not rig.said(SealOpened)
    assert sorted(opened(rig).values()) == sorted(CARDS)
    assert unopened(rig) == set()


def test_the_cards_of_empty_boxes_are_opened_at_the_rounds_end() -> None:
    rig = Rig("s", game="kap_kun", camera=False)
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", ("b1",))).why == ""
    window(rig, Window.BETS, open_=True)
    for card in PACK[:28]:
        rig.draw(card.value)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    assert rig.ask(Role.DEALER, Dice((1, 2, 3))).why == ""
    for name in ("b1", "dealer"):
        show(rig, name, ())
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert not rig.said(SealOpened)
    assert rig.ask(Role.DEALER, Scooped()).why == ""
    assert len(rig.said(SealOpened)) == 20
    assert unopened(rig) == set()


@pytest.mark.parametrize("fresh", [True, False])
def test_a_burn_card_of_a_round_is_opened_at_its_decks_end(*, fresh: bool) -> None:
    """A deck that is shuffled anew for each round ends with it; a shoe ends where the next begins."""
    more: dict[str, Any] = {} if fresh else {"game": "baccarat", "options": {"burn": 1, "deal_while": "either"}}
    rig = Rig("s", camera=False, **(more or {"options": {"burn": 1}}))
    open_round(rig)
    rig.draw("2c")
    (burned,) = rig.said(CardBurned)
    if fresh:
        deal(rig)
        window(rig, Window.BETS, open_=False)
        show(rig, "player", ())
        window(rig, Window.DECISION, open_=True)
        rig.wait(800)
        window(rig, Window.DECISION, open_=False)
        show(rig, "dealer", ())
        assert not rig.said(SealOpened)
        assert rig.ask(Role.ENGINE, Submit()).why == ""
        assert rig.said(Submitted)
    else:
        for card in ("9s", "2d", "Kh", "5c"):
            rig.draw(card)
        window(rig, Window.BETS, open_=False)
        for name in ("player", "banker"):
            show(rig, name, ())
        assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert rig.ask(Role.DEALER, Scooped()).why == ""
    if not fresh:
        assert not rig.said(SealOpened), "the shoe goes on"
        rig.say(m.Shuffle(on=True))
        rig.say(m.Shuffle(on=False))
    (told,) = rig.said(SealOpened)
    assert (told.card.value, told.spot) == ("2c", burned.spot)
    assert unopened(rig) == set()
    assert rig.state.table.burned == ()


def test_a_burn_card_stays_sealed_while_another_deck_begins() -> None:
    rig = Rig("s", game="baccarat", camera=False, options={"burn": 1, "deal_while": "either"}, decks=("red", "blue"))
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("red")).why == ""
    rig.draw("2c")
    rig.draw("As")
    assert rig.ask(Role.SUPERVISOR, DeckChange("blue")).why == ""
    assert rig.ask(Role.SUPERVISOR, Void()).why == ""
    rig.say(m.Shuffle(on=False, deck="blue"))
    assert "2c" not in opened(rig).values()
    rig.say(m.Shuffle(on=False, deck="red"))
    assert opened(rig)[rig.events[[type(e.what) for e in rig.events].index(CardBurned)].n] == "2c"
