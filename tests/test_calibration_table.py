"""The device that a table's file names, and what `truedeal calibrate shoe` is told, before any card is dealt."""

import contextlib
from pathlib import Path

import pytest

from bridge.cli import main
from tests.dealt import BARCODE, write_table

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "name the profile with --out, as --out main-cards.json"),
        (["--out", "x.json", "--device", "shoe"], "no [[device]] 'shoe' reads cards; there is cards"),
        (["--out", "nowhere/x.json"], "nowhere/x.json: there is no folder"),
        (["--out", "x.json", "--passes", "0"], "--passes 0: deal the order once at least"),
        (["--out", "x.json", "--order", "As", "Kd"], "the order lacks 2s 3s 4s 5s 6s 7s 8s 9s and 42 more"),
        (["--out", "x.json", "--deck", "blue"], "--deck blue: main.toml has the decks gold, red; name one of them"),
        (["--out", "x.json", "--made", "today"], "--made today"),
    ],
)
def test_wrong_words_name_the_cure_before_a_card_is_dealt(
    tmp_path: Path, capsys: Captured, words: list[str], why: str
) -> None:
    write_table(tmp_path, 'path = "/dev/none"', BARCODE, 'decks = ["gold", "red"]\n')
    with contextlib.chdir(tmp_path):
        assert main(["calibrate", "shoe", "main.toml", *words]) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file"),
        ("a = [", "no TOML"),
        ('[[device]]\nname = "x"\n', "missing required field `role`"),
        ("", "no [[device]] reads cards; there is none"),
        ('[[device]]\nname = "x"\nrole = "shoe"\ndialect = "morse"\npath = "/dev/x"\n', "unknown dialect 'morse'"),
        ('[[device]]\nname = "x"\nrole = "shoe"\ndialect = "reference"\n', "set exactly one of path and tcp"),
    ],
)
def test_a_table_that_names_no_device_is_named(tmp_path: Path, capsys: Captured, text: str | None, why: str) -> None:
    if text is not None:
        (tmp_path / "main.toml").write_text(text)
    assert main(["calibrate", "shoe", str(tmp_path / "main.toml"), "--out", str(tmp_path / "x.json")]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert str(tmp_path / "main.toml") in said
