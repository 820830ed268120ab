"""A whole hand dealt in reverse: swapped once where cards were attributed by order, before and after the submission."""

from collections.abc import Callable

import pytest

from bridge.commands import Command, Correct, Declare, Declared, OpenRound, Release, Role, Scooped, Submit
from bridge.events import Alarm, Held, Reconstructed, ResultCorrected, RoundComplete, Submitted
from bridge.faults import FaultKind
from games.game import Outcome, Window
from games.spots import hand
from tests.rig import Rig
from tests.rig_table import profile
from tests.rounds import window

CARDS = ["2d", "Kd", "8s", "Jh", "3s", "Ah", "Ks", "8d", "3d", "6d", "5h", "Qc"]
TURN = {"p1": "p3", "p2": "p2", "p3": "p1", "dealer": "dealer"}


def table(roles: str = "s", *, camera: bool = False, version: str = "three_players") -> Rig:
    owners = ("p1", "p2", "p3", "dealer") if version == "three_players" else ("player", "banker")
    spots = tuple(hand(owner, index) for owner in owners for index in (1, 2, 3))
    profiles = {"top": profile("top", spots)} if camera else {}
    return Rig(roles, game="three_pictures", options={"version": version}, profiles=profiles)


def opened(rig: Rig) -> None:
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", ("p1", "p2", "p3"))).why == ""
    window(rig, Window.BETS, open_=True)
    rig.wait(1000)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)


def dealt(rig: Rig, count: int = 12) -> None:
    opened(rig)
    for card in CARDS[:count]:
        if "shoe" in rig.setup.devices:
            rig.draw(card)
        else:
            rig.scan(card)
        rig.wait(2100)


def reverse(rig: Rig) -> str:
    return rig.ask(Role.DEALER, Declare(Declared.REVERSED)).why


def hands(outcome: Outcome) -> dict[str, list[str]]:
    return {one.hand: [card.value for card in one.cards] for one in outcome.hands}


def as_came() -> dict[str, list[str]]:
    return {owner: CARDS[at::4] for at, owner in enumerate(TURN)}


def turned() -> dict[str, list[str]]:
    return {TURN[owner]: cards for owner, cards in as_came().items()}


@pytest.mark.parametrize("roles", ["s", "r"])
def test_cards_attributed_by_order_are_swapped_once_before_the_submission(roles: str) -> None:
    rig = table(roles)
    dealt(rig)
    assert hands(rig.said(RoundComplete)[0].outcome) == as_came()
    assert reverse(rig) == ""
    (hold,) = rig.held()
    assert hold.fault is FaultKind.REVERSED
    assert {str(one.spot): one.card.value for one in hold.proposed}["hand/p3/1"] == "2d"
    assert "held" in rig.ask(Role.ENGINE, Submit()).why
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="footage").why == ""
    assert hands(rig.said(RoundComplete)[-1].outcome) == turned()
    (told,) = rig.said(Reconstructed)
    assert {str(one.spot): one.card.value for one in told.was}["hand/p1/1"] == "2d"
    assert {str(one.spot): one.card.value for one in told.placed}["hand/p3/1"] == "2d"
    assert "already" in reverse(rig), "never twice"
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert "already" in reverse(rig)
    result = rig.said(Submitted)[0].result
    assert "already" in rig.ask(Role.SUPERVISOR, Correct(result, "reversed"), why="again").why


@pytest.mark.parametrize("scooped", [False, True])
@pytest.mark.parametrize(
    "answer", [lambda hold: Correct(hold.result, "reversed"), lambda hold: Release(hold.hold, "reversed")]
)
def test_after_the_submission_a_supervisor_swaps_them_once(answer: Callable[[Held], Command], *, scooped: bool) -> None:
    rig = table()
    dealt(rig)
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    result = rig.said(Submitted)[0].result
    assert reverse(rig) == ""
    (hold,) = rig.held()
    assert hold.result == result
    assert hold.text.count(f"event {result}") == 1
    assert hold.clause.endswith("settlement swaps Player 1 and Player 3, before and after submission")
    assert hold.commands[0] == f"truedeal desk correct {result} reversed --why WHY --config TABLE.toml"
    if scooped:
        assert rig.ask(Role.DEALER, Scooped()).done
    assert rig.ask(Role.SUPERVISOR, answer(hold), why="footage").why == ""
    assert hands(rig.said(ResultCorrected)[0].outcome) == turned()
    assert rig.held() == []
    assert "already" in rig.ask(Role.SUPERVISOR, Correct(result, "reversed"), why="again").why


def test_a_part_of_the_hand_in_reverse_is_a_wrong_sequence_like_any_other() -> None:
    rig = table()
    dealt(rig, 8)
    assert reverse(rig) == ""
    (hold,) = rig.held()
    assert hold.fault is FaultKind.OUT_OF_ORDER


def test_cards_placed_by_where_they_lie_are_not_swapped_by_a_declaration() -> None:
    rig = table("s", camera=True)
    opened(rig)
    for number, card in enumerate(CARDS):
        rig.draw(card)
        rig.turn(**{f"{tuple(TURN)[number % 4]}_{number // 4 + 1}": card})
    assert hands(rig.said(RoundComplete)[0].outcome) == as_came()
    assert reverse(rig) == ""
    assert "nothing is swapped" in rig.said(Alarm)[-1].text
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    result = rig.said(Submitted)[0].result
    assert "nothing is to be swapped" in rig.ask(Role.SUPERVISOR, Correct(result, "reversed"), why="x").why


def test_a_game_that_knows_no_swap_swaps_nothing() -> None:
    rig = table(version="single")
    rig.round = "r1"
    rig.ask(Role.ENGINE, OpenRound())
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    for card in CARDS[:6]:
        rig.draw(card)
    assert reverse(rig) == ""
    (hold,) = rig.held()
    assert hold.fault is FaultKind.REVERSED
    assert "nothing is proposed" in rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct")).why
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="it was right").why == ""
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert "no swap" in rig.ask(Role.SUPERVISOR, Correct(rig.said(Submitted)[0].result, "reversed"), why="x").why
