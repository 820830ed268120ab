"""Games of card points against enumerated facts, counted over values and not over hands of cards."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, perm

import pytest

from games.baccarat_result import compared
from games.cards import PACK, Card
from games.game import IRREGULAR
from games.pictures import PictureRank, picture_rank
from games.points import POINTS
from games.third_card import dealt

SUITS, DECKS = 4, 8
KINDS = {"A": 1, **{str(number): 1 for number in range(2, 10)}, "T": 1, "J": 3}
"""One rank letter for each kind of card in 3 Pictures, and how many ranks are of it: J stands for the pictures."""


@cache
def _of_a_kind() -> dict[str, Card]:
    return {kind: Card(f"{kind}s") for kind in KINDS}


def _hands(left: Counter[str]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Each hand of three kinds that these cards make, and in how many ways."""
    for kinds in combinations_with_replacement(KINDS, 3):
        ways = 1
        for kind, count in Counter(kinds).items():
            ways *= comb(left[kind], count)
        if ways:
            yield kinds, ways


def test_ties_of_three_pictures() -> None:
    whole = Counter({kind: ranks * SUITS for kind, ranks in KINDS.items()})
    rank = {kinds: picture_rank(tuple(_of_a_kind()[kind] for kind in kinds)) for kinds, _ in _hands(whole)}
    deals: Counter[str] = Counter()
    for player, ways in _hands(whole):
        for banker, more in _hands(whole - Counter(player)):
            deals["tie" if rank[player] == rank[banker] else "other"] += ways * more
    assert deals.total() == 407_170_400 == comb(52, 3) * comb(49, 3)
    assert deals["tie"] == 15_373_920


@cache
def _ranks() -> Counter[PictureRank]:
    return Counter(picture_rank(cards) for cards in combinations(PACK, 3))


def test_every_rank_of_three_pictures_occurs_and_is_named_once() -> None:
    assert sorted(rank.number for rank in _ranks()) == list(range(1, 32))
    assert len({rank.name for rank in _ranks()}) == 31
    assert _ranks().total() == comb(52, 3)


@pytest.mark.parametrize(
    ("number", "count"),
    [
        (1, comb(12, 3)),  # any three of the twelve pictures
        (2, comb(12, 2) * 4),  # two pictures and a nine
        (29, comb(12, 2) * 4),  # two pictures and a ten
    ],
)
def test_how_often_a_rank_occurs(number: int, count: int) -> None:
    assert {rank.number: often for rank, often in _ranks().items()}[number] == count


Left = tuple[int, ...]
"""How many cards of each number of points are left in the shoe."""


def _pairs(left: Left) -> Iterator[tuple[tuple[int, int], int, Left]]:
    """Each two cards by their points, in how many ways they are drawn one after the other, and what is left then."""
    for low, high in combinations_with_replacement(range(10), 2):
        rest = tuple(count - (points == low) - (points == high) for points, count in enumerate(left))
        ways = left[low] * (left[low] - 1) if low == high else 2 * left[low] * left[high]
        yield (low, high), ways, rest


def _shoe() -> Left:
    counts = Counter(POINTS[card] for card in PACK)
    return tuple(counts[points] * DECKS for points in range(10))


SAMPLE = tuple(next(card for card in PACK if POINTS[card] == points) for points in range(10))
"""A card of each number of points."""


def _share(counted: Counter[str], result: str) -> str:
    return f"{float(Fraction(counted[result], counted.total())):.8f}"


def test_who_wins_at_baccarat_with_eight_decks() -> None:
    """Over all rows of six cards; the last of them only stay in the shoe where the round takes fewer."""
    counted = Counter[str]()
    for player, ways, left in _pairs(_shoe()):
        for banker, more, rest in _pairs(left):
            for result, last in _results((player[0], banker[0], player[1], banker[1]), rest):
                counted[result] += ways * more * last
    assert counted.total() == perm(52 * DECKS, 6)
    assert {result: _share(counted, result) for result in counted} == {
        "banker": "0.45859742",
        "player": "0.44624661",
        "tie": "0.09515597",
    }


def _results(four: tuple[int, ...], left: Left) -> Iterator[tuple[str, int]]:
    """The results of a round that begins with these cards, each with the ways in which two further cards lead to it."""
    rest = sum(left)
    whole = _result(four)
    if whole:
        yield whole, rest * (rest - 1)
        return
    for fifth, count in enumerate(left):
        whole = _result((*four, fifth))
        if whole:
            yield whole, count * (rest - 1)
            continue
        for sixth, more in enumerate(left):
            yield _result((*four, fifth, sixth)), count * (more - (fifth == sixth))


@cache
def _result(row: tuple[int, ...]) -> str:
    """The result of a round of these cards, empty where it takes one more."""
    found = compared(*dealt([SAMPLE[points] for points in row])).result
    return "" if found == IRREGULAR else found
