"""`truedeal calibrate report` on the simulated table, as a person runs it."""

import base64
import json
import re
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from bridge.cli import main
from demo import felt, view
from demo.layout import HEADS_UP
from demo.table import Place, Placed, Table
from demo.view import Scene
from games.cards import PACK
from scanner.profile import load, save
from scanner.quality import Image
from tests.lenses import lens_of

Captured = pytest.CaptureFixture[str]
DAY = ["--today", "2026-06-01"]


def table(number: int) -> tuple[Image, list[str]]:
    """A picture of the simulated table with a card in each spot, and its labels."""
    spots = list(HEADS_UP.spots)
    cards = [PACK[(number * 8 + k) * 5 % 52] for k in range(len(spots))]
    placed = tuple(Placed(card, Place.SPOT, spot, spot=spot, up=True) for card, spot in zip(cards, spots, strict=True))
    picture = np.asarray(view.picture(Scene(Table((), placed)), 0, number))
    return picture, [f"{number}.jpg {spot} {card.value}" for card, spot in zip(cards, spots, strict=True)]


@pytest.fixture
def seen(tmp_path: Path) -> Path:
    """A profile, three pictures of the table, and their labels."""
    view.write_profile(tmp_path, "2026-01-01")
    (tmp_path / "pictures").mkdir()
    labels = []
    for number in (1, 2, 10):
        picture, lines = table(number)
        (tmp_path / "pictures" / f"{number}.jpg").write_bytes(view.jpeg(picture))
        labels += lines
    (tmp_path / "labels.txt").write_text("\n".join(labels))
    return tmp_path


def report(folder: Path, *more: str) -> int:
    words = ["calibrate", "report", str(folder / "overhead.json"), "--source", str(folder / "pictures")]
    return main([*words, *DAY, *more])


def test_a_good_table_is_fit_and_the_page_holds_all_it_shows(seen: Path, capsys: Captured) -> None:
    assert report(seen, "--labels", str(seen / "labels.txt")) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert (told["verdict"], told["mend"]) == ("fit", [])
    assert "3 of 3: 10.jpg: 8 cards read, 0 of 8 labelled not right" in said.err
    text = Path(told["report"]).read_text()
    assert Path(told["report"]) == seen / "overhead-report.html"
    pictures = [base64.b64decode(code) for code in re.findall(r'src="data:image/jpeg;base64,([^"]+)"', text)]
    assert len(pictures) == 2 + len(HEADS_UP.spots)
    assert all(cv2.imdecode(np.frombuffer(data, np.uint8), 1) is not None for data in pictures)
    assert not re.search(r"(src|href)=\"(?!data:)|<script|@import|url\(", text)
    assert "24 labelled spots in 3 pictures: 24 right, 0 wrong, 0 unread, 0 not found." in text
    for spot in HEADS_UP.spots:
        assert f"<td>{spot}</td>" in text


def test_json_has_every_figure(seen: Path, capsys: Captured) -> None:
    assert report(seen, "--json", "--out", str(seen / "here.html")) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["camera"], told["pictures"], told["made"], told["reading"]) == ("overhead", 3, "2026-06-01", None)
    assert {one["spot"] for one in told["spots"]} == {str(spot) for spot in HEADS_UP.spots}
    assert all(100 < one["card_px"] < 125 and one["blur_percent"] < 1 for one in told["spots"])
    assert told["shift_mm"] < 2
    assert (seen / "here.html").exists()


def test_a_blurred_camera_is_not_fit_and_says_where(seen: Path, capsys: Captured) -> None:
    for path in (seen / "pictures").iterdir():
        picture = cv2.imread(str(path))
        assert picture is not None
        cv2.imwrite(str(path), cv2.GaussianBlur(picture, (0, 0), 5))
    assert report(seen) == 1
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert told["verdict"] == "not fit"
    assert {item["about"] for item in told["mend"]} >= {"hand/player/1", "discard"}
    assert "cure: focus the lens" in said.err


def test_a_wrong_label_is_shown_as_confusion(seen: Path, capsys: Captured) -> None:
    labels = seen / "labels.txt"
    lines = labels.read_text().splitlines()
    said = lines[0].split()[2]
    other = "As" if said != "As" else "2d"
    labels.write_text("\n".join([f"{lines[0].rpartition(' ')[0]} {other}", *lines[1:]]))
    assert report(seen, "--labels", str(labels)) == 1
    text = (seen / "overhead-report.html").read_text()
    assert f'<tr><td>{other}</td><td>{said}</td><td class="n">1</td></tr>' in text
    assert f"{other}, said {said}</figcaption>" in text
    assert "1 of 8 labelled not right" in capsys.readouterr().err


def test_a_moved_camera_and_another_table_are_not_fit(seen: Path, capsys: Captured) -> None:
    aside = np.array([[1, 0, 30], [0, 1, 12]], np.float64)
    for path in (seen / "pictures").iterdir():
        moved = cv2.warpAffine(np.asarray(felt.background()), aside, (1280, 720), borderMode=cv2.BORDER_REPLICATE)
        cv2.imwrite(str(path), moved)
    assert report(seen) == 1
    assert "mm aside, 8 at most" in capsys.readouterr().err
    rng = np.random.default_rng(1)
    for path in (seen / "pictures").iterdir():
        cv2.imwrite(str(path), rng.integers(0, 255, (720, 1280, 3)).astype(np.uint8))
    assert report(seen) == 1
    assert "the layout of the profile was not found" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["none.json", "--source", "pictures"], "none.json: No such file"),
        (["overhead.json", "--source", "nowhere"], "'nowhere' is no source of pictures"),
        (["overhead.json", "--source", "small"], "is 64 x 48, the profile is for 1280 x 720"),
        (["overhead.json", "--source", "broken"], "gave no picture that can be read"),
        (["overhead.json", "--source", "pictures", "--labels", "none.txt"], "write lines of PICTURE SPOT CARD"),
        (["overhead.json", "--source", "pictures", "--labels", "other.txt"], "that pictures lacks: 77.jpg"),
        (["overhead.json", "--source", "pictures", "--today", "noon"], "--today noon"),
        (["overhead.json", "--source", "pictures", "--out", "/nowhere/x.html"], "/nowhere/x.html: No such file"),
        (["folded.json", "--source", "pictures"], "lens does not reach"),
        (["aside.json", "--source", "pictures"], "lies outside the picture"),
    ],
)
def test_what_cannot_be_looked_at_names_the_cure(
    words: list[str], why: str, seen: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(seen)
    for name in ("small", "broken"):
        (seen / name).mkdir()
    cv2.imwrite("small/1.png", np.zeros((48, 64, 3), np.uint8))
    (seen / "broken" / "1.png").write_bytes(b"words")
    (seen / "other.txt").write_text("77.jpg discard As")
    made = load(seen / "overhead.json")
    folded = lens_of(1280, 720, "overhead", (-0.9, 0.0, 0.0, 0.0, 0.0))
    save(msgspec.structs.replace(made, lens=folded), seen / "folded.json")
    away = ((1.0, 0.0, 9000.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    save(msgspec.structs.replace(made, homography=away), seen / "aside.json")
    assert main(["calibrate", "report", *words]) == 2
    assert why in capsys.readouterr().err
    assert not list(seen.glob("*.html"))
