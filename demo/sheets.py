"""What the rule sheets say about irregularities, in the demo's own reading: apart from the daemon on purpose."""

from enum import StrEnum
from typing import NamedTuple


class Ruling(StrEnum):
    """What follows, from the mildest to the worst."""

    CLEAN = "completed"
    REUSED = "card reused, completed"
    NOTED = "break noted, completed"
    RECONSTRUCT = "held, reconstruction proposed"
    HOLD = "held for a decision"
    PROPOSE_VOID = "held, void proposed"
    VOID = "void at once"
    RESCUED = "voided by a person, for nothing else happened"


class Sheet(NamedTuple):
    """What follows from what may happen to a card: a face that shows too early, a card that leaves view.

    `exposed_bets` while bets are open, `exposed` before its hand may be known otherwise, `left_bets` while bets are
    open, `left_seen` and `left_unseen` later, its face seen before or not; `jam` in the machine during the deal.
    """

    exposed_bets: Ruling = Ruling.HOLD
    exposed: Ruling = Ruling.HOLD
    left_bets: Ruling = Ruling.HOLD
    left_seen: Ruling = Ruling.HOLD
    left_unseen: Ruling = Ruling.HOLD
    jam: Ruling = Ruling.HOLD


HELD = Sheet()
"""A sheet that is silent: a person decides."""
MALFUNCTION = Sheet(jam=Ruling.PROPOSE_VOID)
"""A sheet by which a malfunction voids: a person says whether it was one."""
PRINTED = Sheet(
    exposed_bets=Ruling.VOID,
    exposed=Ruling.PROPOSE_VOID,
    left_bets=Ruling.VOID,
    left_seen=Ruling.REUSED,
    left_unseen=Ruling.VOID,
)
"""A sheet whose clauses void a hand with an exposed card, or with one that left view unseen."""
