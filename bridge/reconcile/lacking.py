"""What the round waits for as a whole, its next card or its dice, and when that is overdue.

Time runs only once bets are closed: before that a dealer may take as long as the bettors.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bridge.faults import FaultKind, HoldKind
from bridge.reconcile.cards import due, throw_agreed
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import find_hold, release
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import FIRST_DIE, Lying, Round
from bridge.reconcile.windows import insurance_waits, span
from bridge.setup import MS, Setup
from games.conditions import Situation
from games.game import Next, Window
from games.spots import Spot


class Lacking(NamedTuple):
    """Something that did not come: overdue from `at` (monotonic ns) on."""

    at: int
    spot: Spot
    fault: FaultKind
    text: str


def lacking(setup: Setup, round_: Round) -> Iterator[Lacking]:
    """The next card or the dice, where they are due."""
    bets = span(round_, Window.BETS)
    if bets is None or not bets.closed or insurance_waits(round_):
        return
    timing = setup.config.timing
    if setup.game.dice and round_.dice:
        if not throw_agreed(setup, round_):
            at = max(round_.dice_at, round_.resumed) + timing.reveal_ms * MS
            yield Lacking(at, FIRST_DIE, FaultKind.UNSEEN, "the dice are known to one source, and another owes them")
        return
    owed = due(setup, round_)
    insured = span(round_, Window.INSURANCE)
    moments = [bets.closed, round_.resumed, insured.closed if insured else 0]
    since = max(moments + [_last_news(card) for card in round_.cards])
    if isinstance(owed, Next):
        text = f"the card of {owed.spot} is due and does not come"
        yield Lacking(since + timing.next_ms * MS, owed.spot, FaultKind.MISSING, text)
    elif setup.game.dice:
        text = "the dice are due, and nobody has read them"
        yield Lacking(since + timing.next_ms * MS, FIRST_DIE, FaultKind.UNSEEN, text)


def _last_news(card: Lying) -> int:
    return max(card.drawn, *(look.at for look in card.looks), 0)


def missed(draft: Draft, one: Lacking) -> None:
    """Hold the round for what did not come; the hold ends by itself when it comes."""
    situation = Situation.MISSING if one.fault is FaultKind.MISSING else Situation.UNSEEN
    rule(draft, situation, one.fault, one.text, spot=one.spot, wait=HoldKind.WAIT)


def came(draft: Draft, spot: Spot) -> None:
    """The card that was missed in a spot has come."""
    if not draft.state.holds:
        return
    hold = find_hold(draft, FaultKind.MISSING, spot=spot)
    if hold is not None and hold.wait is HoldKind.WAIT:
        release(draft, hold, "go_on", "table", "the card that was missing came")
