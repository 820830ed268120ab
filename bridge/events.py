"""Everything that can leave the core: one closed union inside one envelope.

The envelope is what is journalled, hashed and published, byte for byte. A new kind may be added and a kind
may gain fields with a default; clients ignore what they do not know.
"""

from typing import Literal

import msgspec

from bridge.commands import Placement
from bridge.faults import FaultKind, HoldKind, Scope
from games.cards import Card
from games.game import Outcome, Source, Window
from games.spots import Spot


class _What(msgspec.Struct, frozen=True, tag_field="kind"):
    pass


class TableReady(_What, frozen=True, tag="TableReady"):
    """A new round may be opened."""


class TableNotReady(_What, frozen=True, tag="TableNotReady"):
    """No new round may be opened, and why, in words."""

    reasons: tuple[str, ...]


class RoundOpened(_What, frozen=True, tag="RoundOpened"):
    """The engine opened a round."""

    deck: str
    boxes: tuple[str, ...]


class WindowChanged(_What, frozen=True, tag="WindowChanged"):
    """The engine opened or closed a window; `since` is the wall time in ns it named."""

    window: Window
    open: bool
    since: int


class DealerChanged(_What, frozen=True, tag="DealerChanged"):
    """Another dealer's badge was read or keyed."""

    badge: str


class ShoeStarted(_What, frozen=True, tag="ShoeStarted"):
    """A shoe or deck begins: its composition is counted from here."""

    device: str
    deck: str = ""


class CardBurned(_What, frozen=True, tag="CardBurned"):
    """A burn card came out; its face stays sealed until the shoe ends, unless it was seen."""

    spot: Spot
    seal: str = ""


class CutCardOut(_What, frozen=True, tag="CutCard"):
    """The cut card came out; `rounds_left` more rounds are dealt."""

    device: str
    rounds_left: int


class CardDealt(_What, frozen=True, tag="CardDealt"):
    """A card is dealt to a spot; `seal` is the SHA-256 of salt and card text, empty while nobody knows it."""

    spot: Spot
    seal: str
    by: tuple[Source, ...]


class DiceRead(_What, frozen=True, tag="DiceRead"):
    """The dice as read, in rising order, or only their seal while bets are open. Said again as further sources agree.

    `salt` (hex) opens the seal of event `sealed`.
    """

    values: tuple[int, ...] = ()
    seal: str = ""
    by: tuple[Source, ...] = ()
    salt: str = ""
    sealed: int = 0


class StacksBound(_What, frozen=True, tag="StacksBound"):
    """The dice say whose each stack is."""

    dice: tuple[int, ...]
    places: dict[str, str]


class CardConfirmed(_What, frozen=True, tag="CardConfirmed"):
    """This card lay there. `salt` (hex) opens the seal of event `dealt`; `place` is the hand of a bound stack."""

    spot: Spot
    card: Card
    by: tuple[Source, ...]
    dealt: int
    salt: str = ""
    place: str = ""
    unchecked: bool = False


class CardDiscarded(_What, frozen=True, tag="CardDiscarded"):
    """A card left the round as the game expects (an empty box), or by a ruling, to the `discard` spot."""

    spot: Spot
    card: Card | None = None


class InsuranceDue(_What, frozen=True, tag="InsuranceDue"):
    """Insurance may be offered on these hands."""

    hands: tuple[str, ...]


class HandComplete(_What, frozen=True, tag="HandComplete"):
    """All cards of a hand are confirmed."""

    hand: str
    cards: tuple[Card, ...]
    category: str


class RoundComplete(_What, frozen=True, tag="RoundComplete"):
    """All hands are confirmed and nothing holds the round: this is its result.

    `unseen` cards were dealt to boxes without a bet and nobody has to know them.
    """

    outcome: Outcome
    note: str = ""
    unseen: int = 0


class Alarm(_What, frozen=True, tag="Alarm"):
    """Something is wrong (`fault` None: a notice). What follows is `Held` or `Voided`. No sealed face is named.

    `rounds` are earlier rounds that are in doubt by it: those of a card's copies, of the whole shoe while it is sealed.
    `clause` is the house condition that says what follows, empty where none is asked.
    """

    fault: FaultKind | None
    device: str
    text: str
    spot: Spot | None = None
    rounds: tuple[str, ...] = ()
    clause: str = ""


