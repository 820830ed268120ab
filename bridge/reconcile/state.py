"""The state of a table: phase x open holds x devices, all of it frozen and able to be written down."""

from typing import Literal

import msgspec

from bridge.commands import Answer, Placement
from bridge.faults import FaultKind, HoldKind, Scope
from bridge.reconcile.equipment import CameraState, DeviceState
from bridge.reconcile.phase import Phase
from games.cards import Card
from games.conditions import Situation
from games.game import Outcome, Source, Window
from games.spots import Spot, SpotKind
from scanner.sighting import View

FIRST_DIE = Spot(SpotKind.DIE, "", 1)
"""The spot that stands for the dice."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Look(_Part, frozen=True):
    """What one camera made of a card's spot, last: `at` the capture time."""

    camera: str
    view: View
    card: Card | None
    at: int


class Lying(_Part, frozen=True):
    """A card of the open round: what each source knows of it, kept apart.

    `spot` is where it belongs (or was reconstructed to lie), `order` its place in the deal from 1. `drawn` is the
    stamp of its draw, `faced` the capture time of its first visible face (0: never). `placed` is what a person said;
    it stands above the sources. `alone`: it may be confirmed without the camera, by the house's policy. `counted`:
    the camera's word stands in the composition. `unscanned`: the reader's own count says that its scan was lost.

    A stack is `delivered` to the place that the dice gave it, to be turned there, in the spot `at` where cameras watch
    it; the cards of a box without a bet are `discarded` then.
    """

    spot: Spot
    order: int
    shoe: Card | None = None
    reader: Card | None = None
    placed: Card | None = None
    counter: int | None = None
    drawn: int = 0
    dealt: int = 0
    seal: str = ""
    looks: tuple[Look, ...] = ()
    faced: int = 0
    left: Card | None = None
    confirmed: int = 0
    card: Card | None = None
    alone: bool = False
    counted: bool = False
    unscanned: bool = False
    delivered: bool = False
    at: Spot | None = None
    discarded: bool = False
    causes: tuple[int, ...] = ()


class BurnCard(_Part, frozen=True):
    """A burn card; its face stays sealed until its deck or shoe ends."""

    spot: Spot
    card: Card | None
    dealt: int
    deck: str = ""


class Extra(_Part, frozen=True):
    """A card that has no place: overdrawn, or `early`, drawn while it might not be or its spot could not be computed.

    `awaits` is the spot on whose card (or the dice) its place depends, `seen` where a camera saw it.
    """

    card: Card | None
    counter: int | None
    reading: int
    assigned: Literal["", "next_round", "burn", "discard"] = ""
    early: bool = False
    source: Source = Source.SHOE
    awaits: Spot | None = None
    seen: Spot | None = None


class Claimed(_Part, frozen=True):
    """A device's own result of the round, to be held against ours; `pair` player, banker, both or empty."""

    device: str
    result: str
    pair: str
    reading: int = 0


class Roll(_Part, frozen=True):
    """What a camera sees of the dice: `seen` of them, `values` in rising order where all lie flat and are read."""

    values: tuple[int, ...] = ()
    seen: int = 0


class Throw(_Part, frozen=True):
    """One source's word on the dice of the round: `sealed` the event in which it stands sealed (0: it never was)."""

    values: tuple[int, ...]
    source: Source
    reading: int
    sealed: int = 0


class Hold(_Part, frozen=True):
    """An open hold. `moves` are placements that a reconstruction would make, by the deal's order (never published).

    `result` is the event of the submitted result that it is about (0: of none): such a hold stops no round.
    """

    id: int
    scope: Scope
    fault: FaultKind
    wait: HoldKind
    options: tuple[str, ...]
    text: str
    since: int
    said_at: int
    round: str = ""
    device: str = ""
    spot: Spot | None = None
    clause: str = ""
    readings: tuple[int, ...] = ()
    moves: tuple[tuple[int, Spot], ...] = ()
    proposed: tuple[Placement, ...] = ()
    result: int = 0


class Span(_Part, frozen=True):
    """A window in this round, in monotonic ns: `closed` 0 while it is open."""

    window: Window
    opened: int
    closed: int = 0


class Awaited(_Part, frozen=True):
    """A finding that voids, kept until its window can no longer turn out to have been closed at `captured`."""

    situation: Situation
    fault: FaultKind
    text: str
    spot: Spot
    device: str
    captured: int
    reading: int = 0


