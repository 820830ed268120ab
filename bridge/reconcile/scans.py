"""A pass reader's card: given to the card that awaits it, or dealt where the reader is the first to know it."""

from bridge.events import Alarm
from bridge.faults import FaultKind
from bridge.reconcile.cards import due
from bridge.reconcile.deal import count_known, deal, impossible, overdrawn
from bridge.reconcile.draft import Draft
from bridge.reconcile.evidence import also
from bridge.reconcile.looks import came_late, compare
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Extra, Lying, Round
from bridge.reconcile.windows import allowed_since, hand_of, in_play
from bridge.setup import MS, Device, Setup
from games.cards import Card
from games.conditions import Situation
from games.game import Dealt, Next, Source
from games.spots import Spot
from shoe.messages import CardDrawn, CardUnread

DOUBLE_READ_MS = 2000
"""A pass reader that gives the same card again within this time read it twice."""


def scanned(draft: Draft, device: Device, message: CardDrawn | CardUnread) -> None:
    """A pass reader's card belongs to the next card, in the order of knowledge, that may be known."""
    name = device.config.name
    if isinstance(message, CardUnread):
        rule(draft, Situation.UNREADABLE, FaultKind.UNREADABLE, "the reader could not read a card", device=name)
        return
    if _double_read(draft, name, message):
        draft.say(Alarm(None, name, "the reader read the same card twice"))
        return
    round_ = draft.round
    assert round_ is not None
    target = awaiting(draft, round_, message.card)
    if target is None and any(card.reader is message.card for card in round_.cards):
        draft.say(Alarm(None, name, "a card of this round was scanned again"))
        return
    if target is None and _overdrawn(draft, round_):
        count_known(draft, message.card)
        overdrawn(draft, round_, Extra(message.card, message.counter, draft.n, source=Source.READER))
        return
    if target is None and not _held_early(draft, message.card):
        text = "a card was scanned before any hand may be known"
        rule(draft, Situation.EARLY, FaultKind.EARLY, text, device=name)
    if target is None:
        return
    # What the shoe has told already is counted.
    possible = target.shoe is message.card or count_known(draft, message.card)
    lying = draft.put_card(target, reader=message.card, causes=also(target.causes, draft.n))
    if not possible:
        impossible(draft, message.card, name, lying.spot)
    if draft.round is not None:
        came_late(draft, draft.card(lying.order))
        compare(draft, lying.order)


def _double_read(draft: Draft, name: str, message: CardDrawn) -> bool:
    recent = draft.device(name).recent
    if len(recent) < 2 or draft.setup.game.decks > 1:  # the newest is this very report
        return False
    return recent[-2].card is message.card and draft.at - recent[-2].at < DOUBLE_READ_MS * MS


def awaiting(draft: Draft, round_: Round, card: Card | None) -> Lying | None:
    """The card a reader's scan belongs to: where the reader is the first to tell, the next due, which is laid then."""
    waiting = _open_card(draft.setup, round_)
    # A card dealt open is passed over the reader on its way, before a camera sees it lie.
    lays = draft.setup.first is Source.READER or (draft.setup.face_up and Source.SHOE not in draft.setup.sources)
    return _dealt(draft, round_, card) if waiting is None and lays else waiting


def _dealt(draft: Draft, round_: Round, card: Card | None) -> Lying | None:
    """Lay the next card due, if it may be known; `card` is kept if it has no place yet."""
    match due(draft.setup, round_):
        case Next(spot) if _may_lay(draft, round_, spot):
            return deal(draft, None, Source.READER, kept=card)
        case _:
            return None


def _may_lay(draft: Draft, round_: Round, spot: Spot) -> bool:
    hand = hand_of(round_, spot)
    open_ = draft.setup.first is Source.READER or hand in draft.setup.face_up
    return open_ and allowed_since(draft.setup, round_, hand) is not None


def _open_card(setup: Setup, round_: Round) -> Lying | None:
    """The next laid card, in the order of knowledge, that may be known and was not scanned."""
    hands = tuple(row.hand for row in setup.game.reveals)
    for hand in hands if "*" not in hands else setup.game.hands:
        if not in_play(setup, round_, hand) or allowed_since(setup, round_, hand) is None:
            continue
        cards = [card for card in round_.cards if hand_of(round_, card.spot) == hand and card.reader is None]
        open_cards = [card for card in cards if not (card.confirmed or card.placed or card.unscanned)]
        if open_cards:
            return min(open_cards, key=lambda card: card.spot.index)
    return None


def _overdrawn(draft: Draft, round_: Round) -> bool:
    """Whether all cards are scanned and none is due: a further one is too many."""
    read = bool(round_.cards) and all(card.reader is not None or card.confirmed for card in round_.cards)
    return read and isinstance(due(draft.setup, round_), Dealt)


def _held_early(draft: Draft, card: Card) -> bool:
    """Whether this very scan was kept as a card without a place."""
    round_ = draft.round
    return round_ is not None and any(extra.reading == draft.n and extra.card is card for extra in round_.extras)
