"""Stacks that were delivered: their cards are turned in the spots of the place the dice gave them, in any order."""

from msgspec.structs import replace

from bridge.reconcile.draft import Draft
from bridge.reconcile.evidence import also
from bridge.reconcile.state import Look, Lying, Round
from bridge.reconcile.windows import hand_of
from games.spots import Spot, SpotKind
from scanner.sighting import Sighting, View


def delivered_to(round_: Round, spot: Spot) -> tuple[Lying, ...]:
    """The cards of the stack that belongs to the place of a spot; none where no stack is bound to it."""
    if spot.kind is not SpotKind.HAND or not round_.places:
        return ()
    mine = (card for card in round_.cards if card.spot.kind is SpotKind.STACK)
    return tuple(card for card in mine if hand_of(round_, card.spot) == spot.owner)


def turned_there(draft: Draft, mine: tuple[Lying, ...], sighting: Sighting, look: Look) -> Lying | None:
    """The stack's card that a face in the place's spot is, with that look; None where the face is none of them.

    A back there is only a card not turned yet, an empty spot one that is lifted.
    """
    card = _which(mine, sighting) if sighting.view is View.FACE else None
    if card is None:
        return None
    kept = tuple(one for one in card.looks if one.camera != look.camera and card.at == sighting.spot)
    changed = replace(card, looks=(*kept, look), delivered=True, at=sighting.spot)
    return draft.put_card(card, looks=changed.looks, delivered=True, at=changed.at, causes=also(card.causes, draft.n))


def _which(mine: tuple[Lying, ...], sighting: Sighting) -> Lying | None:
    open_ = [card for card in mine if not card.confirmed]
    for card in mine:
        if card.faced and card.at == sighting.spot:
            return card
    for card in open_:
        if sighting.card is not None and sighting.card in (card.shoe, card.reader) and not card.faced:
            return card
    free = [card for card in open_ if not card.faced]
    same = [card for card in free if card.spot.index == sighting.spot.index]
    return next(iter((*same, *free)), None)
