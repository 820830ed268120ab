"""Baccarat dealt: the order by the chart, insurance windows, and what less knowledge changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.baccarat_deal import BANKERS_THIRD, FIRST_FOUR, PLAYERS_THIRD
from games.cards import PACK, Card, parse_cards
from games.game import Dealt, Due, Laid, Lay, Next, Unknown
from games.house.baccarat import Baccarat, offers, order
from games.orders import gathered
from games.points import points
from games.spots import NOWHERE, hand
from games.third_card import dealt, regular
from tests.baccarat_lays import PLAIN, ROWS, UNINSURED, dealt_out, lay_of

BOTH = {"player", "banker"}


@pytest.mark.parametrize("row", ROWS["baccarat"], ids=lambda row: str(row["case_id"]))
def test_the_order_deals_the_rows_of_the_case_table(row: dict[str, str]) -> None:
    lay = dealt_out(parse_cards(row["shoe"]))
    assert len(lay.laid) == int(row["used"])
    hands = gathered(lay, {})
    assert {place: " ".join(str(card) for card in hands[place]) for place in hands} == {
        "player": row["player_cards"],
        "banker": row["banker_cards"],
    }


@pytest.mark.parametrize("row", ROWS["baccarat_insurance_windows"], ids=lambda row: str(row["case_id"]))
def test_the_windows_of_the_case_table(row: dict[str, str]) -> None:
    offered = offers(PLAIN, lay_of(row["cards"]))
    assert {place for place in BOTH if row[f"{place}_insurance"] == "offer"} == set(offered)
    assert offers(UNINSURED, lay_of(row["cards"])) == ()


CHART = {0: "0123456789", 1: "0123456789", 2: "0123456789", 3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
"""The published chart once more: on which third card of the Player the Banker draws."""


@pytest.mark.parametrize("on_banker", CHART)
@pytest.mark.parametrize("third", "A23456789TJQK")
def test_the_bankers_third_card_follows_the_chart(on_banker: int, third: str) -> None:
    counts = "1" if third == "A" else third if third.isdecimal() else "0"
    lay = lay_of(f"Kd {'KA234567'[on_banker]}s Kh Kc {third}s")
    assert order(PLAIN, lay) == (Next(BANKERS_THIRD) if counts in CHART[on_banker] else Dealt())


@pytest.mark.parametrize(
    ("cards", "due"),
    [
        ("", Next(hand("player", 1))),
        ("?", Next(hand("banker", 1))),
        ("? ?", Next(hand("player", 2))),
        ("? ? ?", Next(hand("banker", 2))),
        ("? ? ? ?", Unknown(hand("player", 1))),
        ("2s ? ? ?", Unknown(hand("banker", 1))),
        ("2s 3s ? ?", Unknown(hand("player", 2))),
        ("2s 3s 4s ?", Unknown(hand("banker", 2))),
        ("9s ? Ks ?", Dealt()),
        ("? 8s ? Ks", Dealt()),
        ("7s ? Ks ?", Unknown(hand("banker", 1))),
        ("2s 3s 3h Ks", Next(PLAYERS_THIRD)),
        ("6s 5s Ks Kh", Next(BANKERS_THIRD)),
        ("6s 6h Ks Kh", Dealt()),
        ("2s 3s 3h Ks ?", Unknown(PLAYERS_THIRD)),
        ("2s 6s 3h Ks ?", Unknown(PLAYERS_THIRD)),
        ("2s 7s 3h Ks ?", Dealt()),
    ],
)
def test_what_is_due_depends_on_no_more_cards_than_it_must(cards: str, due: Due) -> None:
    assert order(PLAIN, lay_of(cards)) == due
    assert order(UNINSURED, lay_of(cards)) == due


def test_with_insurance_the_banker_waits_for_the_players_third_card_in_any_case() -> None:
    lay = lay_of("2s 2h 3h Ks ?")
    assert order(UNINSURED, lay) == Next(BANKERS_THIRD)
    assert order(PLAIN, lay) == Unknown(PLAYERS_THIRD)
    assert offers(PLAIN, lay) == ()
    assert offers(PLAIN, lay_of("2s 2h 3h Ks 9s")) == ("player",)
    both = Lay((*lay.laid, Laid(BANKERS_THIRD)))
    assert order(PLAIN, both) == order(UNINSURED, both) == Dealt()


def test_no_window_while_a_card_is_unknown_or_after_the_deal() -> None:
    assert offers(PLAIN, lay_of("2s 3s 3h")) == ()
    assert offers(PLAIN, lay_of("2s 3s 3h Kh")) == ("player", "banker")
    assert offers(PLAIN, lay_of("9s ? Ks ?")) == ()
    assert offers(PLAIN, Lay((*lay_of("6s 5s Ks Kh").laid, Laid(NOWHERE)))) == ()
    assert offers(PLAIN, lay_of("6s 5s Ks Kh 2h")) == ()
    assert offers(PLAIN, lay_of("2s 2h 3h Ks 9s 3s")) == ()


spots = st.sampled_from([*FIRST_FOUR, PLAYERS_THIRD, BANKERS_THIRD]) | st.just(NOWHERE) | st.just(hand("player", 4))
lays = st.lists(st.builds(Laid, spots, st.none() | st.sampled_from(PACK)), max_size=9).map(tuple).map(Lay)


@given(lays, st.sampled_from([PLAIN, UNINSURED]))
def test_any_lay_has_an_answer_about_a_spot_of_the_game(lay: Lay, options: Baccarat) -> None:
    due = order(options, lay)
    held = {laid.spot: laid.card for laid in lay.laid}
    match due:
        case Next(spot):
            assert spot in (*FIRST_FOUR, PLAYERS_THIRD, BANKERS_THIRD)
            assert spot not in held
        case Unknown(spot):
            assert held[spot] is None
        case Dealt():
            assert set(FIRST_FOUR) <= held.keys()
    offered = offers(options, lay)
    assert set(offered) <= BOTH
    assert not offered or (options is PLAIN and isinstance(due, Next) and None not in held.values())


shoes = st.lists(st.sampled_from(PACK), min_size=6, max_size=6)


@given(shoes)
def test_a_natural_ends_the_hand_and_every_hand_is_what_the_chart_calls_for(shoe: list[Card]) -> None:
    lay = dealt_out(shoe)
    hands = gathered(lay, {})
    player, banker = ([card for card in hands[place] if card] for place in ("player", "banker"))
    assert (tuple(player), tuple(banker)) == dealt(shoe)
    assert regular(player, banker)
    if max(points(player[:2]), points(banker[:2])) >= 8:
        assert len(lay.laid) == 4
    assert (len(player) == 3) == (points(player[:2]) <= 5 and max(points(player[:2]), points(banker[:2])) < 8)


@given(shoes, st.lists(st.booleans(), min_size=6, max_size=6))
def test_to_know_less_never_gives_another_answer(shoe: list[Card], seen: list[bool]) -> None:
    whole = dealt_out(shoe)
    for count in range(len(whole.laid) + 1):
        known = Lay(whole.laid[:count])
        less = Lay(
            tuple(Laid(laid.spot, laid.card if see else None) for laid, see in zip(known.laid, seen, strict=False))
        )
        assert order(UNINSURED, less) in (order(UNINSURED, known), *(Unknown(laid.spot) for laid in less.laid))
