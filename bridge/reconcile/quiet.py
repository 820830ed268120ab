"""Whether a frame that tells nothing can change anything: nearly all frames of a table that is held or cleared."""

from bridge.faults import FaultKind, HoldKind
from bridge.reconcile.camera_health import caught_up, pictured, sees_all, settled
from bridge.reconcile.draft import Draft
from bridge.reconcile.phase import CLEARING
from bridge.reconcile.ready import layout_empty
from bridge.reconcile.scoop import seen_empty
from bridge.reconcile.state import Hold, Round, TableState
from bridge.setup import Setup

ALIGNED = frozenset({FaultKind.CAMERA_LOST, FaultKind.CAMERA_MOVED, FaultKind.LINK_LOST})
"""The holds that end once the cameras have looked for long enough."""


def quiet(setup: Setup, state: TableState, camera: str, at: int) -> bool:
    """Whether such a frame, captured at `at` by a camera that is believed, leaves the table as it is.

    Of all that a step does without anything new, only the end of a scoop and of a wait for the cameras hang on time.
    """
    clearing = state.phase in CLEARING
    if not clearing and not state.holds:
        return True
    if clearing and state.scooped:
        return False
    round_ = state.round
    clear = clearing and layout_empty(setup, state)
    waits = round_ is not None and any(_waits(hold, round_) for hold in state.holds)
    if not clear and not waits:
        return True
    after = state.over if clear else 0
    seen = pictured(state, camera, at)
    if caught_up(setup, seen, camera, after) and not caught_up(setup, state, camera, after):
        return False
    if clear:
        return not seen_empty(setup, seen)
    assert round_ is not None
    return not (settled(setup, seen) and sees_all(Draft(setup, seen, 0, at, 0), round_))


def _waits(hold: Hold, round_: Round) -> bool:
    if hold.wait is not HoldKind.WAIT or hold.fault not in ALIGNED:
        return False
    return hold.fault is not FaultKind.LINK_LOST or round_.restated
