"""`truedeal recognise`: a JSON line a picture, words on stderr, and a painting for people."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from bridge.cli import main
from demo.dice_art import Die, draw_dice
from games.cards import Card
from tests.drawn import cloth, six


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "two.png"
    cards = [Card.ACE_OF_SPADES, Card.TEN_OF_DIAMONDS]
    cv2.imwrite(str(path), six(np.random.default_rng(1), cards, 100)[0])
    return path


def test_a_line_a_picture(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recognise", str(picture)]) == 0
    out, err = capsys.readouterr()
    line = json.loads(out)
    assert err == ""
    assert list(line) == ["picture", "width", "height", "ms", "cards", "dice"]
    assert (line["picture"], line["width"], line["height"], line["dice"]) == (str(picture), 1280, 720, [])
    assert [card["card"] for card in line["cards"]] == ["As", "Td"]
    for card in line["cards"]:
        assert list(card) == ["card", "side", "score", "outline"]
        assert card["side"] == "face"
        assert np.shape(card["outline"]) == (4, 2)


def test_what_is_no_picture_is_named_and_the_others_are_still_read(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "words.png"
    text.write_text("no picture")
    empty = tmp_path / "empty.png"
    empty.touch()
    absent = tmp_path / "absent.png"
    assert main(["recognise", str(text), str(empty), str(absent), str(picture)]) == 2
    out, err = capsys.readouterr()
    assert [json.loads(line)["picture"] for line in out.splitlines()] == [str(picture)]
    for path in (text, empty, absent):
        assert f"{path}: cannot be read as a picture" in err
    assert f"4 of 4: {picture}" in err


def test_draw_paints_a_copy(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "seen.png"
    assert main(["recognise", str(picture), "--draw", str(out)]) == 0
    before, after = cv2.imread(str(picture)), cv2.imread(str(out))
    changed = np.any(before != after, axis=2)
    for card in json.loads(capsys.readouterr().out)["cards"]:
        x, y = np.mean(card["outline"], axis=0).astype(int)
        assert changed[y - 15 : y + 15, x - 20 : x + 20].mean() > 0.5
    assert changed.mean() < 0.05


def test_several_paintings_get_a_number(picture: Path, tmp_path: Path) -> None:
    assert main(["recognise", str(picture), str(picture), "--draw", str(tmp_path / "seen.png")]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["seen-1.png", "seen-2.png"]


def test_a_painting_that_cannot_be_written_is_named(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "absent" / "seen.png"
    assert main(["recognise", str(picture), "--draw", str(out)]) == 2
    assert f"{out}: cannot be written" in capsys.readouterr().err


def test_a_profile_that_cannot_be_used_is_named(
    picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "profile.json"
    wrong.write_text("{}")
    assert main(["recognise", str(picture), "--profile", str(wrong)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert str(wrong) in err


def test_a_photograph_is_never_painted_over(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine, numbered = tmp_path / "f.png", tmp_path / "g-2.png"
    link = tmp_path / "link.png"
    link.symlink_to(mine)
    for path in (mine, numbered):
        path.write_bytes(picture.read_bytes())
    for words in (
        [mine, "--draw", mine],
        [mine, "--draw", link],
        [link, "--draw", tmp_path / "." / "f.png"],
        [mine, numbered, "--draw", tmp_path / "g.png"],
    ):
        assert main(["recognise", *map(str, words)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "is a picture to be read" in err
        assert err.count("\n") == 1
        assert mine.read_bytes() == numbered.read_bytes() == picture.read_bytes()


def test_dice_are_told_and_painted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, out = tmp_path / "dice.png", tmp_path / "seen.png"
    made = [Die((300.0, 200.0), 5, 20.0), Die((400.0, 180.0), 2, 65.0)]
    cv2.imwrite(str(picture), draw_dice(cloth(np.random.default_rng(1)), made, np.diag([2.0, 2.0, 1.0])))
    assert main(["recognise", str(picture), "--draw", str(out)]) == 0
    line = json.loads(capsys.readouterr().out)
    assert sorted(die["pips"] for die in line["dice"]) == [2, 5]
    assert all(list(die) == ["pips", "outline"] for die in line["dice"])
    changed = np.any(cv2.imread(str(picture)) != cv2.imread(str(out)), axis=2)
    for die in line["dice"]:
        x, y = np.mean(die["outline"], axis=0).astype(int)
        assert changed[y - 10 : y + 10, x - 10 : x + 10].mean() > 0.5
