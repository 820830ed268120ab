"""A whole round of Live Three Card Poker through `take`, in every set-up; and what happens off the straight way."""

import hashlib

import pytest

from bridge.commands import Release, Reveal, Role, SetWindow, Submit
from bridge.events import CardConfirmed, CardDealt, HandComplete, Held, RoundComplete, Submitted, TableReady, Voided
from bridge.reconcile.phase import Phase
from games.game import Source, Window
from tests.rig import Rig
from tests.rounds import CARDS, PLAYER, SPOTS, deal, finish, open_round, play, show, window

SETUPS = {
    "shoe and camera": ("s", True, {Source.SHOE, Source.CAMERA}),
    "reader, camera, shuffler": ("mr", True, {Source.READER, Source.CAMERA}),
    "shoe only": ("s", False, {Source.SHOE}),
    "reader only": ("r", False, {Source.READER}),
    "camera only": ("m", True, {Source.CAMERA}),
}


@pytest.mark.parametrize("name", SETUPS)
def test_a_clean_round_in_every_setup(name: str) -> None:
    roles, camera, by = SETUPS[name]
    rig = Rig(roles, camera=camera)
    assert rig.said(TableReady)
    play(rig)
    assert rig.held() == []
    assert [str(what.spot) for what in rig.said(CardDealt)] == [str(spot) for spot in SPOTS]
    assert rig.confirmed() == {str(spot): card for spot, card in zip(SPOTS, CARDS, strict=True)}
    assert all(set(what.by) == by for what in rig.said(CardConfirmed))
    assert [what.hand for what in rig.said(HandComplete)] == ["player", "dealer"]
    (result,) = rig.said(RoundComplete)
    assert result.outcome.facts["dealer_qualifies"] == "yes"
    finish(rig)
    assert rig.said(Submitted)
    assert rig.state.table.phase is Phase.IDLE
    assert rig.state.table.ready
    play(rig, "r2")
    finish(rig)
    assert len(rig.said(RoundComplete)) == 2
    assert not rig.said(Held)


def test_faces_are_sealed_until_they_may_be_known() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    texts = [repr(event.what) for event in rig.events]
    assert not any(f"'{card}'" in text for card in CARDS for text in texts)
    window(rig, Window.BETS, open_=False)
    assert rig.confirmed() == {}, "a closed window alone shows nothing: the turn must be evident"
    show(rig, "player", PLAYER)
    assert list(rig.confirmed().values()) == list(PLAYER)
    seals = {what.spot: what.seal for what in rig.said(CardDealt)}
    for what in rig.said(CardConfirmed):
        opened = hashlib.sha256(bytes.fromhex(what.salt) + what.card.value.encode()).hexdigest()
        assert opened == seals[what.spot]


def test_event_numbers_have_no_gap_and_say_their_readings() -> None:
    rig = Rig("s")
    play(rig)
    assert [event.n for event in rig.events] == list(range(1, len(rig.events) + 1))
    assert all(event.causes and event.causes[-1] <= len(rig.readings) for event in rig.events)


def test_exposed_while_bets_are_open_voids_at_once() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.turn(player_2="Kd")
    assert not rig.said(Voided), "a closing with an earlier time may be on its way"
    rig.wait(500)
    (void,) = rig.said(Voided)
    assert (void.who, str(void.spot)) == ("house", "hand/player/2")
    assert rig.state.table.round is None
    assert not rig.ask(Role.ENGINE, Submit()).done


def test_exposed_at_the_moment_of_closing_is_held() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.at += 100_000_000
    window(rig, Window.BETS, open_=False)
    rig.turn(player_2="Kd")
    assert not rig.said(Voided)
    (hold,) = rig.held()
    assert hold.options[0] == "void"
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="ruled so").done
    assert rig.said(Voided)[0].who == "supervisor-1"


def test_a_dealers_card_seen_while_decisions_are_open_is_held_with_void_proposed() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    rig.turn(dealer_1="Qh")
    (hold,) = rig.held()
    assert hold.fault == "exposed"
    assert hold.options[0] == "void"
    assert "Qh" not in repr(hold)
    assert "dealer" not in str(rig.confirmed())


def test_a_closed_window_alone_shows_no_face() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    deal(rig)
    window(rig, Window.BETS, open_=False)
    rig.wait(2000)
    assert rig.confirmed() == {}
    assert rig.ask(Role.DEALER, Reveal("player")).done
    assert len(rig.confirmed()) == 3


def test_a_closing_that_comes_late_but_lay_before_is_no_exposure() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.wait(2000)
    closed = rig.wall
    rig.at += 600_000_000
    rig.turn(player_1="As")
    assert rig.ask(Role.ENGINE, SetWindow(Window.BETS, open=False, at=closed)).done
    rig.wait(800)
    assert not rig.said(Voided)
    assert rig.held() == []
    assert rig.confirmed() == {"hand/player/1": "As"}


def test_a_closing_that_comes_late_and_close_to_it_is_a_doubt() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.wait(2000)
    closed = rig.wall
    rig.at += 100_000_000
    rig.turn(player_1="As")
    assert rig.ask(Role.ENGINE, SetWindow(Window.BETS, open=False, at=closed)).done
    assert not rig.said(Voided)
    assert rig.held()[0].options[0] == "void"
