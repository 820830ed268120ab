"""docs/games.md is as the code makes it, has every game whole, and its commands run."""

import re
import shlex
from pathlib import Path

import pytest

from bridge.cli import main
from games import catalogue
from games.conditions import Situation
from games.game import Game
from tests import games_page
from tests.games_page import PAGE, ROOT, fill, section

TEXT = PAGE.read_text(encoding="utf-8")
SECTIONS = {
    name: text for text in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:] for name in re.findall(r"^.*`(\w+)`\n", text)
}
COMMANDS = [
    shlex.split(line)[1:]
    for block in re.findall(r"^```sh\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
SETTLES_WITHOUT = {("kap_kun", "extras")}
"""Options that are empty by default and leave nothing unsettled."""

each_game = pytest.mark.parametrize("game", catalogue.GAMES.values(), ids=lambda game: str(game.id))


def test_the_page_is_fresh() -> None:
    assert fill(TEXT) == TEXT, "make docs writes it"


def test_the_readme_lists_every_game() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").split("## The games")[1].split("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [name for name in SECTIONS if name in catalogue.GAMES]
    for name in catalogue.GAMES:
        assert (ROOT / f"config/{name}.toml").exists()


def test_every_situation_is_explained() -> None:
    assert games_page.MEANING.keys() == set(Situation)


def test_there_is_a_section_a_game_and_no_other() -> None:
    assert SECTIONS.keys() == catalogue.GAMES.keys()


@each_game
def test_a_section_names_its_game_and_has_what_is_made_of_it(game: Game) -> None:
    assert SECTIONS[game.id].count(f"<!-- generated: {game.id} -->") == 1
    assert section(game) in SECTIONS[game.id]
    assert all(f"| `{option}` |" in section(game) for option in game.options.__struct_fields__)


@each_game
def test_what_the_sheets_leave_out_is_named_before_anything_settles(game: Game) -> None:
    (needs,) = re.findall(r"^\*\*Before anything settles:\*\*(.*?)\n\n", SECTIONS[game.id], re.MULTILINE | re.DOTALL)
    options = game.options()
    empty = {name for name in game.options.__struct_fields__ if getattr(options, name) in (None, {})}
    missing = {name for name in empty if (game.id, name) not in SETTLES_WITHOUT}
    assert missing <= set(re.findall(r"`(\w+)`", needs))
    assert ("nothing is missing" in needs) is (not empty)


def test_open_points_are_read_from_a_module() -> None:
    text = """A game.

| open point of the sheet | option | default |
|---|---|---|
| which way | `way`, `turn` | left |
| how far | `way` | two |

After | it | `x` | y |
"""
    assert games_page.points(text) == {"way": ("which way; how far", "left; two"), "turn": ("which way", "left")}


@pytest.mark.parametrize("words", [words for words in COMMANDS if words[0] != "demo"], ids=" ".join)
def test_its_commands_run(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(words) == 0
    assert capsys.readouterr().out


def test_the_commands_are_there() -> None:
    verbs = [words[0] for words in COMMANDS]
    assert verbs.count("rules") == verbs.count("demo") == len(catalogue.GAMES)
    settled = {words[1] for words in COMMANDS if words[0] == "settle"}
    audits = {audit.name for game in catalogue.GAMES.values() for audit in game.audits}
    assert settled == {name for name in audits if Path(ROOT, f"tests/data/games/{name}.csv").exists()}
