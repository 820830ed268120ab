"""Every hand and throw of the games of stacks and dice, counted by ranks with the ways that suits give them."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, prod

from games.cards import PACK, RANKS, Card
from games.house.tai_xiu import TaiXiu, TaiXiuWager, settle, throw
from games.kap_kun_hands import four_cards, two_cards
from games.niu import points
from games.settlement import money

COPIES = {rank: [card for card in PACK if card[0] == rank] for rank in RANKS}


def _hands(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One hand for each choice of ranks, and how many hands have these ranks."""
    for ranks in combinations_with_replacement(RANKS, size):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            cards = tuple(card for rank, count in counts.items() for card in COPIES[rank][:count])
            yield cards, prod(comb(4, count) for count in counts.values())


def test_niu_niu() -> None:
    found: Counter[int] = Counter()
    for cards, ways in _hands(5):
        found[points(cards)] += ways
    assert (found[0], found[10]) == (872_128, 191_808)
    assert found.total() == 2_598_960
    assert set(found) == set(range(11))


def test_kap_kun_classes() -> None:
    found: Counter[str] = Counter()
    for cards, ways in _hands(4):
        made = four_cards(cards)
        found[made.natural if made else ""] += ways
    assert found.total() == 270_725
    del found[""]
    assert found == {"Four of a Kind": 13, "Three of a Kind": 2_496, "Two Picture Pairs": 108, "Two Pairs": 2_700}


def test_kap_kun_hands_of_two_are_all_different() -> None:
    pairs = [(one, other) for number, one in enumerate(PACK) for other in PACK[:number]]
    names = Counter(two_cards(pair).name for pair in pairs)
    assert names.total() == 1_326
    assert (names["Pair"], names["Two Pictures"], names["A+9"]) == (78, 48, 16)
    by_strength: dict[tuple[int, ...], list[set[Card]]] = {}
    for pair in pairs:
        by_strength.setdefault(two_cards(pair).strength, []).append(set(pair))
    assert all(set.intersection(*same) for same in by_strength.values()), "equal hands share a card, so never meet"


def test_tai_xiu() -> None:
    for wager in (TaiXiuWager(tai=money(1)), TaiXiuWager(xiu=money(1))):
        nets = Counter(settle(TaiXiu(), wager, throw(TaiXiu(), dice)).total for dice in product(range(1, 7), repeat=3))
        assert nets == {1: 105, 0: 3, -1: 108}
