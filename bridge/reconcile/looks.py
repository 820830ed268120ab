"""What a camera saw in a spot, held against what should lie there."""

from msgspec.structs import replace

from bridge.events import Alarm
from bridge.faults import FaultKind, HoldKind
from bridge.reconcile.cards import at_spot, camera_value, cameras_differ, due, group
from bridge.reconcile.deal import (
    count_known,
    early,
    impossible,
    keep_early,
    keep_unplaced,
    lay_card,
    live,
    overdrawn,
    waits,
)
from bridge.reconcile.delivery import delivered_to, turned_there
from bridge.reconcile.draft import Draft
from bridge.reconcile.evidence import also
from bridge.reconcile.hand_order import mates_in_doubt, moved, only_order, seen_twice
from bridge.reconcile.holds import find_hold, release
from bridge.reconcile.left import left, left_quiet
from bridge.reconcile.owed import all_came
from bridge.reconcile.proposals import drawn_elsewhere, propose_seen
from bridge.reconcile.rulings import DECIDE, rule
from bridge.reconcile.shown import face_elsewhere, face_shown
from bridge.reconcile.state import Extra, Look, Lying, Round
from bridge.reconcile.windows import insurance_waits
from games.cards import Card
from games.conditions import Situation
from games.game import Dealt, Next, Source, Unknown
from games.spots import SpotKind
from scanner.sighting import Sighting, View


def looked(draft: Draft, sighting: Sighting) -> None:
    """Take one sighting."""
    draft.captured = sighting.at
    look = Look(sighting.camera, sighting.view, sighting.card, sighting.at)
    key = f"{sighting.camera}|{sighting.spot}"
    before = draft.state.layout.get(key)
    if sighting.spot.kind is not SpotKind.NONE:
        draft.put(layout={**draft.state.layout, key: look})
    in_play = sighting.spot.kind in (SpotKind.HAND, SpotKind.STACK)
    if not in_play or not live(draft):
        if sighting.view is View.FACE and (not in_play or draft.state.shuffles):
            face_elsewhere(draft, sighting)
        elif sighting.view is View.EMPTY and before is not None and before.view is not View.EMPTY:
            left_quiet(draft, sighting)
        return
    round_ = draft.round
    assert round_ is not None
    lying = at_spot(round_, sighting.spot)
    mine = delivered_to(round_, sighting.spot) if lying is None else ()
    if mine and (sighting.view is not View.FACE or any(not card.faced or card.at == sighting.spot for card in mine)):
        card = turned_there(draft, mine, sighting, look)
        if card is not None:
            _faced(draft, card, sighting)
    elif lying is None:
        _stray(draft, round_, sighting, look)
    else:
        _seen(draft, lying, sighting, look)


def _stray(draft: Draft, round_: Round, sighting: Sighting, look: Look) -> None:
    """A card lies in a spot for which none was drawn."""
    if sighting.view is View.EMPTY:
        return
    first = draft.setup.first
    if first is Source.CAMERA:
        _dealt_by_camera(draft, round_, sighting, look)
        return
    if first is Source.READER:
        return
    if insurance_waits(round_):
        text = f"a card lies in {sighting.spot} before the insurance window has closed"
        rule(draft, Situation.EARLY, FaultKind.EARLY, text, spot=sighting.spot)
        return
    owed = due(draft.setup, round_)
    next_spot = owed.spot if isinstance(owed, Next) else None
    same_hand = next_spot is not None and group(draft.setup, next_spot) == group(draft.setup, sighting.spot)
    unplaced = isinstance(owed, Unknown) and waits(round_)  # it is the card whose place is not known yet
    if not same_hand and not unplaced:
        _wrong_spot(draft, round_, sighting)
    if sighting.view is View.FACE and draft.round is not None:
        face_shown(draft, sighting)


def _wrong_spot(draft: Draft, round_: Round, sighting: Sighting) -> None:
    """A card lies where none is due: the one that is not yet seen in its own spot is taken to lie there."""
    unseen = [card for card in round_.cards if not card.looks and not card.confirmed]
    moves = ((unseen[-1].order, sighting.spot),) if unseen else ()
    text = f"a card lies in {sighting.spot}, where none is due"
    rule(draft, Situation.WRONG_PLACE, FaultKind.OUT_OF_ORDER, text, spot=sighting.spot, moves=moves)


def _dealt_by_camera(draft: Draft, round_: Round, sighting: Sighting, look: Look) -> None:
    """With no shoe the camera tells first that a card is dealt, and where it lies is where it was dealt to."""
    known = {hand for hand in draft.setup.watchers if hand.kind in (SpotKind.HAND, SpotKind.STACK)}
    if sighting.spot not in known or _kept(draft, round_, sighting):
        return
    owed = due(draft.setup, round_)
    extra = Extra(sighting.card, None, draft.n, source=Source.CAMERA, seen=sighting.spot)
    if waits(round_) or early(draft, round_):
        keep_early(draft, extra)
        if sighting.view is View.FACE and draft.round is not None:
            face_shown(draft, sighting)
        return
    match owed:
        case Unknown(needs):
            keep_unplaced(draft, extra, needs)
            return
        case Dealt():
            overdrawn(draft, round_, extra)
            return
        case Next():
            pass
    lying = lay_card(draft, sighting.spot, None, Source.CAMERA)
    draft.put_card(draft.card(lying.order), looks=(look,))
    if group(draft.setup, owed.spot) != group(draft.setup, sighting.spot):
        text = f"a card was dealt to {sighting.spot} while {owed.spot} is due"
        rule(draft, Situation.WRONG_PLACE, FaultKind.OUT_OF_ORDER, text, spot=sighting.spot)
    if draft.round is not None:
        _seen(draft, draft.card(lying.order), sighting, look)


