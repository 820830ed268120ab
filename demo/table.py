"""The physical table: where every card is and which way up, whatever the devices say. Pure; time is handed in.

Each verb returns a new table. What a verb makes true is noted in `happened` by the facts alone (a face up while bets
are open is an exposure, whoever meant it), and that is the truth against which the daemon's rulings are held.
"""

from enum import StrEnum

import msgspec

from demo.layout import BURN
from demo.rules import LIVE, Rules
from games.cards import Card
from games.game import Window
from games.spots import NOWHERE, Spot
from scanner.frames import Point


class Place(StrEnum):
    """Where a card is."""

    SHUFFLER = "shuffler"
    HAND = "hand"  # in the dealer's hand
    SPOT = "spot"
    FLOOR = "floor"  # out of the camera's view
    TRAY = "tray"  # scooped, or taken away


class Kind(StrEnum):
    """What happened to a card, the dice or a device, as a fact of the table."""

    EXPOSED = "exposed"  # a face visible on the table before its time
    EARLY = "early"  # a card that came before cards may be dealt
    LEFT_VIEW = "left_view"
    RETURNED = "returned"
    MISPLACED = "misplaced"  # a card lies in another hand than the order of the deal gives it
    OVERDRAWN = "overdrawn"
    STOPPED = "stopped"  # the shoe itself kept back a card beyond the last one due
    UNINSURED = "uninsured"  # a card that came while insurance could still be taken
    RETHROWN = "rethrown"  # other dice were told than those that lie there
    LEANING = "leaning"  # a die does not lie flat
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
    """The table at one moment; `deck` is what is left in the shuffler, next card first.

    `closed` are the windows that the engine has closed in this round, `opened` those that stand open. `dice` lie under
    the cup unless `cup_open`; a leaning one is 0. `told`: they have been seen.
    """

    deck: tuple[Card, ...]
    cards: tuple[Placed, ...] = ()
    closed: frozenset[Window] = frozenset()
    opened: frozenset[Window] = frozenset()
    dealing: bool = False
    happened: tuple[Happening, ...] = ()
    dice: tuple[int, ...] = ()
    cup_open: bool = False
    told: bool = False
    rules: Rules = LIVE

    @property
    def bets_open(self) -> bool:
        """Whether a face would be seen by people who may still bet."""
        return Window.BETS not in self.closed

    @property
    def decision_open(self) -> bool:
        """Whether bettors decide."""
        return Window.DECISION in self.opened


_replace = msgspec.structs.replace


def fresh(deck: tuple[Card, ...], rules: Rules = LIVE) -> Table:
    """An empty table with a shuffled deck in the machine."""
    return Table(deck, rules=rules)


def windows(table: Table, *, opened: frozenset[Window], closed: frozenset[Window]) -> Table:
    """The engine's windows as they stand."""
    return _replace(table, opened=opened - closed, closed=closed)


def drawn(table: Table, at: int = 0, *, over: bool = False) -> Table:
    """The next card is in the dealer's hand, face down; `over`: beyond the last one that is due.

    Raises:
        ValueError: no further card is due.
    """
    due = table.rules.due(in_order(table), table.dice)
    if over:
        card = Placed(table.deck[0], Place.HAND, NOWHERE)
    elif due is None:
        raise ValueError(f"{len(table.cards)} cards are out: no further card is due")
    else:
        card = Placed(table.deck[0], Place.HAND, due)
    waits = not over and table.rules.insurable(in_order(table)) and not _insured(table)
    table = _replace(table, deck=table.deck[1:], cards=(*table.cards, card), dealing=True)
    if over:
        return _note(table, Kind.OVERDRAWN, at, card)
    if waits:
        return _note(table, Kind.UNINSURED, at, card)
    return _note(table, Kind.EARLY, at, card) if table.bets_open and not table.rules.deals_before else table


