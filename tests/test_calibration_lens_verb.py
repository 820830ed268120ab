"""`truedeal calibrate lens` as a person uses it: print the board, show it, put the lens into a profile."""

import json
import re
import zlib
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from bridge.cli import main
from calibration.board import DPI, board_for, pattern
from demo import felt
from scanner.geometry import distance, to_mm, to_px
from scanner.lens import Lens
from scanner.profile import load, save, sealed
from scanner.quality import Image
from tests.boards import POSES, shown
from tests.lenses import lens_of, through
from tests.pictures import write_profile

PLAN = Path(__file__).parents[1] / "config" / "tcp_live.layout.toml"
LENS = lens_of(1280, 720, "overhead")
Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pictures of the board through the lens, and one of nothing."""
    folder = tmp_path_factory.mktemp("boards")
    for number, pose in enumerate(POSES):
        cv2.imwrite(str(folder / f"{number}.png"), shown(LENS, pose))
    cv2.imwrite(str(folder / "10.png"), np.full((720, 1280, 3), 90, np.uint8))
    return folder


@pytest.fixture(scope="module")
def lens(boards: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lens") / "overhead-lens.json"
    words = ["calibrate", "lens", "--source", str(boards), "--camera", "overhead", "--made", "2026-01-01"]
    assert main([*words, "--out", str(path)]) == 0
    return path


def corners(picture: Image) -> int:
    ids = cv2.aruco.CharucoDetector(pattern()).detectBoard(picture)[1]
    return 0 if ids is None else len(ids)


def printed_pdf(data: bytes) -> tuple[Image, tuple[float, float]]:
    """The picture in a PDF, and its page's size in mm; every object stands where the file's table says."""
    start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
    assert data[start : start + 4] == b"xref"
    offsets = [int(one) for one in re.findall(rb"(\d{10}) 00000 n", data[start:])]
    for number, at in enumerate(offsets, 1):
        assert data[at:].startswith(f"{number} 0 obj".encode())
    box = re.search(rb"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    size = re.search(rb"/Width (\d+) /Height (\d+).*?/Length (\d+) >>\nstream\n", data)
    assert box
    assert size
    wide, tall, length = map(int, size.groups())
    grey = np.frombuffer(zlib.decompress(data[size.end() : size.end() + length]), np.uint8).reshape(tall, wide)
    return grey, (float(box[1]) / 72 * 25.4, float(box[2]) / 72 * 25.4)


def test_the_printed_board_has_its_size_and_is_found(tmp_path: Path, capsys: Captured) -> None:
    assert main(["calibrate", "lens", "--print", str(tmp_path / "board.png")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["square_mm"] == 24.5
    data = (tmp_path / "board.png").read_bytes()
    at = data.index(b"pHYs")
    assert int.from_bytes(data[at + 4 : at + 8], "big") == round(DPI / 0.0254)
    picture = cv2.imread(str(tmp_path / "board.png"), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    assert corners(picture) == 60
    assert main(["calibrate", "lens", "--print", str(tmp_path / "board.pdf"), "--paper", "A3"]) == 0
    assert "a square has 36 mm" in capsys.readouterr().err
    grey, size = printed_pdf((tmp_path / "board.pdf").read_bytes())
    assert size == pytest.approx((420, 297), abs=0.1)
    assert corners(grey) == 60


def test_squares_and_line_are_as_long_as_the_sheet_says(tmp_path: Path) -> None:
    main(["calibrate", "lens", "--print", str(tmp_path / "board.png"), "--paper", "400x300"])
    picture = cv2.imread(str(tmp_path / "board.png"), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    found, ids = cv2.aruco.CharucoDetector(pattern()).detectBoard(picture)[:2]
    at = {int(one): corner for one, corner in zip(np.ravel(ids), np.reshape(found, (-1, 2)), strict=True)}
    across = float(at[9][0] - at[0][0]) / 9 / DPI * 25.4
    assert across == pytest.approx(board_for("400x300").square, abs=0.1)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--print", "board.gif"], "name a .png or a .pdf"),
        (["--print", "board.png", "--paper", "foolscap"], "name one of a4, a3"),
        (["--print", "board.png", "--paper", "50x40"], "take paper of"),
        (["--print", "/nowhere/board.png"], "/nowhere/board.png: No such file"),
        ([], "--print FILE makes the board"),
        (["--source", "."], "where the lens goes"),
        (["--source", "none", "--out", "x.json"], "name the camera"),
        (["--source", "none", "--camera", "a", "--out", "x.json"], "'none' is no source of pictures"),
        (["--source", "v4l2:/dev/none", "--camera", "a", "--out", "x.json"], "/dev/none: No such file"),
        (["--source", ".", "--camera", "a", "--out", "x.json", "--made", "today"], "--made today"),
        (["--source", ".", "--camera", "a", "--out", "x.json", "--days", "-1"], "name days"),
        (["--source", "file:x", "--camera", "a", "--out", "x.json", "--size", "big"], "--size big"),
        (["--source", ".", "--profile", "none.json"], "none.json: No such file"),
    ],
)
def test_wrong_words_name_the_cure(
    words: list[str], why: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["calibrate", "lens", *words]) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_holds_no_picture(tmp_path: Path, capsys: Captured) -> None:
    words = ["calibrate", "lens", "--source", str(tmp_path), "--camera", "a", "--out", str(tmp_path / "x.json")]
    assert main(words) == 2
    assert "holds no picture" in capsys.readouterr().err


def test_a_folder_of_pictures_makes_a_lens(boards: Path, tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "lens.json"
    words = ["calibrate", "lens", "--source", str(boards), "--camera", "overhead", "--made", "2026-01-01"]
    assert main([*words, "--days", "30", "--out", str(out)]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    made = msgspec.json.decode(out.read_bytes(), type=Lens)
    assert (made.camera, made.made, made.expires) == ("overhead", "2026-01-01", "2026-01-31")
    assert (told["views"], told["empty"]) == (10, [])
    assert told["error_px"] < 0.15
    assert sum(told["thirds"]) > 400
    assert told["refused"] == [
        ["10.png", "0 of 60 corners found: show the whole board, nearer and sharp, no glare or hand on it"]
    ]
    assert told["fingerprint"] == made.fingerprint
    for name in told["pictures"]:
        picture = cv2.imread(name)
        assert picture is not None
        assert picture.shape == (720, 1280, 3)
    assert "1 of 11: 0.png: view 1" in said.err
    assert "11 of 11: 10.png: 0 of 60 corners found" in said.err


def test_progress_says_where_the_board_was_not_yet(tmp_path: Path, capsys: Captured) -> None:
    cv2.imwrite(str(tmp_path / "side.png"), shown(LENS, POSES[7]))
    words = ["calibrate", "lens", "--source", str(tmp_path), "--camera", "a", "--out", str(tmp_path / "x.json")]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert "1 of 1: side.png: view 1, 60 corners; no corner yet at: top left, " in said
    assert "1 views of the board count, 8 are needed" in said


def test_a_recording_is_looked_at_like_a_camera(boards: Path, tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "lens.json"
    source = f"folder:{boards}?from=first"
    words = ["calibrate", "lens", "--source", source, "--camera", "overhead", "--out", str(out), "--seconds", "2"]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert "picture 1: view 1" in said
    assert "views of the board count, 8 are needed" in said


def distorted(folder: Path) -> tuple[Path, list[str]]:
    """The simulated table as the lens shows it, and where its field's corners are seen."""
    path = folder / "empty.png"
    cv2.imwrite(str(path), through(LENS, np.asarray(felt.background())))
    field = ((0.0, 0.0), (640.0, 0.0), (640.0, 380.0), (0.0, 380.0))
    rows = [(float(row[0]), float(row[1]), float(row[2])) for row in felt.to_layout()]
    seen = [to_px((rows[0], rows[1], rows[2]), point, LENS) for point in field]
    return path, [f"{x:.2f},{y:.2f}" for x, y in seen]


