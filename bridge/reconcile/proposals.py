"""What is proposed of cards that do not lie where they were drawn for: spots, and faces only where none is sealed."""

from bridge.commands import Placement
from bridge.faults import FaultKind
from bridge.reconcile.cards import group
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import find_hold, propose
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Lying, Round
from bridge.reconcile.windows import allowed_since, hand_of
from games.cards import Card
from games.conditions import Situation
from games.spots import Spot


def propose_seen(draft: Draft, lying: Lying, camera: Card) -> None:
    """The shoe does not know this card, the camera does: a person may take its word."""
    round_ = draft.round
    if round_ is None or allowed_since(draft.setup, round_, hand_of(round_, lying.spot)) is None:
        return
    if _sealed_elsewhere(draft, round_, lying, camera):
        return
    for hold in draft.state.holds:
        if hold.spot == lying.spot and hold.fault in (FaultKind.MISSING, FaultKind.UNREADABLE):
            propose(draft, hold, (), (Placement(lying.spot, camera),))


def drawn_elsewhere(draft: Draft, lying: Lying, camera: Card) -> bool:
    """Whether the card seen here was drawn for another spot of the round: then it lies in a wrong place."""
    round_ = draft.round
    assert round_ is not None
    other = next((card for card in round_.cards if card.shoe is camera and card.order != lying.order), None)
    if other is None or other.confirmed:
        return False
    if group(draft.setup, other.spot) == group(draft.setup, lying.spot):
        return False
    open_ = find_hold(draft, FaultKind.OUT_OF_ORDER)
    moves = tuple(dict.fromkeys((*(open_.moves if open_ else ()), (other.order, lying.spot))))
    shown = _nameable(draft, round_, moves)
    places = ", ".join(f"the card of {draft.card(order).spot} lies in {spot}" for order, spot in moves)
    text = f"wrong places: {places}"
    if open_ is not None:
        propose(draft, open_, moves, shown, text)
        return True
    rule(draft, Situation.WRONG_PLACE, FaultKind.OUT_OF_ORDER, text, moves=moves, proposed=shown)
    return True


def _nameable(draft: Draft, round_: Round, moves: tuple[tuple[int, Spot], ...]) -> tuple[Placement, ...]:
    """The placements whose faces may be told: a misread card may name a face that is sealed in another hand."""
    told = []
    for order, spot in moves:
        card = draft.card(order)
        known = [allowed_since(draft.setup, round_, hand_of(round_, one)) for one in (spot, card.spot)]
        if card.shoe is not None and None not in known:
            told.append(Placement(spot, card.shoe))
    return tuple(told)


def _sealed_elsewhere(draft: Draft, round_: Round, lying: Lying, face: Card) -> bool:
    """Whether this face is one that another card of the round bears under a seal."""
    others = (card for card in round_.cards if card.order != lying.order and face in (card.shoe, card.reader))
    return any(allowed_since(draft.setup, round_, hand_of(round_, card.spot)) is None for card in others)
