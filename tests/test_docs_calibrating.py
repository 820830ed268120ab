"""The page on calibrating names kinds and words that the command has, and the figures that the code uses."""

import argparse
import re
from pathlib import Path

from calibration import cli
from calibration.dates import DAYS
from calibration.lens import EMPTY_MOST, FEWEST
from calibration.lens_verb import SECONDS, VIEWS
from calibration.report import Wanted

FOLDER = Path(__file__).parents[1] / "docs"
PAGE = (FOLDER / "calibrating.md").read_text()


def kinds() -> dict[str, argparse.ArgumentParser]:
    parser = argparse.ArgumentParser()
    cli.arguments(parser)
    (action,) = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]  # noqa: SLF001
    return dict(action.choices)


def test_every_command_on_the_page_is_one_that_there_is() -> None:
    lines = re.findall(r"^ *truedeal calibrate (\w+)(.*)$", PAGE, re.MULTILINE)
    assert {kind for kind, _ in lines} >= {"lens", "report"}
    for kind, words in lines:
        known = kinds()[kind].format_help()
        for word in re.findall(r"--[a-z]+", words.partition("#")[0]):
            assert word in known, (kind, word)


def test_every_kind_is_on_the_page() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
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


def test_the_pictures_on_the_page_are_there() -> None:
    for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", PAGE):
        assert (FOLDER / name).is_file()
