"""The people who bet: a few at each table, with habits of their own, and what they get.

A habit is drawn from a round's own luck, so that whoever stands at the table (the engine that takes the wagers, the
dealer who takes away the cards of a folded box) sees the same people do the same.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec

from demo.board import Board
from demo.rules import Rules
from games.game import Outcome
from games.settlement import NOTHING, Money, Net, Settled, UnsettledError, Wager


class Bet(msgspec.Struct, frozen=True):
    """What one bettor has on the table; `action` is what he did, in words."""

    name: str
    wager: Wager
    action: str = ""


class Slip(msgspec.Struct, frozen=True):
    """What a bettor staked, decided and got; `wager` as the game has it, `unsettled` why it could not be settled."""

    name: str
    action: str
    staked: Money
    net: Money
    paid_back: Money
    nets: tuple[Net, ...] = ()
    wager: Mapping[str, Any] = {}
    unsettled: str = ""


Bets = Callable[[Rules, Board, Random], tuple[Bet, ...]]
"""What is on the table at the end of a round, from what the stream has shown of it."""


class People(msgspec.Struct, frozen=True):
    """The bettors of a table; `out` are the boxes whose bettor leaves the round when he decides."""

    bets: Bets
    out: Callable[[Random], tuple[str, ...]] = lambda _: ()


def luck(seed: int, round_id: str) -> Random:
    """The luck of a round: the same for everybody who asks."""
    return Random(f"{seed} {round_id}")  # noqa: S311 - habits, no secret


def _slip(rules: Rules, bet: Bet, outcome: Outcome | None) -> Slip:
    wager = msgspec.to_builtins(bet.wager)
    try:
        settled = rules.game.settle(rules.options, bet.wager, outcome)
    except UnsettledError as error:
        return Slip(bet.name, bet.action, NOTHING, NOTHING, NOTHING, (), wager, str(error))
    return Slip(bet.name, bet.action, staked(settled), settled.total, settled.paid_back, settled.nets, wager)


def staked(settled: Settled) -> Money:
    """All stakes of a settlement."""
    return sum((net.stake for net in settled.nets), NOTHING)


def slips(rules: Rules, bets: tuple[Bet, ...], outcome: Outcome | None) -> tuple[Slip, ...]:
    """What every bettor gets; no outcome is a void round and returns all stakes."""
    return tuple(_slip(rules, bet, outcome) for bet in bets)
