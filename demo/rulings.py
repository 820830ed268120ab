"""What the house's sheet says must follow, from what really happened on the table and nothing else.

This is the demo's own reading of the terms of Live Three Card Poker. It is kept apart from the daemon on purpose:
the daemon's rulings are held against it.
"""

from enum import StrEnum

import msgspec

from demo.table import Happening, Kind


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


class Expected(msgspec.Struct, frozen=True):
    """What may follow: any of `rulings`; `kinds` are the faults that may be named, in the stream's words."""

    rulings: tuple[Ruling, ...]
    kinds: tuple[str, ...] = ()


_DEVICES: dict[Kind, Expected] = {
    Kind.JAMMED: Expected((Ruling.HOLD,), ("jam",)),
    Kind.CLEARED: Expected((Ruling.HOLD,), ("cleared",)),
    Kind.MISREPORTED: Expected((Ruling.HOLD,), ("conflict",)),
    Kind.UNPLUGGED: Expected((Ruling.NOTED, Ruling.HOLD), ("link_lost", "missing", "unreadable")),
    Kind.MISPLACED: Expected((Ruling.RECONSTRUCT,), ("out_of_order",)),
    Kind.RETURNED: Expected((Ruling.CLEAN,)),
}
_ORDER = tuple(Ruling)


def _one(happening: Happening, *, seen: bool) -> Expected:
    """What one fact leads to; `seen`: a camera saw it, else the dealer declared it and a person voids."""
    void = (Ruling.VOID,) if seen else (Ruling.VOID, Ruling.PROPOSE_VOID)
    if happening.kind is Kind.EXPOSED:
        return Expected(void if happening.bets_open else (Ruling.PROPOSE_VOID,), ("exposed",))
    if happening.kind is Kind.LEFT_VIEW:
        may_be_used = happening.seen_before and not happening.bets_open
        return Expected((Ruling.REUSED,) if may_be_used else void, ("left_view",))
    return _DEVICES[happening.kind]


def expected(happened: tuple[Happening, ...], *, camera: bool) -> Expected:
    """What must follow from everything that happened in a round; where facts come together the worst wins."""
    found = [_one(happening, seen=camera) for happening in happened]
    return max(found, key=lambda one: _ORDER.index(one.rulings[0]), default=Expected((Ruling.CLEAN,)))
