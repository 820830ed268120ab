"""What a game is to the reconciler: an order, what is owed, when faces may be known, conditions, an outcome.

A game is a value. It holds functions of what lies so far and tables of data, no state. The order of the
deal (which spot the k-th card goes to) and the order of knowledge (when an identity may be known) are
two clocks and are stated apart: `order` is the first, `reveals` the second.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

import msgspec

from games.audit import Audit
from games.cards import Card
from games.conditions import Condition
from games.options import Options
from games.settlement import Settled, UnsettledError, Wager
from games.spots import Spot


class Window(StrEnum):
    """A span of time that the engine opens and closes."""

    BETS = "bets"
    DECISION = "decision"
    INSURANCE = "insurance"


class Source(StrEnum):
    """Who may know something about a card."""

    SHOE = "shoe"  # identity as the card is drawn
    READER = "reader"  # identity when the dealer passes the card over it
    CAMERA = "camera"  # a back or a face in a spot
    PEOPLE = "people"  # what a person declared


class Evidence(StrEnum):
    """What a source owes about a card."""

    IDENTITY = "identity"
    BACK = "back"  # the card lies there, face down
    FACE = "face"  # the card lies there, face up


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that lies in a spot; `card` is None while nobody knows it."""

    spot: Spot
    card: Card | None = None


class Lay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies so far, in the order of the deal, without burn cards; `boxes` are the places with a bet."""

    laid: tuple[Laid, ...] = ()
    boxes: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class Next(msgspec.Struct, frozen=True, tag="next"):
    """The next card goes to this spot."""

    spot: Spot


class Unknown(msgspec.Struct, frozen=True, tag="unknown"):
    """Where the next card goes, or whether one is due, depends on a card that nobody knows yet."""

    needs: Spot


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """No further card is due."""


Due = Next | Unknown | Dealt


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the cards of a hand may be known: after `window` has closed, or as they are dealt where it is None.

    `hand` is a hand's name, or "*" for every hand. `stacks` are revealed as the place they are bound to.
    Reveals stand in the order of knowledge: a pass reader's cards are attributed in this order.
    `after_hands` names hands that must be revealed first (a dealer opens last).
    """

    hand: str
    window: Window | None
    after_hands: tuple[str, ...] = ()


class Owed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A source owes this evidence about each card of a hand ("*": every hand).

    The time allowed is the table's setting `timing.<within>`, counted from the draw where `at_reveal` is
    false, else from the moment its `Reveal` allows it. What no row names is not owed and has no deadline.
    """

    hand: str
    source: Source
    evidence: Evidence
    at_reveal: bool
    within: str


class HandResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One hand at the end: its cards as dealt and the name of its rank in the game's own words."""

    hand: str
    cards: tuple[Card, ...]
    category: str


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a round came to: `result` in the game's words, `facts` further findings (`dealer_qualifies`: `yes`)."""

    result: str
    hands: tuple[HandResult, ...]
    facts: dict[str, str] = {}


IRREGULAR = "irregular"
"""The result of cards that the game's drawing rules do not call for: it has no winner and is never submitted."""
VOID = "void"
"""The fact that names the hands which are void by themselves, with blanks between: what is staked on them goes back."""


def void_for(wager: Wager, outcome: Outcome | None) -> bool:
    """Whether a wager goes back whole: the round is void, or the hand of its seat is."""
    return outcome is None or (bool(wager.box) and wager.box in outcome.facts.get(VOID, "").split())


Hands = dict[str, tuple[Card, ...]]

PayTables = Mapping[str, Mapping[str, Decimal]]
"""What a bet pays for one unit by the name of the winning rank, under the bet's name; for people to read."""


