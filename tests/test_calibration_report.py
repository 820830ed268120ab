"""What a report measures, and that each thing that is not as it must be makes the camera not fit, with its cure."""

from datetime import date
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from calibration.layout import CalibrationError
from calibration.reading import Label, Reading, Verdict, counted, judged, read_labels
from calibration.report import Item, Looked, Report, Wanted, judge, residuals
from calibration.sight import SpotFigures, crop, edge_width, figures, glance, mm_per_px
from games.cards import Card
from scanner.profile import EnrolledDeck, Mark, Profile, load
from tests.layouts import BURN, CENTRES, D1, P1, P2, arm, back, face, profile
from tests.lenses import lens_of
from tests.pictures import layout, noisy, write_profile

TODAY = date(2026, 6, 1)
GOOD = SpotFigures("hand/player/1", 0.5, 126.0, 70.4, 1.8, 0.6, 900.0, 90.0, 0.0)


def step(sigma: float, turn: float = 0.0) -> np.ndarray:
    """A dark square on light, blurred."""
    picture = np.full((120, 120), 180, np.uint8)
    corners = cv2.boxPoints(((60.0, 60.0), (60.0, 60.0), turn))
    cv2.fillConvexPoly(picture, np.rint(corners * 16).astype(np.int32), 60, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma) if sigma else picture, np.uint8)


@pytest.mark.parametrize("sigma", [0.8, 1.2, 2.0, 3.0])
def test_the_width_of_an_edge_follows_its_blur(sigma: float) -> None:
    assert edge_width(step(sigma)) == pytest.approx(2.5066 * sigma, rel=0.12)
    assert edge_width(noisy(cv2.merge([step(sigma)] * 3), 3)[..., 0]) == pytest.approx(2.5066 * sigma, rel=0.2)


def test_a_blur_in_one_direction_counts() -> None:
    assert (edge_width(np.asarray(cv2.blur(step(0.0), (7, 1)), np.uint8)) or 0) > 5
    assert (edge_width(np.asarray(cv2.blur(step(0.0), (1, 7)), np.uint8)) or 0) > 5
    assert (edge_width(step(0.8)) or 9) < 2.5


def test_plain_felt_has_no_edge() -> None:
    felt = noisy(np.full((120, 120, 3), 90, np.uint8), 3)[..., 0]
    assert edge_width(felt) is None
    assert edge_width(felt[:10]) is None


def scaled(by: float) -> Profile:
    return msgspec.structs.replace(profile(), homography=((by, 0, 0), (0, by, 0), (0, 0, 1)))


def test_scale_is_that_of_the_coarsest_direction() -> None:
    area = profile().spots[0]
    assert mm_per_px(scaled(0.5), area) == pytest.approx(0.5)
    squeezed = msgspec.structs.replace(profile(), homography=((0.5, 0, 0), (0, 0.8, 0), (0, 0, 1)))
    assert mm_per_px(squeezed, area) == pytest.approx(0.8)
    bent = msgspec.structs.replace(profile(), lens=lens_of(960, 540))
    assert mm_per_px(bent, profile().spots[4]) > mm_per_px(bent, profile().spots[2]) > 1
    one = figures(scaled(0.5), area, [glance(noisy(layout(), 1)), glance(noisy(layout(), 2))])
    assert (one.spot, one.mm_per_px, one.card_px, one.index_px) == ("hand/player/1", 0.5, 126.0, 70.4)


def test_a_spot_is_cut_out_where_it_is_seen() -> None:
    picture = layout()
    picture[250:350, 110:190] = (1, 2, 3)
    part = crop(profile(), profile().spots[0], np.asarray(picture, np.uint8))
    assert (part == (1, 2, 3)).all(axis=2).sum() == 8000
    assert part.shape[:2] == pytest.approx((130 * 1.12, 100 * 1.12), abs=1.5)


