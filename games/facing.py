"""How cards lie once dealt, and what each source owes about them then."""

from enum import StrEnum
from typing import assert_never

from msgspec.structs import replace

from games.game import Evidence, Owed, Source


class Facing(StrEnum):
    """Whether cards are dealt face up or face down."""

    UP = "up"
    DOWN = "down"


_SHOE = Owed("*", Source.SHOE, Evidence.IDENTITY, at_reveal=False, within="lay_ms")

OWED_DOWN: tuple[Owed, ...] = (
    _SHOE,
    Owed("*", Source.CAMERA, Evidence.BACK, at_reveal=False, within="lay_ms"),
    Owed("*", Source.READER, Evidence.IDENTITY, at_reveal=True, within="reveal_ms"),
    Owed("*", Source.CAMERA, Evidence.FACE, at_reveal=True, within="reveal_ms"),
)
"""A shoe knows a card as it is drawn; a reader when it is passed over it at its turning; the camera sees the back
when the card has been laid and the face when it has been turned."""

OWED_UP: tuple[Owed, ...] = (
    _SHOE,
    Owed("*", Source.READER, Evidence.IDENTITY, at_reveal=True, within="lay_ms"),
    Owed("*", Source.CAMERA, Evidence.FACE, at_reveal=True, within="lay_ms"),
)
"""A card that is laid open shows its face as it is laid, and is passed over a reader on its way; nobody owes a back."""


def owed(facing: Facing, hand: str = "*") -> tuple[Owed, ...]:
    """What is owed about every card that is dealt this way, or about those of one hand."""
    match facing:
        case Facing.UP:
            rows = OWED_UP
        case Facing.DOWN:
            rows = OWED_DOWN
        case _:
            assert_never(facing)
    return tuple(replace(row, hand=hand) for row in rows)
