"""Win limits: the most that a bet, or several together, may win in one round, and what counts towards it."""

from collections.abc import Collection
from decimal import Decimal
from enum import StrEnum

import msgspec

from games.settlement import NOTHING, Money, Net


class Basis(StrEnum):
    """What a limit limits."""

    WIN = "win without stake"
    WIN_AND_STAKE = "win plus returned stake"

    def counted(self, stake: Money, win: Money) -> Money:
        """What a bet that wins this much counts towards the limit; one that wins nothing counts nothing."""
        if win <= 0:
            return NOTHING
        return win if self is Basis.WIN else win + stake


class Limit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The most that counts on a basis; with neither there is no limit.

    One alone is refused: what is not written would be guessed, and a guess pays otherwise than the rule sheet.

    Raises:
        ValueError: `most` is below 0 or no number, or stands without `basis`, or `basis` without it.
    """

    most: Decimal | None = None
    basis: Basis | None = None

    def __post_init__(self) -> None:
        if self.most is not None and not (self.most.is_finite() and self.most >= 0):
            raise ValueError(f"a limit of {self.most}: a number of 0 or more is needed")
        if (self.most is None) != (self.basis is None):
            lacks = "most" if self.most is None else "basis"
            raise ValueError(
                f"a limit without `{lacks}`: write both, or leave the whole limit out for the rule sheet's"
            )

    def credit(self, counted: Money) -> Money:
        """As much of what counts as the limit leaves."""
        return counted if self.most is None else min(counted, self.most)

    def cut(self, nets: tuple[Net, ...], bets: Collection[str]) -> tuple[Net, ...]:
        """The nets after the limit on these bets together, the last of them cut first."""
        if self.basis is None:
            return nets
        counted = {net.bet: self.basis.counted(net.stake, net.net) for net in nets if net.net > 0 and net.bet in bets}
        won = sum(counted.values(), NOTHING)
        over = won - self.credit(won)
        if not over:
            return nets
        kept = []
        for net in reversed(nets):
            less = min(counted.get(net.bet, NOTHING), over)
            over -= less
            kept.append(msgspec.structs.replace(net, net=net.net - less) if less else net)
        return tuple(reversed(kept))
