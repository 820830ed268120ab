"""`truedeal rules`: every published deal, every game's sheet, and what cannot be asked."""

import csv
import json
from pathlib import Path
from typing import Any, Literal

import pytest

from bridge.cli import main
from bridge.verbs.rules_sheet import takes
from games import catalogue
from games.conditions import ELSEWHERE, Ruling, Situation
from games.game import Game, Lay
from games.orders import Pattern
from games.spots import SpotKind
from games.walk import Asked, ask, binding, examples, own_pattern, sizes, throw, unseen
from tests.madeup import SIX_STACKS

Captured = pytest.CaptureFixture[str]
DATA = Path(__file__).parent / "data/games"
ROWS = list(csv.DictReader((DATA / "deal_sequences.csv").read_text(encoding="utf-8").splitlines()))
GAMES = tuple(catalogue.GAMES.values())
TABLE = Path(__file__).parents[1] / "config/tcp_live.toml"

each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))


def asked(row: dict[str, str]) -> Asked:
    return Asked(
        hands=tuple(row["hands"].split()),
        pattern=Pattern(row["pattern"]),
        each=int(row["cards_each"]),
        total=int(row["dice_total"] or 0),
        empty=tuple(row["empty_boxes"].split()),
    )


def words(row: dict[str, str], *, pattern: bool = True) -> list[str]:
    given = ["--hands", row["hands"].replace(" ", ",")]
    given += ["--pattern", row["pattern"], "--each", row["cards_each"]] if pattern else []
    given += ["--dice", row["dice_total"]] if row["dice_total"] else []
    given += ["--empty", row["empty_boxes"].replace(" ", ",")] if row["empty_boxes"] else []
    return ["rules", row["game"], *given]


