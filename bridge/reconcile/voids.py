"""Void: the round, or one seat's hand where the house has set that; and the short record of a round that is over."""

from typing import NamedTuple

from msgspec.structs import replace

from bridge.events import SealOpened, Voided
from bridge.faults import UNKNOWN, FaultKind, Scope
from bridge.reconcile import seals
from bridge.reconcile.answers import after_void
from bridge.reconcile.draft import Draft
from bridge.reconcile.evidence import newest
from bridge.reconcile.holds import drop_round_holds, release, touching_round
from bridge.reconcile.phase import Phase
from bridge.reconcile.state import BurnCard, Closed, Round
from bridge.reconcile.windows import hand_of, in_play
from games.spots import Spot, SpotKind

KEPT_ROUNDS = 1000
"""Closed rounds whose ids are remembered: about a gaming day. They stand in every checkpoint."""
CORRECTABLE = 100
"""Closed rounds that can be corrected with other cards; older ones can be withdrawn or voided."""


class Ground(NamedTuple):
    """Why something is void: the clause, the fault if any, who ruled and in which words, where it was found.

    `causes` are the readings it rests on beside the one at hand.
    """

    clause: str
    fault: FaultKind | None
    who: str
    why: str
    spot: Spot | None = None
    causes: tuple[int, ...] = ()


def void_about(draft: Draft, ground: Ground) -> None:
    """Void what a finding in a spot touches: the round, or the seat's hand where the house voids hands."""
    round_ = draft.round
    assert round_ is not None
    hand = hand_of(round_, ground.spot) if ground.spot is not None else None
    if hand is None or draft.setup.config.policy.void_scope == "round":
        void_round(draft, ground)
    else:
        void_hand(draft, hand, ground)


def void_hand(draft: Draft, hand: str, ground: Ground) -> None:
    """Void one seat's hand, the others go on. The dealer's hand, and the last seat's that is left, is the round."""
    round_ = draft.round
    assert round_ is not None
    seats = [box for box in draft.setup.game.boxes if in_play(draft.setup, round_, box)]
    if hand not in seats or seats == [hand]:
        void_round(draft, ground)
        return
    causes = ground.causes
    for hold in touching_round(draft):
        if hold.spot is not None and hand_of(round_, hold.spot) == hand:
            causes = newest(causes, hold.readings)
            release(draft, hold, "void", ground.who, ground.why)
    _say(draft, ground._replace(spot=ground.spot or Spot(SpotKind.HAND, hand), causes=causes), hand)
    round_ = draft.round
    assert round_ is not None
    awaited = tuple(one for one in round_.awaited if hand_of(round_, one.spot) != hand)
    draft.put_round(void=(*round_.void, hand), awaited=awaited, result=0, outcome=None)


def void_round(draft: Draft, ground: Ground) -> None:
    """Void the open round: final. Its holds end, its seals open, and what comes later belongs to no round."""
    causes = newest(ground.causes, *(hold.readings for hold in touching_round(draft)))
    drop_round_holds(draft, "void", ground.who, ground.why)
    _say(draft, ground._replace(causes=causes))
    draft.put(over=draft.latest)
    close_round(draft, Phase.VOIDED, void=True)


def _say(draft: Draft, ground: Ground, hand: str = "") -> None:
    """Say that a hand, or the round, is void, with what is not known about its fault, and what can be done now."""
    assert draft.round is not None
    scope = Scope.HAND if hand else Scope.ROUND
    unknown = UNKNOWN[ground.fault] if ground.fault is not None else ""
    typed = after_void(scope, draft.round.id)
    clause, fault, who, why, spot, causes = ground
    draft.say(Voided(scope, clause, fault, who, why, spot, hand, unknown, typed), causes=causes)


def _open_seals(draft: Draft, round_: Round) -> None:
    """Open what no confirmation has opened: cards nobody had to know, and those where a person says that others lie."""
    secret = draft.setup.secret
    for card in round_.cards:
        face = card.shoe
        opened = card.confirmed and card.card is face
        if face is not None and card.seal and not opened:
            salt = seals.salt(secret, card.dealt).hex()
            draft.say(SealOpened(card.spot, face, card.dealt, salt), causes=card.causes)


def open_burned(draft: Draft, burned: tuple[BurnCard, ...], *, round_id: str | None = None) -> None:
    """Open the seals of burn cards whose deck or shoe is at its end."""
    for one in burned:
        if one.card is not None:
            salt = seals.salt(draft.setup.secret, one.dealt).hex()
            draft.say(SealOpened(one.spot, one.card, one.dealt, salt), round_id=round_id)


def _remembered(closed: tuple[Closed, ...]) -> tuple[Closed, ...]:
    """The closed rounds to keep, the older ones without their cards."""
    kept = closed[-KEPT_ROUNDS:]
    if len(kept) > CORRECTABLE and kept[-CORRECTABLE - 1].outcome is not None:
        older = tuple(replace(one, outcome=None) for one in kept[:-CORRECTABLE])
        kept = (*older, *kept[-CORRECTABLE:])
    return kept


def close_round(draft: Draft, phase: Phase, *, void: bool) -> None:
    """The open round is over, and its seals open; a short record of it stays for corrections."""
    round_ = draft.round
    assert round_ is not None
    _open_seals(draft, round_)
    if draft.setup.game.fresh_each_round:
        open_burned(draft, round_.burns)
    else:
        draft.put(burned=(*draft.state.burned, *round_.burns))
    by_order = not any(card.looks for card in round_.cards)
    gone = void or round_.withdrawn
    closed = Closed(
        round_.id, round_.result, round_.outcome, gone, by_order, round_.swapped, submitted=round_.submitted
    )
    left = draft.state.rounds_left
    carried = tuple(extra for extra in round_.extras if extra.assigned == "next_round")
    draft.put(
        closed=_remembered((*draft.state.closed, closed)),
        round=None,
        phase=phase,
        rounds_left=left if left is None else max(0, left - 1),
        carried=(*draft.state.carried, *carried),
    )
    draft.round_over = True
