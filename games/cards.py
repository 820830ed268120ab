"""Cards: a closed set of 52, written rank and suit as in `As Td 3c`.

A card is a member of an enumeration, so a value that is no card cannot exist in the program:
a text that names none is refused where it enters.
"""

from enum import StrEnum


class Suit(StrEnum):
    """The four suits, by the letter that stands second in a card's text."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"


class Rank(StrEnum):
    """The thirteen ranks, by the letter that stands first in a card's text."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Card(StrEnum):
    """One of the 52 cards of a deck."""

    ACE_OF_SPADES = "As"
    TWO_OF_SPADES = "2s"
    THREE_OF_SPADES = "3s"
    FOUR_OF_SPADES = "4s"
    FIVE_OF_SPADES = "5s"
    SIX_OF_SPADES = "6s"
    SEVEN_OF_SPADES = "7s"
    EIGHT_OF_SPADES = "8s"
    NINE_OF_SPADES = "9s"
    TEN_OF_SPADES = "Ts"
    JACK_OF_SPADES = "Js"
    QUEEN_OF_SPADES = "Qs"
    KING_OF_SPADES = "Ks"
    ACE_OF_HEARTS = "Ah"
    TWO_OF_HEARTS = "2h"
    THREE_OF_HEARTS = "3h"
    FOUR_OF_HEARTS = "4h"
    FIVE_OF_HEARTS = "5h"
    SIX_OF_HEARTS = "6h"
    SEVEN_OF_HEARTS = "7h"
    EIGHT_OF_HEARTS = "8h"
    NINE_OF_HEARTS = "9h"
    TEN_OF_HEARTS = "Th"
    JACK_OF_HEARTS = "Jh"
    QUEEN_OF_HEARTS = "Qh"
    KING_OF_HEARTS = "Kh"
    ACE_OF_DIAMONDS = "Ad"
    TWO_OF_DIAMONDS = "2d"
    THREE_OF_DIAMONDS = "3d"
    FOUR_OF_DIAMONDS = "4d"
    FIVE_OF_DIAMONDS = "5d"
    SIX_OF_DIAMONDS = "6d"
    SEVEN_OF_DIAMONDS = "7d"
    EIGHT_OF_DIAMONDS = "8d"
    NINE_OF_DIAMONDS = "9d"
    TEN_OF_DIAMONDS = "Td"
    JACK_OF_DIAMONDS = "Jd"
    QUEEN_OF_DIAMONDS = "Qd"
    KING_OF_DIAMONDS = "Kd"
    ACE_OF_CLUBS = "Ac"
    TWO_OF_CLUBS = "2c"
    THREE_OF_CLUBS = "3c"
    FOUR_OF_CLUBS = "4c"
    FIVE_OF_CLUBS = "5c"
    SIX_OF_CLUBS = "6c"
    SEVEN_OF_CLUBS = "7c"
    EIGHT_OF_CLUBS = "8c"
    NINE_OF_CLUBS = "9c"
    TEN_OF_CLUBS = "Tc"
    JACK_OF_CLUBS = "Jc"
    QUEEN_OF_CLUBS = "Qc"
    KING_OF_CLUBS = "Kc"

    __hash__ = str.__hash__  # an enumeration's own is slower by far, and a card is asked for in every table

    @property
    def rank(self) -> Rank:
        """The card's rank."""
        return Rank(self.value[0])

    @property
    def suit(self) -> Suit:
        """The card's suit."""
        return Suit(self.value[1])


RANKS = "23456789TJQKA"
"""Rank letters from low to high with the ace high."""

PACK = tuple(Card)
"""One deck, 52 cards."""

WRITTEN = {card.value: card for card in Card}
"""Each card by its text, the way in which nearly every text is written."""


def parse_card(text: str) -> Card | None:
    """The card that a text names (`As`, `10h`, `TD`), or None where it names none."""
    text = text.strip().replace("10", "T")
    return WRITTEN.get(text[:1].upper() + text[1:].lower())


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text with blanks between them.

    Raises:
        ValueError: a word names no card; the message names the word.
    """
    found = []
    for word in text.split():
        card = WRITTEN.get(word) or parse_card(word)
        if card is None:
            raise ValueError(f"{word!r} is no card: write rank and suit, as in As Td 3c")
        found.append(card)
    return tuple(found)
