"""After a restart: no card is invented, and a round that was open is held until it is aligned."""

from msgspec.structs import replace

from bridge.faults import FaultKind, HoldKind, Scope
from bridge.readings import Started
from bridge.reconcile.camera_health import sees_all, settled
from bridge.reconcile.deal import live
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import find_hold, release, restart_deadlines
from bridge.reconcile.phase import Phase
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Round, Span
from games.conditions import Situation
from games.game import Source

DAEMON = "daemon"
"""The device that a restart's hold names."""


def started(draft: Draft, reading: Started) -> None:
    """The daemon has started: nothing is open yet, and what was owed is owed from now on."""
    state = draft.state
    other_boot = bool(state.boot) and state.boot != reading.boot
    devices = {
        name: replace(one, up=False, silent=False, broken=one.counter is not None, heard=0, noise_at=0)
        for name, one in state.devices.items()
    }
    cameras = {name: replace(one, lost=True, bad=0, why="", up=False, newest=0) for name, one in state.cameras.items()}
    holds = tuple(replace(hold, said_at=draft.at) for hold in state.holds)
    draft.put(devices=devices, cameras=cameras, holds=holds, boot=reading.boot)
    if other_boot:
        draft.put(layout={}, over=0)
    if reading.left_open:
        text = f"another version left round {reading.left_open} open, and this one cannot take over what it knew"
        rule(draft, Situation.LINK_LOST, FaultKind.LINK_LOST, text, device=DAEMON, scope=Scope.TABLE)
    round_ = draft.round
    if round_ is None:
        return
    spans = tuple(_rebased(span) for span in round_.windows) if other_boot else round_.windows
    unsaid = tuple(span.window for span in spans if not span.closed)
    draft.put_round(restated=False, unsaid=unsaid, windows=spans, opened=0 if other_boot else round_.opened)
    restart_deadlines(draft)
    if live(draft):
        text = "the daemon was restarted in the middle of the round"
        wait = HoldKind.WAIT if _provable(draft) else HoldKind.DECIDE
        rule(draft, Situation.LINK_LOST, FaultKind.LINK_LOST, text, device=DAEMON, wait=wait)


def _rebased(span: Span) -> Span:
    """A window's stamps of another boot: what was closed lies before everything, what was open since the start."""
    return Span(span.window, 0, 1 if span.closed else 0)


def _provable(draft: Draft) -> bool:
    """Whether camera and counter together can show that nothing happened meanwhile."""
    if Source.CAMERA not in draft.setup.sources:
        return False
    shoes = [name for name, device in draft.setup.devices.items() if device.source is Source.SHOE]
    return all(draft.setup.devices[name].dialect.checked for name in shoes)


def realigned(draft: Draft) -> None:
    """End a restart's hold once cameras, counters and windows are whole."""
    if not draft.state.holds:
        return
    hold = find_hold(draft, FaultKind.LINK_LOST, device=DAEMON)
    round_ = draft.round
    if hold is None or round_ is None or hold.wait is not HoldKind.WAIT:
        return
    seen = settled(draft.setup, draft.state) and sees_all(draft, round_)
    if round_.restated and seen and _counters_whole(draft, round_):
        release(draft, hold, "go_on", "table", "counters, cameras and windows are whole")


def _counters_whole(draft: Draft, round_: Round) -> bool:
    del round_
    if draft.state.phase is not Phase.DEALING:
        return True
    shoes = [name for name, device in draft.setup.devices.items() if device.source is Source.SHOE]
    return not any(draft.device(name).broken for name in shoes)