class Held(_What, frozen=True, tag="Held"):
    """What the scope touches is neither confirmed nor settled until the hold ends. Said again every 30 s (`again`).

    With a `result` it is about the submitted result of that event: it waits for a supervisor and stops no round.
    `text` is what is known, `unknown` what is not; `commands` are what a person can type, one for each option.
    """

    hold: int
    scope: Scope
    fault: FaultKind
    wait: HoldKind
    options: tuple[str, ...]
    text: str
    spot: Spot | None = None
    clause: str = ""
    proposed: tuple[Placement, ...] = ()
    again: bool = False
    result: int = 0
    unknown: str = ""
    commands: tuple[str, ...] = ()


class HoldReleased(_What, frozen=True, tag="HoldReleased"):
    """A hold has ended: by a person's `option`, or by itself."""

    hold: int
    option: str
    who: str
    why: str


class Reconstructed(_What, frozen=True, tag="Reconstructed"):
    """The placement as a person accepted it, and the original readings beside it."""

    placed: tuple[Placement, ...]
    was: tuple[Placement, ...]
    who: str
    why: str


class Voided(_What, frozen=True, tag="Voided"):
    """The round is void, by this clause, or with the scope `hand` one seat's `hand` alone; final.

    `fault` is what it was found for, also where a person voids what was proposed or held. `why` is what is known,
    `unknown` what is not; `commands` are what a person can type then.
    """

    scope: Scope
    clause: str
    fault: FaultKind | None
    who: str
    why: str
    spot: Spot | None = None
    hand: str = ""
    unknown: str = ""
    commands: tuple[str, ...] = ()


class Submitted(_What, frozen=True, tag="Submitted"):
    """The engine took the result of event `result`."""

    result: int


class RoundCancelled(_What, frozen=True, tag="RoundCancelled"):
    """The round was taken back before its first card."""

    why: str


class ResultWithdrawn(_What, frozen=True, tag="ResultWithdrawn"):
    """A supervisor withdrew or voided the result of event `result`."""

    result: int
    void: bool
    who: str
    why: str


class ResultCorrected(_What, frozen=True, tag="ResultCorrected"):
    """A supervisor corrected the result of event `result`."""

    result: int
    outcome: Outcome
    who: str
    why: str


class SealOpened(_What, frozen=True, tag="SealOpened"):
    """A seal that no confirmation has opened is opened at the end: of the round, or for a burn card of its deck."""

    spot: Spot
    card: Card
    dealt: int
    salt: str


class DeviceUp(_What, frozen=True, tag="DeviceUp"):
    """A device or camera works."""

    device: str
    where: str = ""


class DeviceDown(_What, frozen=True, tag="DeviceDown"):
    """A device or camera does not work, and why."""

    device: str
    cause: str


class Checkpoint(_What, frozen=True, tag="Checkpoint"):
    """The state stands in the journal after reading `reading`; a witness may keep this event's hash."""

    reading: int


_OfTable = TableReady | TableNotReady | DealerChanged | ShoeStarted | CutCardOut | DeviceUp | DeviceDown | Checkpoint
_OfRound = RoundOpened | WindowChanged | InsuranceDue | HandComplete | RoundComplete | Submitted | RoundCancelled
_OfCard = CardBurned | CardDealt | DiceRead | StacksBound | CardConfirmed | CardDiscarded | SealOpened
_OfFault = Alarm | Held | HoldReleased | Reconstructed | Voided | ResultWithdrawn | ResultCorrected
What = _OfTable | _OfRound | _OfCard | _OfFault


class Event(msgspec.Struct, frozen=True):
    """One event. `n` has no gaps within an epoch; `captured` is the monotonic time of the evidence's capture.

    `at` and `wall` are the stamps of the reading that caused it, `causes` the numbers of all readings it rests on.
    """

    n: int
    table: str
    round: str
    mode: Literal["live", "test"]
    at: int
    wall: int
    captured: int
    causes: tuple[int, ...]
    what: What
