"""What the dealer does, as data: a script is a tuple of these steps, and a fault is another script."""

from enum import StrEnum

import msgspec

from demo.layout import DEALER, PLAYER
from demo.setups import Senses
from demo.table import ORDER
from games.spots import Spot


class Cue(StrEnum):
    """What the dealer waits for."""

    BETS_OPEN = "bets_open"
    BETS_CLOSED = "bets_closed"
    DECISION_OPEN = "decision_open"
    DECISION_CLOSED = "decision_closed"
    OVER = "over"  # submitted, void or cancelled


class Said(StrEnum):
    """What the dealer declares at his desk where no source sees it."""

    EXPOSED = "exposed"
    DROPPED_SEEN = "dropped_seen"
    DROPPED_UNSEEN = "dropped_unseen"
    JAM = "jam"
    CLEARED = "cleared"


class _Step(msgspec.Struct, frozen=True):
    pass


class Await(_Step, frozen=True):
    """Wait for the engine."""

    cue: Cue


class Pause(_Step, frozen=True):
    """Wait, `ms` at the dealer's own pace; `wire`: a time that speed does not change."""

    ms: int
    wire: bool = False


class Draw(_Step, frozen=True):
    """Take the next card; `as_other`: the device names another one."""

    as_other: bool = False


class Again(_Step, frozen=True):
    """The device sends its last card's report once more."""


class Lay(_Step, frozen=True):
    """Lay the card in hand."""

    spot: Spot
    up: bool = False


class Scan(_Step, frozen=True):
    """Pass a card over the reader."""

    spot: Spot
    as_other: bool = False


class Turn(_Step, frozen=True):
    """Turn a card in its spot."""

    spot: Spot
    up: bool = True


class Drop(_Step, frozen=True):
    """A card falls out of view."""

    spot: Spot


class Return(_Step, frozen=True):
    """The card that fell is laid back."""


class Jam(_Step, frozen=True):
    """The machine jams, or the jam is cleared."""

    on: bool


class Clear(_Step, frozen=True):
    """The rest of the deck leaves the machine by a fault."""


class Pull(_Step, frozen=True):
    """The cable is pulled `after` bytes into the next report."""

    after: int


class Plug(_Step, frozen=True):
    """The cable is back, under another name."""


class Declare(_Step, frozen=True):
    """The dealer says at his desk what happened."""

    what: Said
    spot: Spot | None = None


class Reveal(_Step, frozen=True):
    """The dealer says that a hand is turned, where no source can see it."""

    hand: str


class Notice(_Step, frozen=True):
    """Wait, for some seconds at most, until the table has noticed.

    What: this fault, the card of this spot as dealt or as confirmed, or with `up` a device that is back.
    """

    fault: str = ""
    dealt: Spot | None = None
    confirmed: Spot | None = None
    up: bool = False


class Rule(_Step, frozen=True):
    """The supervisor waits for a hold and answers it with this option, unless the evidence has ended it."""

    option: str
    must: bool = True


Deed = Pause | Draw | Again | Lay | Scan | Turn | Drop | Return | Pull | Plug
"""What the dealer does with his hands."""
Word = Await | Jam | Clear | Declare | Reveal | Notice | Rule
"""What he waits for, what happens to the machine, and what is said."""
Step = Deed | Word
Script = tuple[Step, ...]

BEAT = Pause(120)
"""Between two cards."""


def deal(senses: Senses, spots: tuple[Spot, ...] = ORDER) -> Script:
    """Draw and lay a card into each spot, face down; where only the camera tells of it, no quicker than it sees."""
    return tuple(step for spot in spots for step in _dealt(senses, spot))


def _dealt(senses: Senses, spot: Spot) -> Script:
    return (Draw(), Lay(spot), BEAT) if senses.draw else (Draw(), Lay(spot), Notice(dealt=spot), BEAT)


def show(senses: Senses, spots: tuple[Spot, ...]) -> Script:
    """Turn the cards of a hand, over the reader where there is one."""
    scan = senses.scan
    return tuple(step for spot in spots for step in ((Scan(spot), Turn(spot), BEAT) if scan else (Turn(spot), BEAT)))


def told(senses: Senses, hand: str) -> Script:
    """The dealer's word that a hand is turned, where nothing sees it."""
    return () if senses.camera or senses.scan else (Reveal(hand),)


SETTLE = Pause(450, wire=True)
"""The engine's window is closed well before a card is turned: what is seen closer to it is a doubt."""
SEE = Pause(1200, wire=True)
"""What a camera needs to be sure of what it sees."""


def player_shown(senses: Senses) -> Script:
    """The player's hand once bets are closed."""
    return (Await(Cue.BETS_CLOSED), SETTLE, *show(senses, PLAYER), *told(senses, "player"))


def dealer_shown(senses: Senses) -> Script:
    """The dealer's hand once the decision is closed."""
    return (Await(Cue.DECISION_CLOSED), SETTLE, *show(senses, DEALER), *told(senses, "dealer"))


def clean(senses: Senses) -> Script:
    """A round without a fault."""
    return (
        Await(Cue.BETS_OPEN),
        *deal(senses),
        *player_shown(senses),
        *dealer_shown(senses),
        Await(Cue.OVER),
    )
