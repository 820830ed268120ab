"""Bettors: the same luck decides alike, and the game's own settlement pays."""

from decimal import Decimal

import msgspec
import pytest

from demo.bettors import luck, slips
from demo.board import Board
from demo.show import SHOWS, Show
from games.ante_play import Action, AnteWager
from games.cards import parse_cards

LIVE = SHOWS["tcp_live"]
GOOD, POOR = parse_cards("As Kd 9c"), parse_cards("2s 7d 9c")


def shown(hand: tuple[str, ...]) -> Board:
    return Board(shown={"player": parse_cards(" ".join(hand))})


@pytest.mark.parametrize("show", SHOWS.values(), ids=lambda show: show.id)
def test_the_same_luck_bets_alike_and_every_stake_comes_back_from_a_void(show: Show) -> None:
    bets = show.people.bets(show.rules, Board(), luck(5, "r001"))
    assert bets == show.people.bets(show.rules, Board(), luck(5, "r001"))
    for slip in slips(show.rules, bets, None):
        assert slip.staked > 0
        assert (slip.net, slip.paid_back, slip.unsettled) == (Decimal(0), slip.staked, "")
        assert msgspec.convert(slip.wager, show.rules.game.wager) in [bet.wager for bet in bets]


def test_the_boxes_that_are_bet_on_are_those_in_play() -> None:
    for show in SHOWS.values():
        named = {bet.wager.box for bet in show.people.bets(show.rules, Board(), luck(1, "r001"))}
        assert named == (set(show.rules.boxes) if show.rules.game.boxes else {""})


def test_a_good_hand_is_played_and_a_poor_one_folded() -> None:
    for hand, wanted in ((GOOD, Action.PLAY), (POOR, Action.FOLD)):
        bets = LIVE.people.bets(LIVE.rules, shown(hand), luck(1, "r001"))
        actions = {bet.name: bet.wager.action for bet in bets if isinstance(bet.wager, AnteWager)}
        assert actions["seat 1"] is wanted
        assert actions["seat 3"] is Action.NONE


def test_a_loss_and_a_win_are_paid() -> None:
    bets = LIVE.people.bets(LIVE.rules, shown(GOOD), luck(1, "r001"))
    for dealer, net in (("Qs 4d 3h", 20), ("Ac Kh Td", -20)):
        outcome = LIVE.rules.game.outcome(LIVE.rules.options, {"player": GOOD, "dealer": parse_cards(dealer)})
        assert next(slip for slip in slips(LIVE.rules, bets, outcome) if slip.name == "seat 1").net == net


def test_what_the_table_cannot_settle_is_said() -> None:
    bare = SHOWS["tcp_online"].rules
    outcome = bare.game.outcome(bare.options, {"player": GOOD, "dealer": parse_cards("Qs 4d 3h")})
    bets = SHOWS["tcp_online"].people.bets(bare, shown(GOOD), luck(1, "r001"))
    without = msgspec.structs.replace(bare.options, pair_plus=None)
    (slip,) = [one for one in slips(bare.under(without), bets, outcome) if one.name == "seat 3"]
    assert "pair_plus" in slip.unsettled
    assert slip.net == Decimal(0)
