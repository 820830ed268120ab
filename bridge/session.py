"""Decoders, sightings and the reconciler folded into one: `take(setup, state, n, reading)`.

`Setup` is everything that does not change while a journal file lasts, made from its header alone. `SessionState`
is everything that does, a frozen value that is written down as a checkpoint.
"""

import msgspec
from msgspec.structs import replace

from bridge.commands import Answer
from bridge.events import Event
from bridge.readings import DeviceBytes, LinkDown, Reading, Started, Tick
from bridge.reconcile import deadlines, report
from bridge.reconcile.quiet import quiet
from bridge.reconcile.state import Roll, TableState
from bridge.reconcile.step import Heard, step
from bridge.setup import MS, Setup
from scanner.frames import FrameSeen, FrameUnchanged, Point, Quality
from scanner.geometry import centre, distance
from scanner.sightings import still, watch
from scanner.views import Views
from shoe.dialects import Pending, due
from shoe.messages import Message

__all__ = ["SessionState", "Setup", "Taken", "begin", "next_deadline", "snapshot", "status", "take"]


TREMBLE_MM = 4.0
"""How far a die that lies still may seem to move between two frames."""

_FRESH = Quality.FRESH  # asked for every frame, and a name is found five times as fast as an enumeration's member


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice as one camera has seen them in `frames` frames without a change."""

    roll: Roll = Roll()
    frames: int = 0
    places: tuple[Point, ...] = ()


class SessionState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that changes; `reading` and `event` are the last numbers given."""

    reading: int = 0
    event: int = 0
    table: TableState = TableState()
    lines: dict[str, Pending] = {}
    views: dict[str, Views] = {}
    throws: dict[str, Throw] = {}


class Taken(msgspec.Struct, frozen=True):
    """What one reading led to. `round_over`: a round has just ended, so a checkpoint is due and files may change.

    `orders` are to be written to devices once `events` are on disk and published: a device's name and hexadecimal
    bytes each. A replay leaves them aside.
    """

    state: SessionState
    events: tuple[Event, ...] = ()
    answers: tuple[Answer, ...] = ()
    round_over: bool = False
    orders: tuple[tuple[str, str], ...] = ()


def begin(setup: Setup) -> SessionState:
    """The state before the first reading of an epoch."""
    previous = setup.header.previous
    if previous is None:
        return SessionState()
    return SessionState(previous.reading, previous.event, TableState(event=previous.event))


def take(setup: Setup, state: SessionState, n: int, reading: Reading) -> Taken:
    """Fold one reading, which the journal has numbered `n`, into the state."""
    match reading:
        case FrameSeen() | FrameUnchanged():
            state, heard = _frame(setup, state, n, reading)
            if heard is None:
                return Taken(state)
        case DeviceBytes():
            state, heard = _bytes(setup, state, n, reading)
        case Tick():
            state, heard = _tick(setup, state, n, reading)
        case LinkDown():
            state, heard = _cut_off(setup, state, n, reading)
        case Started():
            lines = {name: replace(line, buffer=b"") for name, line in state.lines.items()}
            other_boot = state.table.boot != reading.boot
            state = replace(state, lines=lines, views={} if other_boot else state.views, throws={})
            heard = Heard(n, reading)
        case _:
            heard = Heard(n, reading)
    draft = step(setup, state.table, heard)
    table = draft.state
    after = SessionState(n, table.event, table, state.lines, state.views, state.throws)
    return Taken(after, tuple(draft.events), tuple(draft.answers), draft.round_over, tuple(draft.orders))


def _bytes(setup: Setup, state: SessionState, n: int, reading: DeviceBytes) -> tuple[SessionState, Heard]:
    device = setup.devices.get(reading.device)
    if device is None:
        return state, Heard(n, reading)
    before = state.lines.get(reading.device) or Pending()
    pending, messages = device.dialect.decode(before, bytes.fromhex(reading.data), reading.at)
    named = tuple((reading.device, message) for message in messages)
    return replace(state, lines={**state.lines, reading.device: pending}), Heard(n, reading, named)


def _cut_off(setup: Setup, state: SessionState, n: int, reading: LinkDown) -> tuple[SessionState, Heard]:
    """A line is gone: what it left unfinished is no part of what the next line brings."""
    pending = state.lines.get(reading.device)
    if pending is None or reading.device not in setup.devices:
        return state, Heard(n, reading)
    dialect = setup.devices[reading.device].dialect
    ended, messages = dialect.decode(pending, b"", max(reading.at, pending.at + dialect.max_age_ms * MS))
    named = tuple((reading.device, message) for message in messages)
    return replace(state, lines={**state.lines, reading.device: ended}), Heard(n, reading, named)


