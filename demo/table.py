"""The physical table: where every card is and which way up, whatever the devices say. Pure; time is handed in.

Each verb returns a new table. What a verb makes true is noted in `happened` by the facts alone (a face up while bets
are open is an exposure, whoever meant it), and that is the truth against which the daemon's rulings are held.
"""

from enum import StrEnum

import msgspec

from demo.layout import DEALER, PLAYER
from games.cards import Card
from games.spots import Spot
from scanner.frames import Point


class Place(StrEnum):
    """Where a card is."""

    SHUFFLER = "shuffler"
    HAND = "hand"  # in the dealer's hand
    SPOT = "spot"
    FLOOR = "floor"  # out of the camera's view
    TRAY = "tray"  # scooped


class Kind(StrEnum):
    """What happened to a card or a device, as a fact of the table."""

    EXPOSED = "exposed"  # a face visible on the table before its time
    LEFT_VIEW = "left_view"
    RETURNED = "returned"
    MISPLACED = "misplaced"  # a card lies in another hand than the order of the deal gives it
    JAMMED = "jammed"
    CLEARED = "cleared"
    MISREPORTED = "misreported"  # the device named another card than the one that came out
    UNPLUGGED = "unplugged"


class Happening(msgspec.Struct, frozen=True):
    """A fact with the windows as they stood; `seen_before`: its face had been visible before."""

    kind: Kind
    at: int
    spot: Spot | None = None
    card: Card | None = None
    bets_open: bool = False
    decision_open: bool = False
    dealing: bool = False
    seen_before: bool = False


class Placed(msgspec.Struct, frozen=True):
    """A card out of the shuffler; `due` is the spot the order gave it, `seen` whether its face was ever visible."""

    card: Card
    place: Place
    due: Spot
    spot: Spot | None = None
    up: bool = False
    seen: bool = False
    offset: Point = (0.0, 0.0)
    turn: float = 0.0


class Table(msgspec.Struct, frozen=True):
    """The table at one moment; `deck` is what is left in the shuffler, next card first."""

    deck: tuple[Card, ...]
    cards: tuple[Placed, ...] = ()
    bets_open: bool = False
    decision_open: bool = False
    dealing: bool = False
    happened: tuple[Happening, ...] = ()


ORDER = PLAYER + DEALER
"""The order of the deal: a packet of three to the player, then three to the dealer."""

_replace = msgspec.structs.replace


def fresh(deck: tuple[Card, ...]) -> Table:
    """An empty table with a shuffled deck in the machine."""
    return Table(deck)


def windows(table: Table, *, bets_open: bool, decision_open: bool) -> Table:
    """The engine's windows as they stand."""
    return _replace(table, bets_open=bets_open, decision_open=decision_open)


def drawn(table: Table) -> Table:
    """The next card is in the dealer's hand, face down.

    Raises:
        ValueError: all six cards are out.
    """
    if len(table.cards) >= len(ORDER):
        raise ValueError("six cards are out: no further card is due")
    card = Placed(table.deck[0], Place.HAND, ORDER[len(table.cards)])
    return _replace(table, deck=table.deck[1:], cards=(*table.cards, card), dealing=True)


def held(table: Table) -> Placed | None:
    """The card in the dealer's hand."""
    return next((card for card in table.cards if card.place is Place.HAND), None)


def at_spot(table: Table, spot: Spot) -> Placed | None:
    """The card that lies in a spot."""
    return next((card for card in table.cards if card.place is Place.SPOT and card.spot == spot), None)


def _put(table: Table, old: Placed, new: Placed) -> Table:
    return _replace(table, cards=tuple(new if card is old else card for card in table.cards))


def _note(table: Table, kind: Kind, at: int, card: Placed | None = None) -> Table:
    happening = Happening(
        kind,
        at,
        card.spot if card else None,
        card.card if card else None,
        table.bets_open,
        table.decision_open,
        table.dealing,
        seen_before=bool(card and card.seen),
    )
    return _replace(table, happened=(*table.happened, happening))


def _shown(table: Table, card: Placed, at: int) -> Table:
    """Note an exposure where this face, up in its spot, comes before its time."""
    early = card.up and (table.bets_open or (table.decision_open and card.spot in DEALER))
    return _note(table, Kind.EXPOSED, at, card) if early else table


def laid(table: Table, spot: Spot, at: int, pose: tuple[Point, float], *, up: bool = False) -> Table:
    """The card in hand is laid into a spot, `pose` its offset from the middle in mm and its turn in degrees."""
    card = held(table)
    if card is None:
        raise ValueError(f"no card in hand to lay at {spot}")
    new = _replace(card, place=Place.SPOT, spot=spot, up=up, seen=card.seen or up, offset=pose[0], turn=pose[1])
    table = _put(table, card, new)
    if spot.owner != card.due.owner:
        table = _note(table, Kind.MISPLACED, at, new)
    return _shown(table, new, at)


def turned(table: Table, spot: Spot, at: int, *, up: bool = True) -> Table:
    """The card in a spot is turned over."""
    card = at_spot(table, spot)
    if card is None:
        raise ValueError(f"no card lies at {spot}")
    new = _replace(card, up=up, seen=card.seen or up)
    return _shown(_put(table, card, new), new, at)


def left(table: Table, spot: Spot, at: int) -> Table:
    """The card in a spot falls out of view."""
    card = at_spot(table, spot)
    if card is None:
        raise ValueError(f"no card lies at {spot}")
    return _note(_put(table, card, _replace(card, place=Place.FLOOR)), Kind.LEFT_VIEW, at, card)


def returned(table: Table, at: int) -> Table:
    """The card that fell is laid back where it lay."""
    card = next(card for card in table.cards if card.place is Place.FLOOR)
    return _note(_put(table, card, _replace(card, place=Place.SPOT)), Kind.RETURNED, at, card)


def device_fact(table: Table, kind: Kind, at: int) -> Table:
    """A fact about a device: a jam, a clearance, an unplugged cable, a card named wrongly."""
    return _note(table, kind, at, held(table) if kind is Kind.MISREPORTED else None)


def scooped(table: Table) -> Table:
    """All cards are off the table."""
    cards = tuple(_replace(card, place=Place.TRAY, spot=None) for card in table.cards)
    return _replace(table, cards=cards, dealing=False, bets_open=False, decision_open=False)


def hands(table: Table) -> dict[str, tuple[Card, ...]]:
    """The cards of each hand as they lie, by the number of their spots: the truth of an outcome."""
    lying = sorted((card for card in table.cards if card.spot is not None), key=lambda card: card.spot or card.due)
    return {
        owner: tuple(card.card for card in lying if card.spot is not None and card.spot.owner == owner)
        for owner in ("player", "dealer")
    }