class Round(_Part, frozen=True):
    """The open round: `touched` the last event about it, `restated` that its windows are known since a restart.

    `unsaid` are the windows that were open then and that the engine has still to restate. `waved` are spots in which
    a person lets something lie that is no card of the round; `resumed` is when the last hold ended. `withdrawn`: its
    submitted result is.

    `rolls` are the sources' words on the dice by who said them (a camera's name, or `people`), `dice` the throw that
    counts, since `dice_at`; `dice_said`: a person has said how they lie. `leaning` are cameras that see a die which
    does not lie flat.

    `insurance` is how far the window stands that was due after `insured` cards; `carried` are the cards that an
    overdraw left to this round; `claimed` is the device's own result, as long as it is not compared; `swapped`: the
    places were, for a deal in reverse. `void` are the hands that are void by themselves.
    """

    id: str
    deck: str
    boxes: tuple[str, ...]
    opened: int
    cards: tuple[Lying, ...] = ()
    burns: tuple[BurnCard, ...] = ()
    extras: tuple[Extra, ...] = ()
    burn_due: int = 0
    windows: tuple[Span, ...] = ()
    dice: tuple[int, ...] = ()
    dice_by: tuple[Source, ...] = ()
    dice_at: int = 0
    dice_said: bool = False
    rolls: dict[str, Throw] = {}
    leaning: tuple[str, ...] = ()
    insurance: Literal["", "due", "open", "done"] = ""
    insured: int = 0
    carried: tuple[Card, ...] = ()
    claimed: Claimed | None = None
    swapped: bool = False
    places: dict[str, str] = {}
    revealed: tuple[str, ...] = ()
    hands_done: tuple[str, ...] = ()
    result: int = 0
    outcome: Outcome | None = None
    submitted: bool = False
    touched: int = 0
    draw: str = ""
    awaited: tuple[Awaited, ...] = ()
    restated: bool = True
    unsaid: tuple[Window, ...] = ()
    waved: tuple[Spot, ...] = ()
    resumed: int = 0
    withdrawn: bool = False
    notes: tuple[str, ...] = ()
    void: tuple[str, ...] = ()


class Closed(_Part, frozen=True):
    """A round that is over, as far as a later correction needs it.

    `by_order`: its cards were attributed by the order in which they came; `swapped`: for a deal in reverse.
    """

    id: str
    result: int
    outcome: Outcome | None
    void: bool
    by_order: bool = False
    swapped: bool = False
    submitted: bool = False


class Burning(_Part, frozen=True):
    """The burn of a new shoe: the cards so far, and how many more a person said (None: the game's rule tells)."""

    cards: tuple[BurnCard, ...] = ()
    said: int | None = None
    deck: str = ""


class Known(_Part, frozen=True):
    """A card of a deck or shoe known to have been dealt since its start."""

    card: Card
    round: str
    reading: int


class Given(_Part, frozen=True):
    """An answer that was given to a command, and the hash of the command's body."""

    body: str
    answer: Answer


class TableState(_Part, frozen=True):
    """Everything the reconciler knows. `layout` holds every camera's last view of every spot.

    `over` is when the last round ended, in monotonic ns. `dice_open` are the dice that each camera sees, if it sees
    any. `burning` is the burn of a new shoe that is not complete, `burned` the burn cards whose seals open at the
    shoe's end.
    """

    event: int = 0
    phase: Phase = Phase.IDLE
    round: Round | None = None
    holds: tuple[Hold, ...] = ()
    next_hold: int = 1
    devices: dict[str, DeviceState] = {}
    cameras: dict[str, CameraState] = {}
    layout: dict[str, Look] = {}
    dice_open: dict[str, Roll] = {}
    known: dict[str, tuple[Known, ...]] = {}
    deck_faults: dict[str, str] = {}
    closed: tuple[Closed, ...] = ()
    carried: tuple[Extra, ...] = ()
    rounds_left: int | None = None
    given: dict[str, Given] = {}
    ready: bool | None = None
    reasons: tuple[str, ...] = ()
    dealer: str = ""
    decks_in_use: str = ""
    engine_deaf: bool = False
    shuffles: tuple[str, ...] = ()
    scooped: bool = False
    over: int = 0
    strays: int = 0
    burning: Burning | None = None
    burned: tuple[BurnCard, ...] = ()
    boot: str = ""
