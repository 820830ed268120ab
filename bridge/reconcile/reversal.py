"""A whole hand dealt in reverse, where the game's sheet knows that fault: its places are swapped, once.

Cards attributed by the order in which they came are another place's. Cards placed by the spot in which a camera sees
them lie right, and are never swapped. A part of the hand in reverse is a wrong sequence like any other.
"""

from msgspec.structs import replace

from bridge.commands import Placement
from bridge.events import Alarm, Reconstructed
from bridge.faults import FaultKind
from bridge.readings import Asked
from bridge.reconcile.cards import due
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import release, touching_round
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Lying, Round
from bridge.setup import Setup
from games.conditions import Situation
from games.game import Dealt, Hands, Laid, Lay, Next
from games.spots import Spot

DECLARED = "the dealer declares the hand dealt in reverse"
ONCE = "the places of this deal were swapped already"


def turn(setup: Setup) -> dict[str, str]:
    """Whose a hand's cards are in a reversed deal."""
    return dict(zip(setup.game.hands, setup.game.reversed_places, strict=False))


def by_order(round_: Round) -> bool:
    """Whether every card of the round was attributed by the order in which it came, none by where it was seen."""
    return not any(card.looks for card in round_.cards)


def declared(draft: Draft) -> str | None:
    """The dealer declares the hand dealt in reverse; why that is refused, or None."""
    round_ = draft.round
    assert round_ is not None
    if not draft.setup.game.reversed_places:
        rule(draft, Situation.REVERSED_HAND, FaultKind.REVERSED, DECLARED)
        return None
    if round_.swapped:
        return ONCE
    whole = isinstance(due(draft.setup, round_), Dealt)
    if whole and by_order(round_):
        proposed = tuple(Placement(_to(draft.setup, card), card.card) for card in round_.cards if card.card is not None)
        rule(draft, Situation.REVERSED_HAND, FaultKind.REVERSED, DECLARED, proposed=proposed)
    elif whole and all(card.looks for card in round_.cards):
        text = f"{DECLARED}: the cards lie where they are seen, and nothing is swapped"
        draft.say(Alarm(FaultKind.REVERSED, "", text))
    else:
        text = f"{DECLARED}, but it is not the whole hand"
        rule(draft, Situation.WRONG_PLACE, FaultKind.OUT_OF_ORDER, text)
    return None


def _to(setup: Setup, card: Lying) -> Spot:
    return replace(card.spot, owner=turn(setup).get(card.spot.owner, card.spot.owner))


def swap(draft: Draft, asked: Asked) -> None:
    """A person accepts it: every card attributed by order goes to the place whose it is, the result is made anew."""
    round_ = draft.round
    assert round_ is not None
    was = tuple(Placement(card.spot, card.card) for card in round_.cards if card.card is not None)
    cards = round_.cards
    if by_order(round_):
        cards = tuple(replace(card, spot=_to(draft.setup, card)) for card in cards)
        revealed = tuple(turn(draft.setup).get(hand, hand) for hand in round_.revealed)
        notes = (*round_.notes, "dealt in reverse: the places were swapped")
        draft.put_round(cards=cards, revealed=revealed, notes=notes, swapped=True)
        draft.put_round(hands_done=(), result=0, outcome=None)
    placed = tuple(Placement(card.spot, card.card) for card in cards if card.card is not None)
    draft.say(Reconstructed(placed, was if placed != was else (), asked.who, asked.why))
    for hold in touching_round(draft):
        if hold.fault is FaultKind.REVERSED:
            release(draft, hold, "reconstruct", asked.who, asked.why)


def swapped(setup: Setup, hands: Hands) -> Hands:
    """The hands of a result whose deal turns out to have been reversed."""
    return {turn(setup).get(hand, hand): cards for hand, cards in hands.items()}


def conclude(draft: Draft) -> None:
    """Wrong places that together are the whole hand in reverse are that one finding, once the last card lies."""
    round_ = draft.round
    wrong = [hold for hold in touching_round(draft) if hold.fault is FaultKind.OUT_OF_ORDER]
    if round_ is None or not wrong or not isinstance(due(draft.setup, round_), Dealt):
        return
    moves = {order: spot for hold in wrong if hold.spot is None for order, spot in hold.moves}
    if not _reversed(draft.setup, round_, moves):
        return
    proposed = tuple(dict.fromkeys(one for hold in wrong for one in hold.proposed))
    for hold in wrong:
        release(draft, hold, "go_on", "table", "the whole hand was dealt in reverse")
    text = "the whole hand was dealt in reverse; the cards lie where they are seen, and nothing is swapped"
    kept = tuple(moves.items())
    rule(draft, Situation.REVERSED_HAND, FaultKind.REVERSED, text, moves=kept, proposed=proposed)


def _reversed(setup: Setup, round_: Round, moves: dict[int, Spot]) -> bool:
    laid: list[Laid] = []
    for card in sorted(round_.cards, key=lambda card: card.order):
        owed = setup.game.order(setup.options, Lay(tuple(laid), round_.boxes, round_.dice))
        if not isinstance(owed, Next):
            return False
        if moves.get(card.order, card.spot).owner != turn(setup).get(owed.spot.owner):
            return False
        laid.append(Laid(owed.spot))
    return True
