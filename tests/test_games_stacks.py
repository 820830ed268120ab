"""What the games of stacks share: the deal by their own tables, the dice, boxes, and an answer for any lay."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.cards import PACK, Card
from games.conditions import Ruling, Situation, condition
from games.game import Dealt, Game, Laid, Lay, Next, Window
from games.house import kap_kun, niu_niu, tcp_jackpot
from games.orders import discarded, gathered, place
from games.settlement import UnsettledError
from games.spots import NOWHERE, Spot, SpotKind, hand, stack
from games.stacks import DEALER, Opening, dealt_to
from tests.cases import rows

GAMES = (niu_niu.GAME, tcp_jackpot.GAME, kap_kun.GAME)
ROWS = [row for row in rows("deal_sequences") if row["game"] in {game.id for game in GAMES}]


def _dealt(game: Game, **raw: Any) -> tuple[Lay, list[Spot]]:
    """A deal played out by the game's own order, the cards of the pack one after the other."""
    options = catalogue.options(game, raw)
    lay, spots = Lay(), list[Spot]()
    while isinstance(due := game.order(options, lay), Next):
        spots.append(due.spot)
        lay = Lay((*lay.laid, Laid(due.spot, PACK[len(lay.laid)])))
    assert due == Dealt()
    return lay, spots


def _said(owner: str) -> str:
    """A place as the table writes it."""
    return "D" if owner == DEALER else owner.upper()


def test_the_table_has_rows_for_each_of_them() -> None:
    assert [sum(row["game"] == game.id for row in ROWS) for game in GAMES] == [8, 8, 8]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_deal_and_delivery_of_the_case_table(row: dict[str, str]) -> None:
    game = catalogue.find(row["game"])
    _, spots = _dealt(game, deal=row["pattern"])
    empty = [name.lower() for name in row["empty_boxes"].split()]
    bets = tuple(box for box in game.boxes if box not in empty)
    assert game.bind is not None
    places = dict(game.bind(game.options(), int(row["dice_total"]), bets))
    assert [_said(place(spot, places)) for spot in spots] == row["expected_slots"].split()
    assert [_said(name) for name in game.hands] == row["hands"].split()
    assert game.hand_sizes == (("*", int(row["cards_each"])),)
    assert [_said(name) for name in discarded(game.hands, bets, DEALER)] == row["discarded"].split()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_box_without_a_bet_is_dealt_and_delivered_and_has_no_result(game: Game) -> None:
    lay, _ = _dealt(game)
    assert game.bind is not None
    places = dict(game.bind(game.options(), 10, ("b1", "b3")))
    hands = gathered(lay, places)
    assert set(hands) == set(game.hands)
    known = {name: tuple(card for card in hands[name] if card) for name in ("b1", "b3", DEALER)}
    found = game.outcome(game.options(), known)
    assert [one.hand for one in found.hands] == ["b1", "b3", DEALER]
    assert {"b1", "b3"} <= set(found.facts)
    assert not {"b2", "b4"} & set(found.facts)
    assert found.result == found.hands[-1].category == game.category(game.options(), DEALER, known[DEALER])
    incomplete = game.outcome(game.options(), known | {"b2": known["b1"][:1]})
    assert incomplete == found
    with pytest.raises(UnsettledError, match="no hand 'b2': it has b1, b3, dealer"):
        dealt_to(found, "b2")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_the_number_of_dice_and_the_dealers_number_are_the_tables(game: Game) -> None:
    assert (game.dice, game.decks, game.boxes) == (3, 1, game.hands[:-1])
    options = catalogue.options(game, {"dice": 2, "dealer_number": "first"})
    assert catalogue.under(game, options).dice == 2
    assert game.bind is not None
    assert game.bind(options, 1, ())[:2] == (("s1", DEALER), ("s2", "b1"))
    assert game.bind(game.options(), 1, ())[:2] == (("s1", "b1"), ("s2", "b2"))


@pytest.mark.parametrize("game", [niu_niu.GAME, tcp_jackpot.GAME], ids=lambda game: str(game.id))
def test_boxes_are_opened_in_any_order_and_the_dealer_after_them(game: Game) -> None:
    rows = {row.hand: (row.window, row.after_hands) for row in game.reveals}
    assert rows == dict.fromkeys(game.boxes, (Window.BETS, ())) | {DEALER: (Window.BETS, game.boxes)}


@pytest.mark.parametrize(
    ("opening", "boxes_after", "dealer_after", "first"),
    [
        (Opening.ANY, (), (), "b1"),
        (Opening.FIRST, (DEALER,), (), DEALER),
        (Opening.LAST, (), kap_kun.GAME.boxes, "b1"),
    ],
)
def test_the_house_hand_of_kap_kun_opens_as_the_table_says(
    opening: Opening, boxes_after: tuple[str, ...], dealer_after: tuple[str, ...], first: str
) -> None:
    game = catalogue.under(kap_kun.GAME, kap_kun.KapKun(dealer_opens=opening))
    assert {row.after_hands for row in game.reveals if row.hand != DEALER} == {boxes_after}
    assert [row.after_hands for row in game.reveals if row.hand == DEALER] == [dealer_after]
    assert game.reveals[0].hand == first
    assert len(game.reveals) == len(game.hands)
    assert {row.window for row in game.reveals} == {Window.BETS}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_nothing_voids_by_itself_where_the_sheet_has_no_such_clause(game: Game) -> None:
    assert all(condition(game.conditions, one).ruling is not Ruling.VOID for one in Situation)
    assert condition(game.conditions, Situation.DIE_NOT_FLAT).clause.startswith("flat dice")


any_spot = st.one_of(
    st.sampled_from([NOWHERE, Spot(SpotKind.BURN, "", 1), Spot(SpotKind.DIE, "", 1), hand("stranger", 9)]),
    st.builds(hand, st.sampled_from(kap_kun.GAME.hands), st.integers(1, 6)),
    st.builds(stack, st.sampled_from([f"s{number}" for number in range(9)]), st.integers(0, 6)),
)
any_lay = st.builds(
    Lay,
    st.lists(st.builds(Laid, any_spot, st.none() | st.sampled_from(Card)), max_size=60).map(tuple),
    st.lists(st.sampled_from(["b1", "b6", "b9"])).map(tuple),
    st.lists(st.integers(-1, 7), max_size=5).map(tuple),
)


@given(any_lay, st.sampled_from(GAMES), st.sampled_from(["snake", "cyclic"]))
def test_any_lay_gets_an_answer_and_never_a_taken_spot(lay: Lay, game: Game, deal: str) -> None:
    due = game.order(catalogue.options(game, {"deal": deal}), lay)
    taken = {laid.spot for laid in lay.laid}
    _, spots = _dealt(game)
    if isinstance(due, Next):
        assert due.spot in spots
        assert due.spot not in taken
    else:
        assert due == Dealt()
        assert taken.issuperset(spots)
