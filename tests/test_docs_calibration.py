"""The page on calibration names kinds and words that the command has, and the figures that the code uses."""

import argparse
import re
import shlex
import tomllib
from pathlib import Path
from textwrap import dedent

import cv2
import msgspec
import pytest

from bridge.cli import main
from calibration import cli
from calibration.dates import DAYS
from calibration.known import NEW_DECK
from calibration.lens import EMPTY_MOST, FEWEST
from calibration.lens_verb import SECONDS, VIEWS
from calibration.report import Wanted
from calibration.shoe_told import MARGIN
from calibration.shoe_verb import NEXT_S
from demo import view
from shoe.device import DeviceConfig
from tests import simulated_deck

FOLDER = Path(__file__).parents[1] / "docs"
PAGE = (FOLDER / "calibration.md").read_text()
README = (FOLDER.parent / "README.md").read_text()
UP = "A23456789TJQK"


def kinds() -> dict[str, argparse.ArgumentParser]:
    parser = argparse.ArgumentParser()
    cli.arguments(parser)
    (action,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]  # noqa: SLF001
    return dict(action.choices)


def test_every_command_on_the_page_is_one_that_there_is() -> None:
    lines = re.findall(r"^ *truedeal calibrate (\w+)(.*)$", PAGE, re.MULTILINE)
    assert {kind for kind, _ in lines} == {"lens", "deck", "shoe", "report"}
    for kind, words in lines:
        known = kinds()[kind].format_help()
        for word in re.findall(r"--[a-z]+", words.partition("#")[0]):
            assert word in known, (kind, word)


def test_every_kind_is_on_the_page() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.partition("\n## ")[0], re.MULTILINE)
    assert set(rows) == set(kinds())


def test_the_figures_on_the_page_are_those_of_the_code() -> None:
    wanted = Wanted()
    assert DAYS == 180
    assert "half a year" in PAGE
    for words in (
        f"`N views of the board count, {FEWEST} are needed`",
        f"{VIEWS} views and no third empty, or after `--seconds` ({SECONDS})",
        f"| under {wanted.card_px:.0f} px | under {wanted.card_px_good:.0f} px |",
        f"| over {wanted.blur_percent:g} % of a card's width | over {wanted.blur_percent_good:g} %;",
        f"over {wanted.residual_mm:g} mm",
        f"a spot with {wanted.light_ratio:g} times the light of another; {wanted.glare * 100:g} % of bare felt",
        f"over {wanted.unread_percent:g} % unread",
        f"fewer than {wanted.labelled} labelled",
        f"within {wanted.soon_days} days",
    ):
        assert words in PAGE, words
    assert EMPTY_MOST == 2
    assert "up to two empty thirds" in PAGE


def test_the_shoe_of_the_page_says_what_the_command_says() -> None:
    device = tomllib.loads(dedent(PAGE.split("```toml\n")[1].partition("```")[0]))["device"]
    assert msgspec.convert(device, tuple[DeviceConfig, ...])[0].profile == "main-reader.json"
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.partition("**The delays**")[2], re.MULTILINE)
    assert set(rows) == {"between", "start", "silence", "repeat", "halt"}
    ranks = "".join(card.rank for card in NEW_DECK)
    assert (ranks[:13], ranks[13:26], ranks[26:39], ranks[39:]) == (UP, UP, UP[::-1], UP[::-1])
    assert "".join(card.suit for card in NEW_DECK[::13]) == "sdch"
    assert "spades and diamonds from ace to king, clubs and hearts from\n   king to ace" in PAGE
    assert f"`--pause` if you need longer than {NEXT_S:g} s" in PAGE
    assert MARGIN == 3
    assert "three times the longest" in PAGE


def test_readme_alone_leads_a_new_user_from_the_simulated_table_to_a_deck_and_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    block = README.partition("## Calibrating, tried without a table")[2].split("```")[1]
    assert block in PAGE
    made, _, *commands = block.strip().splitlines()
    assert made.startswith("make table")
    (tmp_path / "out" / "table").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    simulated_deck.write(Path("out/table"))
    view.write_profile(Path("out/table"), "2026-11-30")
    for command, verdict in zip(
        commands, ('"deck":"out/table/demo/deck.json"', '"verdict":"fit","mend":[]'), strict=True
    ):
        assert main(shlex.split(command)[1:]) == 0
        assert verdict in capsys.readouterr().out
    assert cv2.imread("out/table/demo.png") is not None
    assert "fit" in Path("out/table/overhead-report.html").read_text()


def test_the_pictures_on_the_page_are_there() -> None:
    for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", PAGE):
        assert (FOLDER / name).is_file()
