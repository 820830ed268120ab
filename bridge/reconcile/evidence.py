"""Which readings a finding rests on, by their numbers, so that who has to answer it can look them up."""

from bridge.reconcile.draft import Draft
from bridge.reconcile.state import FIRST_DIE, Lying, Round
from bridge.reconcile.windows import hand_of
from games.spots import Spot

MOST = 16
"""Readings that a hold names: the newest, since it may be open for hours."""
OF_A_CARD = 8
"""Readings that a card keeps: it may be looked at for long."""


def evidence(
    draft: Draft, spot: Spot | None, moves: tuple[tuple[int, Spot], ...], *, whole: bool = False
) -> tuple[int, ...]:
    """What was read so far of the cards (or dice) that a finding in a spot, or of these `moves`, is about.

    One that names neither is about every card, if it is about the `whole` round.
    """
    round_ = draft.round
    if round_ is None:
        return ()
    if spot == FIRST_DIE:
        return newest(_dice(round_))
    orders = {order for order, _ in moves}
    mine = [card for card in round_.cards if card.order in orders or (spot is not None and _lies(round_, card, spot))]
    kept = [extra.reading for extra in round_.extras if spot is not None and extra.seen == spot]
    found = [reading for card in mine for reading in card.causes]
    if spot is None and not moves and whole:
        found = [card.causes[-1] for card in round_.cards if card.causes]
        found += _dice(round_)
    return newest(tuple(found), tuple(kept))


def _lies(round_: Round, card: Lying, spot: Spot) -> bool:
    """Whether a card belongs to a spot; a spot without an index is its whole hand."""
    return spot in (card.spot, card.at) or (not spot.index and hand_of(round_, card.spot) == spot.owner)


def _dice(round_: Round) -> tuple[int, ...]:
    return tuple(throw.reading for throw in round_.rolls.values())


def also(causes: tuple[int, ...], reading: int) -> tuple[int, ...]:
    """A card's readings with one more: the one that dealt it is kept, of the others the newest."""
    return (*causes[:1], *causes[1:][-OF_A_CARD + 2 :], reading)


def newest(*readings: tuple[int, ...]) -> tuple[int, ...]:
    """The newest of these readings, in order, each once."""
    return tuple(sorted({reading for some in readings for reading in some})[-MOST:])
