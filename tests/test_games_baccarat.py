"""Baccarat dealt: the order by the chart, insurance windows, the burn of a shoe, and what a round came to."""

import csv
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.audit import Audit
from games.baccarat_deal import BANKERS_THIRD, FIRST_FOUR, PLAYERS_THIRD
from games.cards import PACK, Card, parse_cards
from games.conditions import ELSEWHERE, Ruling, Situation, condition
from games.facing import Facing
from games.game import Dealt, Due, Evidence, Laid, Lay, Next, Outcome, Source, Unknown, Window
from games.house.baccarat import GAME, Baccarat, category, offers, order, outcome, shoe_burn
from games.options import DealWhile
from games.orders import gathered
from games.points import points
from games.spots import NOWHERE, hand
from games.third_card import dealt, regular

DATA = Path(__file__).parent / "data/games"
PLAIN = Baccarat()
UNINSURED = Baccarat(insurance=False)
NO_RESULT = {"case_id", "source", "note", "ambiguous"}


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()))


ROWS = {audit.name: _rows(audit.name) for audit in GAME.audits}
CASES = [(audit, row) for audit in GAME.audits for row in ROWS[audit.name]]
BOTH = {"player", "banker"}


def _laid(text: str) -> Lay:
    """Cards in the order of the deal, `?` for one nobody knows; what is due takes each."""
    lay = Lay()
    for word in text.split():
        due = order(UNINSURED, lay)
        assert isinstance(due, Next), text
        lay = Lay((*lay.laid, Laid(due.spot, None if word == "?" else Card(word))))
    return lay


def _dealt_out(cards: Sequence[Card], options: Baccarat = PLAIN) -> Lay:
    """What lies once the order asks for no further card."""
    lay, rest = Lay(), iter(cards)
    while isinstance(due := order(options, lay), Next):
        lay = Lay((*lay.laid, Laid(due.spot, next(rest))))
    assert due == Dealt()
    return lay


def test_the_tables_are_whole() -> None:
    assert {name: len(rows) for name, rows in ROWS.items()} == {"baccarat": 70, "baccarat_insurance_windows": 24}


@pytest.mark.parametrize(("audit", "row"), CASES, ids=[row["case_id"] for _, row in CASES])
def test_case_table(audit: Audit, row: dict[str, str]) -> None:
    results = audit.settle(PLAIN, {column: row[column] for column in audit.given})
    assert set(results) == row.keys() - set(audit.given) - NO_RESULT
    for column, value in results.items():
        assert value == (row[column] if isinstance(value, str) else Decimal(row[column])), column


@pytest.mark.parametrize("row", ROWS["baccarat"], ids=lambda row: str(row["case_id"]))
def test_the_order_deals_the_rows_of_the_case_table(row: dict[str, str]) -> None:
    lay = _dealt_out(parse_cards(row["shoe"]))
    assert len(lay.laid) == int(row["used"])
    hands = gathered(lay, {})
    assert {place: " ".join(str(card) for card in hands[place]) for place in hands} == {
        "player": row["player_cards"],
        "banker": row["banker_cards"],
    }


@pytest.mark.parametrize("row", ROWS["baccarat_insurance_windows"], ids=lambda row: str(row["case_id"]))
def test_the_windows_of_the_case_table(row: dict[str, str]) -> None:
    offered = offers(PLAIN, _laid(row["cards"]))
    assert {place for place in BOTH if row[f"{place}_insurance"] == "offer"} == set(offered)
    assert offers(UNINSURED, _laid(row["cards"])) == ()


CHART = {0: "0123456789", 1: "0123456789", 2: "0123456789", 3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""}
"""The published chart once more: on which third card of the Player the Banker draws."""


@pytest.mark.parametrize("on_banker", CHART)
@pytest.mark.parametrize("third", "A23456789TJQK")
def test_the_bankers_third_card_follows_the_chart(on_banker: int, third: str) -> None:
    counts = "1" if third == "A" else third if third.isdecimal() else "0"
    lay = _laid(f"Kd {'KA234567'[on_banker]}s Kh Kc {third}s")
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
    assert order(PLAIN, _laid(cards)) == due
    assert order(UNINSURED, _laid(cards)) == due


