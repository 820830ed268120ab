"""What the dealer does, as data: a script is a tuple of these steps, and a fault is another script."""

from enum import StrEnum

import msgspec

from games.spots import Spot


class Cue(StrEnum):
    """What the dealer waits for."""

    BETS_OPEN = "bets_open"
    BETS_CLOSED = "bets_closed"
    DECISION_OPEN = "decision_open"
    DECISION_CLOSED = "decision_closed"
    INSURANCE_DUE = "insurance_due"
    INSURED = "insured"  # the insurance window was closed
    BOUND = "bound"  # the dice have said whose each stack is
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
    """Wait for the engine, or for what follows from the table; `times`: so often in this round."""

    cue: Cue
    times: int = 1


class Pause(_Step, frozen=True):
    """Wait, `ms` at the dealer's own pace; `wire`: a time that speed does not change."""

    ms: int
    wire: bool = False


class Draw(_Step, frozen=True):
    """Take the next card; `as_other`: the device names another one, `over`: it is one more than is due."""

    as_other: bool = False
    over: bool = False


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


class Take(_Step, frozen=True):
    """The card in a spot is taken away, since nobody has bet on its box."""

    spot: Spot


class Shake(_Step, frozen=True):
    """The dice are shaken under the cup; a 0 leans."""

    dice: tuple[int, ...]


class Cup(_Step, frozen=True):
    """The cup is lifted, or put over the dice."""

    is_open: bool


class Keys(_Step, frozen=True):
    """The dealer types dice on the key pad; `wrong`: others than lie there."""

    dice: tuple[int, ...]
    wrong: bool = False


class Jam(_Step, frozen=True):
    """The machine jams, or the jam is cleared."""

    on: bool


class Clear(_Step, frozen=True):
    """The rest of the deck leaves the machine by a fault."""


class Tells(StrEnum):
    """What a shoe of a game of its own says beside its cards."""

    CUT = "cut"
    LOCKED = "locked"
    UNLOCKED = "unlocked"
    DISCARDED = "discarded"  # the operator has discarded an overdrawn card


class Tell(_Step, frozen=True):
    """The cut card comes out of the shoe, or its key is turned."""

    what: Tells


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

    What: this fault, the card of this spot as dealt or as confirmed, this hand as complete, with `up` a device that is
    back, with `dice` that a camera has read them.
    """

    fault: str = ""
    dealt: Spot | None = None
    confirmed: Spot | None = None
    complete: str = ""
    dice: bool = False
    up: bool = False


class Rule(_Step, frozen=True):
    """The supervisor waits for a hold and answers it with this option, unless the evidence has ended it.

    With `dice` he says how they lie.
    """

    option: str
    must: bool = True
    dice: tuple[int, ...] = ()


Deed = Pause | Draw | Again | Lay | Scan | Turn | Drop | Return | Take | Shake | Cup | Keys | Tell | Pull | Plug
"""What the dealer does with his hands."""
Word = Await | Jam | Clear | Declare | Reveal | Notice | Rule
"""What he waits for, what happens to the machine, and what is said."""
Step = Deed | Word
Script = tuple[Step, ...]

BEAT = Pause(120)
"""Between two cards."""
SETTLE = Pause(450, wire=True)
"""The engine's window is closed well before a card is turned: what is seen closer to it is a doubt."""
LOOK = Pause(3000, wire=True)
"""What a camera needs to have seen every card of a table full of them."""
SEE = Pause(1200, wire=True)
"""What a camera needs to be sure of what it sees."""
