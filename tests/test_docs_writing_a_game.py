"""The game of docs/writing-a-game.md, as it stands there, is whole: one file dropped beside the nine, and its table."""

import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from importlib import invalidate_caches
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.cli import main
from bridge.commands import OpenRound, Role, Submit
from bridge.config import load
from bridge.daemon.prepare import header, resolve
from bridge.events import CardConfirmed, RoundComplete
from bridge.faults import FaultKind
from bridge.setup import Setup
from calibration.layout import read_plan
from games import catalogue, house
from games.cards import Card
from games.game import Dealt, Game, Laid, Lay, Next, Outcome, Window
from games.settlement import UnsettledError
from games.spots import NOWHERE, Spot, hand, parse_spot
from tests.pictures import write_profile
from tests.rig import Rig
from tests.rig_table import profile
from tests.rounds import finish, window
from tests.test_floors import breaches

PAGE = (Path(__file__).parents[1] / "docs" / "writing-a-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
(FILE,) = (block for kind, block in BLOCKS if kind == "python")
TABLE, LAYOUT = (block for kind, block in BLOCKS if kind == "toml")
ROWS, ANSWERS = (block for kind, block in BLOCKS if kind == "text")
(COMMANDS,) = (block for kind, block in BLOCKS if kind == "sh")
NAME = "dragon_tiger"
SPOTS = (hand("dragon", 1), hand("tiger", 1))

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The file lies in the house, and the catalogue has looked again."""
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / f"{NAME}.py").write_text(FILE, encoding="utf-8")
    monkeypatch.setattr(house, "__path__", [*house.__path__, str(folder)])
    invalidate_caches()
    known = catalogue.GAMES.keys()
    found = catalogue.housed()
    assert found.keys() - known == {NAME}
    monkeypatch.setitem(catalogue.GAMES, NAME, found[NAME])
    yield sys.modules[f"games.house.{NAME}"]
    del sys.modules[f"games.house.{NAME}"]
    delattr(house, NAME)


@pytest.fixture
def game(module: ModuleType) -> Game:
    assert module.GAME is catalogue.find(NAME)
    return catalogue.find(NAME)


@pytest.fixture
def table(game: Game, tmp_path: Path) -> Path:
    """The table's file, with a camera's profile beside it."""
    made = write_profile(tmp_path)
    text = TABLE.replace("main-overhead.json", made.name).replace('name = "overhead"', 'name = "top"')
    path = tmp_path / f"{game.id}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_file_keeps_the_floors() -> None:
    imported = re.findall(r"^(?:from|import) ([\w.]+)", FILE, re.MULTILINE)
    assert breaches(f"games/house/{NAME}.py", imported) == []
    assert not [module for module in imported if module.startswith("games.house")]
    assert len(FILE.splitlines()) < 300


def test_its_table_can_be_set_up_and_says_every_switch_with_its_default(game: Game, table: Path) -> None:
    setup = Setup.of(header(resolve(load(table), table.parent), 7))
    assert setup.game.id == game.id
    assert setup.options == game.options()
    switches = TABLE.split("[game_options]\n")[1]
    said = re.findall(r"^(?:# )?(\w+) =", switches, re.MULTILINE)
    assert sorted(said) == sorted(game.options.__struct_fields__)


def test_its_layout_has_a_spot_for_every_card(tmp_path: Path) -> None:
    path = tmp_path / "layout.toml"
    path.write_text(LAYOUT, encoding="utf-8")
    assert tuple(parse_spot(one.spot) for one in read_plan(path).spot) == SPOTS


def test_what_the_page_says_is_what_happens(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("night.csv").write_text(ROWS, encoding="utf-8")
    rules, rank, settle = (line.split()[1:] for line in COMMANDS.splitlines())
    assert main(rules) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{game.title} ({game.id})\n")
    assert "  dragon tiger\n" in said
    assert main(rank) == 0
    assert capsys.readouterr().out == "T high\n"
    assert main(settle) == 1
    assert capsys.readouterr().out == ANSWERS


def test_a_tables_file_that_has_the_odds_settles_the_tie(table: Path, capsys: Captured) -> None:
    table.write_text(table.read_text().replace("# tie_pays", "tie_pays"), encoding="utf-8")
    rows = table.with_name("night.csv")
    rows.write_text(ROWS, encoding="utf-8")
    assert main(["settle", NAME, str(rows), "--config", str(table)]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == '{"case_id":"three","outcome":"tie","net_dragon":-0.5,"net_tiger":-0.5,"net_tie":8}'


def rig(*, camera: bool) -> Rig:
    made = Rig("s", game=NAME, profiles={"top": profile("top", SPOTS)} if camera else {})
    made.round = "r1"
    assert made.ask(Role.ENGINE, OpenRound()).why == ""
    window(made, Window.BETS, open_=True)
    made.wait(800)
    return made


def played(made: Rig, *cards: str) -> Outcome:
    """A round from the closing of the bets to its end."""
    window(made, Window.BETS, open_=False)
    made.wait(800)
    for spot, card in zip(SPOTS, cards, strict=True):
        made.draw(card)
        if made.profiles:
            made.turn(**{f"{spot.owner}_1": card})
    made.wait(1000)
    (result,) = made.said(RoundComplete)
    finish(made)
    return result.outcome


def test_a_round_is_dealt_confirmed_and_settled(module: ModuleType) -> None:
    made = rig(camera=True)
    found = played(made, "Ks", "Qd")
    assert [(str(what.spot), what.card.value) for what in made.said(CardConfirmed)] == [
        ("hand/dragon/1", "Ks"),
        ("hand/tiger/1", "Qd"),
    ]
    assert made.held() == []
    assert made.ready()
    assert found.result == "dragon"
    wager = msgspec.convert({"dragon": "10", "tie": "1"}, module.DragonTigerWager)
    settled = module.GAME.settle(made.setup.options, wager, found)
    assert [net.net for net in settled.nets] == [10, 0, -1]


def test_equal_cards_are_there_in_eight_decks_and_no_odds_are_no_guess(module: ModuleType) -> None:
    found = played(rig(camera=True), "7s", "7s")
    assert found.result == "tie"
    settle, options = module.GAME.settle, module.DragonTiger
    on_dragon, on_tie = (msgspec.convert({bet: "2"}, module.DragonTigerWager) for bet in ("dragon", "tie"))
    assert settle(options(), on_dragon, found).total == -1
    with pytest.raises(UnsettledError, match="set tie_pays"):
        settle(options(), on_tie, found)
    assert settle(options(tie_pays=Decimal(8)), on_tie, found).total == 16
    assert settle(options(), on_tie, None).paid_back == 2


@pytest.mark.usefixtures("game")
def test_what_is_wrong_at_its_table_is_held_by_the_houses_defaults() -> None:
    made = rig(camera=False)
    made.draw("As")
    (hold,) = made.held()
    assert hold.fault is FaultKind.EARLY
    assert not made.ask(Role.ENGINE, Submit()).done


LAID = st.lists(st.sampled_from([*SPOTS, hand("dragon", 2), hand("banker", 1), NOWHERE]), max_size=4)


def test_its_order_answers_any_lay(game: Game) -> None:
    @given(spots=LAID, card=st.sampled_from([None, *Card]))
    def answered(spots: list[Spot], card: Card | None) -> None:
        lay = Lay(tuple(Laid(spot, card) for spot in spots))
        due = game.order(game.options(), lay)
        missing = [spot for spot in SPOTS if spot not in spots]
        assert due == (Next(missing[0]) if missing else Dealt())

    answered()
