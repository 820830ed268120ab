"""Options: the switches of a game as the table's file sets them."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta


class DealWhile(StrEnum):
    """While bets are in which state cards of the round may be dealt; a card at another time is early."""

    BETS_OPEN = "bets_open"
    BETS_CLOSED = "bets_closed"
    EITHER = "either"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of a game as the table's file sets them; a game extends this with its own."""

    burn: Annotated[int, Meta(ge=0, le=52)] = 0
    """Burn cards at the start of each round's deal."""
    deal_while: DealWhile = DealWhile.EITHER
    """Games dealt face down may be dealt before or after the closing of the bets."""
