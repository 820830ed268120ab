"""A made-up game that has everything Live Three Card Poker lacks, so that the core is built for all of it.

| what | here |
|---|---|
| hands | five boxes `b1`..`b5` and the dealer, place 6 |
| decks | two, so every card exists twice |
| deal | six stacks of two, one card each there and back, face down |
| dice | three, thrown after the deal; the total binds stacks to places, boxes without a bet included |
| conditional card | the dealer takes a third card into his own spot `hand/dealer/3` when his stack counts under 6 |
| knowledge | boxes in any order once bets are closed, the dealer after them |
| conditions | none of its own |

A hand's points are the sum of its cards' points modulo 10: ace 1, two to nine as printed, ten and pictures 0.
The third card is due only when both cards of the dealer's stack are known. While no dice count, nobody can say
where a thirteenth card would go.
"""

from games.cards import Card
from games.game import Due, Evidence, Game, HandResult, Hands, Lay, Next, Outcome, Owed, Reveal, Source, Unknown, Window
from games.options import Options
from games.orders import DEALT, Pattern, bound, due, sequence, stacks
from games.spots import Spot, SpotKind, hand, stack

BOXES = ("b1", "b2", "b3", "b4", "b5")
DEALER = "dealer"
PLACES = (*BOXES, DEALER)
STACKS = stacks(len(PLACES))
DICE = 3
DRAWS_BELOW = 6

FIRST_DIE = Spot(SpotKind.DIE, "", 1)
THIRD = hand(DEALER, 3)


def points(cards: tuple[Card, ...]) -> int:
    """The points of a hand, 0..9."""
    return sum(1 if card[0] == "A" else int(card[0]) if card[0].isdecimal() else 0 for card in cards) % 10


def bind(options: Options, total: int, boxes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The place of each stack for a dice total, boxes without a bet included."""
    del options, boxes
    return bound(PLACES, total)


def order(options: Options, lay: Lay) -> Due:
    """Twelve cards into the stacks; then, by the dice and the dealer's points, one more or none."""
    open_stack = due(sequence(Pattern.SNAKE, SpotKind.STACK, STACKS, 2), lay)
    if open_stack is not DEALT:
        return open_stack
    if len(lay.dice) != DICE:
        return Unknown(FIRST_DIE)
    mine = next(name for name, place in bind(options, sum(lay.dice), lay.boxes) if place == DEALER)
    cards = {laid.spot: laid.card for laid in lay.laid}
    held: list[Card] = []
    for index in (1, 2):
        card = cards[stack(mine, index)]
        if card is None:
            return Unknown(stack(mine, index))
        held.append(card)
    return Next(THIRD) if points(tuple(held)) < DRAWS_BELOW and THIRD not in cards else DEALT


def category(options: Options, name: str, cards: tuple[Card, ...]) -> str:
    """A hand's points in words."""
    del options, name
    return f"{points(cards)} points"


def outcome(options: Options, hands: Hands) -> Outcome:
    """Each box against the dealer: `win`, `lose` or `push` as a fact under the box's name."""
    dealer = points(hands[DEALER])
    facts = {}
    for box in BOXES:
        if box in hands:
            margin = points(hands[box]) - dealer
            facts[box] = "push" if margin == 0 else "win" if margin > 0 else "lose"
    shown = tuple(
        HandResult(name, hands[name], category(options, name, hands[name])) for name in PLACES if name in hands
    )
    return Outcome(f"dealer {dealer}", shown, facts)


SIX_STACKS = Game(
    id="six_stacks",
    title="Six Stacks",
    options=Options,
    decks=2,
    hands=PLACES,
    windows=(Window.BETS,),
    order=order,
    reveals=(*(Reveal(box, Window.BETS) for box in BOXES), Reveal(DEALER, Window.BETS, after_hands=BOXES)),
    owed=(
        Owed("*", Source.SHOE, Evidence.IDENTITY, at_reveal=False, within="lay_ms"),
        Owed("*", Source.CAMERA, Evidence.BACK, at_reveal=False, within="lay_ms"),
        Owed("*", Source.READER, Evidence.IDENTITY, at_reveal=True, within="reveal_ms"),
        Owed("*", Source.CAMERA, Evidence.FACE, at_reveal=True, within="reveal_ms"),
    ),
    conditions=(),
    outcome=outcome,
    dice=DICE,
    bind=bind,
    category=category,
    hand_sizes=tuple((box, 2) for box in BOXES),
)
