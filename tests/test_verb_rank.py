"""`truedeal rank`: a hand in the game's words, and what can be no hand."""

import csv
import json
from pathlib import Path

import pytest

from bridge.cli import main
from bridge.verbs.rank import ranked
from games import catalogue
from games.cards import PACK, parse_cards
from games.game import Game, unnamed
from games.walk import sizes
from tests.madeup import SIX_STACKS

Captured = pytest.CaptureFixture[str]
DATA = Path(__file__).parent / "data/games"
RANKING = tuple(game for game in catalogue.GAMES.values() if game.category is not unnamed and game.hands)

WORDS = {
    "tcp_live": ("player", "player", "player_category"),
    "tcp_basic": ("p1", "player", "player_category"),
    "tcp_jackpot": ("b1", "player", "player_category"),
    "three_pictures": ("banker", "banker", "banker_name"),
}
"""Games whose case table has the words for a hand: the hand, the column of its cards, the column of its words."""


@pytest.mark.parametrize("name", WORDS)
def test_every_hand_of_a_case_table(name: str) -> None:
    hand, cards, words = WORDS[name]
    game = catalogue.find(name)
    rows = list(csv.DictReader((DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) > 50
    for row in rows:
        assert ranked(game, game.options(), hand, parse_cards(row[cards])).category == row[words], row["case_id"]


def test_every_hand_of_two_that_is_set_in_kap_kun() -> None:
    game = catalogue.find("kap_kun")
    for row in csv.DictReader((DATA / "kap_kun.csv").read_text(encoding="utf-8").splitlines()):
        for column in ("player_high", "player_low", "dealer_high", "dealer_low"):
            found = ranked(game, game.options(), "", parse_cards(row[column]))
            assert found.category == row[f"{column}_name"], row["case_id"]


@pytest.mark.parametrize("game", RANKING, ids=lambda game: str(game.id))
def test_every_game_names_every_hand_of_its_size(game: Game) -> None:
    options = game.options()
    for hand in catalogue.under(game, options).hands:
        counts = sizes(game, options, hand)
        assert counts
        for count in counts:
            assert ranked(game, options, hand, PACK[3 : 3 + count]).category


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tcp_live As Ks Qs", "Royal Flush"),
        ("tcp_live as 10D 3c", "High Card"),
        ("tcp_basic As Ks Qs", "Straight Flush"),
        ("three_pictures Js 3h 6d", "Single Knight Nine"),
        ("niu_niu Ts 8d 2h 4c Ah", "Niu 5"),
        ("kap_kun 9s Ad", "A+9"),
    ],
)
def test_in_the_games_words(line: str, said: str, capsys: Captured) -> None:
    assert main(["rank", *line.split()]) == 0
    assert capsys.readouterr().out == f"{said}\n"


def test_cards_may_stand_in_one_word(capsys: Captured) -> None:
    assert main(["rank", "tcp_live", "4s 5s", "6s", "--hand", "dealer", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "game": "tcp_live",
        "hand": "dealer",
        "cards": ["4s", "5s", "6s"],
        "category": "Straight Flush",
    }


def test_a_hand_of_two_or_three_and_equal_cards_of_many_decks(capsys: Captured) -> None:
    assert main(["rank", "baccarat", "4s", "4s", "--hand", "banker"]) == 0
    assert main(["rank", "baccarat", "4s", "4s", "4s"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_whose_hand_it_is_may_say_how_many_cards_it_has(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setitem(catalogue.GAMES, SIX_STACKS.id, SIX_STACKS)
    assert main(["rank", "six_stacks", "2s", "3s", "4s", "--hand", "dealer"]) == 0
    assert capsys.readouterr().out == "9 points\n"
    assert main(["rank", "six_stacks", "2s", "3s", "4s", "--hand", "b1"]) == 2
    assert "3 cards: a hand has 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("tcp_life As Ks Qs", "does not exist: choose one of"),
        ("tcp_live As Ks Xs", "'Xs' is no card"),
        ("tcp_live As Ks", "2 cards: a hand has 3"),
        ("tcp_live As Ks Qs Js", "4 cards: a hand has 3"),
        ("tcp_live As Ks As", "As is there 2 times, the game has 1 of it"),
        ("baccarat 2s", "1 cards: a hand has 2 or 3"),
        ("baccarat 2s 3s 4s 5s", "4 cards: a hand has 2 or 3"),
        ("tcp_live As Ks Qs --hand banker", "hand 'banker' does not exist: choose one of player, dealer"),
        ("tai_xiu As", "this game ranks no hands"),
        ("tcp_live As Ks Qs --config none.toml", "none.toml"),
    ],
)
def test_what_can_be_no_hand(line: str, why: str, capsys: Captured) -> None:
    assert main(["rank", *line.split()]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (only,) = said.err.splitlines()
    assert why in only
