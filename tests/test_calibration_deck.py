"""A deck is shown in any order; what is missing is said, what looks alike is refused, and nothing half is written."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import deck_verb
from calibration.contact import GAP, GREY, TILE, sheet
from calibration.layout import CalibrationError
from calibration.live import pictures_of
from calibration.showing import read_labels, read_order
from demo import view
from demo.drawing import face
from games.cards import PACK, Card
from scanner import deck as decks
from scanner import profile as profiles
from scanner.deck_file import NAMES
from scanner.flatten import HEIGHT, WIDTH, Picture
from tests.drawn import cloth, corners_at, lay, seen_by_camera
from tests.shown import calibrate, enrolled, put, table, tables, turned


def test_a_deck_shown_both_ways_up_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = enrolled(tmp_path)
    said = capsys.readouterr()
    told = json.loads(said.out)
    deck = decks.load(folder, "overhead")
    assert tuple(deck.faces) == NAMES
    assert told["fingerprint"] == deck.file.fingerprint
    assert set(deck.file.readers) == {"index_a", "index_b", "pips"}
    assert {told["closest"]["one"][1], told["closest"]["other"][1]} == {"s", "c"}
    drawn = cv2.imread(str(tmp_path / "deck.png"))
    assert drawn is not None
    lines = said.err.splitlines()
    assert "wanted Js Qs Ks" in lines[1]
    assert "the other way up As 7s" in lines[1]
    assert lines[-2].endswith("nothing new; all shown")


def test_what_is_missing_is_named_and_no_deck_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = tables(20, [name for name in NAMES if name not in {"7h", "Kc", "back"}])
    assert calibrate(tmp_path / "deck", str(put(tmp_path / "pictures", shown))) == 1
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert told["missing"] == ["7h", "Kc", "back"]
    assert {"As", "7s", "Ah", "7d", "Ac", "7c"} <= set(told["other_way"])
    assert "no deck written: show 7h Kc back As the other way up" in said.err
    assert not (tmp_path / "deck").exists()
    drawn = np.asarray(cv2.imread(told["sheet"]))
    assert _tile(drawn, NAMES.index("7h"))[5, 5].tolist() == list(GREY)
    assert _tile(drawn, NAMES.index("8h"))[15:-15, 15:-15].std() > 20


def _tile(drawn: np.ndarray, k: int) -> np.ndarray:
    size = sheet({}).shape
    step = ((size[1] - GAP) // 13, (size[0] - GAP) // 5)
    x, y = GAP + k % 13 * step[0], GAP + k // 13 * step[1]
    return drawn[y : y + TILE[1], x : x + TILE[0]]


def test_one_way_up_is_enough_where_it_is_said_to_be(tmp_path: Path) -> None:
    pictures = put(tmp_path / "pictures", tables(30, NAMES[:-1]))
    assert calibrate(tmp_path / "deck", str(pictures), "--one-way", "--no-back") == 0
    assert tuple(decks.load(tmp_path / "deck").faces) == NAMES[:-1]


def single(folder: Path, name: str, card: Card, seed: int) -> str:
    rng = np.random.default_rng(seed)
    picture = seen_by_camera(rng, lay(cloth(rng), face(card), corners_at((640, 360), 110, 5)))
    cv2.imwrite(str(folder / name), picture)
    return str(folder / name)


def test_two_cards_that_look_alike_are_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = single(tmp_path, "a.png", Card.SEVEN_OF_HEARTS, 1)
    labels = tmp_path / "labels"
    labels.write_text("a.png 7h\nb.png 8h\n", encoding="utf-8")
    (tmp_path / "b.png").write_bytes(Path(one).read_bytes())
    words = [one, str(tmp_path / "b.png"), "--label", str(labels), "--short", "--one-way"]
    assert calibrate(tmp_path / "deck", *words) == 2
    said = capsys.readouterr().err
    assert "7h" in said
    assert "8h" in said
    assert "look alike: they differ by 0.0000" in said
    assert not (tmp_path / "deck").exists()


def test_a_second_view_that_is_of_another_card_as_well_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures = [single(tmp_path, f"{k}.png", Card.SEVEN_OF_HEARTS, k) for k in range(4)]
    order = tmp_path / "order"
    order.write_text("7h 8h 7h 8h", encoding="utf-8")
    assert calibrate(tmp_path / "deck", *pictures, "--order", str(order), "--short", "--one-way") == 2
    assert "look alike" in capsys.readouterr().err


def test_two_prints_under_one_name_are_in_doubt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = [single(tmp_path, "a.png", Card.SEVEN_OF_HEARTS, 1), single(tmp_path, "b.png", Card.KING_OF_CLUBS, 2)]
    order = tmp_path / "order"
    order.write_text("7h 7h", encoding="utf-8")
    assert calibrate(tmp_path / "deck", *pictures, "--order", str(order), "--short", "--one-way") == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["missing"] == ["7h"]
    assert "in doubt: 7h: " in said.err


def test_a_followed_source_ends_once_all_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tables(40, NAMES[:20])
    taken = 0

    def watched(*_: object) -> Iterator[Picture]:
        nonlocal taken
        for picture in (one, two, two, one, one, *(turned(two) for _ in range(9))):
            taken += 1
            yield picture

    monkeypatch.setattr(deck_verb, "pictures_of", watched)
    monkeypatch.setattr(deck_verb, "NAMES", NAMES[:20])
    assert calibrate(tmp_path / "deck", "v4l2:/dev/video0", "--one-way") == 0
    news = [line for line in capsys.readouterr().err.splitlines() if " new " in line]
    # A card counts once two pictures in a row show it, and none is taken after the last.
    assert ["#3:" in news[0], "#5:" in news[1], len(news), taken] == [True, True, 2, 5]


def test_pictures_of_a_source_end_in_time(tmp_path: Path) -> None:
    put(tmp_path / "pictures", [np.full((48, 64, 3), 9, np.uint8)] * 3)
    assert 1 <= len(list(pictures_of(f"folder:{tmp_path}/pictures?from=first", 0.4, (64, 48)))) <= 3
    with pytest.raises(CalibrationError, match="no source of pictures"):
        next(pictures_of("tape:3", 1, (64, 48)))


def test_the_deck_is_entered_in_the_profile_of_its_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = view.write_profile(tmp_path, "2026-01-01")
    camera = profiles.load(path).camera
    pictures = str(put(tmp_path / "pictures", [table(50, [card.value for card in PACK[:10]])]))
    words = [pictures, "--short", "--one-way", "--profile", str(path)]
    for _ in range(2):
        assert calibrate(tmp_path / "red", *words, camera=camera) == 0
    assert profiles.load(path).decks == (profiles.EnrolledDeck("red", "red"),)
    assert calibrate(tmp_path / "red", *words, camera="other") == 2
    assert "is for the camera" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["a.png", "a.png 7x", "a.png 7h 3", "a.png 7h 3 y", "a.png 7h 1 2 3 4"])
def test_a_label_that_cannot_be_understood_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "labels").write_text(f"# shown on Monday\n{line}\n", encoding="utf-8")
    with pytest.raises(CalibrationError, match="labels:2"):
        read_labels(tmp_path / "labels")


def test_labels_and_orders(tmp_path: Path) -> None:
    (tmp_path / "labels").write_text("a.png 10h\nb.png BACK 3 4 # by the lamp\nc.png,Qs,0,0,9,0,9,9,0,9\n", "utf-8")
    one, two, three = read_labels(tmp_path / "labels")
    assert (one.name, one.at, one.corners) == ("Th", None, None)
    assert (two.name, two.at) == ("back", (3.0, 4.0))
    assert (three.name, three.corners) == ("Qs", ((0, 0), (9, 0), (9, 9), (0, 9)))
    (tmp_path / "order").write_text("As 10d\nback", encoding="utf-8")
    assert read_order(tmp_path / "order") == ("As", "Td", "back")
    (tmp_path / "order").write_text("As joker", encoding="utf-8")
    with pytest.raises(CalibrationError, match="'joker' is no card"):
        read_order(tmp_path / "order")


def test_the_sheet_shows_what_is_there() -> None:
    drawn = sheet({"As": np.full((HEIGHT, WIDTH, 3), 200, np.uint8)}, ("As",))
    assert _tile(drawn, 0)[40, 40].tolist() == [200, 200, 200]
    assert _tile(drawn, 1)[5, 5].tolist() == list(GREY)
