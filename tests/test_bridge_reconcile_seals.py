"""Every seal is opened at its end, with a face and a salt that anyone can hold against it."""

import pytest

from bridge.commands import Dice, OpenRound, Placement, Reconstruct, Release, Role, Scooped, Submit
from bridge.events import CardBurned, CardConfirmed, CardDealt, SealOpened
from bridge.reconcile import seals
from games.cards import PACK, Card
from games.game import Window
from games.spots import hand
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