def _kept(draft: Draft, round_: Round, sighting: Sighting) -> bool:
    """Whether the card seen here is one that has no place yet; it may have been turned meanwhile."""
    kept = next((extra for extra in round_.extras if extra.seen == sighting.spot), None)
    if kept is None:
        return False
    if sighting.card is not None and kept.card is None:
        named = replace(kept, card=sighting.card)
        draft.put_round(extras=tuple(named if extra is kept else extra for extra in round_.extras))
    return True


def _seen(draft: Draft, lying: Lying, sighting: Sighting, look: Look) -> None:
    before = next((one for one in lying.looks if one.camera == look.camera), None)
    match sighting.view:
        case View.EMPTY:
            if before is not None:
                left(draft, lying, sighting)
            return
        case View.MANY:
            text = f"more than one card lies in {sighting.spot}"
            rule(draft, Situation.DISAGREE, FaultKind.SURPLUS, text, spot=sighting.spot)
            return
        case View.BACK | View.FACE:
            pass
    looks = (*(one for one in lying.looks if one.camera != look.camera), look)
    lying = draft.put_card(lying, looks=looks, causes=also(lying.causes, draft.n), delivered=False, at=None)
    _returned(draft, lying, look)
    if sighting.view is View.FACE:
        _faced(draft, draft.card(lying.order), sighting)
    else:
        came_late(draft, lying)


def _faced(draft: Draft, lying: Lying, sighting: Sighting) -> None:
    """A face shows: it may be an exposure, and is held against what the others say."""
    came_late(draft, lying)
    if draft.round is None:
        return
    face_shown(draft, sighting)
    if draft.round is not None:
        draft.put_card(draft.card(lying.order), faced=lying.faced or sighting.at)
        compare(draft, lying.order)


def _returned(draft: Draft, lying: Lying, look: Look) -> None:
    """A card that had left view lies there again: it must be the one that left."""
    if lying.left is None or look.view is not View.FACE or look.card is None:
        return
    if look.card is lying.left:
        draft.put_card(lying, left=None)
        draft.say(Alarm(None, look.camera, "the card that had left view is back and is the same", lying.spot))
    else:
        text = "another card came back than the one that left view"
        rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, text, spot=lying.spot)


def came_late(draft: Draft, lying: Lying) -> None:
    """End the holds that wait for evidence about a card once all of it has come."""
    round_ = draft.round
    if round_ is None or not draft.state.holds or not all_came(draft.setup, round_, lying, draft.at):
        return
    for fault in (FaultKind.UNSEEN, FaultKind.UNREADABLE):
        hold = find_hold(draft, fault, spot=lying.spot)
        if hold is not None and hold.wait is HoldKind.WAIT:
            release(draft, hold, "go_on", "table", "the missing evidence came")


def compare(draft: Draft, order: int) -> None:
    """Hold the sources' words about one card against each other, and anew those of its hand that were left open."""
    _compare(draft, order)
    if draft.round is None:
        return
    for mate in mates_in_doubt(draft, draft.card(order)):
        if draft.round is not None:
            _compare(draft, mate)


def _compare(draft: Draft, order: int) -> None:
    lying = draft.card(order)
    setup = draft.setup
    if lying.placed is not None:
        return
    if cameras_differ(lying):
        rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, "two cameras read two cards", spot=lying.spot)
        return
    counted = setup.first is Source.CAMERA and Source.READER not in setup.sources
    if not counted and seen_twice(draft, lying):
        text = "the camera reads one card in two spots"
        rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, text, spot=lying.spot)
        return
    camera = camera_value(setup, lying)
    said = {card for card in (lying.shoe, lying.reader, camera) if card is not None}
    if lying.confirmed:
        if camera is not None and lying.card is not None and camera is not lying.card:
            text = "the camera reads another card than the one confirmed"
            rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, text, spot=lying.spot, options=DECIDE)
        return
    if len(said) <= 1:
        if camera is not None and lying.shoe is None and Source.SHOE in setup.sources:
            propose_seen(draft, lying, camera)
        if camera is not None and counted:
            _counted_by_camera(draft, lying, camera)
        return
    if camera is not None and only_order(draft, lying):
        return
    if (
        lying.shoe is not None
        and camera is not None
        and lying.shoe is not camera
        and drawn_elsewhere(draft, lying, camera)
    ):
        return
    words = (("the shoe", lying.shoe), ("the reader", lying.reader), ("the camera", camera))
    named = [who for who, card in words if card is not None]
    text = f"{' and '.join(named)} do not name the same card; what each read is kept"
    rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, text, spot=lying.spot)


def _counted_by_camera(draft: Draft, lying: Lying, camera: Card) -> None:
    """Without shoe and reader the camera's faces are the composition."""
    if lying.counted:
        return
    draft.put_card(lying, counted=True)
    if not count_known(draft, camera):
        impossible(draft, camera, "", lying.spot)


def swap(draft: Draft, one: Lying, other: Lying) -> None:
    """Let two cards change places: what was seen stays with the spot, what was drawn goes with the card."""
    draft.put_card(moved(one, other))
    draft.put_card(moved(other, one))
