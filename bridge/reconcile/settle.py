"""After each reading: confirm what can be, place the cards whose place has become known, complete the round."""

from bridge.faults import FaultKind, HoldKind
from bridge.reconcile import insurance, reversal
from bridge.reconcile.cards import at_spot, throw_agreed
from bridge.reconcile.confirm import complete, confirm_next, tell_hands, tell_phase, word_on
from bridge.reconcile.deal import keep_early, live, take_up
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import release, touching_round
from bridge.reconcile.looks import compare
from bridge.reconcile.phase import Phase
from bridge.reconcile.state import FIRST_DIE, Hold, Round
from bridge.reconcile.windows import hand_of, insurance_waits


def settle(draft: Draft) -> None:
    """Do all that follows from what is known."""
    if not live(draft):
        return
    if draft.setup.game.reversed_places and draft.state.holds:
        reversal.conclude(draft)
    _unblock(draft)
    while live(draft) and confirm_next(draft):
        pass
    tell_hands(draft)
    tell_phase(draft)
    insurance.offer(draft)
    if _place(draft):
        settle(draft)
    elif draft.state.phase is Phase.COMPLETE and draft.round is not None and not draft.round.result:
        complete(draft)


def _unblock(draft: Draft) -> None:
    """End the hold that waits for a card on which the place of others depends, once that card is known."""
    round_ = draft.round
    if round_ is None or not round_.extras:
        return
    spots = {extra.awaits for extra in round_.extras if not extra.assigned}
    for hold in touching_round(draft):
        waits = hold.fault is FaultKind.MISSING and hold.wait is HoldKind.WAIT and hold.spot in spots
        if waits and _known(draft, round_, hold):
            release(draft, hold, "go_on", "table", "what the place of the card depends on is known")


def _known(draft: Draft, round_: Round, hold: Hold) -> bool:
    if hold.spot == FIRST_DIE:
        return throw_agreed(draft.setup, round_)
    card = at_spot(round_, hold.spot) if hold.spot is not None else None
    return card is not None and (
        bool(card.confirmed) or word_on(draft, round_, card, hand_of(round_, card.spot), hold) is not None
    )


def _place(draft: Draft) -> bool:
    """Deal the cards that waited for their place, once nothing holds the round; whether there were any."""
    round_ = draft.round
    if round_ is None or not round_.extras or touching_round(draft):
        return False
    waiting = tuple(extra for extra in round_.extras if extra.awaits is not None and not extra.assigned)
    if not waiting:
        return False
    if not insurance_waits(round_):
        known = {card.order for card in round_.cards}
        take_up(draft)
        for card in draft.round.cards if draft.round else ():
            if card.order not in known and draft.round is not None:
                compare(draft, card.order)
        return True
    draft.put_round(extras=tuple(extra for extra in round_.extras if extra not in waiting))
    for extra in waiting:
        keep_early(draft, extra)
    return False
