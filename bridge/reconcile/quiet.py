"""Whether a frame that tells nothing can change anything: nearly all frames of a table that is held or cleared."""

from bridge.faults import FaultKind, HoldKind
from bridge.reconcile.camera_health import sees_all, settled
from bridge.reconcile.draft import Draft
from bridge.reconcile.ready import layout_empty
from bridge.reconcile.state import Hold, Phase, Round, TableState
from bridge.setup import Setup

ALIGNED = frozenset({FaultKind.CAMERA_LOST, FaultKind.CAMERA_MOVED, FaultKind.LINK_LOST})
"""The holds that end once the cameras have looked for long enough."""

_CLEARING = frozenset({Phase.SCOOPING, Phase.VOIDED})


def quiet(setup: Setup, state: TableState, at: int) -> bool:
    """Whether such a frame at `at`, of a camera that is believed, leaves the table as it is.

    Of all that a step does without anything new, only the end of a scoop and of a wait for the cameras hang on time.
    """
    clearing = state.phase in _CLEARING
    if not clearing and not state.holds:
        return True
    if clearing and state.scooped:
        return False
    round_ = state.round
    clear = clearing and layout_empty(setup, state)
    waits = round_ is not None and any(_waits(hold, round_) for hold in state.holds)
    if not clear and not waits:
        return True
    draft = Draft(setup, state, 0, at, 0)
    return not settled(draft) or not (clear or (round_ is not None and sees_all(draft, round_)))


def _waits(hold: Hold, round_: Round) -> bool:
    if hold.wait is not HoldKind.WAIT or hold.fault not in ALIGNED:
        return False
    return hold.fault is not FaultKind.LINK_LOST or round_.restated
