"""What the house's sheet says must follow, from what really happened on the table and nothing else.

This is the demo's own reading of the terms (`sheets`). It is kept apart from the daemon on purpose: the daemon's
rulings are held against it.
"""

import msgspec

from demo.sheets import PRINTED, Ruling, Sheet
from demo.table import Happening, Kind

__all__ = ["Expected", "Ruling", "expected"]


class Expected(msgspec.Struct, frozen=True):
    """What may follow: any of `rulings`; `kinds` are the faults that may be named, in the stream's words."""

    rulings: tuple[Ruling, ...]
    kinds: tuple[str, ...] = ()


_HOLD = (Ruling.HOLD,)
_SAME: dict[Kind, Expected] = {
    Kind.CLEARED: Expected(_HOLD, ("cleared",)),
    Kind.MISREPORTED: Expected(_HOLD, ("conflict",)),
    Kind.UNPLUGGED: Expected((Ruling.NOTED, Ruling.HOLD), ("link_lost", "missing", "unreadable")),
    Kind.MISPLACED: Expected((Ruling.RECONSTRUCT,), ("out_of_order",)),
    Kind.EARLY: Expected(_HOLD, ("early",)),
    Kind.OVERDRAWN: Expected(_HOLD, ("overdrawn",)),
    Kind.STOPPED: Expected(_HOLD, ("overdrawn",)),
    Kind.UNINSURED: Expected(_HOLD, ("early", "exposed")),
    Kind.RETHROWN: Expected(_HOLD, ("conflict",)),
    Kind.LEANING: Expected(_HOLD, ("unreadable",)),
    Kind.RETURNED: Expected((Ruling.CLEAN,)),
}
"""What every sheet says alike."""
_ORDER = tuple(Ruling)


def _one(happening: Happening, sheet: Sheet, *, seen: bool) -> Expected:
    """What one fact leads to; `seen`: a camera saw it, else the dealer declared it and a person voids."""
    match happening.kind:
        case Kind.EXPOSED:
            ruling, kinds = sheet.exposed_bets if happening.bets_open else sheet.exposed, ("exposed",)
        case Kind.LEFT_VIEW:
            unseen = sheet.left_bets if happening.bets_open else sheet.left_unseen
            ruling = sheet.left_seen if happening.seen_before and not happening.bets_open else unseen
            kinds = ("left_view",)
        case Kind.JAMMED:
            ruling, kinds = sheet.jam, ("jam",)
        case kind:
            return _SAME[kind]
    may = (Ruling.PROPOSE_VOID,) if ruling is Ruling.VOID and not seen else ()
    return Expected((ruling, *may), kinds)


def expected(happened: tuple[Happening, ...], sheet: Sheet = PRINTED, *, camera: bool) -> Expected:
    """What must follow from everything that happened in a round; where facts come together the worst wins."""
    found = [_one(happening, sheet, seen=camera) for happening in happened]
    worst = max(found, key=lambda one: _ORDER.index(one.rulings[0]), default=Expected((Ruling.CLEAN,)))
    kinds = tuple(dict.fromkeys(kind for one in found for kind in one.kinds))
    return Expected(worst.rulings, kinds)
