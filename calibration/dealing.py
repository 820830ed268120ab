"""Listens to a device while a known order is dealt through it."""

from collections.abc import Callable
from typing import NamedTuple

from calibration.delays import Delays
from calibration.layout import CalibrationError
from calibration.shoe import Deal
from scanner.process import clock
from shoe.codes import spell
from shoe.dialects import Dialect, Pending, due
from shoe.port import Port

NS = 1_000_000_000
SURPLUS_S = 2.0
"""How long a card more than the order has is waited for."""
WAITING = 50
"""So many reads of what waited on the line before; a device that never stops talking is not waited for."""


class Patience(NamedTuple):
    """Seconds that are waited for the first card of a pass, and for each further one."""

    first: float
    next: float


def drained(port: Port) -> int:
    """Take away what waited on the line before; how many bytes that were."""
    count = 0
    for _ in range(WAITING):
        data = port.read()
        if not data:
            break
        count += len(data)
    return count


def listen(port: Port, dialect: Dialect, deal: Deal, patience: Patience, say: Callable[[str], None]) -> Delays:
    """Take the whole deal from the line; what was measured on the way.

    Raises:
        CalibrationError: see `Deal.take`; or the deal ended early.
    """
    delays, pending = Delays(), Pending()
    since = clock()[0]
    while True:
        data, lost = _bytes(port)
        at = clock()[0]
        if lost:
            raise CalibrationError(deal.early(lost))
        wake = due(dialect, pending)
        if data or (wake is not None and at >= wake):
            pending, told = spell(dialect, pending, data, at)
            delays.hear(at, told, unfinished=bool(pending.buffer))
            for one in told:
                turn = deal.place.turn if not deal.over else 0
                if words := deal.take(one):
                    say(words)
                    since = at
                if not deal.over and deal.place.turn != turn:
                    delays.new_pass()
        if deal.over and at - since >= SURPLUS_S * NS and not pending.buffer:
            return delays
        allowed = patience.next if deal.begun else patience.first
        if not deal.over and at - since >= allowed * NS:
            raise CalibrationError(deal.early(f"then nothing for {allowed:g} s"))


def _bytes(port: Port) -> tuple[bytes, str]:
    """What came, and why the line is gone where it is."""
    try:
        return port.read(), ""
    except OSError as error:
        return b"", error.strerror or str(error)