def _tick(setup: Setup, state: SessionState, n: int, reading: Tick) -> tuple[SessionState, Heard]:
    """A deadline: unfinished frames that are too old are dropped, and what is not yet said of noise is said."""
    lines = dict(state.lines)
    said: list[tuple[str, Message]] = []
    for name, pending in state.lines.items():
        if pending.buffer or pending.untold:
            lines[name], messages = setup.devices[name].dialect.decode(pending, b"", reading.at)
            said += [(name, message) for message in messages]
    return replace(state, lines=lines), Heard(n, reading, tuple(said))


def _frame(
    setup: Setup, state: SessionState, n: int, reading: FrameSeen | FrameUnchanged
) -> tuple[SessionState, Heard | None]:
    """A frame: its sightings, or the state after it and None where it says nothing that the core has to look at."""
    profile = setup.cameras.get(reading.camera)
    if profile is None:
        return replace(state, reading=n), None
    before = state.views.get(reading.camera) or Views()
    dice: Roll | None = None
    if isinstance(reading, FrameUnchanged):
        views, sightings = still(profile, before, reading)
        if setup.game.dice:
            state, dice = _rests(setup, state, reading)
    elif reading.quality is not _FRESH:
        return state, Heard(n, reading)
    elif reading.shift_mm is not None and reading.shift_mm > profile.thresholds.shift_mm:
        # `watch` keeps in mind that this frame, and those told to be like it, say nothing.
        views, _ = watch(profile, before, reading)
        throws = {name: throw for name, throw in state.throws.items() if name != reading.camera}
        return replace(state, views={**state.views, reading.camera: views}, throws=throws), Heard(n, reading)
    else:
        views, sightings = watch(profile, before, reading)
        if setup.game.dice:
            state, dice = _throw(setup, state, reading)
    seen = state.views if views is before else {**state.views, reading.camera: views}
    table = state.table
    camera = table.cameras.get(reading.camera)
    believed = camera is not None and not (camera.lost or camera.bad or camera.moved)
    if believed and not sightings and dice is None and quiet(setup, table, reading.camera, reading.at):
        # Nearly every frame ends here, so it is made by position and at once.
        return SessionState(n, state.event, table, state.lines, seen, state.throws), None
    return replace(state, views=seen), Heard(n, reading, (), sightings, dice)


def _throw(setup: Setup, state: SessionState, frame: FrameSeen) -> tuple[SessionState, Roll | None]:
    """What the camera has just come to see of the dice: the same in enough frames, all flat and read or not."""
    pips = tuple(sorted(die.pips for die in frame.dice if die.pips is not None and die.flat))
    whole = len(pips) == len(frame.dice) == setup.game.dice
    roll = Roll(pips if whole else (), len(frame.dice))
    before = state.throws.get(frame.camera) or Throw(frames=setup.cameras[frame.camera].thresholds.debounce)
    places = tuple(sorted(centre(die.outline) for die in frame.dice))
    rests = roll == before.roll and (before.places == places or _still(before.places, places))
    after = Throw(roll, before.frames + 1 if rests else 1, places)
    return _rested(setup, state, frame.camera, before, after)


def _still(before: tuple[Point, ...], after: tuple[Point, ...]) -> bool:
    """Whether each die lies within a few mm of one that lay there before."""
    return len(before) == len(after) and all(any(distance(one, old) <= TREMBLE_MM for old in before) for one in after)


def _rests(setup: Setup, state: SessionState, unchanged: FrameUnchanged) -> tuple[SessionState, Roll | None]:
    """Dice that have just come to rest because frames like the last one followed it."""
    before = state.throws.get(unchanged.camera)
    if before is None:
        return state, None
    return _rested(
        setup, state, unchanged.camera, before, Throw(before.roll, before.frames + unchanged.count, before.places)
    )


def _rested(
    setup: Setup, state: SessionState, camera: str, before: Throw, after: Throw
) -> tuple[SessionState, Roll | None]:
    needed = setup.cameras[camera].thresholds.debounce
    same = after.roll == before.roll
    if same and before.frames >= needed:
        return state, None
    state = replace(state, throws={**state.throws, camera: after})
    return state, after.roll if after.frames >= needed else None


def next_deadline(setup: Setup, state: SessionState) -> int | None:
    """The monotonic ns at which a `Tick` is due, or None while nothing is awaited."""
    lines = [
        due(setup.devices[name].dialect, pending) for name, pending in state.lines.items() if name in setup.devices
    ]
    moments = [*lines, deadlines.next_deadline(setup, state.table)]
    return min((at for at in moments if at is not None), default=None)


def status(setup: Setup, state: SessionState) -> dict[str, object]:
    """What a person or the engine may know now: phase, round, windows, holds, devices. No sealed face."""
    return report.status(setup, state.table)


def snapshot(setup: Setup, state: SessionState) -> dict[str, object]:
    """The open round as its published events tell it: for a subscriber that joins in mid-round. No sealed face."""
    return report.snapshot(setup, state.table)
