"""Audits: rounds settled again, one row of text at a time, from the cards that the row gives.

A case table of a game is such a set of rows with the results beside them. An audit reads the given columns only
and answers every result column under its own name, so that a difference shows column by column.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import TypeVar

from games.cards import Card, parse_cards
from games.options import Options
from games.settlement import Money, money

Row = Mapping[str, str]
"""A row's columns by their names, as texts; unknown columns are left alone."""

Value = str | int | Decimal
"""A result: a word, a count, or an amount of money."""

Results = dict[str, Value]


@dataclass(frozen=True)
class Audit:
    """How rows of one kind are settled again.

    `name` is what the rows are called (a game's id, or its id and what they are about); `given` are the columns
    that must be there. `settle(options, row)` gives the result columns in their order and raises ValueError (with
    the column and the cure in its message) for a row that cannot be settled.
    `reading` are the options that stand for a table's file where none is given: those on which the case table rests,
    if they are not the game's own. A table's file is never filled up from it.
    """

    name: str
    given: tuple[str, ...]
    settle: Callable[[Options, Row], Results]
    reading: Options | None = None


_Word = TypeVar("_Word", bound=StrEnum)


def text_in(row: Row, column: str) -> str:
    """A column's text.

    Raises:
        ValueError: the row has no such column.
    """
    text = row.get(column)
    if text is None:
        raise ValueError(f"{column}: the column is missing")
    return text.strip()


def cards_in(row: Row, column: str, count: int | None = None) -> tuple[Card, ...]:
    """A column's cards; `count` of them where it is given.

    Raises:
        ValueError: a text is no card, or there are more or fewer.
    """
    text = text_in(row, column)
    try:
        cards = parse_cards(text)
    except ValueError as error:
        raise ValueError(f"{column}: {error}") from None
    if count is not None and len(cards) != count:
        raise ValueError(f"{column}: {len(cards)} cards, {count} are needed")
    return cards


def stake_in(row: Row, column: str) -> Money:
    """A column's amount of money.

    Raises:
        ValueError: the text is none, or below 0.
    """
    text = text_in(row, column)
    try:
        stake = money(text)
    except ValueError as error:
        raise ValueError(f"{column}: {error}") from None
    if stake < 0:
        raise ValueError(f"{column}: a stake of {stake} is below 0")
    return stake


def word_in(row: Row, column: str, words: type[_Word]) -> _Word:
    """A column's word of a closed set.

    Raises:
        ValueError: it is none of them; the message lists them.
    """
    text = text_in(row, column)
    try:
        return words(text)
    except ValueError:
        raise ValueError(f"{column}: {text!r} is none of {', '.join(words)}") from None
