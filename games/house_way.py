"""The house way of Kap Kun: how a dealer sets four cards into a high and a low hand.

| four cards | setting |
|---|---|
| a pair of 4, 5, 10, J, Q, K, A | kept high |
| a pair of 2, 3, 6, 7, 8, 9 | kept high, or split with the cards of `SPLITS` beside it |
| 3, 9, 10 and a picture | low 3 and picture, high 10 and 9 |
| 4, 5, 6, 7 | low 6 and 7, high 4 and 5 |
| two pictures, or ace and nine | kept together |
| else | balanced among the three ways |

Balanced is, in this order: no nine on the high hand beside 3 points or less on the low one; the greatest sum of
points; nine high with 4 or more low; the smaller difference.

What the rule sheet leaves open beyond that (the split list, the order of what balances) is from the sister game's
published rules. Hence it is advice: a round is settled on the cards as they were laid.

Four cards of a class decide by themselves; they are set with their pair or the higher of two pairs high. Among ways
that are still equal the stronger high hand is taken, then the stronger low one. Cards of a hand stand from the higher
to the lower, and of a split pair the higher suit is set high.
"""

from functools import lru_cache

from games.cards import Card
from games.kap_kun_hands import PICTURES, Setting, points, two_cards
from games.poker import NUMBER
from games.top_card import SUIT_ORDER, descending

Two = tuple[Card, ...]


def _kickers(words: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(word) for word in words.split())


SPLITS = {
    "2": _kickers("37 47 57 67 56"),
    "3": _kickers("46 56"),
    "6": _kickers("A2 A3 23 2T 3T"),
    "7": _kickers("A2 AT 2T 29"),
    "8": _kickers("AT JQ JK QK"),
    "9": _kickers("AT JQ JK QK"),
}
"""The pairs that are split, by the two other cards."""

ACE_NINE = frozenset("A9")
NINE, LEAST_LOW = 9, 4


def house_way(cards: tuple[Card, ...]) -> Setting:
    """The high and the low hand.

    Raises:
        ValueError: these are not four cards.
    """
    if len(cards) != 4:
        raise ValueError(f"{len(cards)} cards: the house way sets four")
    cards = descending(cards)
    (a, b), (c, d) = _places("".join([card[0] for card in cards]))
    return Setting((cards[a], cards[b]), (cards[c], cards[d]))


@lru_cache(maxsize=2048)
def _places(ranks: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which of four descending cards are set high and which low: their ranks alone say it. There are 1,820 of them."""
    cards = tuple(Card(rank + suit) for rank, suit in zip(ranks, reversed(SUIT_ORDER), strict=True))
    high, low = _set(cards)
    return tuple(map(cards.index, high)), tuple(map(cards.index, low))


def _set(cards: Two) -> Setting:
    ranks = {card[0] for card in cards}
    if len(ranks) < 4:
        return _paired(cards)
    if fixed := _fixed(ranks):
        return _with(cards, fixed)
    ways = _ways(cards)
    kept = [way for way in ways if _kept(way)]
    return max(kept or ways, key=_worth)


def _paired(cards: Two) -> Setting:
    """Two or more cards are equal: the highest pair of them stays high or is split."""
    equal = [card for card in cards if sum(card[0] == other[0] for other in cards) > 1]
    rank = max((card[0] for card in equal), key=NUMBER.__getitem__)
    first, second = [card for card in equal if card[0] == rank][:2]
    one, other = (card for card in cards if card not in (first, second))
    if frozenset((one[0], other[0])) not in SPLITS.get(rank, ()):
        return Setting((first, second), (one, other))
    best = one if two_cards((first, one)).strength > two_cards((first, other)).strength else other
    return Setting(descending((first, best)), descending((second, other if best is one else one)))


def _fixed(ranks: set[str]) -> frozenset[str]:
    """The ranks of the high hand of the settings that are fixed; empty where these cards have none."""
    if {"3", "9", "T"} <= ranks and ranks & PICTURES:
        return frozenset("9T")
    return frozenset("45") if ranks == set("4567") else frozenset()


def _with(cards: Two, high: frozenset[str]) -> Setting:
    return Setting(
        tuple(card for card in cards if card[0] in high), tuple(card for card in cards if card[0] not in high)
    )


def _ways(cards: Two) -> list[Setting]:
    """The three ways to make two hands, the stronger one high."""
    first, *others = cards
    ways = [Setting((first, mate), tuple(card for card in others if card is not mate)) for mate in others]
    return [Setting(*sorted(way, key=lambda two: two_cards(two).strength, reverse=True)) for way in ways]


def _kept(way: Setting) -> bool:
    """Whether a hand of this way is one that is never split."""
    return any(PICTURES.issuperset(ranks) or ranks == ACE_NINE for ranks in ({card[0] for card in two} for two in way))


def _worth(way: Setting) -> tuple[object, ...]:
    """What decides between ways, the greatest first."""
    high, low = points(way.high), points(way.low)
    balanced = low >= LEAST_LOW
    return (
        high != NINE or balanced,
        high + low,
        high == NINE and balanced,
        -abs(high - low),
        two_cards(way.high).strength,
        two_cards(way.low).strength,
    )
