"""Pay tables as data: what each category wins for one unit of stake ("40" = 40 to 1, the stake returned beside it).

A table of the house's own replaces a whole table, never single rows. A category without a row loses, so a table names
every hand that wins by the rule sheet, or none at all; a royal flush without a row of its own is paid as the straight
flush that it is.
"""

from collections.abc import Collection, Mapping
from decimal import Decimal

from games.poker import Category

PayTable = dict[Category, Decimal]

_BY_NAME: dict[str, Category] = {category.value: category for category in Category}
_ROYAL_FLUSH, _STRAIGHT_FLUSH = Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH


def _table(**odds: int) -> PayTable:
    return {Category[name.upper()]: Decimal(number) for name, number in odds.items()}


ANTE_BONUS = _table(royal_flush=5, straight_flush=5, three_of_a_kind=4, straight=1)
"""Live Three Card Poker: paid on the Ante whatever the Dealer holds."""

PAIR_PLUS = _table(royal_flush=40, straight_flush=40, three_of_a_kind=30, straight=5, flush=4, pair=1)
"""Live Three Card Poker: on the Player's three cards alone."""

BASIC_ANTE_BONUS = _table(straight_flush=5, three_of_a_kind=4, straight=1)
"""Three Card Poker for several seats, which knows no Royal Flush of three cards."""

BASIC_PAIR_PLUS = _table(straight_flush=35, three_of_a_kind=33, straight=6, flush=4, pair=1)
"""Three Card Poker for several seats: on the box's three cards alone."""

SIX_CARD = _table(
    royal_flush=1000,
    straight_flush=200,
    four_of_a_kind=100,
    full_house=20,
    flush=15,
    straight=10,
    three_of_a_kind=7,
)
"""Live Three Card Poker, 6 Card Bonus: on the best five of all six cards."""


def odds(table: Mapping[Category, Decimal], category: str) -> Decimal | None:
    """What a category wins for one unit, or None where it loses."""
    named = _BY_NAME.get(category) or Category(category)
    found = table.get(named)
    return table.get(_STRAIGHT_FLUSH) if found is None and named is _ROYAL_FLUSH else found


def named(table: Mapping[Category, Decimal]) -> dict[str, Decimal]:
    """A table by the categories' names, for people to read."""
    return {category.value: number for category, number in table.items()}


def check_table(
    name: str,
    table: Mapping[Category, Decimal],
    possible: Collection[Category],
    house: Mapping[Category, Decimal] | None = None,
) -> None:
    """Refuse a table that this bet cannot have; `house` is the rule sheet's own, where it prints one.

    A hand that wins by the rule sheet has a row in every table, so that no winner loses by a row left out. Only a
    Royal Flush that the sheet pays as a Straight Flush needs none; and a table without any row says that nothing wins.

    Raises:
        ValueError: a category cannot occur on this bet, or its odds are negative or no number, or a hand that wins has
            no row; the message names them.
    """
    for category, number in table.items():
        if category not in possible:
            raise ValueError(f"{name}: {category} cannot occur on this bet")
        if not number.is_finite() or number < 0:
            raise ValueError(f"{name}: {category} pays {number}: a number of 0 or more is needed")
    wins = house if house and table else {}
    if missing := [one.value for one in wins if one not in table and not _as_straight_flush(one, wins)]:
        raise ValueError(f"{name}: no row for {', '.join(missing)}, which wins by the rule sheet")


def _as_straight_flush(category: Category, house: Mapping[Category, Decimal]) -> bool:
    return category is _ROYAL_FLUSH and house[category] == house.get(_STRAIGHT_FLUSH)


def check_odds(**odds: Decimal) -> None:
    """Refuse odds that no bet can have.

    Raises:
        ValueError: odds are negative or no number; the message names them.
    """
    for name, number in odds.items():
        if not number.is_finite() or number < 0:
            raise ValueError(f"{name}: {number}: a number of 0 or more is needed")
