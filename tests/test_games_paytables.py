"""Pay tables against their published house edges, and tables that cannot be."""

from decimal import Decimal

import pytest

from games.paytables import ANTE_BONUS, PAIR_PLUS, SIX_CARD, PayTable, check_table, odds
from games.poker import THREE_CARD, Category

OF_THREE = dict(zip(reversed(THREE_CARD), (4, 44, 52, 720, 1_096, 3_744, 16_440), strict=True))
OF_SIX = {
    Category.ROYAL_FLUSH: 188,
    Category.STRAIGHT_FLUSH: 1_656,
    Category.FOUR_OF_A_KIND: 14_664,
    Category.FULL_HOUSE: 165_984,
    Category.FLUSH: 205_792,
    Category.STRAIGHT: 361_620,
    Category.THREE_OF_A_KIND: 732_160,
    Category.HIGH_CARD: 18_876_456,
}
"""How often each category occurs; the ranking's own tests count them."""


def _edge(table: PayTable, counts: dict[Category, int]) -> str:
    """What the house keeps of one unit, in percent."""
    result = sum(count * (-1 if (won := odds(table, made)) is None else won) for made, count in counts.items())
    return f"{-100 * Decimal(result) / sum(counts.values()):.4f}"


def test_the_edge_of_pair_plus() -> None:
    assert _edge(PAIR_PLUS, OF_THREE) == "5.5747"


def test_the_edge_of_the_six_card_bonus() -> None:
    total = sum(OF_SIX.values())
    assert total == 20_358_520
    won = 188_000 + 331_200 + 1_466_400 + 3_319_680 + 3_086_880 + 3_616_200 + 5_125_120
    assert _edge(SIX_CARD, OF_SIX) == f"{Decimal(100 * (18_876_456 - won)) / total:.4f}"


def test_a_royal_without_a_row_is_paid_as_the_straight_flush_it_is() -> None:
    table: PayTable = {Category.STRAIGHT_FLUSH: Decimal(35)}
    assert odds(table, "Royal Flush") == 35
    assert odds({**table, Category.ROYAL_FLUSH: Decimal(200)}, "Royal Flush") == 200
    assert odds(table, "Flush") is None


def test_the_ante_bonus_pays_from_a_straight_up() -> None:
    paid = {category: odds(ANTE_BONUS, category) for category in THREE_CARD}
    assert [paid[category] for category in reversed(THREE_CARD)] == [5, 5, 4, 1, None, None, None]


@pytest.mark.parametrize(
    ("category", "number", "words"),
    [
        (Category.FOUR_OF_A_KIND, Decimal(1), "Four of a Kind cannot occur"),
        (Category.PAIR, Decimal(-1), "Pair pays -1"),
        (Category.PAIR, Decimal("NaN"), "Pair pays NaN"),
    ],
)
def test_a_table_that_cannot_be_is_refused(category: Category, number: Decimal, words: str) -> None:
    with pytest.raises(ValueError, match=f"pair_plus: {words}"):
        check_table("pair_plus", {category: number}, THREE_CARD)
