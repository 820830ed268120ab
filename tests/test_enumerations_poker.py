"""Full enumerations of poker hands, and what they make of the bets: by counting, never by a loop over pairs of hands.

How often each category occurs, how often a dealer qualifies, and the house's edge on Pair Plus and on Ante and Play.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from games.ante_play import Action, PairPlusWager
from games.cards import PACK, RANKS, Card, Suit, parse_cards
from games.game import HandResult, Outcome
from games.house import tcp_basic, tcp_live
from games.house.tcp_basic import TcpBasic
from games.paytables import odds
from games.poker import FIVE_CARD, Category, Ranking, best_five, three_card
from games.three_card import DEALER, qualifies

SUITS = "shdc"


@cache
def _all_three() -> dict[frozenset[Card], Ranking]:
    return {frozenset(cards): three_card(cards) for cards in combinations(PACK, 3)}


def test_three_card_categories_occur_as_often_as_they_must() -> None:
    assert Counter(ranking.category for ranking in _all_three().values()) == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 44,
        Category.THREE_OF_A_KIND: 52,
        Category.STRAIGHT: 720,
        Category.FLUSH: 1_096,
        Category.PAIR: 3_744,
        Category.HIGH_CARD: 16_440,
    }
    assert len(_all_three()) == comb(52, 3) == 22_100


def test_the_dealer_qualifies_as_often_as_he_must() -> None:
    assert sum(qualifies(ranking) for ranking in _all_three().values()) == 15_380
    for cards, ranking in _all_three().items():
        assert qualifies(ranking) == (ranking.category != "High Card" or any(card[0] in "QKA" for card in cards))


def _flushes(size: int) -> Iterator[tuple[Card, ...]]:
    """All hands with five or more spades."""
    spades = [card for card in PACK if card.suit is Suit.SPADES]
    others = [card for card in PACK if card.suit is not Suit.SPADES]
    for suited in range(5, size + 1):
        for held in combinations(spades, suited):
            yield from (held + rest for rest in combinations(others, size - suited))


def _counted(size: int) -> Counter[Category]:
    """How many hands of `size` cards make each category: flushes one by one, the others by their ranks alone."""
    found: Counter[Category] = Counter()
    suited: Counter[str] = Counter()
    for cards in _flushes(size):
        found[best_five(cards).category] += 4
        suited["".join(sorted(card[0] for card in cards))] += 4
    for ranks in combinations_with_replacement(sorted(RANKS), size):
        copies = Counter(ranks)
        if max(copies.values()) > 4:
            continue
        cards = tuple(Card(rank + SUITS[place % 4]) for place, rank in enumerate(ranks))
        assert max(Counter(card[1] for card in cards).values()) < 5
        ways = prod(comb(4, count) for count in copies.values())
        found[best_five(cards).category] += ways - suited["".join(ranks)]
    return found


def test_five_card_categories_occur_as_often_as_they_must() -> None:
    assert _counted(5) == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 36,
        Category.FOUR_OF_A_KIND: 624,
        Category.FULL_HOUSE: 3_744,
        Category.FLUSH: 5_108,
        Category.STRAIGHT: 10_200,
        Category.THREE_OF_A_KIND: 54_912,
        Category.TWO_PAIR: 123_552,
        Category.PAIR: 1_098_240,
        Category.HIGH_CARD: 1_302_540,
    }


def test_best_five_of_six_occur_as_often_as_they_must() -> None:
    found = _counted(6)
    assert sum(found.values()) == comb(52, 6)
    assert {category: found[category] for category in FIVE_CARD[3:]} == {
        Category.ROYAL_FLUSH: 188,
        Category.STRAIGHT_FLUSH: 1_656,
        Category.FOUR_OF_A_KIND: 14_664,
        Category.FULL_HOUSE: 165_984,
        Category.FLUSH: 205_792,
        Category.STRAIGHT: 361_620,
        Category.THREE_OF_A_KIND: 732_160,
    }


def _edge(table: Mapping[Category, Decimal]) -> Fraction:
    """What the house keeps of one unit on Pair Plus."""
    won = (odds(table, ranking.category) for ranking in _all_three().values())
    return -sum((Fraction(-1 if one is None else one) for one in won), Fraction(0)) / comb(52, 3)


@pytest.mark.parametrize(
    ("table", "percent"),
    [(tcp_live.TcpLive().pair_plus, "5.5747"), (TcpBasic().pair_plus, "2.6968")],
    ids=["40/30/5/4/1", "35/33/6/4/1"],
)
def test_the_edge_of_pair_plus(table: Mapping[Category, Decimal], percent: str) -> None:
    assert f"{float(100 * _edge(table)):.4f}" == percent


class Dealers:
    """The dealer's hands that a player's hand leaves, counted by inclusion and exclusion of his three cards."""

    def __init__(self) -> None:
        holding: dict[frozenset[Card], list[int]] = {}
        for cards, ranking in _all_three().items():
            for size in range(4):
                for held in combinations(cards, size):
                    holding.setdefault(frozenset(held), []).append(ranking.strength)
        self._holding = {held: sorted(strengths) for held, strengths in holding.items()}

    def below(self, strength: int, player: frozenset[Card]) -> int:
        """How many of them are weaker than `strength`."""
        found = 0
        for size in range(4):
            for held in combinations(player, size):
                found += (-1) ** size * bisect_left(self._holding[frozenset(held)], strength)
        return found


@cache
def _settled(category: Category, result: str) -> int:
    """What a box with a Play wins on an Ante of 1 and a Play of 1."""
    hands = (
        HandResult("p1", parse_cards("2s 3s 4s"), category),
        HandResult(DEALER, parse_cards("Qs 3h 2d"), "High Card"),
    )
    not_qualified = result == "dealer_not_qualified"
    outcome = Outcome(
        result if not_qualified else "dealer_qualifies", hands, {"p1": "tie" if not_qualified else result}
    )
    wager = PairPlusWager(box="p1", ante=Decimal(1), action=Action.PLAY)
    return int(tcp_basic.settle(TcpBasic(), wager, outcome).total)


def test_the_edge_of_ante_and_play_when_queen_six_four_is_played() -> None:
    dealers, least = Dealers(), three_card(parse_cards("Qs 6h 4d"))
    lowest = min(ranking.strength for ranking in _all_three().values() if qualifies(ranking))
    left, won, staked, folded = comb(49, 3), 0, 0, 0
    for cards, ranking in _all_three().items():
        if ranking < least:
            won, staked, folded = won - left, staked + left, folded + 1
            continue
        category = Category.STRAIGHT_FLUSH if ranking.category is Category.ROYAL_FLUSH else ranking.category
        out = dealers.below(lowest, cards)
        weaker, not_stronger = (dealers.below(ranking.strength + more, cards) for more in (0, 1))
        counts = {
            "dealer_not_qualified": out,
            "player": weaker - out,
            "tie": not_stronger - weaker,
            "dealer": left - not_stronger,
        }
        assert min(counts.values()) >= 0
        won += sum(count * _settled(category, result) for result, count in counts.items())
        staked += 2 * left
    deals = comb(52, 3) * left
    assert deals == 407_170_400
    assert folded == 7_200
    assert f"{-100 * Decimal(won) / deals:.4f}" == "3.3730"
    assert f"{-100 * Decimal(won) / staked:.4f}" == "2.0147"
