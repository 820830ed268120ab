"""Whether a camera may be believed: lost, frozen, damaged or moved cameras hold the table."""

from msgspec.structs import replace

from bridge.events import Alarm, DeviceDown, DeviceUp
from bridge.faults import FaultKind, HoldKind
from bridge.reconcile.cards import eyes
from bridge.reconcile.deal import live
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import find_hold, release
from bridge.reconcile.phase import CLEARING, Phase
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Round, TableState
from bridge.setup import MS, Setup
from games.conditions import Situation
from scanner.frames import FrameSeen, Quality
from scanner.sighting import View

SETTLE_MS = 1000
"""A camera that works again is believed after this time: enough for every spot to be debounced anew."""


def healthy(draft: Draft, frame: FrameSeen) -> bool:
    """Take a frame's quality; whether what it shows may be looked at."""
    camera = draft.camera(frame.camera)
    limits = draft.setup.cameras[frame.camera].thresholds
    if frame.quality is not Quality.FRESH:
        if not camera.bad:
            draft.put_camera(frame.camera, bad=frame.at, why=frame.quality.value)
        elif not camera.lost and frame.at - camera.bad >= limits.stale_ms * MS:
            lost(draft, frame.camera, f"its pictures are {frame.quality.value}")
        return False
    if frame.shift_mm is not None and frame.shift_mm > limits.shift_mm:
        if not camera.moved:
            _moved(draft, frame)
        return False
    if camera.bad or camera.lost or camera.moved:
        since = frame.at if camera.lost or camera.moved else camera.since
        draft.put_camera(frame.camera, bad=0, why="", moved=False, lost=False, since=since)
        if camera.lost or camera.moved:
            draft.say(DeviceUp(frame.camera, "pictures are fresh again"))
    return True


def lost(draft: Draft, name: str, why: str) -> None:
    """The camera sees nothing that may be believed."""
    camera = draft.camera(name)
    if camera.lost and camera.why == why:
        return
    draft.put_camera(name, lost=True, why=why)
    draft.say(DeviceDown(name, why))
    _without(draft, name, FaultKind.CAMERA_LOST, f"the camera is lost: {why}")


def _moved(draft: Draft, frame: FrameSeen) -> None:
    draft.put_camera(frame.camera, moved=True, why="moved")
    draft.say(Alarm(FaultKind.CAMERA_MOVED, frame.camera, f"the camera has moved by {frame.shift_mm} mm on the layout"))
    _without(draft, frame.camera, FaultKind.CAMERA_MOVED, "the camera has moved: what it saw is not trusted")


def _without(draft: Draft, name: str, fault: FaultKind, text: str) -> None:
    if not live(draft) or draft.state.phase is Phase.COMPLETE:
        return
    round_ = draft.round
    assert round_ is not None
    marked = draft.setup.config.policy.camera_lost == "mark" and len(draft.setup.sources) > 1
    if marked and not stray_spots(draft.state, round_):
        for card in round_.cards:
            if not card.confirmed:
                draft.put_card(card, alone=True)
        draft.put_round(notes=(*round_.notes, f"camera {name} lost: finished on the other source's word"))
        return
    rule(draft, Situation.CAMERA_LOST, fault, text, device=name, wait=HoldKind.WAIT)


def stray_spots(state: TableState, round_: Round) -> tuple[str, ...]:
    """Spots of hands and stacks in which a camera sees a card although none of the round's belongs there."""
    taken = {str(card.spot) for card in round_.cards}
    return tuple(spot for spot in occupied(state) if spot.startswith(("hand", "stack")) and spot not in taken)


def occupied(state: TableState) -> tuple[str, ...]:
    """The spots, in words, in which a camera sees a card."""
    return tuple(key.split("|")[1] for key, look in state.layout.items() if look.view is not View.EMPTY)


def settled(setup: Setup, state: TableState, after: int = 0) -> bool:
    """Whether every camera has noticed whatever changed while it was not healthy, and until `after` (monotonic ns).

    Only its pictures tell how far it has come: a camera may be seconds behind a table that goes on.
    """
    return all(caught_up(setup, state, name, after) for name in setup.cameras)


def caught_up(setup: Setup, state: TableState, name: str, after: int) -> bool:
    """The same of one camera."""
    camera = state.cameras.get(name)
    if camera is None or camera.lost or camera.moved or camera.bad:
        return False
    lasting = setup.cameras[name].thresholds.gone_ms * MS
    return camera.newest >= camera.since + SETTLE_MS * MS and camera.newest >= after + lasting


def pictured(state: TableState, name: str, at: int) -> TableState:
    """The state with a healthy frame of a camera that was captured at `at`, where a hold or a scoop may wait for it."""
    camera = state.cameras.get(name)
    if camera is None or at <= camera.newest or not (state.holds or state.phase in CLEARING):
        return state
    return replace(state, cameras={**state.cameras, name: replace(camera, newest=at)})


def aligned(draft: Draft) -> None:
    """End a camera's hold once it is healthy again, has had time to look, and sees every card of the round."""
    round_ = draft.round
    if round_ is None or not draft.state.holds or not settled(draft.setup, draft.state):
        return
    for fault in (FaultKind.CAMERA_LOST, FaultKind.CAMERA_MOVED):
        for name in draft.state.cameras:
            hold = find_hold(draft, fault, device=name)
            if hold is not None and hold.wait is HoldKind.WAIT and sees_all(draft, round_):
                release(draft, hold, "go_on", "table", "the camera sees every card again")


def sees_all(draft: Draft, round_: Round) -> bool:
    """Whether every card that was seen to lie, or is long drawn, is seen."""
    return all(
        card.looks or card.confirmed or card.alone or card.delivered or not eyes(draft.setup, card)
        for card in round_.cards
    )
