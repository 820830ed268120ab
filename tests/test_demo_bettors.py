"""Bettors: seeded, and paid by the game's own settlement."""

from random import Random

from demo.bettors import slips, wagers
from games.ante_play import Action
from games.cards import parse_cards
from games.house.tcp_live import TcpLive, outcome

GOOD, POOR = parse_cards("As Kd 9c"), parse_cards("2s 7d 9c")


def test_the_same_seed_decides_alike() -> None:
    assert wagers(GOOD, Random(5)) == wagers(GOOD, Random(5))


def test_a_good_hand_is_played_and_a_poor_one_folded() -> None:
    for hand, wanted in ((GOOD, Action.PLAY), (POOR, Action.FOLD)):
        actions = {bettor.name: wager.action for bettor, wager in wagers(hand, Random(1))}
        assert actions["seat 1"] is wanted
        assert actions["seat 3"] is Action.NONE


def test_a_void_round_returns_every_stake() -> None:
    for slip in slips(GOOD, None, Random(1)):
        assert slip.net == 0
        assert slip.paid_back == slip.staked


def test_a_loss_and_a_win_are_paid() -> None:
    won = outcome(TcpLive(), {"player": GOOD, "dealer": parse_cards("Qs 4d 3h")})
    lost = outcome(TcpLive(), {"player": GOOD, "dealer": parse_cards("Ac Kh Td")})
    assert next(slip for slip in slips(GOOD, won, Random(1)) if slip.name == "seat 1").net == 20
    assert next(slip for slip in slips(GOOD, lost, Random(1)) if slip.name == "seat 1").net == -20