def looked(**change: object) -> Looked:
    plain = Looked(pictures=3, shifts=(1.0, 1.0, None), spots=(GOOD,), empty=(GOOD,), reading=None)
    return msgspec.structs.replace(plain, **change)


def spot(**change: object) -> Looked:
    one = msgspec.structs.replace(GOOD, **change)
    return looked(spots=(one,), empty=(GOOD, one))


def reported(folder: Path, seen: Looked, **change: object) -> Report:
    path = write_profile(folder)
    return judge(msgspec.structs.replace(load(path), **change), path, seen, TODAY, Wanted())


def about(report: Report, level: str) -> dict[str, Item]:
    return {item.about: item for item in report.items if item.level == level}


def test_a_good_camera_is_fit(tmp_path: Path) -> None:
    whole = counted([Verdict(str(k), "hand/player/1", "As", "As") for k in range(104)])
    marks = tuple(Mark((x, y), (x, y)) for x, y in ((0, 0), (9, 0), (9, 9), (0, 9), (4, 4)))
    lens = msgspec.structs.replace(lens_of(960, 540), expires="2026-12-31")
    seen = looked(reading=whole)
    report = reported(tmp_path, seen, lens=lens, expires="2026-12-31")
    assert (report.verdict, about(report, "bad")) == ("fit", {})
    assert set(about(report, "note")) == {"homography", "deck"}
    assert about(reported(tmp_path, seen, lens=lens, marks=marks[:4]), "note")["homography"].what.startswith(
        "four marks"
    )
    assert "under 2.9 % wrong" in about(report, "ok")["reading"].what
    assert report.shift_mm == 1.0


WRONG = counted([Verdict("1", "discard/1", "As", "4s"), Verdict("1", "burn/1", "As", "As")])
UNREAD = counted([Verdict("1", "discard/1", "As", "unread"), Verdict("1", "burn/1", "As", "As")])


@pytest.mark.parametrize(
    ("seen", "change", "found"),
    [
        (looked(), {"expires": "2026-05-31"}, ("profile", "expired on 2026-05-31", "calibrate layout")),
        (looked(), {"fingerprint": "0"}, ("profile", "is not the picture", "calibrate layout")),
        (looked(), {"lens": lens_of(960, 540, "side")}, ("lens", "camera 'side'", "calibrate lens")),
        (looked(), {"decks": (EnrolledDeck("red", "red"),)}, ("deck", "red", "calibrate deck")),
        (looked(shifts=(20.0, 19.0, 21.0)), {}, ("place", "20 mm aside, 8 at most", "put the camera back")),
        (looked(shifts=(None, None, None)), {}, ("place", "not found in any picture", "calibrate layout")),
        (spot(card_px=52.0), {}, ("hand/player/1", "52 px wide", "60 px are needed")),
        (spot(blur_percent=3.4), {}, ("hand/player/1", "3.4 % of a card", "focus the lens")),
        (spot(light=12.0), {}, ("light", "is dark: mean grey 12", "add light")),
        (spot(light=240.0), {}, ("light", "2.7 times the light", "move the lamp")),
        (spot(glare=0.2), {}, ("light", "20 % of the bare felt is burnt out", "shade it")),
        (looked(reading=WRONG), {}, ("reading", "1 right, 1 wrong", "calibrate deck")),
        (looked(reading=UNREAD), {}, ("reading", "50.0 % unread, 5 at most", "calibrate deck")),
    ],
)
def test_what_is_not_as_it_must_be_is_named_with_its_cure(
    seen: Looked, change: dict[str, object], found: tuple[str, str, str], tmp_path: Path
) -> None:
    report = reported(tmp_path, seen, **change)
    name, what, cure = found
    assert report.verdict == "not fit"
    bad = [item for item in report.items if item.level == "bad" and item.about == name]
    assert any(what in item.what and cure in item.cure for item in bad)


