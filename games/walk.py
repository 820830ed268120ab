"""A game's dealing order played out: the owner of each card, for people and for a check of a deal.

`unseen` walks a game's order while no card is known; where the order then depends on cards or dice it ends there and
says on what. `ask` answers for other hands, another pattern or a dice total, each in the stead of the game's own.
"""

from collections.abc import Iterator
from itertools import islice

import msgspec

from games.cards import PACK, Card
from games.game import Dealt, Due, Game, Laid, Lay, Next, Unknown
from games.options import Options
from games.orders import Pattern, bound, place, slots, stacks
from games.spots import Spot, SpotKind

FACES = 6
"""Of a die."""
STRIDES = (1, 3, 5, 7, 9, 11, 17, 19, 23, 29)
"""Ways through a deck for deals that serve as examples: none shares a factor with its 52 cards but 1."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What stands in place of the game's own; `total` is that of the dice, 0 where they were not thrown."""

    hands: tuple[str, ...] = ()
    pattern: Pattern | None = None
    each: int = 0
    total: int = 0
    empty: tuple[str, ...] = ()


class Order(msgspec.Struct, frozen=True):
    """The owner of each card in the order of the deal.

    Owners are hands, or stacks while no dice say whose they are. `discarded` are the hands whose cards are dealt
    and then taken away. `needs` is the spot on which a further card depends, empty where the deal ends.
    """

    slots: tuple[str, ...]
    discarded: tuple[str, ...] = ()
    needs: str = ""


def walked(game: Game, options: Options, lay: Lay, cards: Iterator[Card | None]) -> tuple[Lay, Due]:
    """What lies once these cards were dealt as the order says, and what is due then."""
    due = game.order(options, lay)
    for card in islice(cards, len(PACK) * max(game.decks, 1)):
        if not isinstance(due, Next):
            break
        lay = msgspec.structs.replace(lay, laid=(*lay.laid, Laid(due.spot, card)))
        due = game.order(options, lay)
    return lay, due


def unseen(game: Game, options: Options, lay: Lay) -> tuple[tuple[Spot, ...], Due]:
    """The spots that are dealt while no card is known, and what is due after them."""
    after, due = walked(game, options, lay, iter([None] * len(PACK) * max(game.decks, 1)))
    return tuple(laid.spot for laid in after.laid), due


def binding(game: Game, options: Options, total: int, boxes: tuple[str, ...]) -> dict[str, str]:
    """The place of each stack for a dice total; none where the game has no stacks or the dice were not thrown."""
    return dict(game.bind(options, total, boxes)) if game.bind is not None and total else {}


def examples(game: Game, options: Options, count: int = 8) -> tuple[tuple[str, ...], ...]:
    """Different whole deals of known cards, shortest first: what a conditional order may come to, not all of it."""
    total = game.dice * FACES // 2
    places, seen = binding(game, options, total, game.boxes), set()
    for stride in STRIDES:
        for first in range(len(PACK)):
            lay = Lay(boxes=game.boxes, dice=throw(game.dice, total))
            cards = (PACK[(first + step * stride) % len(PACK)] for step in range(len(PACK)))
            after, due = walked(game, options, lay, cards)
            if isinstance(due, Dealt):
                seen.add(tuple(place(laid.spot, places) for laid in after.laid))
    return tuple(sorted(seen, key=lambda owners: (len(owners), owners))[:count])


def sizes(game: Game, options: Options, hand: str) -> tuple[int, ...]:
    """How many cards a complete hand may have."""
    fixed = dict(game.hand_sizes)
    size = fixed.get(hand, fixed.get("*", 0))
    found = {size} if size else {owners.count(hand) for owners in examples(game, options, len(PACK))}
    return tuple(sorted(found))


def throw(dice: int, total: int) -> tuple[int, ...]:
    """Dice that make this total, one die after the other as high as it can be."""
    thrown: list[int] = []
    for left in range(dice - 1, -1, -1):
        thrown.append(min(FACES, total - sum(thrown) - left))
    return tuple(thrown)


