"""A Baccarat table: its case tables, what a round came to, the burn of a shoe, and its options."""

from decimal import Decimal

import msgspec
import pytest

from games import catalogue
from games.audit import Audit
from games.cards import Card, parse_cards
from games.conditions import ELSEWHERE, Ruling, Situation, condition
from games.facing import Facing
from games.game import Evidence, Outcome, Source, Window
from games.house.baccarat import GAME, Baccarat, category, outcome, shoe_burn
from games.options import DealWhile
from tests.baccarat_lays import PLAIN, ROWS, UNINSURED

NO_RESULT = {"case_id", "source", "note", "ambiguous"}
CASES = [(audit, row) for audit in GAME.audits for row in ROWS[audit.name]]


def test_the_tables_are_whole() -> None:
    assert {name: len(rows) for name, rows in ROWS.items()} == {"baccarat": 70, "baccarat_insurance_windows": 24}


@pytest.mark.parametrize(("audit", "row"), CASES, ids=[row["case_id"] for _, row in CASES])
def test_case_table(audit: Audit, row: dict[str, str]) -> None:
    results = audit.settle(PLAIN, {column: row[column] for column in audit.given})
    assert set(results) == row.keys() - set(audit.given) - NO_RESULT
    for column, value in results.items():
        assert value == (row[column] if isinstance(value, str) else Decimal(row[column])), column


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
