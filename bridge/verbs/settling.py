"""Rows settled again, one by one: the results of each, or why it has none, and what the file says otherwise."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal, Inexact, InvalidOperation, localcontext
from typing import NamedTuple

from bridge.verbs.rows import Line
from games import catalogue
from games.audit import Audit, Results, Row, Value
from games.cards import RANKS, Card, parse_card, parse_cards
from games.game import Game
from games.options import Options

CASE = "case_id"
CARD = re.compile(rf"\b[{RANKS}][SHDC]\b")
"""A card in a text of capitals."""


class Case(NamedTuple):
    """What became of a row. `differs` are the columns in which it says something else itself, with what it says.

    `compared` tells whether it says any result at all.
    """

    case_id: str | int
    results: Results
    why: str = ""
    differs: dict[str, str] = {}  # noqa: RUF012 - never changed
    compared: bool = False

    def line(self) -> dict[str, object]:
        """The case as it is written out."""
        if self.why:
            return {CASE: self.case_id, "error": self.why}
        differs = {"differs": self.differs} if self.differs else {}
        return {CASE: self.case_id, **self.results, **differs}


def settled(game: Game, audit: Audit, options: Options, lines: Iterable[Line], *, check: bool) -> Iterator[Case]:
    """Each row settled by this audit; with `check` also held against the result columns that the row has.

    A row without a `case_id` has the number of its line in its stead. An amount that would have to be rounded is not
    settled. One row holds the cards of one round at most, so no card stands in it more often than in the game's decks.
    """
    decks = catalogue.under(game, options).decks
    for line in lines:
        row = line.row
        case_id = row.get(CASE) or line.number
        why = line.why
        results: Results = {}
        if not why:
            try:
                _copies(row, audit.given, decks)
                with localcontext() as context:
                    context.traps[Inexact] = True
                    results = audit.settle(options, row)
            except ValueError as error:
                why = str(error)
            except ArithmeticError:
                why = "an amount has more digits than can be settled without rounding"
        if check and not why:
            yield Case(case_id, results, why, differences(row, results), not results.keys().isdisjoint(row))
        else:
            yield Case(case_id, results, why)


def _copies(row: Row, columns: tuple[str, ...], decks: int) -> None:
    """Refuse more copies of a card than the decks hold.

    Raises:
        ValueError: the message names the card.
    """
    text = " ".join([row.get(column, "") for column in columns]).upper().replace("10", "T")
    cards = CARD.findall(text)
    if len(set(cards)) == len(cards):
        return
    for card in cards:
        if cards.count(card) > decks:
            raise ValueError(f"{parse_card(card)} stands there {cards.count(card)} times, the game has {decks} of it")


def differences(row: Row, results: Results) -> dict[str, str]:
    """The columns that the row has and that say something else than the results, with what the row says."""
    return {
        column: row[column]
        for column, value in results.items()
        if column in row and row[column] != value and not _same(row[column].strip(), value)
    }


def _same(text: str, value: Value) -> bool:
    """Whether a text says this result: a word, a number however written, or cards in any order."""
    if isinstance(value, str):
        return text == value or (bool(value) and _cards(text) == _cards(value) != ())
    try:
        return Decimal(text) == value
    except InvalidOperation:
        return False


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return tuple(sorted(parse_cards(text)))
    except ValueError:
        return ()
