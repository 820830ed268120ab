"""What follows from agreement: cards confirmed, hands complete, the round's result."""

import msgspec

from bridge.events import CardConfirmed, HandComplete, RoundComplete
from bridge.faults import FaultKind, Scope
from bridge.reconcile import claims, seals
from bridge.reconcile.cards import agreed, due, throw_agreed, turned
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import touching_round
from bridge.reconcile.phase import Phase
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Hold, Lying, Round
from bridge.reconcile.windows import allowed_since, hand_of, in_play
from games.cards import Card
from games.conditions import Situation
from games.game import IRREGULAR, VOID, Dealt, Hands, Source
from games.spots import SpotKind

UNCALLED = "the cards are not those that the game's drawing rules call for: there is no winner"


def confirm_next(draft: Draft) -> bool:
    """Confirm the first card that can be, and say the hand it completes; whether there was one."""
    round_ = draft.round
    assert round_ is not None
    for card in round_.cards:
        if card.confirmed:
            continue
        hand = hand_of(round_, card.spot)
        if hand is None or (word := word_on(draft, round_, card, hand)) is None:
            continue
        _confirm(draft, card, hand, *word)
        _hand_complete(draft, hand)
        return True
    return False


def word_on(
    draft: Draft, round_: Round, card: Lying, hand: str | None, besides: Hold | None = None
) -> tuple[Card, tuple[Source, ...]] | None:
    """The card of a hand that may be confirmed and who says so; None while it may not. `besides` is left aside."""
    if hand is None or not in_play(draft.setup, round_, hand):
        return None
    if allowed_since(draft.setup, round_, hand) is None or not turned(draft.setup, round_, card):
        return None
    word = agreed(draft.setup, card)
    if word is None or not throw_agreed(draft.setup, round_):
        return None
    held = any(_covers(hold, card, hand) for hold in touching_round(draft) if hold is not besides)
    return None if held else word


def _covers(hold: Hold, card: Lying, hand: str) -> bool:
    match hold.scope:
        case Scope.CARD:
            return hold.spot == card.spot
        case Scope.HAND:
            return hold.spot is not None and hand in (hold.spot.owner, hold.device)
        case Scope.ROUND | Scope.TABLE:
            return True
        case Scope.DECK:
            return False


def _confirm(draft: Draft, card: Lying, hand: str, face: Card, by: tuple[Source, ...]) -> None:
    sealed = bool(card.seal) and card.shoe is face
    salt = seals.salt(draft.setup.secret, card.dealt).hex() if sealed else ""
    place = hand if card.spot.kind is SpotKind.STACK else ""
    devices = draft.setup.devices.values()
    unchecked = len(by) == 1 and any(one.source in by and not one.dialect.checked for one in devices)
    what = CardConfirmed(card.spot, face, by, card.dealt, salt, place, unchecked)
    number = draft.say(what, causes=card.causes)
    draft.put_card(draft.card(card.order), confirmed=number, card=face)


def hands(round_: Round) -> Hands:
    """The confirmed cards of each hand, by their index in it."""
    found: dict[str, list[tuple[int, int, Card]]] = {}
    for card in round_.cards:
        hand = hand_of(round_, card.spot)
        if hand is not None and card.card is not None and hand not in round_.void:
            found.setdefault(hand, []).append((card.spot.index, card.order, card.card))
    return {hand: tuple(face for _, _, face in sorted(cards)) for hand, cards in found.items()}


def _hand_complete(draft: Draft, hand: str) -> None:
    round_ = draft.round
    assert round_ is not None
    if hand in round_.hands_done or hand in round_.void or not hand_closed(draft, round_, hand):
        return
    draft.put_round(hands_done=(*round_.hands_done, hand))
    cards = hands(round_)[hand]
    causes = tuple(cause for card in round_.cards if hand_of(round_, card.spot) == hand for cause in card.causes)
    draft.say(HandComplete(hand, cards, draft.setup.game.category(draft.setup.options, hand, cards)), causes=causes)


def tell_hands(draft: Draft) -> None:
    """Say hands that are complete without another card, as dice that are bound anew make them."""
    for hand in draft.setup.game.hands:
        _hand_complete(draft, hand)


def hand_closed(draft: Draft, round_: Round, hand: str) -> bool:
    """Whether all cards of a hand are confirmed and no further one is due to it."""
    mine = 0
    for card in round_.cards:
        if hand_of(round_, card.spot) == hand:
            if not card.confirmed:
                return False
            mine += 1
    if not mine:
        return False
    sizes = dict(draft.setup.game.hand_sizes)
    needed = sizes.get(hand, sizes.get("*"))
    return (needed is not None and mine >= needed) or isinstance(due(draft.setup, round_), Dealt)


def tell_phase(draft: Draft) -> None:
    """Go on to the phase that what lies has reached."""
    round_ = draft.round
    assert round_ is not None
    if not isinstance(due(draft.setup, round_), Dealt):
        phase = Phase.DEALING
    elif all(hand in round_.hands_done for hand in draft.setup.game.hands if in_play(draft.setup, round_, hand)):
        phase = Phase.COMPLETE if throw_agreed(draft.setup, round_) else Phase.REVEALING
    else:
        phase = Phase.REVEALING
    if phase is not draft.state.phase:
        draft.put(phase=phase)


def complete(draft: Draft) -> None:
    """The result, once nothing holds the round and the device's own, if it has told one, is no other."""
    round_ = draft.round
    assert round_ is not None
    if touching_round(draft):
        return
    game, options = draft.setup.game, draft.setup.options
    outcome = game.outcome(options, hands(round_)) if game.throw is None else game.throw(options, round_.dice)
    if round_.void:
        outcome = msgspec.structs.replace(outcome, facts={**outcome.facts, VOID: " ".join(round_.void)})
    if outcome.result == IRREGULAR:
        rule(draft, Situation.WRONG_PLACE, FaultKind.OUT_OF_ORDER, UNCALLED, options=("void",))
        return
    if not claims.same(draft, round_, outcome):
        return
    causes = tuple(card.causes[-1] for card in round_.cards)
    if game.throw is not None:
        causes += tuple(throw.reading for throw in round_.rolls.values())
    unseen = sum(not card.confirmed and hand_of(round_, card.spot) not in round_.void for card in round_.cards)
    number = draft.say(RoundComplete(outcome, "; ".join(round_.notes), unseen), causes=causes)
    draft.put_round(result=number, outcome=outcome)
