"""Reconstruction: a person says who lies where; the original readings stay beside it."""

from collections.abc import Iterator

from bridge.commands import Placement, Reconstruct
from bridge.events import DiceRead, Reconstructed
from bridge.faults import FaultKind
from bridge.readings import Asked
from bridge.reconcile import reversal
from bridge.reconcile.cards import at_spot, due, turned
from bridge.reconcile.deal import lay_card
from bridge.reconcile.dice import bind
from bridge.reconcile.draft import Draft
from bridge.reconcile.evidence import also
from bridge.reconcile.holds import release, touching_round
from bridge.reconcile.looks import swap
from bridge.reconcile.state import FIRST_DIE, Hold, Lying, Round
from bridge.reconcile.windows import allowed_since, hand_of, span
from games.game import Laid, Lay, Next, Source, Window
from games.spots import Spot

CURED = (
    FaultKind.OUT_OF_ORDER,
    FaultKind.CONFLICT,
    FaultKind.UNREADABLE,
    FaultKind.MISSING,
    FaultKind.UNSEEN,
    FaultKind.COUNTER_REUSED,
    FaultKind.DUPLICATE,
    FaultKind.IMPOSSIBLE_COPY,
    FaultKind.SURPLUS,
    FaultKind.REVERSED,
)
"""Holds that a reconstruction answers."""


def reconstruct(draft: Draft, asked: Asked, command: Reconstruct) -> str | None:
    """Put the cards (or dice) where a person says they lie; why that is refused, or None."""
    round_ = draft.round
    assert round_ is not None
    if round_.submitted:
        return f"the result is submitted: correct event {round_.result} instead"
    if command.dice:
        return _dice(draft, asked, command)
    hold = next((one for one in draft.state.holds if one.id == command.hold), None)
    if command.hold is not None and hold is None:
        return f"hold {command.hold} is not open"
    if hold is not None and hold.fault is FaultKind.REVERSED and not hold.moves and not command.spots:
        if not draft.setup.game.reversed_places:
            return "nothing is proposed: name spots and cards"
        reversal.swap(draft, asked)
        return None
    placed = command.spots or (hold.proposed if hold else ())
    moves = hold.moves if hold is not None and not command.spots else ()
    if not placed and not moves:
        return "nothing is proposed: name spots and cards"
    if (why := _refused(draft, placed, moves)) is not None:
        return why
    if len({one.spot for one in placed}) < len(placed):
        return "one spot is named twice"
    if len({one.card for one in placed}) < len(placed) and draft.setup.game.decks == 1:
        return "one card is named twice"
    if command.spots and (why := _half_a_swap(round_, placed)) is not None:
        return why
    _place(draft, asked, placed, moves, hold)
    return None


def _half_a_swap(round_: Round, placed: tuple[Placement, ...]) -> str | None:
    """Why naming one spot is not enough: the card was dealt to another, which would be left without a word."""
    named = {one.spot for one in placed}
    cards = {one.card for one in placed}
    for card in round_.cards:
        known = {card.shoe, card.reader, card.placed} & cards
        if known and card.spot not in named and card.placed is None:
            return "a card that is named was dealt to another spot of this round: name every spot that changes"
    return None


def _refused(draft: Draft, placed: tuple[Placement, ...], moves: tuple[tuple[int, Spot], ...]) -> str | None:
    """Why these cards cannot be put there: a confirmed card stands, and beside the round's own only the next is due."""
    round_ = draft.round
    assert round_ is not None
    laid = [Laid(card.spot, card.card) for card in round_.cards]
    for one in placed:
        lying = at_spot(round_, one.spot)
        if lying is not None and lying.confirmed and lying.card is not one.card:
            return f"another card is confirmed in {one.spot}; what is confirmed stands, or the round is void"
        if lying is not None or one.spot in {spot for _, spot in moves}:
            continue
        owed = draft.setup.game.order(draft.setup.options, Lay(tuple(laid), round_.boxes, round_.dice))
        if not isinstance(owed, Next) or owed.spot != one.spot:
            return f"no card of this round belongs to {one.spot}"
        laid.append(Laid(one.spot))
    return None


def _place(
    draft: Draft, asked: Asked, placed: tuple[Placement, ...], moves: tuple[tuple[int, Spot], ...], hold: Hold | None
) -> None:
    round_ = draft.round
    assert round_ is not None
    was = _named(round_)
    for order, spot in moves:
        moving = next((card for card in round_.cards if card.order == order), None)
        if moving is not None and moving.spot != spot:
            _move(draft, draft.card(order), spot)
    for one in placed:
        _set(draft, one)
    known = tuple(one for one in dict.fromkeys((*placed, *_moved(draft, moves))) if _may_be_named(draft, one.spot))
    draft.say(Reconstructed(known, tuple(one for one in was if one not in placed), asked.who, asked.why))
    for open_ in touching_round(draft):
        if open_.fault in CURED and (open_.id == (hold.id if hold else None) or _answers(draft, open_, placed)):
            release(draft, open_, "reconstruct", asked.who, asked.why)