@pytest.fixture
def six_stacks(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setitem(catalogue.GAMES, SIX_STACKS.id, SIX_STACKS)
    return SIX_STACKS


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 33
    assert {row["game"] for row in ROWS} <= catalogue.GAMES.keys()


@each_row
def test_every_published_deal(row: dict[str, str]) -> None:
    game = catalogue.find(row["game"])
    found = ask(game, game.options(), asked(row))
    assert list(found.slots) == row["expected_slots"].split()
    assert list(found.discarded) == row["discarded"].split()
    assert found.needs == ""


@each_row
def test_every_published_deal_by_the_command_line(row: dict[str, str], capsys: Captured) -> None:
    assert main([*words(row), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["slots"] == row["expected_slots"].split()
    assert found["discarded"] == row["discarded"].split()


@each_row
def test_what_is_not_said_is_the_games_own(row: dict[str, str], capsys: Captured) -> None:
    game = catalogue.find(row["game"])
    assert main([*words(row, pattern=False), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["slots"]
    own = own_pattern(game, game.options())
    assert own is not None
    as_published = own == (Pattern(row["pattern"]), int(row["cards_each"]))
    assert (found == row["expected_slots"].split()) is as_published
    assert as_published is (row["note"] != "alternative" and "at a time" not in row["variant"])


def test_a_deal_in_words(capsys: Captured) -> None:
    assert main(["rules", "niu_niu", "--dice", "3,6,1", "--empty", "b2,b4"]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.split()[:7] == ["b4", "b5", "dealer", "b1", "b2", "b3", "b3"]
    assert last == "discarded: b2 b4"


def test_a_boxs_number_is_counted_as_the_tables_options_say(tmp_path: Path, capsys: Captured) -> None:
    text = TABLE.read_text(encoding="utf-8").replace('game = "tcp_live"', 'game = "niu_niu"')
    table = tmp_path / "t.toml"
    table.write_text(
        text[: text.index("[game_options]")] + '[game_options]\ndealer_number = "first"\ndeal = "cyclic"\n'
    )
    assert main(["rules", "niu_niu", "--dice", "7", "--config", str(table)]) == 0
    assert capsys.readouterr().out.split()[:7] == ["dealer", "b1", "b2", "b3", "b4", "b5", "dealer"]


def test_a_game_passes_over_empty_places_or_deals_to_them() -> None:
    basic, niu = catalogue.find("tcp_basic"), catalogue.find("niu_niu")
    found = ask(basic, basic.options(), Asked(empty=("p2",)))
    assert "p2" not in found.slots
    assert found.discarded == ()
    named = ask(basic, basic.options(), Asked(hands=("A", "B", "D"), each=1, empty=("B",)))
    assert named.slots == ("A", "D")
    assert ask(niu, niu.options(), Asked(empty=("b1",))).discarded == ("b1",)


def test_an_order_that_hangs_on_cards_is_told_as_far_as_it_goes(capsys: Captured) -> None:
    assert main(["rules", "baccarat", "--hands", "P,B"]) == 0
    first, then = capsys.readouterr().out.splitlines()
    assert first == "P B P B"
    assert "depends on the cards" in then
    game = catalogue.find("baccarat")
    assert {"".join(owner[0] for owner in deal) for deal in examples(game, game.options())} == {
        "pbpb",
        "pbpbp",
        "pbpbb",
        "pbpbpb",
    }
    assert main(["rules", "baccarat"]) == 0
    assert "  player banker player banker player banker\n" in capsys.readouterr().out


def test_a_card_that_hangs_on_cards_after_the_dice(six_stacks: Game, capsys: Captured) -> None:
    assert ask(six_stacks, six_stacks.options(), Asked()).needs == "die/1"
    assert ask(six_stacks, six_stacks.options(), Asked(total=6)).needs == "stack/s1/1"
    assert sizes(six_stacks, six_stacks.options(), "dealer") == (2, 3)
    assert main(["rules", "six_stacks"]) == 0
    assert "Some whole deals" in capsys.readouterr().out


@each_game
def test_every_games_sheet(game: Game, capsys: Captured) -> None:
    assert main(["rules", game.id, "--json"]) == 0
    sheet = json.loads(capsys.readouterr().out)
    assert main(["rules", game.id]) == 0
    text = capsys.readouterr().out
    assert game.title in text
    rows = {row["situation"]: row for row in sheet["conditions"]}
    assert rows.keys() == set(Situation)
    own = {row.situation: row for row in game.conditions}
    default = {row.situation: row.ruling for row in ELSEWHERE}
    flat = " ".join(text.split())
    for situation, row in rows.items():
        assert row["own"] is (situation in own)
        assert Ruling(row["ruling"]) is (own[situation].ruling if row["own"] else default[Situation(situation)])
        assert not row["own"] or row["clause"] == own[situation].clause
        assert situation in flat
    assert [row["name"] for row in sheet["options"]] == list(game.options.__struct_fields__)
    assert all(row["value"] == row["default"] and row["takes"] for row in sheet["options"])
    assert sheet["pay_tables"].keys() == game.pay_tables(game.options()).keys()
    assert all(bet in text for bet in sheet["pay_tables"])
    assert max(len(line) for line in text.splitlines()) <= 120


@each_game
def test_every_game_that_has_stacks_says_whose_each_is(game: Game, capsys: Captured) -> None:
    assert main(["rules", game.id, "--json"]) == 0
    dealing = json.loads(capsys.readouterr().out)["dealing"]
    spots, _ = unseen(game, game.options(), Lay(boxes=game.boxes))
    assert dealing["slots"] == [spot.owner for spot in spots]
    if any(spot.kind is SpotKind.STACK for spot in spots):
        assert set(dealing["stacks"]) == {str(total) for total in range(game.dice, 6 * game.dice + 1)}
        assert dealing["stacks"]["9"] == list(binding(game, game.options(), 9, game.boxes).values())
    else:
        assert dealing["stacks"] == {}


def test_a_tables_options_are_told_as_changed(tmp_path: Path, capsys: Captured) -> None:
    table = tmp_path / "t.toml"
    text = TABLE.read_text(encoding="utf-8")
    table.write_text(text[: text.index("[game_options]")] + '[game_options]\ndeal = "cyclic"\nburn = 1\n')
    assert main(["rules", "tcp_live", "--config", str(table)]) == 0
    said = capsys.readouterr().out
    assert "player dealer player dealer player dealer" in said
    assert "cyclic (changed)" in said
    assert main(["rules", "niu_niu", "--config", str(table)]) == 2
    assert "this table plays tcp_live, not niu_niu" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("rules tcp_life", "does not exist: choose one of"),
        ("rules tcp_live --dice 9", "no dice choose the places"),
        ("rules niu_niu --dice 19", "3 dice make no total of 19"),
        ("rules niu_niu --dice 2", "3 dice make no total of 2"),
        ("rules niu_niu --dice 0", "3 dice of 1 to 6 are needed"),
        ("rules niu_niu --dice 1,2", "3 dice of 1 to 6 are needed"),
        ("rules niu_niu --dice 1,2,7", "3 dice of 1 to 6 are needed"),
        ("rules niu_niu --empty dealer", "'dealer' is no box that may be empty: b1,"),
        ("rules niu_niu --hands A,B,D --empty D", "'D' is no box that may be empty: A, B"),
        ("rules tcp_live --empty player", "this game has none"),
        ("rules tcp_live --hands P,P", "each needs a name of its own"),
        ("rules tai_xiu --each 3", "this game deals no cards"),
        ("rules baccarat --each 3", "give both --pattern and --each"),
        ("rules tcp_live --config none.toml", "none.toml"),
    ],
)
def test_what_cannot_be_asked(line: str, why: str, capsys: Captured) -> None:
    assert main(line.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (only,) = said.err.splitlines()
    assert why in only


@pytest.mark.parametrize(
    "line", ["rules niu_niu --dice x", "rules tcp_live --each 0", "rules tcp_live --pattern zigzag"]
)
def test_words_that_are_none(line: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line.split())
    assert ended.value.code == 2


@pytest.mark.parametrize("total", range(3, 19))
def test_dice_that_make_a_total(total: int) -> None:
    dice = throw(3, total)
    assert sum(dice) == total
    assert all(1 <= die <= 6 for die in dice)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (bool, "true, false"),
        (int, "a whole number"),
        (Pattern, "packet, cyclic, snake"),
        (dict[Pattern, int], "a table: a whole number by name"),
        (tuple[int, ...] | None, "a list of a whole number, or left out"),
        (int | Literal["first_card"], "a whole number, or first_card"),
        (str, "a text"),
    ],
)
def test_what_an_option_takes(kind: Any, said: str) -> None:
    assert takes(kind) == said
