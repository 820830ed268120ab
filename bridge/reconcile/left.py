"""Cards that leave the camera's view."""

from bridge.events import CardDiscarded
from bridge.faults import FaultKind
from bridge.reconcile.awaited import awaits
from bridge.reconcile.cards import camera_value
from bridge.reconcile.draft import Draft
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Awaited, Lying, Phase, Round
from bridge.reconcile.windows import Moment, hand_of, in_play, moment
from games.conditions import Situation
from games.game import Window
from games.spots import SpotKind, hand
from scanner.sighting import Sighting


def left(draft: Draft, lying: Lying, sighting: Sighting) -> None:
    """A card's spot is visibly empty and no other holds the card."""
    round_ = draft.round
    assert round_ is not None
    if _taken_away(draft, lying):
        if not lying.discarded:
            draft.put_card(lying, discarded=True)
            draft.say(CardDiscarded(lying.spot))
        return
    if lying.spot.kind is SpotKind.STACK and lying.spot.owner in round_.places:
        _delivered(draft, round_, lying, sighting)
        return
    if draft.state.phase is Phase.COMPLETE:
        return
    bets = moment(draft.setup, round_, Window.BETS, sighting.at)
    face = camera_value(draft.setup, lying)
    unsure = draft.state.engine_deaf or not round_.restated or _unwatched(draft, lying, sighting)
    where = f" over {sighting.exit}" if sighting.exit else ""
    text = f"a card left view from {lying.spot}{where}"
    if bets is not Moment.CLOSED:
        situation = Situation.LEFT_BETS_OPEN
        unsure = unsure or bets in (Moment.DOUBT, Moment.NEVER)
    elif lying.faced:
        situation = Situation.LEFT_DEALING_SEEN
    else:
        situation = Situation.LEFT_DEALING_UNSEEN
    rest = tuple(look for look in lying.looks if look.camera != sighting.camera)
    draft.put_card(lying, looks=rest, left=face or lying.card or lying.left)
    found = Awaited(situation, FaultKind.LEFT_VIEW, text, lying.spot, sighting.camera, sighting.at)
    if situation is Situation.LEFT_BETS_OPEN and not unsure and awaits(draft, found):
        return
    rule(draft, situation, FaultKind.LEFT_VIEW, text, spot=lying.spot, device=sighting.camera, doubt=unsure)


def _delivered(draft: Draft, round_: Round, lying: Lying, sighting: Sighting) -> None:
    """A stack goes to its place once the dice have said whose it is; players lift and squeeze their cards."""
    rest = tuple(look for look in lying.looks if look.camera != sighting.camera)
    place = hand(round_.places[lying.spot.owner], lying.spot.index)
    at = place if place in draft.setup.watchers else None
    if not lying.confirmed:
        draft.put_card(lying, looks=rest, delivered=True, at=at)


def _unwatched(draft: Draft, lying: Lying, sighting: Sighting) -> bool:
    """Whether the camera was blind at some time since it last saw the card: how the card left nobody knows."""
    last = max((look.at for look in lying.looks if look.camera == sighting.camera), default=0)
    return last < draft.camera(sighting.camera).since


def _taken_away(draft: Draft, lying: Lying) -> bool:
    """Whether the card is one of an empty box, which the dealer takes away as the game expects."""
    round_ = draft.round
    assert round_ is not None
    owner = hand_of(round_, lying.spot)
    return owner is not None and not in_play(draft.setup, round_, owner) and not lying.confirmed
