"""Cards that leave the camera's view."""

from bridge.events import CardDiscarded
from bridge.faults import FaultKind
from bridge.reconcile.awaited import awaits
from bridge.reconcile.cards import camera_value
from bridge.reconcile.deal import live
from bridge.reconcile.draft import Draft
from bridge.reconcile.phase import CLEARING, Phase
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Awaited, Lying, Round, TableState
from bridge.reconcile.windows import Moment, hand_of, in_play, moment
from games.conditions import Situation
from games.game import Window
from games.spots import Spot, SpotKind, hand
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
    found = Awaited(situation, FaultKind.LEFT_VIEW, text, lying.spot, sighting.camera, sighting.at, draft.n)
    if situation is Situation.LEFT_BETS_OPEN and not unsure and awaits(draft, found):
        return
    rule(draft, situation, FaultKind.LEFT_VIEW, text, spot=lying.spot, device=sighting.camera, doubt=unsure)


def quiet_stage(state: TableState) -> str:
    """What is being done while no card is in play; empty while one is, or nothing is done."""
    if state.phase in CLEARING:
        return "scooping"
    if state.round is None and state.shuffles:
        return "shuffling"
    return "burning" if state.round is None and state.burning is not None else ""


def left_quiet(draft: Draft, sighting: Sighting) -> None:
    """A spot is empty again with no card in play; a scoop empties every spot, so there only a way out is one."""
    stage = "burning" if sighting.spot.kind is SpotKind.BURN and live(draft) else quiet_stage(draft.state)
    if stage and (stage != "scooping" or sighting.exit):
        reused(draft, stage, "a card", sighting.spot, sighting)


def reused(draft: Draft, stage: str, what: str, spot: Spot, sighting: Sighting | None = None) -> None:
    """A card left view with no card in play: it is picked up and used again, which is noted."""
    where = f" over {sighting.exit}" if sighting is not None and sighting.exit else ""
    text = f"{what} left view{where} while {stage}: it is used again"
    device = sighting.camera if sighting is not None else ""
    rule(draft, Situation.LEFT_QUIET, FaultKind.LEFT_VIEW, text, spot=spot, device=device)


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
    if owner in round_.void:
        return True
    return owner is not None and not in_play(draft.setup, round_, owner) and not lying.confirmed
