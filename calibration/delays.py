"""How long a device takes, measured while it is dealt from: so that what a table waits for rests on figures.

`between`: from a card's report to the next card's, in the same pass. `start`: from the device's last word that a deal
can begin (started, between rounds, shuffle ended, lid closed, unlocked) to the next card. `repeat`: from a card's
report to the protocol's own repeat of it. `silence`: from a report of any kind to the next. `halt`: from bytes of an
unfinished report to those that follow.
"""

import math
from collections.abc import Iterable, Sequence

from shoe.codes import CodeDrawn, Told
from shoe.messages import Banner, CardUnread, Garbled, Lid, Lock, Repeated, Shuffle, StandBy
from shoe.profile import Delay

MS = 1_000_000


class Delays:
    """The delays so far. `hear` takes what a chunk of bytes said, in the order in which chunks came."""

    def __init__(self) -> None:
        self._times: dict[str, list[int]] = {}
        self._card: int | None = None
        self._reported: int | None = None
        self._start: int | None = None
        self._last: int | None = None
        self._bytes: int | None = None

    def hear(self, at: int, told: Iterable[Told], *, unfinished: bool) -> None:
        """A chunk that came at `at` (monotonic ns) said this; `unfinished`: it ends within a report."""
        self._took("halt", self._bytes, at)
        self._bytes = at if unfinished else None
        for one in told:
            self._one(at, one)

    def _one(self, at: int, told: Told) -> None:
        if isinstance(told, Garbled):
            return
        self._took("silence", self._last, at)
        self._last = at
        match told:
            case CodeDrawn() | CardUnread():
                self._took("between", self._card, at)
                self._took("start", self._start, at)
                self._card, self._reported, self._start = at, at, None
            case Repeated():
                self._took("repeat", self._reported, at)
            case Banner() | StandBy() | Shuffle(on=False) | Lid(open=False) | Lock(on=False):
                self._start = at
            case _:
                # Not the whole union: no other word begins or ends anything that is measured.
                pass

    def new_pass(self) -> None:
        """Between two passes a person collects the cards: that time says nothing of the device."""
        self._card = None

    def times_ms(self, what: str) -> tuple[float, ...]:
        """Each time of a delay in ms, in turn."""
        return tuple(_ms(ns) for ns in self._times.get(what, ()))

    def _took(self, what: str, since: int | None, at: int) -> None:
        if since is not None:
            self._times.setdefault(what, []).append(at - since)

    def figures(self) -> dict[str, Delay]:
        """What was measured, each delay that occurred."""
        return {what: summed(times) for what, times in sorted(self._times.items())}


def summed(times: Sequence[int]) -> Delay:
    """Some times in ns as one figure in ms."""
    ranked = sorted(times)
    return Delay(
        n=len(ranked),
        least=_ms(ranked[0]),
        median=_ms(ranked[math.ceil(len(ranked) * 0.5) - 1]),
        p99=_ms(ranked[math.ceil(len(ranked) * 0.99) - 1]),
        most=_ms(ranked[-1]),
    )


def _ms(ns: int) -> float:
    return round(ns / MS, 1)