def in_order(table: Table) -> list[tuple[Spot, Card]]:
    """The cards where they lie, a misplaced one included, in the order in which they came."""
    return [(card.spot or card.due, card.card) for card in table.cards if card.due != NOWHERE]


def _insured(table: Table) -> bool:
    """Whether the insurance window that the next card waits for has been closed."""
    return Window.INSURANCE in table.closed and Window.INSURANCE not in table.opened


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


def hand_of(table: Table, spot: Spot) -> str:
    """Whose card lies in a spot, empty while dice have not said it."""
    return table.rules.hand_of(spot, table.dice if table.told else ())


def _early(table: Table, card: Placed) -> bool:
    """Whether the face of this card, up in its spot, comes before its time."""
    if not card.up or card.spot is None or card.spot == BURN:
        return False
    hand = hand_of(table, card.spot)
    row = table.rules.reveal(hand) if hand else None
    if row is None:
        return True
    dealt, shown = hands(table), hands(table, up=True)
    before = [other for other in row.after_hands if table.rules.counts(other)]
    waits = any(len(shown[other]) < len(dealt[other]) for other in before)
    return waits or (row.window is not None and row.window not in table.closed)


def _shown(table: Table, card: Placed, at: int) -> Table:
    """Note an exposure where a face comes before its time."""
    return _note(table, Kind.EXPOSED, at, card) if _early(table, card) else table


def laid(table: Table, spot: Spot, at: int, pose: tuple[Point, float], *, up: bool = False) -> Table:
    """The card in hand is laid into a spot, `pose` its offset from the middle in mm and its turn in degrees."""
    card = held(table)
    if card is None:
        raise ValueError(f"no card in hand to lay at {spot}")
    new = _replace(card, place=Place.SPOT, spot=spot, up=up, seen=card.seen or up, offset=pose[0], turn=pose[1])
    table = _put(table, card, new)
    if card.due != NOWHERE and spot.owner != card.due.owner:
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


def taken(table: Table, spot: Spot) -> Table:
    """The card in a spot is taken away, as the game expects of a box without a bet."""
    card = at_spot(table, spot)
    if card is None:
        raise ValueError(f"no card lies at {spot}")
    return _put(table, card, _replace(card, place=Place.TRAY, spot=None))


def shaken(table: Table, dice: tuple[int, ...]) -> Table:
    """Dice lie under the cup."""
    return _replace(table, dice=dice, cup_open=False, told=False)


def cup(table: Table, at: int = 0, *, is_open: bool) -> Table:
    """The cup is lifted, or put over the dice; a die that leans is a fact once it is seen."""
    table = _replace(table, cup_open=is_open, told=table.told or is_open)
    if is_open and 0 in table.dice:
        return _note(table, Kind.LEANING, at)
    early = is_open and table.bets_open and table.rules.game.throw is not None
    return _note(table, Kind.EXPOSED, at) if early else table


def device_fact(table: Table, kind: Kind, at: int) -> Table:
    """A fact about a device or a word: a jam, a clearance, an unplugged cable, a card or dice named wrongly."""
    return _note(table, kind, at, held(table) if kind is Kind.MISREPORTED else None)


def scooped(table: Table) -> Table:
    """All cards are off the table, and no round is in play."""
    cards = tuple(_replace(card, place=Place.TRAY, spot=None) for card in table.cards)
    return _replace(table, cards=cards, dealing=False, closed=frozenset(Window), opened=frozenset(), cup_open=False)


def hands(table: Table, *, up: bool = False) -> dict[str, tuple[Card, ...]]:
    """The cards of each hand as they lie, by their spots: the truth of an outcome; `up`: those of them that show."""
    lying = sorted((card for card in table.cards if card.spot is not None), key=lambda card: card.spot or card.due)
    owners = [(table.rules.hand_of(card.spot, table.dice), card) for card in lying if card.spot is not None]
    return {
        hand: tuple(card.card for owner, card in owners if owner == hand and (card.up or not up))
        for hand in table.rules.game.hands
    }
