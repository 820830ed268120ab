"""The camera's process as it runs, over real folders of pictures: what becomes a line, and what is said instead."""

import os
import subprocess
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from games.cards import Card
from scanner.frames import FrameSeen, Quality, Side
from scanner.profile import load, save
from scanner.sighting import Sighting
from scanner.sightings import watch
from scanner.views import Views
from tests.camera_rig import ROOT, Start, cameras, command, no_pictures_yet
from tests.layouts import CENTRES, P1, P2, said
from tests.pictures import hand_over, jpeg, lay, layout, noisy, put


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    return no_pictures_yet(tmp_path)


@pytest.fixture
def start(tmp_path: Path, pictures: Path) -> Iterator[Start]:
    assert pictures.is_dir()
    with cameras(tmp_path) as begin:
        yield begin


def test_pictures_become_lines_in_mm(pictures: Path, start: Start) -> None:
    table = hand_over(lay(lay(layout(), CENTRES[P1]), CENTRES[P2], None), (700, 350))
    camera = start()
    frames = [camera.shown(pictures, k, jpeg(noisy(table, k))) for k in range(3)]
    assert [frame.frame for frame in frames] == [1, 2, 3]
    first = frames[0]
    assert (first.camera, first.quality, first.shift_mm) == ("top", Quality.FRESH, 0.0)
    cards = {card.side: card for card in first.cards}
    assert cards[Side.FACE].card is Card.FOUR_OF_HEARTS
    assert cards[Side.FACE].score == 0.95
    assert cards[Side.FACE].outline[0] == pytest.approx((119, 256), abs=2)
    assert cards[Side.BACK].outline[2] == pytest.approx((331, 344), abs=2)
    assert Side.OTHER in cards
    assert frames[1].at > first.at
    assert abs(first.wall - time.time_ns()) < 60e9


def test_a_frozen_picture_is_told_and_not_recognised_and_life_comes_back(pictures: Path, start: Start) -> None:
    camera = start()
    for k in range(3):
        put(pictures, k, jpeg(noisy(lay(layout(), CENTRES[P1]), k)))
    assert camera.line().cards
    same, stuck = jpeg(noisy(layout(), 50)), time.monotonic()
    k, told = 3, None
    os.set_blocking(camera.process.stdout.fileno(), False)  # type: ignore[union-attr]  # it has a pipe
    lines: list[FrameSeen] = []
    while told is None and time.monotonic() < stuck + 5:
        put(pictures, k, same)
        k += 1
        time.sleep(0.04)
        data = camera.process.stdout.read() or b""  # type: ignore[union-attr]  # as above
        lines += [msgspec.json.decode(line, type=FrameSeen) for line in data.splitlines()]
        told = next((line for line in lines if line.quality is Quality.FROZEN), None)
    assert told is not None
    assert time.monotonic() - stuck < 2
    assert told.cards == ()
    assert sum(line.quality is Quality.FRESH for line in lines) <= 3
    os.set_blocking(camera.process.stdout.fileno(), True)  # type: ignore[union-attr]  # as above
    put(pictures, k, jpeg(noisy(lay(layout(), CENTRES[P1]), 99)))
    assert camera.until(Quality.FRESH).cards
    camera.end()


def test_a_folder_of_old_pictures_is_no_camera_and_a_restart_replays_nothing(pictures: Path, start: Start) -> None:
    card, numbers = jpeg(noisy(lay(layout(), CENTRES[P1]), 1)), count(10)
    for old in range(10):
        put(pictures, old, card)
        os.utime(pictures / f"{old:06}.jpg", (1e9, 1e9))
    for _ in range(2):
        camera = start("--source", f"folder:{pictures}")
        os.set_blocking(camera.process.stdout.fileno(), False)  # type: ignore[union-attr]  # it has a pipe
        data = b""
        while data.count(b"\n") < 3:
            number = next(numbers)
            put(pictures, number, jpeg(noisy(layout(), number)))
            time.sleep(0.02)
            data += camera.process.stdout.read() or b""  # type: ignore[union-attr]  # as above
        put(pictures, 9_999, card)
        os.utime(put(pictures, 9_998, card), (1e9, 1e9))
        frames = [msgspec.json.decode(line, type=FrameSeen) for line in data.split(b"\n")[:3]]
        assert [(frame.quality, frame.cards) for frame in frames] == [(Quality.FRESH, ())] * 3
        camera.end()


def test_cut_pictures_are_damaged_and_remove_no_card(tmp_path: Path, pictures: Path, start: Start) -> None:
    camera = start()
    frames: list[FrameSeen] = []
    for k in range(9):
        data = jpeg(noisy(lay(layout(), CENTRES[P1]), k))
        frames.append(camera.shown(pictures, k, data[: int(len(data) * 0.6)] if k % 3 == 2 else data))
    assert [frame.quality is Quality.DAMAGED for frame in frames] == [False, False, True] * 3
    profile, views = load(tmp_path / "top.json"), Views()
    sightings: list[Sighting] = []
    for frame in frames:
        views, more = watch(profile, views, frame)
        sightings += more
    assert said(sightings) == ["hand/player/1 face 4h"]


def test_a_source_that_is_absent_is_waited_for(pictures: Path, start: Start) -> None:
    pictures.rmdir()
    camera = start()
    assert camera.process.stderr is not None
    first = camera.process.stderr.readline().decode()
    assert "source_failed" in first
    assert str(pictures) in first
    time.sleep(0.3)
    pictures.mkdir()
    put(pictures, 1, jpeg(noisy(layout(), 1)))
    assert camera.line().quality is Quality.FRESH
    code, words = camera.end()
    assert code == 0
    assert "source_failed" not in words
    assert "source_works_again" in words


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--source", "webcam"), "v4l2:PATH"),
        (("--camera", "other"), "other"),
        (("--socket", "/nowhere/s"), "/nowhere/s"),
    ],
)
def test_what_cannot_begin_ends_with_one_line(
    tmp_path: Path, pictures: Path, words: tuple[str, ...], named: str
) -> None:
    assert pictures.is_dir()
    done = subprocess.run(command(tmp_path, *words), cwd=ROOT, capture_output=True, text=True, timeout=20, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert named in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_expired_profile_and_a_wrong_size_are_said(tmp_path: Path, pictures: Path, start: Start) -> None:
    put(pictures, 1, jpeg(noisy(layout(), 1)[:-4]))
    old = load(tmp_path / "top.json")
    save(msgspec.structs.replace(old, expires="2020-01-31"), tmp_path / "top.json")
    camera = start()
    assert camera.line().quality is Quality.DAMAGED
    _, words = camera.end()
    assert "expired on 2020-01-31" in words
    assert "960 x 536" in words
