"""The camera's folder grows by whole pictures and stays bounded."""

import time
from pathlib import Path

import cv2

from demo import camera, table
from demo.camera import Camera
from demo.view import Scene
from games.cards import PACK


def test_whole_pictures_at_its_rate_and_no_more_than_it_keeps(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    shot = Camera(folder, Scene(table.fresh(PACK)))
    shot.start()
    began = time.monotonic()
    while shot.frames < 10 and time.monotonic() - began < 10:
        for path in sorted(folder.glob("*.jpg"))[-2:]:
            picture = cv2.imread(str(path))
            assert picture is not None
            assert picture.shape == (720, 1280, 3)
        time.sleep(0.02)
    shot.close()
    assert shot.frames >= 10
    assert shot.frames <= (time.monotonic() - began) * camera.RATE + 2
    assert shot.died is None


def test_old_pictures_go(tmp_path: Path) -> None:
    shot = Camera(tmp_path, Scene(table.fresh(PACK)))
    old = tmp_path / "00000000.jpg"
    old.write_bytes(b"old")
    shot.frames = camera.KEPT
    shot.start()
    began = time.monotonic()
    while old.exists() and time.monotonic() - began < 5:
        time.sleep(0.01)
    shot.close()
    assert not old.exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    shot = Camera(folder, Scene(table.fresh(PACK)))
    (tmp_path / "pictures").mkdir()
    (folder / ".fresh").mkdir()
    shot.start()
    began = time.monotonic()
    while shot.died is None and time.monotonic() - began < 5:
        time.sleep(0.01)
    shot.close()
    assert isinstance(shot.died, OSError)