@pytest.mark.parametrize(
    ("seen", "change", "name", "what"),
    [
        (looked(), {"expires": "2026-06-10"}, "profile", "holds until 2026-06-10"),
        (looked(), {}, "lens", "no lens was measured"),
        (spot(card_px=80.0), {}, "hand/player/1", "80 px wide"),
        (spot(blur_percent=2.0), {}, "hand/player/1", "2.0 %"),
        (spot(blur_percent=None, edge_px=None), {}, "hand/player/1", "no picture shows an edge"),
        (looked(), {}, "reading", "not proven"),
    ],
)
def test_what_is_to_be_known_is_a_note(
    seen: Looked, change: dict[str, object], name: str, what: str, tmp_path: Path
) -> None:
    report = reported(tmp_path, seen, **change)
    assert report.verdict == "fit"
    assert what in about(report, "note")[name].what


def test_marks_that_do_not_fit_the_homography_are_told(tmp_path: Path) -> None:
    marks = tuple(Mark((x, y), (x + (5.0 if x == 4 else 0.0), y)) for x, y in ((0, 0), (9, 0), (9, 9), (0, 9), (4, 4)))
    off = residuals(msgspec.structs.replace(profile(), marks=marks))
    assert (off.marks, off.mean_mm, off.most_mm) == (5, 1.0, 5.0)
    report = reported(tmp_path, looked(), marks=marks)
    assert "5 marks lie 1.0 mm off, 5.0 at most" in about(report, "bad")["homography"].what


def test_labels_are_lines_of_picture_spot_and_card(tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text(
        "# seen at noon\n1.png hand/player/1 10h\n\n1.png, hand/dealer/1, BACK\n2.png burn/1 nothing # bare\n"
    )
    assert read_labels(path, profile()) == (
        Label("1.png", "hand/player/1", "Th"),
        Label("1.png", "hand/dealer/1", "back"),
        Label("2.png", "burn/1", "nothing"),
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1.png hand/player/1", r":1: .*write PICTURE SPOT CARD"),
        ("\n1.png hand/player/1 Zz", r":2: .*write PICTURE SPOT CARD"),
        ("1.png lap/1 As", "write PICTURE SPOT CARD"),
        ("1.png hand/player/9 As", "no spot for cards; there are burn/1, discard/1, hand/dealer/1"),
        ("1.png burn/1 As\n1.png burn/1 As", "stands twice"),
        ("# nothing\n", "holds no line"),
    ],
)
def test_a_label_file_that_is_none_says_which_line(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "labels.txt"
    path.write_text(text)
    with pytest.raises(CalibrationError, match=why):
        read_labels(path, profile())
    with pytest.raises(CalibrationError, match="write lines of"):
        read_labels(tmp_path / "none.txt", profile())


def test_each_label_is_held_against_what_was_seen() -> None:
    cards = (face(CENTRES[P1], Card.FOUR_OF_HEARTS), face(CENTRES[P2], None), back(CENTRES[D1]), arm(CENTRES[BURN]))
    labels = [Label("1", "hand/player/1", "4h"), Label("1", "hand/player/2", "4h"), Label("1", "hand/dealer/1", "4h")]
    labels += [Label("1", "burn/1", "4h"), Label("1", "discard/1", "nothing")]
    found = judged(profile(), labels, cards)
    assert [one.said for one in found] == ["4h", "unread", "back", "nothing", "nothing"]
    assert counted(found) == Reading(
        1, 5, 2, 1, 1, 1, 50.0, (("4h", "back", 1), ("4h", "nothing", 1), ("4h", "unread", 1))
    )


@pytest.mark.parametrize(("lies", "said"), [("4h", "5h"), ("back", "4h"), ("nothing", "4h"), ("nothing", "unread")])
def test_what_is_said_and_not_so_is_wrong(lies: str, said: str) -> None:
    assert counted([Verdict("1", "burn/1", lies, said)]).wrong == 1
