"""A camera's thread against a unit's socket that the test serves, line by line, and against the real process."""

import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from bridge.config import CameraConfig
from bridge.daemon.cameras import LINE_LIMIT, Camera
from bridge.daemon.feeds import NICE
from bridge.daemon.inbox import Inbox, Stop
from bridge.daemon.log import Repeats, Said, logger
from bridge.readings import LinkDown, LinkUp, Reading
from games.cards import Card
from scanner.frames import FrameSeen, FrameUnchanged, Quality
from tests.daemon_rig import film, until, with_discs
from tests.layouts import face
from tests.pictures import write_profile

TOP = CameraConfig(name="top", source="folder:.", profile="top.json", silent_ms=300)


def frame(number: int, card: Card | None = None, camera: str = "top") -> bytes:
    cards = (face((150, 300), card),) if card else ()
    at = number * 40_000_000
    return msgspec.json.encode(FrameSeen(camera, number, at, at, Quality.FRESH, cards=cards)) + b"\n"


class Unit:
    """The other end of a camera's socket."""

    def __init__(self, path: Path) -> None:
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen(1)
        self._listening.settimeout(5)
        self.link: socket.socket | None = None

    def accept(self) -> None:
        if self.link is not None:
            self.link.close()
        self.link, _ = self._listening.accept()

    def send(self, *lines: bytes) -> None:
        assert self.link is not None
        self.link.sendall(b"".join(lines))

    def close(self) -> None:
        if self.link is not None:
            self.link.close()
        self._listening.close()


class Watched:
    """A camera's thread and what it queued."""

    def __init__(self, config: CameraConfig) -> None:
        self._inbox = Inbox()
        self.deaths: list[str] = []
        self.seen: list[Reading] = []
        self.camera = Camera(config, self._inbox, Repeats(logger()), lambda name, _: self.deaths.append(name))
        self.camera.start()

    def all(self) -> list[Reading]:
        while (reading := self._inbox.get(0)) is not None:
            assert not isinstance(reading, Stop)
            self.seen.append(reading)
        return self.seen

    def some(self, kind: type, count: int = 1, seconds: float = 5.0) -> list[Reading]:
        def enough() -> list[Reading]:
            found = [reading for reading in self.all() if isinstance(reading, kind)]
            return found if len(found) >= count else []

        found: list[Reading] = until(enough, seconds)
        return found


@contextmanager
def watched(config: CameraConfig) -> Iterator[Watched]:
    made = Watched(config)
    try:
        yield made
    finally:
        made.camera.ending.set()
        made.camera.join(5)
        assert not made.camera.is_alive()
        assert made.deaths == []


@contextmanager
def a_unit(folder: Path) -> Iterator[tuple[Unit, CameraConfig]]:
    unit = Unit(folder / "frames")
    try:
        yield unit, msgspec.structs.replace(TOP, socket=str(folder / "frames"))
    finally:
        unit.close()


def test_it_is_up_with_its_second_frame_and_passes_every_change_at_once(tmp_path: Path) -> None:
    with a_unit(tmp_path) as (unit, config), watched(config) as camera:
        unit.accept()
        unit.send(frame(1))
        time.sleep(0.1)
        assert camera.all() == []
        unit.send(frame(2), frame(3), frame(4, Card.FOUR_OF_HEARTS), frame(5, Card.NINE_OF_CLUBS))
        camera.some(FrameSeen, 3)
        up, first, same, *changed = camera.all()
        assert up == LinkUp("top", up.at, up.wall, config.socket)
        assert isinstance(first, FrameSeen)
        assert first.frame == 1
        assert same == FrameUnchanged("top", 120_000_000, 120_000_000, 80_000_000, 2, 120_000_000)
        assert [seen.frame for seen in changed if isinstance(seen, FrameSeen)] == [4, 5]


