"""Baccarat's third cards by the published chart; the house's own sheet has its two tables blank.

| after four cards | third card |
|---|---|
| a hand of 8 or 9, a natural | none for either |
| Player 0 to 5 | the Player draws; 6 and 7 stand |
| Player stood | the Banker draws on 0 to 5 |
| Player drew | the Banker draws on 0 to 2; on 3 unless the card counts 8; on 4 if it counts 2 to 7; on 5 if 4 to 7; on 6 if 6 or 7 |
"""  # noqa: E501 - a row of a table

from collections.abc import Sequence

from games.cards import Card
from games.points import POINTS

NATURAL = 8
"""From this total on, two cards end the deal."""
PLAYER_DRAWS, BANKER_DRAWS = 5, 5
"""The highest totals on which a hand draws, the Banker's where the Player stood."""

_ALWAYS, _NEVER = frozenset(range(10)), frozenset[int]()
BANKER_DRAWS_ON: tuple[frozenset[int], ...] = (
    *(_ALWAYS,) * 3,
    _ALWAYS - {8},
    frozenset(range(2, 8)),
    frozenset(range(4, 8)),
    frozenset((6, 7)),
    *(_NEVER,) * 3,
)
"""By the Banker's total of two cards: what the Player's third card must count for the Banker to draw."""


def player_draws(total: int) -> bool:
    """Whether the Player draws on this total of two cards, where nobody has a natural."""
    return total <= PLAYER_DRAWS


def banker_draws(total: int, third: int | None) -> bool:
    """Whether the Banker draws, where nobody has a natural; `third`: what the Player's third card counts, if any."""
    return total <= BANKER_DRAWS if third is None else third in BANKER_DRAWS_ON[total]


def thirds(on_player: int, on_banker: int, third: int | None) -> tuple[bool, bool]:
    """Whether the Player and whether the Banker take a third card, by their totals of two cards.

    `third`: what the Player's third card counts, should he draw one; with None the Banker is taken to stand then.
    """
    if on_player >= NATURAL or on_banker >= NATURAL:
        return False, False
    if on_player > PLAYER_DRAWS:
        return False, banker_draws(on_banker, None)
    return True, third is not None and banker_draws(on_banker, third)


def two(first: Card, second: Card) -> int:
    """The points of two cards."""
    return (POINTS[first] + POINTS[second]) % 10


def regular(player: Sequence[Card], banker: Sequence[Card]) -> bool:
    """Whether two whole hands have the third cards that the chart calls for, and no other."""
    if len(player) < 2 or len(banker) < 2:
        return False
    third = POINTS[player[2]] if len(player) > 2 else None
    takes = thirds(two(player[0], player[1]), two(banker[0], banker[1]), third)
    return (len(player), len(banker)) == (2 + takes[0], 2 + takes[1])


def dealt(cards: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The Player's and the Banker's hands so far from cards in the order of a shoe; cards beyond the deal stay in it.

    Raises:
        ValueError: these are fewer than the first four cards.
    """
    if len(cards) < 4:
        raise ValueError(f"{len(cards)} cards, the first four are needed")
    first, second, third, fourth = cards[:4]
    fifth, sixth = cards[4:5], cards[5:6]
    takes = thirds(two(first, third), two(second, fourth), POINTS[fifth[0]] if fifth else None)
    if takes[0]:
        return (first, third, *fifth), (second, fourth, *sixth) if takes[1] else (second, fourth)
    return (first, third), (second, fourth, *fifth) if takes[1] else (second, fourth)
