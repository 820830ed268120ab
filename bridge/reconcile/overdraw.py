"""A shoe that says itself what becomes of a card drawn beyond the last due: its operator kept it for the next round."""

from msgspec.structs import replace

from bridge.events import Alarm
from bridge.faults import FaultKind
from bridge.reconcile.cards import due
from bridge.reconcile.deal import count_known
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import release, touching_round
from bridge.reconcile.state import Extra
from games.game import Dealt
from shoe.messages import CardDrawn

KEPT = "the operator of the shoe kept the overdrawn card for the next round"


def keep(draft: Draft, name: str, message: CardDrawn) -> None:
    """With no round open: the card is the next round's first."""
    if not any(extra.card is message.card for extra in draft.state.carried):
        kept = Extra(message.card, message.counter, draft.n, "next_round")
        draft.put(carried=(*draft.state.carried, kept))
    draft.say(Alarm(FaultKind.OVERDRAWN, name, KEPT), round_id="")


def told(draft: Draft, name: str, message: CardDrawn) -> bool:
    """In a round: whether the report is about a card of this round's end, or of its beginning that lies already."""
    round_ = draft.round
    assert round_ is not None
    if message.card in round_.carried:
        draft.put_round(carried=tuple(card for card in round_.carried if card is not message.card))
        draft.say(Alarm(None, name, "the shoe tells the card again that the round began with: no new card"))
        return True
    if not round_.cards or not isinstance(due(draft.setup, round_), Dealt):
        return False
    known = next((extra for extra in round_.extras if extra.card is message.card and not extra.assigned), None)
    if known is None:
        count_known(draft, message.card)
    rest = tuple(extra for extra in round_.extras if extra is not known)
    kept = known or Extra(message.card, message.counter, draft.n)
    draft.put_round(extras=(*rest, replace(kept, assigned="next_round")))
    draft.say(Alarm(FaultKind.OVERDRAWN, name, KEPT))
    for hold in touching_round(draft):
        if hold.fault is FaultKind.OVERDRAWN and all(one.assigned for one in rest):
            release(draft, hold, "next_round", name, KEPT)
    return True
