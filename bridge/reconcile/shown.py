"""Faces that show while they may not be known."""

from bridge.events import Alarm
from bridge.faults import FaultKind, Scope
from bridge.reconcile.awaited import awaits
from bridge.reconcile.draft import Draft
from bridge.reconcile.phase import Phase
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Awaited, Round
from bridge.reconcile.windows import Moment, allowed_since, hand_of, moment
from games.conditions import Situation
from games.game import Window
from games.spots import SpotKind
from scanner.sighting import Sighting


def face_shown(draft: Draft, sighting: Sighting) -> None:
    """A face lies in a hand's spot: where it may not be known, the house rules on the exposure."""
    round_ = draft.round
    assert round_ is not None
    setup = draft.setup
    hand = hand_of(round_, sighting.spot)
    row = setup.reveal(hand) if hand is not None else None
    window = row.window if row is not None else Window.BETS
    if window is None:
        return
    match moment(setup, round_, window, sighting.at):
        case Moment.CLOSED:
            if allowed_since(setup, round_, hand) is None:
                _expose(draft, round_, sighting, doubt=True)
        case Moment.OPEN | Moment.NEVER:
            _expose(draft, round_, sighting, doubt=False)
        case Moment.DOUBT:
            _expose(draft, round_, sighting, doubt=True)


def _expose(draft: Draft, round_: Round, sighting: Sighting, *, doubt: bool) -> None:
    bets = moment(draft.setup, round_, Window.BETS, sighting.at)
    during_bets = bets in (Moment.OPEN, Moment.DOUBT, Moment.NEVER)
    unsure = doubt or draft.state.engine_deaf or not round_.restated or bets in (Moment.DOUBT, Moment.NEVER)
    if during_bets:
        situation, text = Situation.EXPOSED_BETS_OPEN, "a card's face is visible while bets are open"
        found = Awaited(situation, FaultKind.EXPOSED, text, sighting.spot, sighting.camera, sighting.at, draft.n)
        if not unsure and awaits(draft, found):
            return
    else:
        situation, text = Situation.EXPOSED_DECISION_OPEN, "a card's face is visible before its hand may be known"
    rule(draft, situation, FaultKind.EXPOSED, text, spot=sighting.spot, device=sighting.camera, doubt=unsure)


def face_elsewhere(draft: Draft, sighting: Sighting) -> None:
    """A face lies in no hand's spot: on the burn or discard spot, in transit, or on the table while shuffling."""
    match sighting.spot.kind:
        case SpotKind.BURN | SpotKind.DISCARD:
            text = f"a face is visible in {sighting.spot}"
            rule(draft, Situation.EXPOSED_BURN, FaultKind.EXPOSED, text, spot=sighting.spot, device=sighting.camera)
            return
        case SpotKind.HAND | SpotKind.STACK | SpotKind.DIE | SpotKind.NONE:
            pass
    if draft.state.phase is Phase.SHUFFLING:
        stage = ", ".join(draft.state.shuffles)
        text = f"a card's face is visible while {stage or 'a deck'} is being shuffled"
        rule(draft, Situation.EXPOSED_SHUFFLING, FaultKind.EXPOSED, text, device=sighting.camera, scope=Scope.TABLE)
        return
    round_ = draft.round
    if round_ is None or draft.state.phase not in (Phase.DEALING, Phase.REVEALING):
        return
    if moment(draft.setup, round_, Window.BETS, sighting.at) is Moment.CLOSED and _may_be_known(
        draft, round_, sighting
    ):
        return
    _expose(draft, round_, sighting, doubt=False)


def _may_be_known(draft: Draft, round_: Round, sighting: Sighting) -> bool:
    """Whether a face in transit can be one that is just being turned: then it is no exposure."""
    hidden = {
        card.shoe for card in round_.cards if allowed_since(draft.setup, round_, hand_of(round_, card.spot)) is None
    }
    waiting = any(
        not card.confirmed and allowed_since(draft.setup, round_, hand_of(round_, card.spot)) is not None
        for card in round_.cards
    )
    return waiting and sighting.card not in hidden


def notice(draft: Draft, text: str, device: str = "") -> None:
    """Say something that is no fault of a card."""
    draft.say(Alarm(None, device, text))
