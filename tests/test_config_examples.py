"""Every example in `config/` is a table that can be set up, with a drawn layout on which its whole deal has spots."""

import re
import tomllib
from pathlib import Path

import pytest

from bridge.config import load
from bridge.daemon.prepare import header, resolve
from bridge.setup import Setup
from calibration.layout import Plan, read_plan
from games import catalogue
from games.cards import PACK
from games.game import Lay
from games.spots import Spot, SpotKind, parse_spot
from games.walk import walked
from shoe.dialects import Pending
from shoe.messages import DiceKeyed
from tests.pictures import write_profile

CONFIG = Path(__file__).parents[1] / "config"
LAYOUT = ".layout.toml"
EXAMPLES = sorted(path for path in CONFIG.glob("*.toml") if not path.name.endswith(LAYOUT))


def _plan(example: Path) -> Plan:
    return read_plan(example.with_name(example.stem + LAYOUT))


def _table(example: Path, folder: Path) -> Setup:
    """The example's table, its camera with a profile that lies in the folder."""
    made = write_profile(folder)
    text = example.read_text().replace("main-overhead.json", made.name).replace('name = "overhead"', 'name = "top"')
    (folder / "main.toml").write_text(text)
    return Setup.of(header(resolve(load(folder / "main.toml"), folder), 7))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: str(path.stem))
def test_an_example_is_a_table_of_its_game_that_can_be_set_up(example: Path, tmp_path: Path) -> None:
    made = _table(example, tmp_path)
    assert made.game.id == example.stem
    assert made.config.mode == "live"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: str(path.stem))
def test_a_table_with_dice_has_a_key_pad_that_can_say_them(example: Path, tmp_path: Path) -> None:
    made = _table(example, tmp_path)
    pads = [device for device in made.devices.values() if device.config.role == "keypad"]
    assert len(pads) == (1 if made.game.dice else 0)
    for pad in pads:
        for line in (b"3 5 6\r\n", b"356\r"):
            assert pad.dialect.decode(Pending(), line, 1)[1] == (DiceKeyed((3, 5, 6)),)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: str(path.stem))
def test_a_layout_has_a_spot_for_every_card_of_the_deal_and_for_no_stranger(example: Path, tmp_path: Path) -> None:
    made = _table(example, tmp_path)
    drawn = {parse_spot(one.spot) for one in _plan(example).spot}
    dealt: set[Spot] = set()
    for start in range(len(PACK)):  # a conditional card is due in some of these deals
        known = (PACK[(start + step * 7) % len(PACK)] for step in range(len(PACK)))
        lay, _ = walked(made.game, made.options, Lay(boxes=made.game.boxes), known)
        dealt |= {laid.spot for laid in lay.laid}
    assert dealt <= drawn
    assert {spot.owner for spot in drawn if spot.kind is SpotKind.HAND} <= set(made.game.hands)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: str(path.stem))
def test_the_spots_of_a_layout_lie_apart_and_on_it(example: Path) -> None:
    plan = _plan(example)
    width, height = plan.size_mm
    at = [one.at for one in plan.spot]
    assert all(0 < x < width and 0 < y < height for x, y in at)
    apart = [(a, b) for number, a in enumerate(at) for b in at[:number]]
    assert all(abs(a[0] - b[0]) >= plan.card_mm[0] or abs(a[1] - b[1]) >= plan.card_mm[0] for a, b in apart)


def _switches(example: Path) -> str:
    """The lines of an example's `[game_options]`, without the headline."""
    return example.read_text().split("\n[game_options]\n")[1].split("\n[")[0]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: str(path.stem))
def test_an_example_says_every_switch_of_its_game_with_its_default(example: Path) -> None:
    game = catalogue.find(example.stem)
    assert catalogue.options(game, tomllib.loads(_switches(example))) == game.options()
    said = re.findall(r"^(?:# )?(\w+) =", _switches(example), re.MULTILINE)
    assert sorted(said) == sorted(game.options.__struct_fields__)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: str(path.stem))
def test_every_commented_switch_is_taken(example: Path) -> None:
    text = re.sub(r"^# (?=\w+ =)", "", _switches(example), flags=re.MULTILINE)
    game = catalogue.find(example.stem)
    assert catalogue.under(game, catalogue.options(game, tomllib.loads(text))).id == game.id
