"""A known order of cards: that of a new deck, of a file, or of the command line."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from calibration.layout import CalibrationError
from games.cards import PACK, Card, parse_card

_UP: Final = "A23456789TJQK"
NEW_DECK: Final = tuple(
    Card(rank + suit) for suit, ranks in (("s", _UP), ("d", _UP), ("c", _UP[::-1]), ("h", _UP[::-1])) for rank in ranks
)
"""Spades and diamonds from ace to king, clubs and hearts from king to ace, once jokers and other cards are taken out:
the order in which many makers of poker-sized cards pack them. Others pack otherwise, so it is to be looked at."""
CURE: Final = "write cards as As Td 3c, with blanks or lines between"


def order_of(words: Sequence[str]) -> tuple[Card, ...]:
    """The order that the words name: cards, or one file of cards; that of a new deck where there is no word.

    What stands after `#` in a line of a file is left out.

    Raises:
        CalibrationError: a word is no card, or the file cannot be read or holds none.
    """
    if not words:
        return NEW_DECK
    if len(words) > 1 or parse_card(words[0]) is not None:
        return _cards(list(words), "--order")
    path = Path(words[0])
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "no text in UTF-8"
        raise CalibrationError(f"--order {path}: {why}; name a file of cards, or the cards themselves") from error
    return _cards([word for line in lines for word in line.partition("#")[0].replace(",", " ").split()], str(path))


def _cards(words: list[str], where: str) -> tuple[Card, ...]:
    found = [parse_card(word) for word in words]
    for place, (card, word) in enumerate(zip(found, words, strict=True), 1):
        if card is None:
            raise CalibrationError(f"{where}: {word!r}, card {place}, is no card; {CURE}")
    if not found:
        raise CalibrationError(f"{where}: holds no card; {CURE}")
    return tuple(card for card in found if card)


def lacking(order: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a deck that an order never names."""
    return tuple(card for card in PACK if card not in order)