def test_a_line_in_pieces_is_one_frame(tmp_path: Path) -> None:
    with a_unit(tmp_path) as (unit, config), watched(config) as camera:
        unit.accept()
        for at in range(0, len(frame(1)), 20):
            unit.send(frame(1)[at : at + 20])
        unit.send(frame(2, Card.FOUR_OF_HEARTS))
        assert len(camera.some(FrameSeen, 2)) == 2


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        (b"{}\n", "no frame"),
        # One byte too long: the link cannot be closed before the last byte was sent.
        (b"x" * (LINE_LIMIT + 1), "a line of more than"),
        (frame(3, camera="side"), "'side' instead of 'top'"),
    ],
)
def test_what_is_no_frame_ends_the_link(tmp_path: Path, line: bytes, cause: str) -> None:
    with a_unit(tmp_path) as (unit, config), watched(config) as camera:
        unit.accept()
        unit.send(frame(1), frame(2))
        camera.some(LinkUp)
        unit.send(line)
        down = camera.some(LinkDown)[0]
        assert isinstance(down, LinkDown)
        assert cause in down.cause


def test_silence_is_a_break_and_the_unit_is_found_again(tmp_path: Path) -> None:
    with a_unit(tmp_path) as (unit, config), watched(config) as camera:
        unit.accept()
        unit.send(frame(1), frame(2))
        began = time.monotonic()
        down = camera.some(LinkDown)[0]
        assert 0.25 < time.monotonic() - began < 2.0
        assert isinstance(down, LinkDown)
        assert down.cause == "no frame for 0.3 s"
        unit.accept()
        unit.send(frame(3), frame(4))
        camera.some(LinkUp, 2)


def test_one_picture_now_and_then_is_no_camera(tmp_path: Path) -> None:
    with a_unit(tmp_path) as (unit, config), watched(config) as camera:
        for number in range(3):
            unit.accept()
            unit.send(frame(number))
        camera.some(LinkDown)
        assert not [reading for reading in camera.all() if isinstance(reading, LinkUp)]


def test_an_absent_unit_is_told_once(tmp_path: Path) -> None:
    config = msgspec.structs.replace(TOP, socket=str(tmp_path / "absent"))
    with watched(config) as camera:
        camera.some(LinkDown)
        time.sleep(1.0)
        assert len(camera.some(LinkDown)) == 1
        before = camera.camera.beats
        until(lambda: camera.camera.beats > before)


def test_the_real_process_is_killed_when_silent_and_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", with_discs(tmp_path))
    pictures = tmp_path / "pictures"
    source, profile = f"folder:{pictures}", str(write_profile(tmp_path))
    config = CameraConfig(name="top", source=source, profile=profile, silent_ms=1500)
    with film(pictures) as playing, watched(config) as camera:
        first = camera.some(LinkUp, 1, 20)[0]
        assert isinstance(first, LinkUp)
        assert os.getpriority(os.PRIO_PROCESS, int(first.where.removeprefix("process "))) == NICE
        playing.still.set()
        time.sleep(0.1)
        for picture in pictures.iterdir():
            picture.unlink()
        down = camera.some(LinkDown, 1, 10)[0]
        assert isinstance(down, LinkDown)
        assert down.cause.startswith("no frame for 1.5 s")
        assert not Path(f"/proc/{first.where.removeprefix('process ')}").exists()
        playing.still.clear()
        second = camera.some(LinkUp, 2, 20)[1]
        assert isinstance(second, LinkUp)
        assert second.where != first.where
        pid = int(second.where.removeprefix("process "))
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_process_that_cannot_begin_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = msgspec.structs.replace(TOP, profile=str(tmp_path / "none.json"))
    with watched(config) as camera:
        down = camera.some(LinkDown, 1, 10)[0]
        assert isinstance(down, LinkDown)
        assert "exit 2" in down.cause
        assert "none.json" in down.cause
    assert Said.LINK_DOWN in capsys.readouterr().err
