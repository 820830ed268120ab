"""What the engine and the people at the table can say: one closed union, each by role.

A command is wrapped in `Asked`, which carries who, why, the round and how far the sender had read.
"""

from enum import StrEnum
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from games.cards import Card
from games.game import Window
from games.names import Name
from games.spots import Spot
from shoe.messages import Order

Boxes = Annotated[tuple[Name, ...], Meta(max_length=32)]
"""Places in play."""
Pips = Annotated[tuple[int, ...], Meta(max_length=32)]
"""Dice as they lie."""


class Role(StrEnum):
    """What a connection may ask; it comes from the key or the socket's peer, never from the message."""

    ENGINE = "engine"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    VIEWER = "viewer"


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class OpenRound(_Command, frozen=True, tag="open_round"):
    """Engine: a round begins; `boxes` are the places in play."""

    deck: Name = ""
    boxes: Boxes = ()


class SetWindow(_Command, frozen=True, tag="window"):
    """Engine: a window opened or closed at `at` (wall ns, 0: now). A fact, taken also under a hold."""

    window: Window
    open: bool
    at: int = 0
    boxes_with_bet: Boxes = ()


class Submit(_Command, frozen=True, tag="submit"):
    """Engine: the result is taken for settlement."""


class Cancel(_Command, frozen=True, tag="cancel"):
    """Engine: the round is taken back; after the first card it is a void."""


class Reveal(_Command, frozen=True, tag="reveal"):
    """Dealer: a hand was turned where no source can see it."""

    hand: Name


class Burn(_Command, frozen=True, tag="burn"):
    """Dealer: the next `count` cards are burn cards."""

    count: int


class Dice(_Command, frozen=True, tag="dice"):
    """Dealer: the dice as keyed by hand."""

    values: Pips


class Shuffling(_Command, frozen=True, tag="shuffle"):
    """Dealer: a shuffle began or ended; `count` the cards counted, where it ended."""

    on: bool
    deck: Name = ""
    count: int | None = None


class Scooped(_Command, frozen=True, tag="scooped"):
    """Dealer: the cards are off the table."""


class Declared(StrEnum):
    """What a dealer may declare."""

    EXPOSED = "exposed"
    DROPPED_SEEN = "dropped_seen"
    DROPPED_UNSEEN = "dropped_unseen"
    REVERSED = "reversed"
    JAM = "jam"
    CLEARED = "cleared"
    TOUCHED = "touched"
    MISDEALT = "misdealt"


DECLARED: dict[Declared, str] = {
    Declared.EXPOSED: "a face was visible before its time",
    Declared.DROPPED_SEEN: "a card left the table whose face had been seen before",
    Declared.DROPPED_UNSEEN: "a card left the table whose face had not been seen",
    Declared.REVERSED: "a whole hand was dealt in reverse",
    Declared.JAM: "the machine is jammed",
    Declared.CLEARED: "the rest of the deck was cleared from the machine",
    Declared.TOUCHED: "a bettor handled cards when he no longer may",
    Declared.MISDEALT: "cards went out in a wrong order or to a wrong place",
}
"""What each word means, for people."""


class Declare(_Command, frozen=True, tag="declare"):
    """Dealer: something happened that no device may have seen; `spot` where it concerns one card.

    Of a round whose result is submitted it is a matter of management; `misdealt` is a wrong order or a wrong place.
    """

    what: Declared
    spot: Spot | None = None


class DealerChange(_Command, frozen=True, tag="dealer"):
    """Dealer: this badge deals from now on."""

    badge: Name


class Void(_Command, frozen=True, tag="void"):
    """Supervisor: void, by the terms' "may": the round, or one seat's `hand` where the table's file allows that."""

    scope: Literal["round", "hand"] = "round"
    hand: Name = ""


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card and the spot it really lies in."""

    spot: Spot
    card: Card


class Reconstruct(_Command, frozen=True, tag="reconstruct"):
    """Supervisor: who lies where, or the dice as they lay; with neither, the proposal of the hold is taken."""

    spots: tuple[Placement, ...] = ()
    dice: Pips = ()
    hold: int | None = None


Target = Literal["next_round", "burn", "discard"]
"""Where a card without a place can go."""


class Assign(_Command, frozen=True, tag="assign"):
    """Supervisor: where an overdrawn card goes."""

    card: Card
    to: Target


class Release(_Command, frozen=True, tag="release"):
    """Supervisor: the hold ends; `option` is one of the hold's own options."""

    hold: int
    option: Name = "go_on"


class Correct(_Command, frozen=True, tag="correct"):
    """Supervisor: a submitted result is withdrawn, corrected or voided; `result` is its event number.

    It is corrected by naming cards, or the dice in a game of dice alone; `reversed` swaps the places of a whole hand
    that was dealt in reverse and attributed by the order in which it came.
    """

    result: int
    to: Literal["withdraw", "void", "correct", "reversed"]
    spots: tuple[Placement, ...] = ()
    dice: Pips = ()


class DeckChange(_Command, frozen=True, tag="deck"):
    """Supervisor: another deck is in use; its composition is counted from the start."""

    deck: Name


class Faces(_Command, frozen=True, tag="faces"):
    """Supervisor: show the sealed faces of a round; journalled."""


class Operate(_Command, frozen=True, tag="operate"):
    """Supervisor: send this order to a device, once; its row in the table's file must have `write = true`."""

    device: Name
    order: Order


Command = (
    OpenRound
    | SetWindow
    | Submit
    | Cancel
    | Reveal
    | Burn
    | Dice
    | Shuffling
    | Scooped
    | Declare
    | DealerChange
    | Void
    | Reconstruct
    | Assign
    | Release
    | Correct
    | DeckChange
    | Faces
    | Operate
)

ROLE: dict[type[Command], Role] = {
    OpenRound: Role.ENGINE,
    SetWindow: Role.ENGINE,
    Submit: Role.ENGINE,
    Cancel: Role.ENGINE,
    Reveal: Role.DEALER,
    Burn: Role.DEALER,
    Dice: Role.DEALER,
    Shuffling: Role.DEALER,
    Scooped: Role.DEALER,
    Declare: Role.DEALER,
    DealerChange: Role.DEALER,
    Void: Role.SUPERVISOR,
    Reconstruct: Role.SUPERVISOR,
    Assign: Role.SUPERVISOR,
    Release: Role.SUPERVISOR,
    Correct: Role.SUPERVISOR,
    DeckChange: Role.SUPERVISOR,
    Faces: Role.SUPERVISOR,
    Operate: Role.SUPERVISOR,
}
"""Who may say what. A supervisor may also say what a dealer may."""


JUSTIFIED = (Void, Reconstruct, Assign, Release, Correct, DeckChange)
"""Rulings of a person: they stand in the journal for good, each with its reason, and are refused without one."""


def allowed(role: Role, command: Command) -> bool:
    """Whether this role may say this."""
    needed = ROLE[type(command)]
    return role is needed or (role is Role.SUPERVISOR and needed is Role.DEALER)


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the core answers to a command: done, or refused and why; `event` is the last event number then."""

    id: str
    done: bool
    why: str = ""
    event: int = 0
    faces: tuple[Placement, ...] = ()
