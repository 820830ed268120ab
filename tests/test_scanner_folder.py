"""A followed folder: what is old and passed over, the order of names, the newest that counts, and none twice."""

import os
import time
from pathlib import Path

import pytest

from scanner.folder import Folder, order

STEP = 40_000_000


def fill(folder: Path, *numbers: int, at: int = 1) -> None:
    for number in numbers:
        path = folder / f"{number:04}.png"
        path.write_bytes(b"x")
        os.utime(path, ns=(at, at))


def opened(path: Path, fps: float | None = None, *, from_first: bool = True) -> Folder:
    folder = Folder(path, fps, from_first=from_first)
    folder.open()
    return folder


def played(folder: Folder, start: int, steps: int, every: int = STEP) -> list[int]:
    given = (folder.due(start + k * every) for k in range(steps))
    return [int(path.stem) for path in given if path is not None]


def test_numbers_count_as_numbers() -> None:
    assert sorted(["10.png", "9.png", "a2", "a10"], key=order) == ["9.png", "10.png", "a2", "a10"]


def test_what_lies_there_is_played_in_order_and_once(tmp_path: Path) -> None:
    fill(tmp_path, 3, 1, 2)
    (tmp_path / ".0004.png").write_bytes(b"half")
    (tmp_path / "notes.txt").write_bytes(b"no picture")
    folder = opened(tmp_path)
    assert played(folder, STEP, 10) == [1, 2, 3]
    assert (folder.number, folder.dropped) == (3, 0)


def test_it_is_played_at_its_pace(tmp_path: Path) -> None:
    fill(tmp_path, *range(10))
    assert len(played(opened(tmp_path, 10), STEP, 25, every=10_000_000)) == 3


def test_behind_its_time_it_jumps_and_counts(tmp_path: Path) -> None:
    fill(tmp_path, *range(10))
    folder = opened(tmp_path, 25)
    assert played(folder, STEP, 3, every=3 * STEP) == [0, 3, 6]
    assert (folder.number, folder.dropped) == (7, 4)


def test_of_what_comes_later_the_newest_counts(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    folder = opened(tmp_path)
    assert played(folder, STEP, 2) == [1]
    fill(tmp_path, 2, 3, 4)
    assert played(folder, 3 * STEP, 5) == [4]
    assert (folder.number, folder.dropped) == (4, 2)


def test_with_a_pace_asked_for_none_is_passed_over(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    folder = opened(tmp_path, 25)
    assert played(folder, STEP, 2) == [1]
    fill(tmp_path, 2, 3, 4)
    assert played(folder, 30 * STEP, 5) == [2, 3, 4]


def test_a_folder_begun_anew_gives_no_old_picture(tmp_path: Path) -> None:
    fill(tmp_path, *range(5), at=100)
    folder = opened(tmp_path, 25)
    assert played(folder, STEP, 9) == [0, 1, 2, 3, 4]
    for path in sorted(tmp_path.iterdir())[2:]:
        path.unlink()
    assert played(folder, 20 * STEP, 3) == []
    fill(tmp_path, 3, at=50)
    assert played(folder, 30 * STEP, 3) == []
    fill(tmp_path, 0, 2, at=200)
    assert played(folder, 40 * STEP, 9) == [2]
    for path in tmp_path.iterdir():
        path.unlink()
    assert played(folder, 60 * STEP, 1) == []
    fill(tmp_path, 0, 1, at=300)
    assert played(folder, 80 * STEP, 9) == [0, 1]


def test_opened_again_it_goes_on(tmp_path: Path) -> None:
    fill(tmp_path, 1, 2)
    folder = opened(tmp_path)
    assert played(folder, STEP, 1) == [1]
    folder.open()
    assert played(folder, 2 * STEP, 9) == [2]


@pytest.mark.parametrize("fps", [None, 25.0])
def test_a_camera_begins_with_what_is_written_after_its_opening(tmp_path: Path, fps: float | None) -> None:
    fill(tmp_path, 1, 2, 3, at=time.time_ns())
    folder = opened(tmp_path, fps, from_first=False)
    assert played(folder, STEP, 9) == []
    assert (folder.number, folder.dropped) == (0, 0)
    fill(tmp_path, 4, at=500)
    assert played(folder, 20 * STEP, 9) == [4]
    assert folder.written == 500


def test_a_camera_that_uses_its_names_again_is_followed(tmp_path: Path) -> None:
    fill(tmp_path, 1, 2, 3, at=100)
    folder = opened(tmp_path, from_first=False)
    given = []
    for k, number in enumerate((1, 2, 3, 1, 1)):
        beside = tmp_path / ".part"
        beside.write_bytes(b"x")
        os.utime(beside, ns=(200 + k, 200 + k))
        beside.replace(tmp_path / f"{number:04}.png")
        given += played(folder, (10 + k) * STEP, 2)
    assert given == [1, 2, 3, 1, 1]


def test_of_pictures_that_come_together_the_newest_written_counts(tmp_path: Path) -> None:
    folder = opened(tmp_path, from_first=False)
    fill(tmp_path, 9, at=100)
    fill(tmp_path, 1, at=200)
    assert played(folder, STEP, 5) == [1]
    assert (folder.number, folder.dropped) == (2, 1)


def test_an_absent_folder_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="gone"):
        opened(tmp_path / "gone")
