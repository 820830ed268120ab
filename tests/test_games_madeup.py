"""The made-up game's own order, dice and outcome, before the core is tried on it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card, parse_cards
from games.game import Dealt, Laid, Lay, Next, Unknown
from games.options import Options
from games.orders import gathered
from games.spots import Spot, hand, stack
from tests.madeup import BOXES, DEALER, FIRST_DIE, PLACES, SIX_STACKS, STACKS, THIRD, bind, order, outcome, points

SNAKE = [*(stack(name, 1) for name in STACKS), *(stack(name, 2) for name in reversed(STACKS))]
OPTIONS = Options()


def _lay(cards: dict[Spot, Card | None], dice: tuple[int, ...] = (), more: tuple[Laid, ...] = ()) -> Lay:
    return Lay((*(Laid(spot, cards.get(spot)) for spot in SNAKE), *more), BOXES, dice)


def test_stacks_are_dealt_there_and_back_and_then_the_dice_are_needed() -> None:
    for count, spot in enumerate(SNAKE):
        assert order(OPTIONS, Lay(tuple(Laid(one) for one in SNAKE[:count]))) == Next(spot)
    assert order(OPTIONS, _lay({})) == Unknown(FIRST_DIE)
    assert order(OPTIONS, _lay({}, dice=(1, 2))) == Unknown(FIRST_DIE)


@pytest.mark.parametrize(
    ("total", "places"),
    [
        (3, "b3 b4 b5 dealer b1 b2"),
        (6, "dealer b1 b2 b3 b4 b5"),
        (7, "b1 b2 b3 b4 b5 dealer"),
        (18, "dealer b1 b2 b3 b4 b5"),
    ],
)
def test_the_dice_bind_the_stacks(total: int, places: str) -> None:
    assert bind(OPTIONS, total, ("b1",)) == tuple(zip(STACKS, places.split(), strict=True))
    assert SIX_STACKS.bind is bind


@pytest.mark.parametrize(
    ("cards", "due"),
    [
        ("2s 3d", Next(THIRD)),
        ("2s 4d", Dealt()),
        ("Ts Kd", Next(THIRD)),
        ("9s 9d", Dealt()),
        ("? 3d", Unknown(stack("s4", 1))),
        ("2s ?", Unknown(stack("s4", 2))),
    ],
)
def test_the_dealers_third_card_depends_on_his_stack(cards: str, due: Next | Unknown | Dealt) -> None:
    first, second = (None if word == "?" else Card(word) for word in cards.split())
    lay = _lay({stack("s4", 1): first, stack("s4", 2): second}, dice=(1, 1, 1))
    assert order(OPTIONS, lay) == due


def test_the_third_card_is_the_last_and_joins_the_dealers_stack() -> None:
    cards: dict[Spot, Card | None] = {stack("s4", 1): Card.TWO_OF_SPADES, stack("s4", 2): Card.THREE_OF_SPADES}
    lay = _lay(cards, (1, 1, 1), more=(Laid(THIRD, Card.FOUR_OF_SPADES),))
    assert order(OPTIONS, lay) == Dealt()
    hands = gathered(lay, dict(bind(OPTIONS, 3, BOXES)))
    assert hands[DEALER] == parse_cards("2s 3s 4s")
    assert set(hands) == set(PLACES)


def test_boxes_without_a_bet_have_no_result() -> None:
    found = outcome(OPTIONS, {"b1": parse_cards("9s Ks"), "b4": parse_cards("2s 2s"), DEALER: parse_cards("As 3d")})
    assert found.facts == {"b1": "win", "b4": "push"}
    assert [(one.hand, one.category) for one in found.hands] == [
        ("b1", "9 points"),
        ("b4", "4 points"),
        (DEALER, "4 points"),
    ]
    assert points(parse_cards("Ah Th 8h 5h")) == 4


spots = st.one_of(
    st.sampled_from([*SNAKE, THIRD, FIRST_DIE]),
    st.builds(hand, st.sampled_from(PLACES), st.integers(1, 3)),
)
lays = st.builds(
    Lay,
    st.tuples(st.permutations(SNAKE), st.lists(spots, max_size=4)).flatmap(
        lambda both: st.tuples(
            *(st.builds(Laid, st.just(spot), st.none() | st.sampled_from(Card)) for spot in (*both[0], *both[1]))
        )
    ),
    st.just(BOXES),
    st.lists(st.integers(1, 6), max_size=4).map(tuple),
)


@given(lays, st.integers(0, 16))
def test_any_lay_gets_an_answer_and_never_a_taken_spot(lay: Lay, kept: int) -> None:
    lay = Lay(lay.laid[:kept], lay.boxes, lay.dice)
    found = order(OPTIONS, lay)
    if isinstance(found, Next):
        assert found.spot not in {laid.spot for laid in lay.laid}