def _moved(draft: Draft, moves: tuple[tuple[int, Spot], ...]) -> Iterator[Placement]:
    """What was accepted by its spots alone, as far as the faces are turned."""
    round_ = draft.round
    assert round_ is not None
    orders = {order for order, _ in moves}
    for card in round_.cards:
        if card.order in orders and card.shoe is not None and turned(draft.setup, round_, card):
            yield Placement(card.spot, card.shoe)


def _may_be_named(draft: Draft, spot: Spot) -> bool:
    """Whether the face in a spot may be known by this time; a card placed before is named as it is confirmed."""
    round_ = draft.round
    assert round_ is not None
    return allowed_since(draft.setup, round_, hand_of(round_, spot)) is not None


def _answers(draft: Draft, open_: Hold, placed: tuple[Placement, ...]) -> bool:
    """Whether the spots named answer a hold: its own, all that it proposed, or, where it has none, every card's."""
    round_ = draft.round
    assert round_ is not None
    spots = {one.spot for one in placed}
    if open_.spot is not None:
        return open_.spot in spots
    proposed = {spot for _, spot in open_.moves} | {one.spot for one in open_.proposed}
    asked_for = proposed or {card.spot for card in round_.cards}
    return asked_for <= spots


def _move(draft: Draft, card: Lying, spot: Spot) -> None:
    round_ = draft.round
    assert round_ is not None
    other = next((one for one in round_.cards if one.spot == spot), None)
    if other is not None:
        swap(draft, card, other)
        return
    looks = tuple(look for key, look in draft.state.layout.items() if key.split("|")[1] == str(spot))
    draft.put_card(card, spot=spot, looks=tuple(look for look in looks if look.view.value != "empty"))


def _set(draft: Draft, placement: Placement) -> None:
    """Let the named card lie in the named spot: the card drawn as such if there is one, else by the person's word."""
    round_ = draft.round
    assert round_ is not None
    lying = at_spot(round_, placement.spot) or lay_card(draft, placement.spot, None, Source.PEOPLE)
    if lying.confirmed:
        return
    round_ = draft.round or round_
    drawn = next((one for one in round_.cards if placement.card in (one.shoe, one.reader) and not one.confirmed), None)
    if drawn is not None and drawn.order != lying.order and drawn.placed is None:
        swap(draft, lying, drawn)
        lying = draft.card(drawn.order)
    known = {lying.shoe, lying.reader} - {None}
    seen = {look.card for look in lying.looks if look.card is not None}
    if known != {placement.card} or seen - {placement.card}:
        draft.put_card(lying, placed=placement.card, causes=also(lying.causes, draft.n))


def _named(round_: Round) -> tuple[Placement, ...]:
    """The placement so far, as far as its faces have been published."""
    return tuple(Placement(card.spot, card.card) for card in round_.cards if card.card is not None)


def _dice(draft: Draft, asked: Asked, command: Reconstruct) -> str | None:
    round_ = draft.round
    assert round_ is not None
    if not draft.setup.game.dice or len(command.dice) != draft.setup.game.dice:
        return "these are no dice of this game"
    values = tuple(sorted(command.dice))
    if any(not 1 <= pips <= 6 for pips in values):
        return "a die shows 1 to 6"
    bets = span(round_, Window.BETS)
    if bets is None or not bets.closed:
        return "dice may not be told before the bets close"
    blind = draft.setup.first is Source.READER
    if isinstance(due(draft.setup, round_), Next) and not round_.dice and not blind:
        return "stacks are still being laid: no throw counts yet"
    known = {"dice": values, "dice_by": (Source.PEOPLE,), "dice_at": draft.at, "dice_said": True, "leaning": ()}
    draft.put_round(**known, hands_done=(), result=0, outcome=None)
    if draft.setup.game.throw is not None:
        draft.say(DiceRead(values, "", (Source.PEOPLE,)))
    bind(draft)
    draft.say(Reconstructed((), (), asked.who, asked.why))
    for open_ in touching_round(draft):
        if open_.spot == FIRST_DIE or (open_.fault is FaultKind.CONFLICT and open_.spot is None and not open_.device):
            release(draft, open_, "reconstruct", asked.who, asked.why)
    return None