def layout(folder: Path, *more: str) -> int:
    path, at = distorted(folder)
    words = ["calibrate", "layout", str(path), "--camera", "overhead", "--plan", str(PLAN), "--made", "2026-01-01"]
    return main([*words, "--out", str(folder / "top.json"), "--corners", *at, *more])


def farthest(path: Path) -> float:
    """How many mm a profile is off, at the worst, over the layout of the simulated table."""
    made = load(path)
    worst = 0.0
    rows = [(float(row[0]), float(row[1]), float(row[2])) for row in felt.to_layout()]
    for x in range(40, 640, 60):
        for y in range(20, 380, 60):
            px = to_px((rows[0], rows[1], rows[2]), (x, y), LENS)
            worst = max(worst, distance(to_mm(made.homography, px, made.optics), (x, y)))
    return worst


def test_a_layout_measured_through_a_known_lens_lies_right(lens: Path, tmp_path: Path) -> None:
    assert layout(tmp_path) == 0
    assert farthest(tmp_path / "top.json") > 6
    assert layout(tmp_path, "--lens", str(lens)) == 0
    assert farthest(tmp_path / "top.json") < 1.5
    assert load(tmp_path / "top.json").expires == "2026-06-30"


def test_a_lens_is_put_into_a_profile_and_its_homography_measured_again(
    boards: Path, tmp_path: Path, capsys: Captured
) -> None:
    assert layout(tmp_path) == 0
    words = ["calibrate", "lens", "--source", str(boards), "--profile", str(tmp_path / "top.json")]
    assert main([*words, "--made", "2026-01-02", "--days", "0"]) == 0
    made = load(tmp_path / "top.json")
    assert made.optics is not None
    assert (made.optics.camera, made.optics.made, made.optics.expires) == ("overhead", "2026-01-02", "")
    assert farthest(tmp_path / "top.json") < 1.5
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["profile"] == str(tmp_path / "top.json")


