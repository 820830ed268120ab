"""One reading folded into the table's state: the pure core, `step(setup, state, heard) -> draft`."""

from typing import assert_never

import msgspec

from bridge.events import Alarm, Checkpoint
from bridge.faults import FaultKind
from bridge.readings import (
    Asked,
    ClockStepped,
    DeviceBytes,
    EngineLag,
    LinkDown,
    LinkUp,
    Reading,
    Started,
    StoreFault,
    Tick,
)
from bridge.reconcile import camera_health, devices, dice
from bridge.reconcile.asks import asked
from bridge.reconcile.deadlines import expire
from bridge.reconcile.deal import live
from bridge.reconcile.draft import Draft
from bridge.reconcile.looks import looked
from bridge.reconcile.ready import tell_readiness
from bridge.reconcile.restart import realigned, started
from bridge.reconcile.rulings import rule
from bridge.reconcile.scoop import scoop_ends
from bridge.reconcile.settle import settle
from bridge.reconcile.state import Roll, TableState
from bridge.setup import Setup
from games.conditions import Situation
from scanner.frames import FrameSeen, FrameUnchanged
from scanner.sighting import Sighting
from shoe.messages import Message


class Heard(msgspec.Struct, frozen=True):
    """A reading and what was made of it before the core: messages of its bytes, sightings of its frame.

    `dice` is what the frame's camera has just come to see of the dice, None where that is as before. `messages` name
    their device; for a `Tick` they are unfinished frames that became too old.
    """

    n: int
    reading: Reading
    messages: tuple[tuple[str, Message], ...] = ()
    sightings: tuple[Sighting, ...] = ()
    dice: Roll | None = None


def step(setup: Setup, state: TableState, heard: Heard) -> Draft:
    """Fold one reading; the draft holds the state after it, the events and the answers."""
    reading = heard.reading
    draft = Draft(setup, state, heard.n, reading.at, reading.wall)
    _take(draft, heard)
    draft.captured = 0
    camera_health.aligned(draft)
    realigned(draft)
    settle(draft)
    scoop_ends(draft)
    tell_readiness(draft)
    if draft.round_over:
        draft.say(Checkpoint(draft.n), round_id="")
    return draft


def _take(draft: Draft, heard: Heard) -> None:
    reading = heard.reading
    for name, message in heard.messages:
        devices.said(draft, draft.setup.devices[name], message)
    match reading:
        case DeviceBytes():
            pass
        case Tick():
            expire(draft)
        case FrameSeen() | FrameUnchanged():
            if reading.camera in draft.setup.cameras:
                _frame(draft, reading, heard)
        case LinkUp():
            _link_up(draft, reading)
        case LinkDown():
            _link_down(draft, reading)
        case Asked():
            asked(draft, reading)
        case Started():
            started(draft, reading)
        case ClockStepped():
            seconds = reading.by_ns / 1e9
            draft.say(Alarm(None, "clock", f"the wall clock moved by {seconds:+.3f} s; order and time limits are kept"))
        case EngineLag():
            draft.put(engine_deaf=reading.deaf)
            text = f"the engine is {reading.behind} events behind" if reading.deaf else "the engine has caught up"
            draft.say(Alarm(None, "engine", text))
        case StoreFault():
            _store(draft, reading)
        case _:
            assert_never(reading)


def _frame(draft: Draft, reading: FrameSeen | FrameUnchanged, heard: Heard) -> None:
    if isinstance(reading, FrameSeen) and not camera_health.healthy(draft, reading):
        return
    draft.state = camera_health.pictured(draft.state, reading.camera, reading.at)
    for sighting in heard.sightings:
        looked(draft, sighting)
    if heard.dice is not None:
        dice.seen(draft, reading.camera, heard.dice)


def _link_up(draft: Draft, reading: LinkUp) -> None:
    if reading.device in draft.setup.devices:
        devices.link_up(draft, reading.device, reading.where)
    elif reading.device in draft.setup.cameras:
        draft.put_camera(reading.device, up=True)


def _link_down(draft: Draft, reading: LinkDown) -> None:
    if reading.device in draft.setup.devices:
        devices.link_down(draft, reading.device, reading.cause)
    elif reading.device in draft.setup.cameras:
        draft.put_camera(reading.device, up=False)
        camera_health.lost(draft, reading.device, reading.cause)


def _store(draft: Draft, reading: StoreFault) -> None:
    draft.say(Alarm(None, "journal", f"readings could not be written for a while: {reading.cause}"))
    if reading.lost and live(draft):
        text = f"{reading.lost} readings were lost while the journal could not be written"
        rule(draft, Situation.MISSING, FaultKind.MISSING, text, device="journal")
