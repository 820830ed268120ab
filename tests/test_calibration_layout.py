"""A profile from a picture of the empty layout and four corners: the spots are where the cards lie."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from bridge.cli import main
from calibration.layout import CalibrationError, SpotPlan, area, read_plan, to_layout, to_picture
from demo import felt, view
from scanner import profile as profiles
from scanner.geometry import centre, inside

PLAN = Path(__file__).parents[1] / "config" / "tcp_live.layout.toml"


def corners() -> list[str]:
    """Where the simulated camera sees the corners of the plan's field."""
    matrix = np.array(felt.to_layout(), np.float64)
    field = ((0.0, 0.0), (640.0, 0.0), (640.0, 380.0), (0.0, 380.0))
    return [f"{x:.2f},{y:.2f}" for x, y in to_picture(matrix, field)]


def calibrate(folder: Path, *more: str, at: list[str] | None = None) -> int:
    cv2.imwrite(str(folder / "empty.png"), felt.background())
    words = ["calibrate", "layout", str(folder / "empty.png"), "--camera", "overhead", "--made", "2026-01-01"]
    words += ["--plan", str(PLAN), "--out", str(folder / "made.json"), "--corners", *(at or corners()), *more]
    return main(words)


def test_the_spots_lie_where_the_simulated_table_has_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate(tmp_path, "--draw", str(tmp_path / "look.png")) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["spots"] == 8
    made = profiles.load(tmp_path / "made.json")
    true = profiles.load(view.write_profile(tmp_path, "2026-01-01"))
    for one in true.spots:
        mine = next(area.polygon for area in made.spots if area.spot == one.spot)
        middle = (sum(x for x, _ in one.polygon) / 4, sum(y for _, y in one.polygon) / 4)
        assert inside(mine, middle)
    drawn = cv2.imread(str(tmp_path / "look.png"))
    assert drawn is not None
    assert drawn.shape == (720, 1280, 3)
    assert np.abs(drawn.astype(int) - felt.background().astype(int)).max() > 50


def test_a_turned_spot_turns_about_its_middle() -> None:
    polygon = area(SpotPlan("hand/player/1", (100.0, 100.0), (80.0, 40.0), 90.0))
    assert polygon[0] == (120.0, 60.0)
    assert centre((polygon[0], polygon[1], polygon[2], polygon[3])) == pytest.approx((100.0, 100.0))


@pytest.mark.parametrize(
    ("points", "why"),
    [
        (((0.0, 0.0), (0.0, 9.0), (9.0, 9.0), (9.0, 0.0)), "clockwise"),
        (((0.0, 0.0), (9.0, 9.0), (9.0, 0.0), (0.0, 9.0)), "clockwise"),
        (((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)), "name four"),
    ],
)
def test_corners_that_are_no_field_are_refused(points: tuple[tuple[float, float], ...], why: str) -> None:
    with pytest.raises(CalibrationError, match=why):
        to_layout(points, (640.0, 380.0))


def test_cards_too_small_to_read_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate(tmp_path, at=["0,0", "200,0", "200,120", "0,120"]) == 2
    assert "bring the camera nearer" in capsys.readouterr().err
    assert not (tmp_path / "made.json").exists()


def test_a_plan_names_what_is_wrong(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    for text, why in (
        ('size_mm = [1, 2]\n[[spot]]\nspot = "hand/x/1"\nat = [1, 1]\ncolour = 1', "colour"),
        ('size_mm = [1, 2]\n[[spot]]\nspot = "lap/x/1"\nat = [1, 1]', "its kind must be"),
        ('size_mm = [1, 2]\n[[spot]]\nspot = "discard"\nat = [1, 1]\n[[spot]]\nspot = "discard"\nat = [1, 1]', "twice"),
        ("size_mm = ", "plan.toml"),
    ):
        plan.write_text(text)
        with pytest.raises(CalibrationError, match=why):
            read_plan(plan)
