"""Insurance: offered from revealed cards alone; the next card waits until its window has closed."""

from bridge.events import InsuranceDue
from bridge.reconcile.cards import lay
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import touching_round
from bridge.reconcile.phase import Phase
from games.game import Window


def offer(draft: Draft) -> None:
    """Say which hands may be insured, once after each card that makes insurance due."""
    round_ = draft.round
    if round_ is None or Window.INSURANCE not in draft.setup.game.windows or draft.state.phase is not Phase.DEALING:
        return
    count = len(round_.cards)
    revealed = all(card.confirmed for card in round_.cards)
    if not revealed or count == round_.insured or touching_round(draft):
        return
    hands = draft.setup.game.insurance(draft.setup.options, lay(round_))
    draft.put_round(insured=count)
    if hands:
        draft.put_round(insurance="due")
        draft.say(InsuranceDue(hands))


def window(draft: Draft, *, opened: bool) -> None:
    """The engine has opened or closed the insurance window."""
    draft.put_round(insurance="open" if opened else "done")
