"""A dealer's script acted on the model table alone: no devices, no camera, the engine's windows as the cues say."""

import msgspec

from demo import table
from demo.given import Given
from demo.steps import Await, Clear, Cue, Cup, Draw, Drop, Jam, Keys, Lay, Pull, Return, Scan, Script, Shake, Take, Turn
from demo.table import Kind, Table
from games.game import Window

POSE = ((0.0, 0.0), 0.0)
NONE: frozenset[Window] = frozenset()
OPENS = {Cue.BETS_OPEN: Window.BETS, Cue.DECISION_OPEN: Window.DECISION, Cue.INSURANCE_DUE: Window.INSURANCE}
CLOSES = {
    Cue.BETS_CLOSED: Window.BETS,
    Cue.DECISION_CLOSED: Window.DECISION,
    Cue.INSURED: Window.INSURANCE,
}


def _cued(lay: Table, cue: Cue) -> Table:
    closed = lay.closed
    if cue in OPENS:
        closed -= {OPENS[cue]}
        return table.windows(lay, opened=lay.opened | {OPENS[cue]}, closed=closed)
    if cue in CLOSES:
        return table.windows(lay, opened=lay.opened - {CLOSES[cue]}, closed=closed | {CLOSES[cue]})
    return lay


def _cards(given: Given, lay: Table, step: object) -> Table:
    match step:
        case Draw(over=True) if given.senses.claims:
            return table.device_fact(lay, Kind.STOPPED, 0)
        case Draw(as_other=other, over=over):
            lay = table.drawn(lay, over=over)
            return table.device_fact(lay, Kind.MISREPORTED, 0) if other else lay
        case Scan(as_other=True):
            return table.device_fact(lay, Kind.MISREPORTED, 0)
        case Lay(spot=spot, up=up):
            return table.laid(lay, spot, 0, POSE, up=up)
        case Turn(spot=spot):
            return table.turned(lay, spot, 0)
        case Drop(spot=spot):
            return table.left(lay, spot, 0)
        case Return():
            return table.returned(lay, 0)
        case Take(spot=spot):
            return table.taken(lay, spot)
        case _:
            return lay


def _rest(given: Given, lay: Table, step: object) -> Table:
    match step:
        case Shake(dice=dice):
            return table.shaken(lay, dice)
        case Cup(is_open=is_open):
            return table.cup(lay, is_open=is_open)
        case Keys(wrong=True):
            return table.device_fact(lay, Kind.RETHROWN, 0)
        case Jam(on=True):
            return table.device_fact(lay, Kind.JAMMED, 0)
        case Clear():
            return table.device_fact(lay, Kind.CLEARED, 0)
        case Pull():
            return table.device_fact(lay, Kind.UNPLUGGED, 0)
        case _:
            return _cards(given, lay, step)


def acted(given: Given, script: Script) -> Table:
    """The table after a script. A window that nobody waits for is closed where the next is waited for."""
    lay = msgspec.structs.replace(table.fresh(given.deck, given.rules), opened=frozenset({Window.BETS}))
    for step in script:
        lay = _cued(lay, step.cue) if isinstance(step, Await) else _rest(given, lay, step)
    return lay
