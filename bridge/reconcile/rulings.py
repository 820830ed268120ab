"""From a finding to its ruling: the house's row decides, doubt makes an automatic void a proposed one."""

from typing import assert_never

from msgspec.structs import replace

from bridge.commands import Placement
from bridge.events import Alarm
from bridge.faults import FaultKind, HoldKind, Scope
from bridge.reconcile.draft import Draft
from bridge.reconcile.evidence import evidence, newest
from bridge.reconcile.holds import find_hold, open_hold, open_late
from bridge.reconcile.state import Hold
from bridge.reconcile.voids import Ground, void_about
from bridge.reconcile.windows import hand_of
from games.conditions import Ruling, Situation, condition
from games.spots import Spot

DECIDE = ("go_on", "void")
RECONSTRUCT = ("reconstruct", "go_on", "void")
PROPOSED = ("void", "go_on")
LATE = ("correct", "void", "release")
"""What may follow where a finding is about a result that is submitted."""
LATE_SWAP = ("reversed", *LATE)
"""The same where the places of a deal in reverse can be swapped."""
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

OF_A_HAND = frozenset(
    {
        Situation.EXPOSED_BETS_OPEN,
        Situation.EXPOSED_DECISION_OPEN,
        Situation.LEFT_BETS_OPEN,
        Situation.LEFT_DEALING_SEEN,
        Situation.LEFT_DEALING_UNSEEN,
        Situation.DISAGREE,
        Situation.UNSEEN,
        Situation.UNREADABLE,
        Situation.TOUCHED,
    }
)
"""Findings that matter to the hand in whose spot they are made, and to no other."""


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
    rounds: tuple[str, ...] = (),
    causes: tuple[int, ...] = (),
) -> Ruling:
    """Apply the house's ruling to a finding, where `doubt` too unsure for an automatic void; the ruling applied."""
    row = condition(draft.setup.game.conditions, situation)
    ruling = Ruling.PROPOSE_VOID if doubt and row.ruling is Ruling.VOID else row.ruling
    of_round, reuse = scope not in (Scope.DECK, Scope.TABLE), ruling in (Ruling.NOTE, Ruling.REUSE)
    alarm = Alarm(fault, device, text, spot, rounds, row.clause)
    causes = newest(causes, evidence(draft, spot, moves, whole=situation in ABOUT_RESULT))
    if _of_void_hand(draft, situation, spot):
        return Ruling.NOTE
    if of_round and not reuse and draft.round is not None and draft.round.submitted:
        return found_late(draft, alarm, draft.round.id, draft.round.result if situation in ABOUT_RESULT else 0, causes)
    if find_hold(draft, fault, device=device, spot=spot, scope=scope) is None:
        draft.say(alarm, causes=causes)
    if reuse:
        return ruling
    if ruling is Ruling.VOID and draft.round is not None:
        void_about(draft, Ground(row.clause, fault, "house", text, spot, causes))
        return ruling
    if draft.round is None and of_round:
        return Ruling.NOTE
    choice = _offered(options or _options(ruling, situation), of_round=of_round)
    hold = Hold(0, scope, fault, wait, choice, text, 0, 0, device=device, spot=spot, clause=row.clause, readings=causes)
    open_hold(draft, replace(hold, moves=moves, proposed=proposed if ruling is Ruling.RECONSTRUCT else ()))
    return ruling


def _of_void_hand(draft: Draft, situation: Situation, spot: Spot | None) -> bool:
    """Whether a finding matters to a hand alone that is void by itself: nothing more follows for it."""
    round_ = draft.round
    if round_ is None or not round_.void or spot is None or situation not in OF_A_HAND:
        return False
    return hand_of(round_, spot) in round_.void


def found_late(draft: Draft, alarm: Alarm, round_id: str, result: int, causes: tuple[int, ...] = ()) -> Ruling:
    """A finding about a round whose result is submitted: told, and held for management where it is about the result.

    What lies and what follows go on: only a supervisor withdraws, corrects or voids, naming the event of the `result`.
    On a deal in reverse whose places can be swapped the game's own clause rules, before the submission and after it.
    """
    swap = alarm.fault is FaultKind.REVERSED and bool(draft.setup.game.reversed_places)
    row = condition(draft.setup.game.conditions, Situation.REVERSED_HAND if swap else Situation.FOUND_LATE)
    text = f"found after the submission: {alarm.text}"
    draft.say(replace(alarm, text=text, clause=row.clause), round_id=round_id, causes=causes)
    if not result or row.ruling is Ruling.NOTE:
        return Ruling.NOTE
    assert alarm.fault is not None
    text = f"{text}; it is about the result of event {result}"
    options = LATE_SWAP if swap else LATE
    hold = Hold(0, Scope.ROUND, alarm.fault, HoldKind.DECIDE, options, text, 0, 0, round=round_id, device=alarm.device)
    open_late(draft, replace(hold, spot=alarm.spot, clause=row.clause, result=result, readings=causes))
    return Ruling.HOLD


def _offered(options: tuple[str, ...], *, of_round: bool) -> tuple[str, ...]:
    """The answers that fit: what is of no round can be no reason to void one."""
    return options if of_round else tuple(option for option in options if option != "void") or ("go_on",)


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
