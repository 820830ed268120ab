"""From a finding to its ruling: the house's row decides, doubt makes an automatic void a proposed one."""

from typing import assert_never

from msgspec.structs import replace

from bridge.commands import Placement
from bridge.events import Alarm, SealOpened, Voided
from bridge.faults import FaultKind, HoldKind, Scope
from bridge.reconcile import seals
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import drop_round_holds, find_hold, open_hold, open_late
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
LATE = ("correct", "void", "release")
"""What may follow where a finding is about a result that is submitted."""
ABOUT_RESULT = frozenset(
    {
        Situation.EXPOSED_BETS_OPEN,
        Situation.EXPOSED_DECISION_OPEN,
        Situation.LEFT_BETS_OPEN,
        Situation.LEFT_DEALING_SEEN,
        Situation.LEFT_DEALING_UNSEEN,
        Situation.WRONG_PLACE,
        Situation.REVERSED_HAND,
        Situation.DISAGREE,
        Situation.IMPOSSIBLE_COPY,
        Situation.RESULT_DIFFERS,
        Situation.TOUCHED,
    }
)
"""Findings that put a submitted result in doubt; a machine's fault after the submission touches no finished hand."""
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
    of_round, reuse = scope not in (Scope.DECK, Scope.TABLE), ruling in (Ruling.NOTE, Ruling.REUSE)
    alarm = Alarm(fault, device, text, spot)
    if of_round and not reuse and draft.round is not None and draft.round.submitted:
        return found_late(draft, alarm, draft.round.id, draft.round.result if situation in ABOUT_RESULT else 0)
    if find_hold(draft, fault, device=device, spot=spot, scope=scope) is None:
        draft.say(alarm)
    if reuse:
        return ruling
    if ruling is Ruling.VOID:
        if draft.round is not None:
            void_round(draft, row.clause, fault, who="house", why=text, spot=spot)
        return ruling
    if draft.round is None and of_round:
        return Ruling.NOTE
    choice = options or _options(ruling, situation)
    choice = choice if of_round else tuple(option for option in choice if option != "void") or ("go_on",)
    hold = Hold(0, scope, fault, wait, choice, text, 0, 0, device=device, spot=spot, clause=row.clause)
    open_hold(draft, replace(hold, moves=moves, proposed=proposed if ruling is Ruling.RECONSTRUCT else ()))
    return ruling


def found_late(draft: Draft, alarm: Alarm, round_id: str, result: int) -> Ruling:
    """A finding about a round whose result is submitted: told, and held for management where it is about the result.

    What lies and what follows go on: only a supervisor withdraws, corrects or voids, naming the event of the `result`.
    """
    row = condition(draft.setup.game.conditions, Situation.FOUND_LATE)
    text = f"found after the submission: {alarm.text}"
    draft.say(replace(alarm, text=text), round_id=round_id)
    if not result or row.ruling is Ruling.NOTE:
        return Ruling.NOTE
    assert alarm.fault is not None
    text = f"{text}; a supervisor may correct event {result}, or void it"
    hold = Hold(0, Scope.ROUND, alarm.fault, HoldKind.DECIDE, LATE, text, 0, 0, round=round_id, device=alarm.device)
    open_late(draft, replace(hold, spot=alarm.spot, clause=row.clause, result=result))
    return Ruling.HOLD


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
