"""Hands ranked a second, one core: each game's own words for a hand, beside `treys` on the same five-card hands.

A game ranks the first cards of those five, as many as its hands have. `treys` is a well-known evaluator in pure
Python, which looks a hand up in tables by a product of primes; it gets its own numbers for the cards beforehand. Both
must call every hand by the same name.
"""

import importlib
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from games import catalogue
from games.cards import PACK, Card
from games.game import Game, unnamed
from games.poker import best_five
from games.walk import sizes

Hand = tuple[Card, ...]


def drawn(count: int) -> list[Hand]:
    """Five-card hands of one deck, the same at every run."""
    draw = random.Random(5)
    return [tuple(draw.sample(PACK, 5)) for _ in range(count)]


def rate(work: Callable[[], object], hands: int, blocks: int) -> str:
    """Hands a second of the processor, the median of the blocks."""
    costs = []
    for _ in range(blocks):
        begun = time.process_time()
        work()
        costs.append(time.process_time() - begun)
    return f"{hands / statistics.median(costs):9.0f} hands a processor second"


def peer(hands: list[Hand], blocks: int) -> str:
    """The evaluator's rate."""
    treys: Any = importlib.import_module("treys")
    evaluator = treys.Evaluator()
    numbers = [[treys.Card.new(card.value) for card in hand] for hand in hands]
    for hand, own in zip(hands, numbers, strict=True):
        name = evaluator.class_to_string(evaluator.get_rank_class(evaluator.evaluate(own, [])))
        assert name == best_five(hand).category, f"treys says {name} of {' '.join(hand)}"
    return rate(lambda: [evaluator.evaluate(own, []) for own in numbers], len(hands), blocks)


def of_game(game: Game, hands: list[Hand], blocks: int) -> str:
    """A game's line."""
    options = game.options()
    name = game.hands[0]
    size = max(sizes(game, options, name))
    own = [hand[:size] for hand in hands]
    words = rate(lambda: [game.category(options, name, cards) for cards in own], len(own), blocks)
    return f"  {game.id:28}{words}, {size} cards"


def report(blocks: int, count: int) -> list[str]:
    """The row's lines."""
    hands = drawn(count)
    games = [game for game in catalogue.GAMES.values() if game.category is not unnamed]
    return [
        f"ranking, {count} hands, {blocks} blocks, the same five cards or the first of them",
        f"  {'treys':28}{peer(hands, blocks)}, 5 cards",
        f"  {'best of five cards':28}{rate(lambda: [best_five(hand) for hand in hands], count, blocks)}, 5 cards",
        *(of_game(game, hands, blocks) for game in games),
    ]
