"""Codes: the house's own names for its cards, as a device reads them, and the dialects in which they can be learnt."""

from collections.abc import Collection, Mapping
from typing import Protocol, runtime_checkable

import msgspec

from games.cards import Card
from shoe.dialects import Dialect, Pending
from shoe.messages import CardDrawn, Message


class CodeDrawn(msgspec.Struct, frozen=True):
    """A card came out under this code; `card` is what the table's file takes the code for, if for anything.

    `counter` counts cards modulo `wrap`, as in `CardDrawn`.
    """

    code: str
    card: Card | None = None
    counter: int | None = None
    wrap: int = 0


Told = Message | CodeDrawn
Spelt = tuple[Pending, tuple[Told, ...]]


@runtime_checkable
class Coded(Protocol):
    """A dialect whose cards bear codes that the house chose, so that they can be learnt by dealing known cards.

    `spell` reads as `decode` does, but gives each card as its code. `listing` names the options of the table's file
    that say what codes mean; codes that were learnt stand in their place.
    """

    @property
    def listing(self) -> tuple[str, ...]: ...

    def spell(self, pending: Pending, data: bytes, at: int) -> Spelt: ...

    def with_codes(self, codes: dict[str, Card]) -> Dialect:
        """The same language with these codes and no others.

        Raises:
            ValueError: a code can be none, or stands for something else in this language.
        """


def spell(dialect: Dialect, pending: Pending, data: bytes, at: int) -> Spelt:
    """What a device says, each card under the device's own name for it: its code, else the card's own text."""
    if isinstance(dialect, Coded):
        return dialect.spell(pending, data, at)
    after, messages = dialect.decode(pending, data, at)
    return after, tuple(named(message) if isinstance(message, CardDrawn) else message for message in messages)


def named(drawn: CardDrawn) -> CodeDrawn:
    """A card that a dialect names by itself, as a code: its text."""
    return CodeDrawn(drawn.card.value, drawn.card, drawn.counter, drawn.wrap)


def learnt(dialect: Dialect, options: Collection[str], codes: Mapping[str, Card]) -> Dialect:
    """The dialect with codes that were learnt, where it has any; `options` are those that the table's file gives it.

    Raises:
        ValueError: the dialect names its cards by itself, the file lists codes as well, or a code can be none.
    """
    match dialect:
        case _ if not codes:
            return dialect
        case Coded():
            if both := sorted(set(dialect.listing) & set(options)):
                raise ValueError(f"options.{both[0]} and the profile both say what codes mean: take one of them out")
            return dialect.with_codes(dict(codes))
        case _:
            raise ValueError(f"codes were learnt, but the dialect {dialect.name!r} names its cards by itself")
