"""What is seen while bets are open waits out `close_grace_ms`: a closing with an earlier time may be on its way.

Only then is it sure that the window was open when the camera saw it, and the house's void follows; a closing that
comes meanwhile and names a moment near the capture, or before it, makes it a doubt or no exposure at all.
"""

from functools import partial

from bridge.reconcile.cards import at_spot
from bridge.reconcile.draft import Draft
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Awaited, Round
from bridge.reconcile.windows import Moment, allowed_since, hand_of, moment
from bridge.setup import MS, Setup
from games.conditions import Ruling, Situation, condition
from games.game import Window
from games.spots import SpotKind


def awaits(draft: Draft, awaited: Awaited) -> bool:
    """Keep a finding until its window can no longer turn out to have been closed; whether that is needed."""
    void = condition(draft.setup.game.conditions, awaited.situation).ruling is Ruling.VOID
    round_ = draft.round
    if not void or round_ is None or draft.at >= ripe(draft.setup, awaited):
        return False
    expect(draft, awaited)
    return True


def expect(draft: Draft, awaited: Awaited) -> None:
    """Keep a finding, whatever its ruling, until its window can no longer turn out to have been closed."""
    round_ = draft.round
    assert round_ is not None
    if not any(one.spot == awaited.spot and one.situation is awaited.situation for one in round_.awaited):
        draft.put_round(awaited=(*round_.awaited, awaited))


def ripe(setup: Setup, awaited: Awaited) -> int:
    """The monotonic ns at which a finding is sure."""
    return awaited.captured + setup.config.timing.close_grace_ms * MS


def settle_awaited(draft: Draft) -> None:
    """Rule on what waited long enough, or whose window has been closed meanwhile."""
    round_ = draft.round
    if round_ is None:
        return
    for one in round_.awaited:
        if draft.round is None:
            return
        when = moment(draft.setup, draft.round, Window.BETS, one.captured)
        if when is Moment.OPEN and draft.at < ripe(draft.setup, one):
            continue
        rest = tuple(other for other in draft.round.awaited if other != one)
        draft.put_round(awaited=rest)
        draft.captured = one.captured
        _rule(draft, draft.round, one, when)
        draft.captured = 0


def _rule(draft: Draft, round_: Round, one: Awaited, when: Moment) -> None:
    unsure = draft.state.engine_deaf or not round_.restated or when is not Moment.OPEN
    found = partial(rule, draft, spot=one.spot, device=one.device, causes=(one.reading,))
    if when is not Moment.CLOSED:
        found(one.situation, one.fault, one.text, doubt=unsure)
    elif one.spot.kind is SpotKind.DIE:
        return  # the dice were opened after the closing, as they should be
    elif one.situation is Situation.LEFT_BETS_OPEN:
        lying = at_spot(round_, one.spot)
        seen = lying is not None and bool(lying.faced)
        situation = Situation.LEFT_DEALING_SEEN if seen else Situation.LEFT_DEALING_UNSEEN
        found(situation, one.fault, one.text, doubt=True)
    elif allowed_since(draft.setup, round_, hand_of(round_, one.spot)) is None:
        text = "a card's face is visible before its hand may be known"
        found(Situation.EXPOSED_DECISION_OPEN, one.fault, text, doubt=True)
