"""Holds: opened by a finding, said again while they last, ended by a person or by the evidence that was missing.

While a hold touches the round, the deadlines of its cards stand still; they start again whole when it ends.
"""

from msgspec.structs import replace

from bridge.commands import Placement
from bridge.events import Held, HoldReleased
from bridge.faults import UNKNOWN, FaultKind, HoldKind, Scope
from bridge.reconcile.answers import commands
from bridge.reconcile.draft import Draft
from bridge.reconcile.evidence import evidence, newest
from bridge.reconcile.state import Hold
from games.spots import Spot


def touching_round(draft: Draft) -> tuple[Hold, ...]:
    """The open holds under which nothing of the open round may be settled."""
    round_ = draft.round
    if round_ is None or not draft.state.holds:
        return ()
    return tuple(hold for hold in draft.state.holds if hold.round == round_.id and not hold.result)


def find_hold(
    draft: Draft, fault: FaultKind, *, device: str = "", spot: Spot | None = None, scope: Scope = Scope.ROUND
) -> Hold | None:
    """An open hold of this kind about the same thing in the open round, or about a deck as such."""
    round_id = draft.round.id if draft.round and scope is not Scope.DECK else ""
    for hold in draft.state.holds:
        if (hold.fault, hold.device, hold.spot, hold.round) == (fault, device, spot, round_id):
            return hold
    return None


def open_hold(draft: Draft, hold: Hold) -> Hold:
    """Open a hold and say it; one that is open already about the same thing is kept and joined by the new reading."""
    known = find_hold(draft, hold.fault, device=hold.device, spot=hold.spot, scope=hold.scope)
    if known is not None:
        return _join(draft, known, hold)
    return _opened(draft, replace(hold, round=draft.round.id if draft.round and hold.scope is not Scope.DECK else ""))


def open_late(draft: Draft, hold: Hold) -> None:
    """Open a hold about a round whose result is submitted, and say it; one about the same thing only joins."""
    about = (hold.fault, hold.device, hold.spot, hold.result)
    for one in draft.state.holds:
        if (one.fault, one.device, one.spot, one.result) == about:
            _keep(draft, replace(one, readings=newest(one.readings, hold.readings, (draft.n,))))
            return
    _opened(draft, hold)


def _opened(draft: Draft, hold: Hold) -> Hold:
    hold = replace(hold, id=draft.state.next_hold, since=draft.at, said_at=draft.at)
    hold = replace(hold, readings=newest(hold.readings, (draft.n,)))
    draft.put(holds=(*draft.state.holds, hold), next_hold=hold.id + 1)
    _say(draft, hold)
    return hold


def _join(draft: Draft, known: Hold, hold: Hold) -> Hold:
    """Add a finding to the hold that is open about the same thing: the worse of both stands, nothing is forgotten."""
    joined = replace(known, readings=newest(known.readings, hold.readings, (draft.n,)))
    worse = known.wait is HoldKind.WAIT and hold.wait is HoldKind.DECIDE
    wider = known.scope is Scope.CARD and hold.scope is Scope.ROUND
    moves = hold.moves or known.moves
    proposed = hold.proposed or known.proposed
    if worse or wider or (moves, proposed) != (known.moves, known.proposed):
        joined = replace(joined, wait=HoldKind.DECIDE if worse else known.wait, text=hold.text, options=hold.options)
        joined = replace(joined, moves=moves, proposed=proposed, scope=hold.scope if wider else known.scope)
        _say(draft, joined)
    _keep(draft, joined)
    return joined


def propose(
    draft: Draft, hold: Hold, moves: tuple[tuple[int, Spot], ...], shown: tuple[Placement, ...], text: str = ""
) -> None:
    """Better a hold's proposal and say it anew."""
    if (moves, shown) != (hold.moves, hold.proposed):
        readings = newest(hold.readings, evidence(draft, None, moves), (draft.n,))
        hold = replace(hold, moves=moves, proposed=shown, text=text or hold.text, readings=readings)
        _keep(draft, hold)
        _say(draft, hold)


def release(draft: Draft, hold: Hold, option: str, who: str, why: str) -> None:
    """End a hold; the deadlines of the round's cards start again whole."""
    draft.put(holds=tuple(one for one in draft.state.holds if one.id != hold.id))
    draft.say(HoldReleased(hold.id, option, who, why), round_id=hold.round, causes=hold.readings)
    if draft.round is not None and hold.round == draft.round.id and not touching_round(draft):
        restart_deadlines(draft)


def drop_round_holds(draft: Draft, option: str, who: str, why: str) -> None:
    """End all holds of the open round, as a void does."""
    for hold in touching_round(draft):
        release(draft, hold, option, who, why)


def restart_deadlines(draft: Draft) -> None:
    """Let what is still owed be owed from this moment."""
    round_ = draft.round
    if round_ is None:
        return
    cards = tuple(card if card.confirmed else replace(card, drawn=draft.at) for card in round_.cards)
    draft.put_round(cards=cards, resumed=draft.at)


def say_again(draft: Draft) -> None:
    """Say each open hold again that has been silent for `again_ms`."""
    pause = draft.setup.config.timing.again_ms * 1_000_000
    for hold in draft.state.holds:
        if draft.at - hold.said_at >= pause:
            said = replace(hold, said_at=draft.at)
            _keep(draft, said)
            _say(draft, said, again=True)


def _keep(draft: Draft, hold: Hold) -> None:
    draft.put(holds=tuple(hold if one.id == hold.id else one for one in draft.state.holds))


def _say(draft: Draft, hold: Hold, *, again: bool = False) -> None:
    draft.say(
        Held(
            hold=hold.id,
            scope=hold.scope,
            fault=hold.fault,
            wait=hold.wait,
            options=hold.options,
            text=hold.text,
            spot=hold.spot,
            clause=hold.clause,
            proposed=hold.proposed,
            again=again,
            result=hold.result,
            unknown=UNKNOWN[hold.fault],
            commands=commands(draft.setup, hold),
        ),
        round_id=hold.round,
        causes=hold.readings,
    )
