"""What the sources still owe about a card, and by when."""

from collections.abc import Iterator
from typing import NamedTuple

from bridge.reconcile.cards import camera_value, eyes, owes_back
from bridge.reconcile.state import Lying, Round
from bridge.reconcile.windows import allowed_since, hand_of, in_play
from bridge.setup import Setup
from games.game import Evidence, Source


class Overdue(NamedTuple):
    """Something owed about a card: by when (monotonic ns), in words."""

    at: int
    order: int
    text: str


def owed_about(setup: Setup, round_: Round, card: Lying) -> Iterator[Overdue]:
    """What is owed about one card, with the moment after which it is overdue."""
    hand = hand_of(round_, card.spot)
    back = setup.owes(hand or "*", Source.CAMERA, Evidence.BACK)
    if back is not None and owes_back(setup, card):
        yield Overdue(card.drawn + setup.within(back), card.order, f"no camera saw the card of {card.spot} laid")
        return
    since = allowed_since(setup, round_, hand)
    if since is None or hand is None or not in_play(setup, round_, hand):
        return
    face, scan = setup.owes(hand, Source.CAMERA, Evidence.FACE), setup.owes(hand, Source.READER, Evidence.IDENTITY)
    if face is not None and not (eyes(setup, card) and camera_value(setup, card) is None):
        face = None
    if scan is not None and card.reader is not None:
        scan = None
    if face is None and scan is None:
        return
    start = max(since, card.drawn, _turn(setup, round_, hand))
    if face is not None:
        yield Overdue(start + setup.within(face), card.order, f"no camera read the face of {card.spot}")
    if scan is not None:
        yield Overdue(start + setup.within(scan), card.order, f"the card of {card.spot} was not scanned")


def _turn(setup: Setup, round_: Round, hand: str) -> int:
    """When it was a hand's turn to open: its place is known, and the hands before it have been seen."""
    row = setup.reveal(hand)
    if row is None or not row.after_hands:
        return round_.dice_at
    before = (card for card in round_.cards if hand_of(round_, card.spot) in row.after_hands)
    return max([round_.dice_at, *(look.at for card in before for look in card.looks)])


def all_came(setup: Setup, round_: Round, card: Lying, at: int) -> bool:
    """Whether nothing about a card is overdue at `at`."""
    return all(one.at > at for one in owed_about(setup, round_, card))
