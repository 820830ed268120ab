"""Void: the round, or one seat's hand where the house has set that; and the short record of a round that is over."""

from msgspec.structs import replace

from bridge.events import SealOpened, Voided
from bridge.faults import UNKNOWN, FaultKind, Scope
from bridge.reconcile import seals
from bridge.reconcile.answers import after_void
from bridge.reconcile.draft import Draft
from bridge.reconcile.evidence import newest
from bridge.reconcile.holds import drop_round_holds, release, touching_round
from bridge.reconcile.state import BurnCard, Closed, Phase, Round
from bridge.reconcile.windows import hand_of, in_play
from games.spots import Spot, SpotKind

KEPT_ROUNDS = 1000
"""Closed rounds whose ids are remembered: about a gaming day. They stand in every checkpoint."""
CORRECTABLE = 100
"""Closed rounds that can be corrected with other cards; older ones can be withdrawn or voided."""


def void_about(  # noqa: PLR0913  # who, why and by what clause stand in the event
    draft: Draft,
    spot: Spot | None,
    clause: str,
    fault: FaultKind | None,
    *,
    who: str,
    why: str,
    causes: tuple[int, ...] = (),
) -> None:
    """Void what a finding in a spot touches: the round, or the seat's hand where the house voids hands.

    `causes` are the readings it rests on beside this one.
    """
    round_ = draft.round
    assert round_ is not None
    hand = hand_of(round_, spot) if spot is not None else None
    if hand is None or draft.setup.config.policy.void_scope == "round":
        void_round(draft, clause, fault, who=who, why=why, spot=spot, causes=causes)
    else:
        void_hand(draft, hand, clause, fault, who=who, why=why, spot=spot, causes=causes)


def void_hand(  # noqa: PLR0913  # who, why and by what clause stand in the event
    draft: Draft,
    hand: str,
    clause: str,
    fault: FaultKind | None,
    *,
    who: str,
    why: str,
    spot: Spot | None = None,
    causes: tuple[int, ...] = (),
) -> None:
    """Void one seat's hand, the others go on. The dealer's hand, and the last seat's that is left, is the round."""
    round_ = draft.round
    assert round_ is not None
    seats = [box for box in draft.setup.game.boxes if in_play(draft.setup, round_, box)]
    if hand not in seats or seats == [hand]:
        void_round(draft, clause, fault, who=who, why=why, spot=spot, causes=causes)
        return
    for hold in touching_round(draft):
        if hold.spot is not None and hand_of(round_, hold.spot) == hand:
            causes = newest(causes, hold.readings)
            release(draft, hold, "void", who, why)
    _say(draft, Voided(Scope.HAND, clause, fault, who, why, spot or Spot(SpotKind.HAND, hand), hand), causes)
    round_ = draft.round
    assert round_ is not None
    awaited = tuple(one for one in round_.awaited if hand_of(round_, one.spot) != hand)
    draft.put_round(void=(*round_.void, hand), awaited=awaited, result=0, outcome=None)


def void_round(  # noqa: PLR0913  # who, why and by what clause stand in the event
    draft: Draft,
    clause: str,
    fault: FaultKind | None,
    *,
    who: str,
    why: str,
    spot: Spot | None = None,
    causes: tuple[int, ...] = (),
) -> None:
    """Void the open round: final. Its holds end, its seals open, and what comes later belongs to no round."""
    round_ = draft.round
    assert round_ is not None
    causes = newest(causes, *(hold.readings for hold in touching_round(draft)))
    drop_round_holds(draft, "void", who, why)
    _say(draft, Voided(Scope.ROUND, clause, fault, who, why, spot), causes)
    close_round(draft, Phase.VOIDED, void=True)


def _say(draft: Draft, void: Voided, causes: tuple[int, ...]) -> None:
    """Say a void with what is not known about its fault, and what can be done after it."""
    assert draft.round is not None
    unknown = UNKNOWN[void.fault] if void.fault is not None else ""
    draft.say(replace(void, unknown=unknown, commands=after_void(void.scope, draft.round.id)), causes=causes)


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