def unnamed(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """The category of a hand in a game that names none by itself: the empty text."""
    del options, hand, cards
    return ""


def unsettled(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The settlement of a game that states none.

    Raises:
        UnsettledError: always.
    """
    del options, wager, outcome
    raise UnsettledError("this game states no bets")


def no_tables(options: Options) -> PayTables:
    """The pay tables of a game that states none."""
    del options
    return {}


def no_insurance(options: Options, lay: Lay) -> tuple[str, ...]:
    """The hands that may be insured in a game without insurance: none, ever."""
    del options, lay
    return ()


def no_shoe_burn(options: Options, burned: tuple[Card | None, ...]) -> int:
    """The cards still to be burned at the start of a shoe in a game without such a burn: none."""
    del options, burned
    return 0


@dataclass(frozen=True)
class Game:
    """A game as the reconciler sees it.

    `order(options, lay)` says what is due after what lies; it is total: any lay gets an answer.
    `bind(options, total, boxes)` gives the place of each stack for a dice total, in stack order; games
    without stacks have none. `outcome(options, hands)` is asked only with complete hands. A game of dice alone has
    `throw(options, dice)`, which is asked instead of `outcome` with all of its dice; other games have none.
    `category(options, hand, cards)` names one complete hand by itself, before the others are known.
    `variant(options)` is the game under these options, for one whose decks, hands, reveals or conditions depend
    on them; the fields are those of the default options. Use `catalogue.under(game, options)`.
    `hand_sizes` is the cards of a hand ("*": of every hand) where that never varies: it is then complete before the
    deal is.
    `part_sizes` is how many cards the parts have into which a bettor sets his hand; `category` names such a part too.
    `fresh_each_round`: the deck is shuffled anew for each round, so no card is known from the round before.
    `boxes` are the hands that bettors take. One without a bet counts for nothing in the round; whether cards are dealt
    to it all the same, delivered and taken away, is the order's to say.
    `insurance(options, lay)` are the hands that may be insured after what lies, all of it revealed; the next card
    waits until their window has closed.
    `reversed_places` are the places of a whole deal that went out in reverse, where the sheet knows that fault: a card
    attributed by the order of scanning to `hands[k]` is then `reversed_places[k]`'s; one placed by its spot lies right
    and is never swapped.
    `first_cards`: the cards of a hand up to this index may change places among themselves, a later one means something
    else; 0 where the place in a hand means nothing.
    `shoe_burn(options, burned)` is how many more cards are to be burned after a new shoe's start, those of `burned`
    having been (None: its face is unknown); None while that depends on a face nobody knows.
    `settle(options, wager, outcome)` gives the nets of one bettor's bets, no outcome being a void round; it raises
    `UnsettledError` where the table lacks what the bet needs. `audits` settle rows of text again.
    `pay_tables(options)` are for people to read.
    """

    id: str
    title: str
    options: type[Options]
    decks: int
    hands: tuple[str, ...]
    windows: tuple[Window, ...]
    order: Callable[[Options, Lay], Due]
    reveals: tuple[Reveal, ...]
    owed: tuple[Owed, ...]
    conditions: tuple[Condition, ...]
    outcome: Callable[[Options, Hands], Outcome]
    dice: int = 0
    bind: Callable[[Options, int, tuple[str, ...]], tuple[tuple[str, str], ...]] | None = None
    category: Callable[[Options, str, tuple[Card, ...]], str] = unnamed
    hand_sizes: tuple[tuple[str, int], ...] = ()
    part_sizes: tuple[int, ...] = ()
    fresh_each_round: bool = False
    variant: Callable[[Options], "Game"] | None = None
    boxes: tuple[str, ...] = ()
    insurance: Callable[[Options, Lay], tuple[str, ...]] = no_insurance
    wager: type[Wager] = Wager
    settle: Callable[[Options, Wager, Outcome | None], Settled] = unsettled
    pay_tables: Callable[[Options], PayTables] = no_tables
    audits: tuple[Audit, ...] = ()
    reversed_places: tuple[str, ...] = ()
    first_cards: int = 0
    shoe_burn: Callable[[Options, tuple[Card | None, ...]], int | None] = no_shoe_burn
    throw: Callable[[Options, tuple[int, ...]], Outcome] | None = None
