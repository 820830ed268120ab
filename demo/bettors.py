"""The people who bet: a few, with habits of their own, and decisions that follow from the player's hand."""

from decimal import Decimal
from random import Random

import msgspec

from games.ante_play import Action, AnteWager
from games.cards import Card, parse_cards
from games.game import Outcome
from games.house.tcp_live import TcpLive, settle
from games.poker import three_card
from games.settlement import NOTHING, Money

_LEAST = three_card(parse_cards("Qs 6h 4d"))
"""Who follows the book plays a queen, six, four or better."""


class Bettor(msgspec.Struct, frozen=True):
    """One bettor: his habit, and how often he loses his line or does not answer."""

    name: str
    ante: int
    pair_plus: int
    six_card: int
    lost_line: float = 0.0
    silent: float = 0.0


BETTORS = (
    Bettor("seat 1", 10, 0, 0),
    Bettor("seat 2", 25, 5, 0, silent=0.05),
    Bettor("seat 3", 0, 10, 5),
    Bettor("seat 4", 50, 0, 10, lost_line=0.1),
)


class Slip(msgspec.Struct, frozen=True):
    """What a bettor staked, decided and got."""

    name: str
    action: str
    staked: Money
    net: Money
    paid_back: Money


def _action(bettor: Bettor, hand: tuple[Card, ...], rng: Random) -> Action:
    luck = rng.random()
    if not bettor.ante:
        return Action.NONE
    if luck < bettor.lost_line:
        return Action.DISCONNECT
    if luck < bettor.lost_line + bettor.silent:
        return Action.NO_ANSWER
    return Action.PLAY if hand and three_card(hand) >= _LEAST else Action.FOLD


def wagers(hand: tuple[Card, ...], rng: Random) -> tuple[tuple[Bettor, AnteWager], ...]:
    """Each bettor's stakes and decision on the player's hand (empty: it was never shown)."""
    return tuple(
        (
            bettor,
            AnteWager(
                ante=Decimal(bettor.ante),
                pair_plus=Decimal(bettor.pair_plus),
                six_card=Decimal(bettor.six_card),
                action=_action(bettor, hand, rng),
            ),
        )
        for bettor in BETTORS
    )


def slips(hand: tuple[Card, ...], outcome: Outcome | None, rng: Random) -> tuple[Slip, ...]:
    """What every bettor gets; no outcome is a void round and returns all stakes."""
    found = []
    for bettor, wager in wagers(hand, rng):
        settled = settle(TcpLive(), wager, outcome)
        staked = sum((net.stake for net in settled.nets), NOTHING)
        found.append(Slip(bettor.name, wager.action.value, staked, settled.total, settled.paid_back))
    return tuple(found)
