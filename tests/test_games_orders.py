"""Patterns, dice and stacks: the published sequences, and an answer for any lay."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card
from games.game import Dealt, Laid, Lay, Next
from games.orders import DEALT, Pattern, bound, discarded, due, gathered, place, sequence, slots, stacks
from games.spots import NOWHERE, Spot, SpotKind, hand, stack

TABLE = Path(__file__).parent / "data/games/deal_sequences.csv"
ROWS = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines()))
PLACES = ("a", "b", "c")


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 33


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_case_table(row: dict[str, str]) -> None:
    hands = tuple(row["hands"].split())
    pattern, each = Pattern(row["pattern"]), int(row["cards_each"])
    if row["dice_total"]:
        places = dict(bound(hands, int(row["dice_total"])))
        owners = [places[owner] for owner, _ in slots(pattern, stacks(len(hands)), each)]
    else:
        owners = [owner for owner, _ in slots(pattern, hands, each)]
    assert owners == row["expected_slots"].split()
    bets = tuple(name for name in hands if name not in row["empty_boxes"].split())
    assert list(discarded(hands, bets, "D")) == row["discarded"].split()


@pytest.mark.parametrize("pattern", Pattern)
def test_each_place_gets_its_cards_in_index_order(pattern: Pattern) -> None:
    dealt = slots(pattern, PLACES, 4)
    assert all([index for owner, index in dealt if owner == name] == [1, 2, 3, 4] for name in PLACES)


@pytest.mark.parametrize("pattern", Pattern)
def test_a_deal_played_out_fills_the_sequence_and_ends(pattern: Pattern) -> None:
    spots = sequence(pattern, SpotKind.STACK, PLACES, 3)
    lay = Lay()
    for spot in spots:
        assert due(spots, lay) == Next(spot)
        lay = Lay((*lay.laid, Laid(spot)))
    assert due(spots, lay) is DEALT


def test_after_a_card_in_the_wrong_spot_the_open_spot_is_due() -> None:
    spots = sequence(Pattern.PACKET, SpotKind.HAND, ("player", "dealer"), 3)
    astray = (hand("player", 1), hand("dealer", 1))
    assert due(spots, Lay(tuple(Laid(spot) for spot in astray))) == Next(hand("player", 2))
    filled = (*astray, hand("player", 2), hand("player", 3))
    assert due(spots, Lay(tuple(Laid(spot) for spot in filled))) == Next(hand("dealer", 2))


any_spot = st.one_of(
    st.sampled_from([NOWHERE, Spot(SpotKind.BURN, "", 1), Spot(SpotKind.DIE, "", 1), hand("stranger", 9)]),
    st.builds(hand, st.sampled_from(PLACES), st.integers(1, 4)),
    st.builds(stack, st.sampled_from(PLACES), st.integers(1, 4)),
)
any_lay = st.builds(Lay, st.lists(st.builds(Laid, any_spot, st.none() | st.sampled_from(Card)), max_size=30).map(tuple))


@given(any_lay, st.sampled_from(Pattern))
def test_any_lay_gets_an_answer_and_never_a_taken_spot(lay: Lay, pattern: Pattern) -> None:
    spots = sequence(pattern, SpotKind.HAND, PLACES, 3)
    taken = {laid.spot for laid in lay.laid}
    match due(spots, lay):
        case Next(spot):
            assert spot in spots
            assert spot not in taken
        case Dealt():
            assert taken.issuperset(spots)
        case other:
            pytest.fail(f"{other} from a plain sequence")


@given(st.integers(3, 18), st.integers(2, 7))
def test_dice_give_every_stack_a_place_of_its_own(total: int, count: int) -> None:
    names = tuple(f"p{number}" for number in range(1, count + 1))
    places = bound(names, total)
    assert [name for name, _ in places] == list(stacks(count))
    assert sorted(name for _, name in places) == sorted(names)
    assert places == bound(names, total + count)


@pytest.mark.parametrize(
    ("spot", "owner"),
    [
        (hand("dealer", 3), "dealer"),
        (stack("s2", 1), "b1"),
        (stack("s9", 1), ""),
        (Spot(SpotKind.BURN, "", 1), ""),
        (NOWHERE, ""),
    ],
)
def test_place_of_a_spot(spot: Spot, owner: str) -> None:
    assert place(spot, {"s1": "dealer", "s2": "b1"}) == owner


def test_hands_are_gathered_from_stacks_and_own_spots_by_index() -> None:
    lay = Lay(
        (
            Laid(stack("s1", 2), Card.TWO_OF_CLUBS),
            Laid(stack("s1", 1)),
            Laid(stack("s2", 1), Card.FOUR_OF_CLUBS),
            Laid(hand("dealer", 3), Card.ACE_OF_SPADES),
            Laid(Spot(SpotKind.BURN, "", 1), Card.NINE_OF_CLUBS),
        )
    )
    assert gathered(lay, {"s1": "dealer"}) == {"dealer": (None, Card.TWO_OF_CLUBS, Card.ACE_OF_SPADES)}