def ask(game: Game, options: Options, asked: Asked) -> Order:
    """The owner of each card, and whose cards are discarded; what was not asked for is the game's own.

    Other hands are named in the order in which they are dealt to or, in a game of stacks, of their places' numbers;
    the last is the one that always plays.

    Raises:
        ValueError: the game has none of what was asked for, or a name or number is none of it; the message says which.
    """
    hands = asked.hands or game.hands
    boxes = () if not game.boxes else hands[:-1] if asked.hands else game.boxes
    _check(game, boxes, asked)
    bet = tuple(box for box in boxes if box not in asked.empty)
    lay = Lay(boxes=bet, dice=throw(game.dice, asked.total) if asked.total else ())
    spots, due = unseen(game, options, lay)
    needs = str(due.needs) if isinstance(due, Unknown) else ""
    names = dict(zip(game.hands, hands, strict=True)) if len(hands) == len(game.hands) else {}
    if asked.pattern or asked.each or (asked.hands and (not names or own_pattern(game, options))):
        holders = stacks(len(hands)) if game.bind else _dealt_to(game, options, hands, asked.empty)
        owners, needs = _patterned(game, options, asked, holders), ""
    else:
        owners = tuple(names.get(spot.owner, spot.owner) for spot in spots)
    places = (
        dict(bound(hands, asked.total)) if asked.hands and asked.total else binding(game, options, asked.total, bet)
    )
    found = tuple(places.get(owner, owner) for owner in owners)
    dealt = set(found) if places or not game.bind else set(hands)
    return Order(found, tuple(hand for hand in hands if hand in asked.empty and hand in dealt), needs)


def _check(game: Game, boxes: tuple[str, ...], asked: Asked) -> None:
    """Refuse what the game has not."""
    if not game.decks:
        raise ValueError(f"{game.id}: this game deals no cards")
    if len(set(asked.hands)) < len(asked.hands):
        raise ValueError(f"hands {' '.join(asked.hands)}: each needs a name of its own")
    if asked.total and not game.bind:
        raise ValueError(f"{game.id}: no dice choose the places of this game")
    if asked.total and not game.dice <= asked.total <= game.dice * FACES:
        raise ValueError(f"{game.dice} dice make no total of {asked.total}")
    strange = sorted(set(asked.empty) - set(boxes))
    if strange:
        raise ValueError(f"{strange[0]!r} is no box that may be empty: {', '.join(boxes) or 'this game has none'}")


def _dealt_to(game: Game, options: Options, hands: tuple[str, ...], empty: tuple[str, ...]) -> tuple[str, ...]:
    """The hands that get cards: all of them, or in a game that passes over boxes without a bet the others."""
    all_boxes, no_box = (unseen(game, options, Lay(boxes=boxes))[0] for boxes in (game.boxes, ()))
    return hands if all_boxes == no_box else tuple(hand for hand in hands if hand not in empty)


def _patterned(game: Game, options: Options, asked: Asked, holders: tuple[str, ...]) -> tuple[str, ...]:
    """The holder of each card by a pattern; the game's own where none was asked for.

    Raises:
        ValueError: the game's order is no pattern, so that pattern and number of cards must be asked for.
    """
    pattern, each = asked.pattern, asked.each
    if not pattern or not each:
        own = own_pattern(game, options)
        if own is None:
            raise ValueError(f"{game.id}: its order is no pattern alone: give both --pattern and --each")
        pattern, each = pattern or own[0], each or own[1]
    return tuple(owner for owner, _ in slots(pattern, holders, each))


def own_pattern(game: Game, options: Options) -> tuple[Pattern, int] | None:
    """The pattern and the cards of each place that make up the game's whole order; None where it is none."""
    spots, due = unseen(game, options, Lay(boxes=game.boxes))
    places = tuple(dict.fromkeys(spot.owner for spot in spots))
    each, over = divmod(len(spots), max(len(places), 1))
    further = isinstance(due, Unknown) and due.needs.kind is not SpotKind.DIE
    if over or further or not spots:
        return None
    dealt = [(spot.owner, spot.index) for spot in spots]
    found = [pattern for pattern in Pattern if list(slots(pattern, places, each)) == dealt]
    return (found[0], each) if found else None