def test_a_profile_without_marks_or_of_another_camera_is_left_as_it_was(
    boards: Path, tmp_path: Path, capsys: Captured
) -> None:
    path = write_profile(tmp_path)
    before = path.read_bytes()
    assert main(["calibrate", "lens", "--source", str(boards), "--profile", str(path)]) == 2
    assert "calibrate layout ... --lens" in capsys.readouterr().err
    assert main(["calibrate", "lens", "--source", str(boards), "--profile", str(path), "--camera", "side"]) == 2
    assert path.read_bytes() == before


def test_a_lens_for_other_pictures_is_refused(lens: Path, boards: Path, tmp_path: Path, capsys: Captured) -> None:
    assert layout(tmp_path) == 0
    path = tmp_path / "top.json"
    save(sealed(msgspec.structs.replace(load(path), width=1920, height=1080)), path)
    assert main(["calibrate", "lens", "--source", str(boards), "--profile", str(path)]) == 2
    assert "1280 x 720, the profile is for 1920 x 1080" in capsys.readouterr().err
    other = tmp_path / "other.json"
    other.write_bytes(
        msgspec.json.encode(msgspec.structs.replace(msgspec.json.decode(lens.read_bytes(), type=Lens), camera="side"))
    )
    assert layout(tmp_path, "--lens", str(other)) == 2
    assert "of the camera 'side', not 'overhead'" in capsys.readouterr().err
    other.write_text("{}")
    assert layout(tmp_path, "--lens", str(other)) == 2
    assert "calibrate lens" in capsys.readouterr().err


def test_more_marks_than_four_are_fitted_together(tmp_path: Path) -> None:
    rows = [(float(row[0]), float(row[1]), float(row[2])) for row in felt.to_layout()]
    x, y = to_px((rows[0], rows[1], rows[2]), (320.0, 190.0), LENS)
    assert layout(tmp_path, "--mark", f"{x:.1f},{y:.1f}=320,190") == 0
    made = load(tmp_path / "top.json")
    assert len(made.places) == 5
    assert 0.5 < distance(to_mm(made.homography, (x, y)), (320, 190)) < 15
