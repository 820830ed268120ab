"""The layout is cleared after a round: the next may come once pictures taken after its end show no card."""

from bridge.reconcile.camera_health import settled
from bridge.reconcile.draft import Draft
from bridge.reconcile.phase import CLEARING, Phase
from bridge.reconcile.ready import layout_empty
from bridge.reconcile.state import TableState
from bridge.reconcile.voids import close_round
from bridge.setup import Setup


def seen_empty(setup: Setup, state: TableState) -> bool:
    """Whether every camera shows the layout empty as it was after the round's end.

    A camera that is late still shows what lay before the last cards came, or before they were voided.
    """
    return bool(setup.cameras) and settled(setup, state, state.over) and layout_empty(setup, state)


def scoop_ends(draft: Draft) -> None:
    """End the scoop once the layout is seen to be empty, or a person has said so."""
    if draft.state.phase not in CLEARING:
        return
    if not (draft.state.scooped or seen_empty(draft.setup, draft.state)):
        return
    if draft.round is not None:
        close_round(draft, Phase.IDLE, void=False)
    draft.put(phase=Phase.SHUFFLING if draft.state.shuffles else Phase.IDLE, scooped=False)
