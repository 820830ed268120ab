"""Spots: the places of a table where a card or a die may lie."""

from enum import StrEnum

import msgspec

from games.names import Name


class SpotKind(StrEnum):
    """What kind of place it is."""

    HAND = "hand"  # owner is a hand of the game ("player", "dealer", "p1"), index 1..n in it
    STACK = "stack"  # dealt face down before dice say whose it is; owner "s1".., index 1..n
    BURN = "burn"
    DISCARD = "discard"
    DIE = "die"
    NONE = "none"  # somewhere on the layout that is no spot


class Spot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """One place: `Spot(HAND, "player", 1)` is the first card of the Player hand; indexes count from 1."""

    kind: SpotKind
    owner: Name = ""
    index: int = 0

    def __str__(self) -> str:
        return "/".join(
            [
                self.kind.value,
                *([self.owner] if self.owner else []),
                *([str(self.index)] if self.index else []),
            ]
        )


NOWHERE = Spot(SpotKind.NONE)


def hand(owner: str, index: int) -> Spot:
    """The spot of a hand's card, counted from 1."""
    return Spot(SpotKind.HAND, owner, index)


def stack(owner: str, index: int) -> Spot:
    """The spot of a stack's card, counted from 1."""
    return Spot(SpotKind.STACK, owner, index)


def parse_spot(text: str) -> Spot:
    """The spot of a text as `str(spot)` writes it: `hand/player/1`, `burn/1`, `none`.

    Raises:
        ValueError: the text is no spot; the message says what was read.
    """
    kind, *rest = text.split("/")
    index = int(rest.pop()) if rest and rest[-1].isdecimal() else 0
    if len(rest) > 1:
        raise ValueError(f"{text!r} is no spot: write kind/owner/index, as in hand/player/1")
    try:
        return Spot(SpotKind(kind), rest[0] if rest else "", index)
    except ValueError:
        kinds = ", ".join(SpotKind)
        raise ValueError(f"{text!r} is no spot: its kind must be one of {kinds}") from None
