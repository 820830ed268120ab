"""From a finding to its ruling: the house's row decides, doubt makes an automatic void a proposed one."""

from typing import assert_never

from msgspec.structs import replace

from bridge.commands import Placement
from bridge.events import Alarm, SealOpened, Voided
from bridge.faults import FaultKind, HoldKind, Scope
from bridge.reconcile import seals
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import drop_round_holds, find_hold, open_hold
from bridge.reconcile.state import Closed, Hold, Phase
from games.conditions import Ruling, Situation, condition
from games.spots import Spot

KEPT_ROUNDS = 1000
"""Closed rounds whose ids are remembered: about a gaming day. They stand in every checkpoint."""
CORRECTABLE = 100
"""Closed rounds that can be corrected with other cards; older ones can be withdrawn or voided."""

DECIDE = ("go_on", "void")
RECONSTRUCT = ("reconstruct", "go_on", "void")
PROPOSED = ("void", "go_on")
CURABLE = (
    Situation.DISAGREE,
    Situation.UNSEEN,
    Situation.MISSING,
    Situation.UNREADABLE,
    Situation.COUNTER_REUSED,
    Situation.IMPOSSIBLE_COPY,
)
"""Findings that a person can put right by saying what lies where."""


def rule(  # noqa: PLR0913  # a finding has this many sides, all but three by name
    draft: Draft,
    situation: Situation,
    fault: FaultKind,
    text: str,
    *,
    spot: Spot | None = None,
    device: str = "",
    doubt: bool = False,
    wait: HoldKind = HoldKind.DECIDE,
    scope: Scope = Scope.ROUND,
    moves: tuple[tuple[int, Spot], ...] = (),
    proposed: tuple[Placement, ...] = (),
    options: tuple[str, ...] = (),
) -> Ruling:
    """Apply the house's ruling to a finding about the open round (or the table); the ruling that was applied.

    `doubt` names a finding that is too unsure for an automatic void.
    """
    row = condition(draft.setup.game.conditions, situation)
    ruling = Ruling.PROPOSE_VOID if doubt and row.ruling is Ruling.VOID else row.ruling
    of_round = scope not in (Scope.DECK, Scope.TABLE)
    if of_round and draft.round is not None and draft.round.submitted:
        return _found_late(draft, Alarm(fault, device, text, spot))
    if find_hold(draft, fault, device=device, spot=spot, scope=scope) is None:
        draft.say(Alarm(fault, device, text, spot))
    if ruling in (Ruling.NOTE, Ruling.REUSE):
        return ruling
    if ruling is Ruling.VOID:
        if draft.round is not None:
            void_round(draft, row.clause, fault, who="house", why=text, spot=spot)
        return ruling
    if draft.round is None and of_round:
        return Ruling.NOTE
    choice = options or _options(ruling, situation)
    if not of_round:
        choice = tuple(option for option in choice if option != "void") or ("go_on",)
    hold = Hold(0, scope, fault, wait, choice, text, 0, 0, device=device, spot=spot, clause=row.clause)
    open_hold(draft, replace(hold, moves=moves, proposed=proposed if ruling is Ruling.RECONSTRUCT else ()))
    return ruling


def _found_late(draft: Draft, alarm: Alarm) -> Ruling:
    """A finding about a round whose result is submitted: told, and only a supervisor's correction follows from it."""
    draft.say(replace(alarm, text=f"found after the submission: {alarm.text}"))
    return Ruling.NOTE


def _options(ruling: Ruling, situation: Situation) -> tuple[str, ...]:
    """The answers a person may give to a hold by this ruling."""
    match ruling:
        case Ruling.PROPOSE_VOID:
            return PROPOSED
        case Ruling.RECONSTRUCT:
            return RECONSTRUCT
        case Ruling.HOLD | Ruling.VOID | Ruling.NOTE | Ruling.REUSE:
            return RECONSTRUCT if situation in CURABLE else DECIDE
        case _:
            assert_never(ruling)


def void_round(  # noqa: PLR0913  # who, why and by what clause stand in the event
    draft: Draft, clause: str, fault: FaultKind | None, *, who: str, why: str, spot: Spot | None = None
) -> None:
    """Void the open round: final. Its holds end, its seals open, and what comes later belongs to no round."""
    round_ = draft.round
    assert round_ is not None
    drop_round_holds(draft, "void", who, why)
    draft.say(Voided(Scope.ROUND, clause, fault, who, why, spot))
    round_ = draft.round
    assert round_ is not None
    secret = draft.setup.secret
    for card in round_.cards:
        face = card.shoe
        if face is not None and card.seal and not card.confirmed:
            salt = seals.salt(secret, card.dealt).hex()
            draft.say(SealOpened(card.spot, face, card.dealt, salt), causes=card.causes)
    close_round(draft, Phase.VOIDED, void=True)


def _remembered(closed: tuple[Closed, ...]) -> tuple[Closed, ...]:
    """The closed rounds to keep, the older ones without their cards."""
    kept = closed[-KEPT_ROUNDS:]
    if len(kept) > CORRECTABLE and kept[-CORRECTABLE - 1].outcome is not None:
        older = tuple(replace(one, outcome=None) for one in kept[:-CORRECTABLE])
        kept = (*older, *kept[-CORRECTABLE:])
    return kept


def close_round(draft: Draft, phase: Phase, *, void: bool) -> None:
    """The open round is over; a short record of it stays for corrections."""
    round_ = draft.round
    assert round_ is not None
    by_order = not any(card.looks for card in round_.cards)
    closed = Closed(round_.id, round_.result, round_.outcome, void or round_.withdrawn, by_order, round_.swapped)
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
