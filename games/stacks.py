"""What the games share whose cards go into stacks first, before dice say whose each stack is.

Boxes `b1`..`bn` sit from the dealer's right on; the dealer is the last hand. As many stacks as there are places are
laid face down; the dice then give the first stack its place and the others follow in order. Boxes without a bet are
dealt and delivered too; their cards are pushed up and taken away afterwards. Bettors look at their cards only after
the delivery, one set at a time: that is the dealer's to watch and has no ruling here.

| open point of the rule sheets | option | default |
|---|---|---|
| "from right to left and back" | `deal` | snake; else cyclic, every round from the first stack |
| number of dice | `dice` | three |
| the dealer's number among the places | `dealer_number` | the last; else the first, as in kindred games |
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, assert_never

from msgspec import Meta

from games.cards import Card
from games.conditions import Condition, Ruling, Situation
from games.facing import OWED_DOWN
from games.game import Due, Game, HandResult, Hands, Lay, Outcome, Reveal, Window
from games.options import Options
from games.orders import Pattern, bound, due, sequence, stacks
from games.settlement import UnsettledError
from games.spots import SpotKind

DEALER = "dealer"

FLAT_DICE = Condition(
    Situation.DIE_NOT_FLAT,
    Ruling.HOLD,
    "flat dice: a die that does not lie flat is no result, the dice are shaken again",
)


class StackDeal(StrEnum):
    """How the cards go round over the stacks."""

    SNAKE = "snake"
    CYCLIC = "cyclic"


class DealerNumber(StrEnum):
    """Which number the dealer's place has when the dice are counted off."""

    LAST = "last"
    FIRST = "first"


class Opening(StrEnum):
    """When the dealer's hand is opened."""

    LAST = "last"  # after all boxes in play
    FIRST = "first"  # before them
    ANY = "any"


class StackOptions(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of a game of stacks; a game extends this with its own."""

    deal: StackDeal = StackDeal.SNAKE
    dice: Annotated[int, Meta(ge=1, le=6)] = 3
    dealer_number: DealerNumber = DealerNumber.LAST


@dataclass(frozen=True)
class Stacks:
    """The places of a game of stacks: `boxes` from the dealer's right on, `each` cards a stack."""

    boxes: tuple[str, ...]
    each: int

    @property
    def hands(self) -> tuple[str, ...]:
        """The boxes and the dealer, who is last."""
        return (*self.boxes, DEALER)

    def order(self, options: Options, lay: Lay) -> Due:
        """What is due after what lies: cards into stacks, whoever will get them."""
        assert isinstance(options, StackOptions)
        names = stacks(len(self.hands))
        return due(sequence(Pattern(options.deal.value), SpotKind.STACK, names, self.each), lay)

    def bind(self, options: Options, total: int, boxes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        """The place of each stack for a dice total, in stack order, boxes without a bet included."""
        del boxes
        assert isinstance(options, StackOptions)
        match options.dealer_number:
            case DealerNumber.LAST:
                return bound(self.hands, total)
            case DealerNumber.FIRST:
                return bound((DEALER, *self.boxes), total)
            case _:
                assert_never(options.dealer_number)

    def reveals(self, opening: Opening) -> tuple[Reveal, ...]:
        """When hands may be known: all once bets are closed, boxes in any order, the dealer by `opening`."""
        match opening:
            case Opening.LAST:
                after = Reveal(DEALER, Window.BETS, after_hands=self.boxes)
                return (*(Reveal(box, Window.BETS) for box in self.boxes), after)
            case Opening.FIRST:
                first = Reveal(DEALER, Window.BETS)
                return (first, *(Reveal(box, Window.BETS, after_hands=(DEALER,)) for box in self.boxes))
            case Opening.ANY:
                return tuple(Reveal(hand, Window.BETS) for hand in self.hands)
            case _:
                assert_never(opening)

    def game(
        self,
        named: tuple[str, str],
        options: type[StackOptions],
        opening: Opening,
        outcome: Callable[[Options, Hands], Outcome],
        category: Callable[[Options, str, tuple[Card, ...]], str],
    ) -> Game:
        """What these games have in common, with three dice and no bets yet; `named` is the id and the title."""
        return Game(
            id=named[0],
            title=named[1],
            options=options,
            decks=1,
            hands=self.hands,
            windows=(Window.BETS,),
            order=self.order,
            reveals=self.reveals(opening),
            owed=OWED_DOWN,
            conditions=(FLAT_DICE,),
            outcome=outcome,
            dice=3,
            bind=self.bind,
            category=category,
            hand_sizes=(("*", self.each),),
            fresh_each_round=True,
            boxes=self.boxes,
        )

    def results(self, hands: Hands, name: Callable[[tuple[Card, ...]], str]) -> tuple[HandResult, ...]:
        """The boxes of which every card is known and the dealer, who is last, each with its name."""
        boxes = [box for box in self.boxes if len(hands.get(box, ())) == self.each]
        return tuple(HandResult(hand, hands[hand], name(hands[hand])) for hand in (*boxes, DEALER))


def dealt_to(outcome: Outcome, hand: str) -> tuple[Card, ...]:
    """The cards of a hand in a round's outcome.

    Raises:
        UnsettledError: the round has no such hand.
    """
    for result in outcome.hands:
        if result.hand == hand:
            return result.cards
    raise UnsettledError(f"this round has no hand {hand!r}: it has {', '.join(one.hand for one in outcome.hands)}")


def check_box(stacks: Stacks, box: str) -> None:
    """Refuse a bet that stands on no box.

    Raises:
        ValueError: the game has no such box.
    """
    if box not in stacks.boxes:
        raise ValueError(f"box {box!r} is none of this game's: {', '.join(stacks.boxes)}")


def under(game: Game, options: Options) -> Game:
    """The game with as many dice as its options say."""
    assert isinstance(options, StackOptions)
    return replace(game, dice=options.dice)
