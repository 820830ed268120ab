"""Cards of one hand in another order than they were drawn or scanned: noted and no fault, once all of them prove it.

Where a game gives later cards a meaning (`first_cards`), only the first ones may change places among themselves.

One card that the camera misreads as its neighbour looks the same as two cards that changed places. So nothing is
moved before the camera has read every card of the hand that is not confirmed and has read the very cards that were
reported for it: a single wrong reading can never do that.
"""

from msgspec.structs import replace

from bridge.events import Alarm
from bridge.reconcile.cards import camera_value, group
from bridge.reconcile.draft import Draft
from bridge.reconcile.state import Lying
from games.cards import Card
from games.game import Source


def only_order(draft: Draft, lying: Lying) -> bool:
    """Whether what differs about this card may be no more than the order in its hand; puts it right once proved."""
    mates = _open_cards(draft, lying)
    reported = [_reported(card) for card in mates]
    if camera_value(draft.setup, lying) not in reported:
        return False
    seen = [camera_value(draft.setup, card) for card in mates]
    if None in seen:
        return not _twice(seen)
    if seen == reported or sorted(map(str, seen)) != sorted(map(str, reported)):
        return False  # where each card is seen as it was reported, two reports of one card differ
    _put_right(draft, mates, seen)
    draft.say(Alarm(None, "", "two cards of one hand lie in each other's place: noted", lying.spot))
    return True


def mates_in_doubt(draft: Draft, lying: Lying) -> tuple[int, ...]:
    """The other cards of the hand, by their place in the deal, whose readings differ."""
    others = (card for card in _open_cards(draft, lying) if card.order != lying.order)
    return tuple(card.order for card in others if _differs(draft, card))


def seen_twice(draft: Draft, lying: Lying) -> bool:
    """Whether the camera has read this card's face in more spots than the deck has copies of it."""
    round_ = draft.round
    face = camera_value(draft.setup, lying)
    if round_ is None or face is None:
        return False
    spots = sum(camera_value(draft.setup, card) is face for card in round_.cards)
    return spots > draft.setup.game.decks


def _open_cards(draft: Draft, lying: Lying) -> tuple[Lying, ...]:
    round_ = draft.round
    assert round_ is not None
    mine = group(draft.setup, lying.spot)
    same = (card for card in round_.cards if group(draft.setup, card.spot) == mine)
    return tuple(card for card in same if not card.confirmed and card.placed is None)


def _reported(card: Lying) -> Card | None:
    return card.shoe or card.reader


def _differs(draft: Draft, card: Lying) -> bool:
    seen = camera_value(draft.setup, card)
    return seen is not None and any(one not in (None, seen) for one in (card.shoe, card.reader))


def _twice(seen: list[Card | None]) -> bool:
    read = [card for card in seen if card is not None]
    return len(set(read)) < len(read)


def _put_right(draft: Draft, mates: tuple[Lying, ...], seen: list[Card | None]) -> None:
    """A card drawn goes to where it is seen; a card that was only scanned is told apart by where it is seen."""
    if Source.SHOE not in draft.setup.sources:
        for card, face in zip(mates, seen, strict=True):
            draft.put_card(card, reader=face)
        return
    free = list(zip(mates, seen, strict=True))
    for card in mates:
        place, face = next(one for one in free if one[1] is _reported(card))
        free.remove((place, face))
        draft.put_card(moved(card, place))


def moved(card: Lying, place: Lying) -> Lying:
    """The card as it lies in another's spot: what was seen stays with the spot, what was drawn goes with the card."""
    return replace(card, spot=place.spot, looks=place.looks, faced=place.faced, left=place.left, at=place.at)