def test_with_insurance_the_banker_waits_for_the_players_third_card_in_any_case() -> None:
    lay = _laid("2s 2h 3h Ks ?")
    assert order(UNINSURED, lay) == Next(BANKERS_THIRD)
    assert order(PLAIN, lay) == Unknown(PLAYERS_THIRD)
    assert offers(PLAIN, lay) == ()
    assert offers(PLAIN, _laid("2s 2h 3h Ks 9s")) == ("player",)
    both = Lay((*lay.laid, Laid(BANKERS_THIRD)))
    assert order(PLAIN, both) == order(UNINSURED, both) == Dealt()


def test_no_window_while_a_card_is_unknown_or_after_the_deal() -> None:
    assert offers(PLAIN, _laid("2s 3s 3h")) == ()
    assert offers(PLAIN, _laid("2s 3s 3h Kh")) == ("player", "banker")
    assert offers(PLAIN, _laid("9s ? Ks ?")) == ()
    assert offers(PLAIN, Lay((*_laid("6s 5s Ks Kh").laid, Laid(NOWHERE)))) == ()
    assert offers(PLAIN, _laid("6s 5s Ks Kh 2h")) == ()
    assert offers(PLAIN, _laid("2s 2h 3h Ks 9s 3s")) == ()


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
    lay = _dealt_out(shoe)
    hands = gathered(lay, {})
    player, banker = ([card for card in hands[place] if card] for place in ("player", "banker"))
    assert (tuple(player), tuple(banker)) == dealt(shoe)
    assert regular(player, banker)
    if max(points(player[:2]), points(banker[:2])) >= 8:
        assert len(lay.laid) == 4
    assert (len(player) == 3) == (points(player[:2]) <= 5 and max(points(player[:2]), points(banker[:2])) < 8)


@given(shoes, st.lists(st.booleans(), min_size=6, max_size=6))
def test_to_know_less_never_gives_another_answer(shoe: list[Card], seen: list[bool]) -> None:
    whole = _dealt_out(shoe)
    for count in range(len(whole.laid) + 1):
        known = Lay(whole.laid[:count])
        less = Lay(
            tuple(Laid(laid.spot, laid.card if see else None) for laid, see in zip(known.laid, seen, strict=False))
        )
        assert order(UNINSURED, less) in (order(UNINSURED, known), *(Unknown(laid.spot) for laid in less.laid))


def test_a_case_that_breaks_off_or_runs_over_names_its_column() -> None:
    shoe, windows = (audit.settle for audit in GAME.audits)
    for cards, words in (
        ("2s 3s 3h", "shoe: 3 cards, the first four are needed"),
        ("2s 3s 3h Ks", "shoe: 4 cards, the round takes more"),
        ("2s 3s 3h Ks 9s", "shoe: 5 cards, the round takes more"),
        ("2s 3s 3h Ks xx", "shoe: 'xx' is no card"),
    ):
        with pytest.raises(ValueError, match=words):
            shoe(PLAIN, {"shoe": cards})
    for cards, words in (
        ("2s 3s 3h", "cards: 3 cards, the first four are needed"),
        ("9s 3s Kh Ks 9s", "cards: 5 cards, the round takes 4"),
    ):
        with pytest.raises(ValueError, match=words):
            windows(PLAIN, {"cards": cards})


def test_windows_after_the_bankers_third_card() -> None:
    found = GAME.audits[1].settle(PLAIN, {"cards": "6s 5s Ks Kh 2h"})
    assert [found[name] for name in ("stage", "player_draws", "banker_draws", "player_insurance")] == [
        "after the banker's third card",
        "no",
        "done",
        "none",
    ]
    assert GAME.audits[1].settle(UNINSURED, {"cards": "2s 3s 3h Kh"})["player_insurance"] == "none"


def _outcome(player: str, banker: str) -> Outcome:
    return outcome(PLAIN, {"player": parse_cards(player), "banker": parse_cards(banker)})


