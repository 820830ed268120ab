"""Money: stakes and nets, exact.

A net is the bettor's result of one bet: win above 0, loss below, 0 for a returned stake; what is paid back is
stake + net. Amounts are decimals in the currency's own unit and never binary fractions: 0.95 to 1 on 0.10 is
0.0950 exactly. Rounding to coins belongs to whoever pays.
"""

from collections.abc import Mapping
from decimal import Decimal

import msgspec

from games.names import Name

Money = Decimal

NOTHING = Decimal(0)


def money(value: int | str | Decimal) -> Money:
    """An amount of money or odds.

    Raises:
        ValueError: the value is no finite number.
        TypeError: the value is a binary fraction, whose last digits are not what was written.
    """
    if isinstance(value, float):
        raise TypeError(f"{value!r}: write money as a whole number or a text, a float is not exact")
    try:
        amount = Decimal(value)
    except ArithmeticError:
        raise ValueError(f"{value!r} is no amount of money") from None
    if not amount.is_finite():
        raise ValueError(f"{value!r} is no amount of money")
    return amount


class UnsettledError(ValueError):
    """This cannot be settled by the rules and the table's file alone; the message says what is missing."""


class Wager(msgspec.Struct, frozen=True, kw_only=True):
    """One bettor's stakes in one round; a game extends this with its bets. `box`: the seat he plays, if any."""

    box: Name = ""


def check_stakes(**stakes: Money) -> None:
    """Refuse what is no stake.

    Raises:
        ValueError: a stake is negative, no finite number or not exact; the message names it.
    """
    for name, stake in stakes.items():
        if not isinstance(stake, Decimal) or not stake.is_finite() or stake < 0:
            raise ValueError(f"{name}: {stake!r} is no stake: an exact decimal of 0 or more is needed")


class Net(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of one bet."""

    bet: str
    stake: Money
    net: Money

    @property
    def paid_back(self) -> Money:
        """What the bettor gets: his stake and what it won, or what is left of it."""
        return self.stake + self.net


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of all bets of one bettor in one round."""

    nets: tuple[Net, ...]
    void: bool = False

    @property
    def total(self) -> Money:
        """The bettor's result over all bets."""
        return sum((net.net for net in self.nets), NOTHING)

    @property
    def paid_back(self) -> Money:
        """What the bettor gets over all bets."""
        return sum((net.paid_back for net in self.nets), NOTHING)

    def net(self, bet: str) -> Money:
        """The result of one bet, 0 where it was not made."""
        return sum((net.net for net in self.nets if net.bet == bet), NOTHING)


def paid(bet: str, stake: Money, odds: Money | None) -> Net:
    """A bet with its stake: wins `odds` to 1, or is lost where there are none."""
    return Net(bet, stake, -stake if odds is None else stake * odds)


def returned(bet: str, stake: Money) -> Net:
    """A bet whose stake goes back."""
    return Net(bet, stake, NOTHING)


def lost(bet: str, stake: Money) -> Net:
    """A bet whose stake is lost."""
    return Net(bet, stake, -stake)


def bonus(bet: str, on: Money, odds: Money | None) -> Net:
    """A bonus without a stake of its own: pays `odds` to 1 on another bet's stake and can lose nothing."""
    return Net(bet, NOTHING, NOTHING if odds is None else on * odds)


def voided(stakes: Mapping[str, Money]) -> Settled:
    """A void round: every stake goes back, to everybody, whatever he did."""
    return Settled(tuple(returned(bet, stake) for bet, stake in stakes.items()), void=True)
