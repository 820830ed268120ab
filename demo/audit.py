"""The truth of the settlement: the bets settled once more from the cards that really lay on the table.

The engine settles what the stream told it. Here the same wagers are settled from the model table's own cards and
dice by the game's rules, without a word of the daemon; every bet must come out alike, to the last digit.
"""

from collections.abc import Iterator

import msgspec

from demo.bettors import Slip, staked
from demo.engine import Result
from demo.rules import Rules
from demo.table import Table, hands
from games.game import Outcome
from games.settlement import UnsettledError


def outcome(table: Table) -> Outcome:
    """What the cards and dice on the table come to.

    Raises:
        KeyError: a hand is missing that the game needs.
        ValueError: the dice are no throw.
    """
    game, options = table.rules.game, table.rules.options
    if game.throw is not None:
        return game.throw(options, table.dice)
    return game.outcome(options, {hand: cards for hand, cards in hands(table).items() if cards})


def differences(table: Table, result: Result) -> tuple[str, ...]:
    """What the engine settled otherwise than the cards on the table say, in words; empty where nothing."""
    if result.end != "submitted":
        found = None
    elif result.outcome is None:
        return ("the round was submitted without a result",)
    else:
        found = outcome(table)
    return tuple(_results(found, result.outcome)) + tuple(
        why for slip in result.slips for why in _slip(table.rules, slip, found)
    )


def _results(true: Outcome | None, told: Outcome | None) -> Iterator[str]:
    if true is not None and told is not None and true.result != told.result:
        yield f"the result was told as {told.result}, but the table says {true.result}"


def _slip(rules: Rules, slip: Slip, found: Outcome | None) -> Iterator[str]:
    if slip.unsettled:
        yield f"{slip.name}: not settled: {slip.unsettled}"
        return
    wager = msgspec.convert(slip.wager, rules.game.wager)
    try:
        settled = rules.game.settle(rules.options, wager, found)
    except UnsettledError as error:
        yield f"{slip.name}: settled by the engine, but by the table's cards: {error}"
        return
    if settled.nets != slip.nets:
        true, told = ({net.bet: f"{net.net:+f}" for net in nets} for nets in (settled.nets, slip.nets))
        yield f"{slip.name}: the engine paid {told}, but the table's cards say {true}"
    if (settled.total, settled.paid_back, staked(settled)) != (slip.net, slip.paid_back, slip.staked):
        yield f"{slip.name}: the engine's sums are {slip.net} and {slip.paid_back}, but {settled.total} is due"
