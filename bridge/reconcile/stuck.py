"""Holds that a plain "go on" cannot end: a card that no reading to come will settle needs a person's word."""

from bridge.reconcile.camera_health import occupied
from bridge.reconcile.cards import camera_value, due
from bridge.reconcile.deal import waits
from bridge.reconcile.draft import Draft
from bridge.reconcile.hand_order import mates_in_doubt
from bridge.reconcile.holds import touching_round
from bridge.reconcile.state import Hold, Lying
from bridge.reconcile.windows import hand_of
from games.game import Next, Source, Unknown


def stuck(draft: Draft, hold: Hold) -> str | None:
    """Why the round would stand still in silence without this hold, naming the spot and no face; None if it would not.

    Another hold that stays open keeps the round from standing still in silence.
    """
    round_ = draft.round
    if round_ is None or hold.round != round_.id or any(one.id != hold.id for one in touching_round(draft)):
        return None
    owed = due(draft.setup, round_)
    if isinstance(owed, Unknown) and waits(round_):
        return f"where the cards without a place go depends on {owed.needs}, which nobody knows"
    if isinstance(owed, Next) and owed.spot == hold.spot and str(owed.spot) in occupied(draft.state):
        return f"a card lies in {owed.spot}, where the next is due, and nobody reported it: say which it is, or void"
    if not round_.dice_said and any(throw.values != round_.dice for throw in round_.rolls.values()) and round_.dice:
        return "the dice were read with two results: say how they lie (reconstruct), or void"
    for card in round_.cards:
        if card.confirmed or card.placed is not None or hand_of(round_, card.spot) in round_.void:
            continue
        if Source.SHOE in draft.setup.sources and card.shoe is None:
            return f"nobody reported the card of {card.spot}: say which it is (reconstruct), or void"
        if card.unscanned and card.reader is None:
            return f"the scan of the card of {card.spot} was lost: say which it is (reconstruct), or void"
        if _differs(draft, card) and not mates_in_doubt(draft, card):
            return f"the sources name two cards for {card.spot}: say which it is (reconstruct), or void"
    return None


def _differs(draft: Draft, card: Lying) -> bool:
    said = {card.shoe, card.reader, camera_value(draft.setup, card)} - {None}
    return len(said) > 1