@pytest.mark.parametrize(
    ("player", "banker", "result", "facts"),
    [
        ("9s Kd", "2d 3h", "player", "9 5 player no no no"),
        ("9s Kd", "9d Kh", "tie", "9 9 both no no no"),
        ("2s 3d", "Ad 7h", "banker", "5 8 banker no no no"),
        ("5s Kd 8c", "6d Kh", "banker", "3 6 none no no yes"),
        ("Ks Kd 8c", "Qd Qh 3c", "player", "8 3 none yes yes no"),
        ("2s 4h", "6d Ks", "tie", "6 6 none no no no"),
        ("As As 7c", "Qd Kh 3c", "player", "9 3 none yes no no"),
    ],
)
def test_outcome(player: str, banker: str, result: str, facts: str) -> None:
    found = _outcome(player, banker)
    names = ("player_total", "banker_total", "natural", "player_pair", "banker_pair", "super6")
    assert found.result == result
    assert found.facts == dict(zip(names, facts.split(), strict=True)) | {"shoe_result": result}
    assert [one.cards for one in found.hands] == [parse_cards(player), parse_cards(banker)]
    assert msgspec.json.decode(msgspec.json.encode(found), type=Outcome) == found


@pytest.mark.parametrize(
    ("player", "banker"),
    [("9s Kd 2h", "2d 3h"), ("2s 3d", "3d Kh"), ("2s 3d 9h", "2d Kh"), ("7s Kd", "6d Kh 2s"), ("2s", "9d Kh")],
)
def test_hands_that_the_chart_does_not_call_for_have_no_winner(player: str, banker: str) -> None:
    assert _outcome(player, banker).result == "irregular"
    assert "shoe_result" not in _outcome(player, banker).facts


def test_the_points_of_a_hand_in_words() -> None:
    words = [category(PLAIN, "player", parse_cards(text)) for text in ("9s Kd", "Ks Qd", "5s Kd 3c", "As 7d")]
    assert words == ["natural 9", "0 points", "8 points", "natural 8"]
    assert [one.category for one in _outcome("9s Kd", "2d 3h").hands] == ["natural 9", "5 points"]


@pytest.mark.parametrize(
    ("setting", "burned", "more"),
    [
        (0, "", 0),
        (3, "", 3),
        (3, "? ?", 1),
        (3, "? ? ? ?", 0),
        ("first_card", "", 1),
        ("first_card", "?", None),
        ("first_card", "4s", 4),
        ("first_card", "4s ? ? ?", 1),
        ("first_card", "4s ? ? ? ?", 0),
        ("first_card", "As", 1),
        ("first_card", "Ts", 10),
        ("first_card", "Qs ?", 9),
    ],
)
def test_the_burn_of_a_new_shoe(setting: str | int, burned: str, more: int | None) -> None:
    options = catalogue.options(GAME, {"shoe_burn": setting})
    assert GAME.shoe_burn is shoe_burn
    assert shoe_burn(options, tuple(None if word == "?" else Card(word) for word in burned.split())) == more


def test_the_table_follows_its_options() -> None:
    assert (GAME.decks, GAME.windows, GAME.first_cards) == (8, (Window.BETS, Window.INSURANCE), 2)
    game = catalogue.under(GAME, Baccarat(decks=6, insurance=False, facing=Facing.DOWN))
    assert (game.decks, game.windows) == (6, (Window.BETS,))
    assert any(row.evidence is Evidence.BACK for row in game.owed)
    assert not any(row.evidence is Evidence.BACK for row in GAME.owed)
    assert {row.within for row in GAME.owed if row.source is Source.CAMERA} == {"lay_ms"}


def test_cards_are_dealt_open_after_the_bets() -> None:
    assert [(row.hand, row.window, row.after_hands) for row in GAME.reveals] == [
        ("player", Window.BETS, ()),
        ("banker", Window.BETS, ()),
    ]
    assert PLAIN.deal_while is DealWhile.BETS_CLOSED
    assert not GAME.fresh_each_round


@pytest.mark.parametrize("situation", Situation)
def test_a_sheet_without_clauses_voids_nothing(situation: Situation) -> None:
    assert condition(GAME.conditions, situation) in ELSEWHERE
    assert condition(GAME.conditions, situation).ruling is not Ruling.VOID


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"decks": 0}, "option 'decks'"),
        ({"shoe_burn": "second_card"}, "option 'shoe_burn'"),
        ({"player_insurance": {"10": 2}}, "option 'player_insurance'"),
        ({"banker_insurance": {"5": -2}}, "banker_insurance: 5: -2"),
        ({"pair_pays": "Infinity"}, "pair_pays: Infinity"),
    ],
)
def test_a_wrong_option_is_named(raw: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        catalogue.options(GAME, raw)
