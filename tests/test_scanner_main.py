"""The camera's process as it runs: real processes, real folders of pictures, a real socket."""

import contextlib
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from pathlib import Path

import msgspec
import pytest

from games.cards import Card
from scanner.frames import FrameSeen, Quality, Side
from scanner.profile import load, save
from scanner.sighting import Sighting
from scanner.sightings import watch
from scanner.views import Views
from tests.layouts import CENTRES, P1, P2, said
from tests.pictures import hand_over, jpeg, lay, layout, noisy, put, write_profile

WITH_DISCS = (
    "import sys; import scanner.pipeline as p; from tests.pictures import DiscReader;"
    "p.Recogniser = lambda *_: DiscReader(); from scanner.__main__ import main; sys.exit(main())"
)
"""The whole process; only what reads a card is the reader of these tests' own pictures."""
ROOT = Path(__file__).parents[1]


def command(tmp_path: Path, *words: str) -> list[str]:
    source = f"folder:{tmp_path / 'pictures'}?from=first"
    given = {"--source": source, "--profile": str(tmp_path / "top.json"), "--camera": "top"}
    given |= dict(zip(words[::2], words[1::2], strict=True))
    return [sys.executable, "-c", WITH_DISCS, *(word for pair in given.items() for word in pair)]


class Camera:
    """A camera's process of a test."""

    def __init__(self, tmp_path: Path, *words: str, env: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            command(tmp_path, *words),
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def line(self) -> FrameSeen:
        assert self.process.stdout is not None
        return msgspec.json.decode(self.process.stdout.readline(), type=FrameSeen)

    def shown(self, pictures: Path, number: int, data: bytes) -> FrameSeen:
        """The line of a picture that is put into the folder."""
        put(pictures, number, data)
        return self.line()

    def until(self, quality: Quality) -> FrameSeen:
        while (frame := self.line()).quality is not quality:
            pass
        return frame

    def end(self) -> tuple[int, str]:
        self.process.terminate()
        _, words = self.process.communicate(timeout=10)
        return self.process.returncode, words.decode()


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    write_profile(tmp_path)
    folder = tmp_path / "pictures"
    folder.mkdir()
    return folder


Start = Callable[..., Camera]


@pytest.fixture
def start(tmp_path: Path, pictures: Path) -> Iterator[Start]:
    assert pictures.is_dir()
    begun: list[Camera] = []

    def begin(*words: str, env: dict[str, str] | None = None) -> Camera:
        begun.append(Camera(tmp_path, *words, env=env))
        return begun[-1]

    yield begin
    for camera in begun:
        camera.process.kill()
        camera.process.communicate()


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


def test_a_plain_file_at_the_socket_is_left_alone(tmp_path: Path, pictures: Path) -> None:
    assert pictures.is_dir()
    (tmp_path / "s").write_text("ten bytes!")
    done = subprocess.run(
        command(tmp_path, "--socket", str(tmp_path / "s")), cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert (tmp_path / "s").read_text() == "ten bytes!"


def test_over_a_socket_readers_come_and_go(tmp_path: Path, pictures: Path, start: Start) -> None:
    path = tmp_path / "s"
    (left_over := socket.socket(socket.AF_UNIX)).bind(str(path))
    left_over.close()
    camera = start("--socket", str(path))
    count = 0
    for _ in range(2):
        data = b""
        with connected(path) as reader:
            reader.settimeout(0.05)
            while data.count(b"\n") < 3:
                put(pictures, count, jpeg(noisy(layout(), count)))
                count += 1
                with contextlib.suppress(TimeoutError):
                    data += reader.recv(1 << 16)
        frames = [msgspec.json.decode(line, type=FrameSeen) for line in data.split(b"\n")[:3]]
        assert [frame.quality for frame in frames] == [Quality.FRESH] * 3
    assert camera.end()[0] == 0
    assert not path.exists()


def connected(path: Path) -> socket.socket:
    until = time.monotonic() + 10
    while True:
        reader = socket.socket(socket.AF_UNIX)
        try:
            reader.connect(str(path))
        except OSError:
            reader.close()
            assert time.monotonic() < until
            time.sleep(0.02)
        else:
            return reader


def test_a_reader_that_does_not_read_delays_nothing(pictures: Path, start: Start) -> None:
    small = jpeg(layout()[:100])  # of a wrong size: nothing to recognise, so quick
    for k in range(300):
        put(pictures, k, small)
    camera = start("--fps", "300")
    assert camera.process.stdout is not None
    fcntl.fcntl(camera.process.stdout.fileno(), fcntl.F_SETPIPE_SZ, 4096)
    frames = [camera.line()]
    time.sleep(1.3)  # 300 lines are more than the pipe holds
    while frames[-1].frame < 300:
        frames.append(camera.line())
    assert any(after.frame - before.frame > 50 for before, after in pairwise(frames))


@pytest.mark.parametrize("shows", [True, False])
def test_it_dies_with_its_parent(tmp_path: Path, pictures: Path, *, shows: bool) -> None:
    """Also while it still starts, and when its lines could go on to somebody else."""
    own = "None" if shows else "-1"
    code = (
        f"import subprocess, time; p = subprocess.Popen({command(tmp_path)!r}, stdout={own});"
        "print(p.pid, flush=True); time.sleep(60)"
    )
    if shows:
        put(pictures, 1, jpeg(noisy(layout(), 1)))
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        if shows:
            parent.stdout.readline()
        assert alive(child)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        until = time.monotonic() + 10
        while alive(child):
            assert time.monotonic() < until
            time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_the_watchdog_is_fed_by_progress(tmp_path: Path, pictures: Path, start: Start) -> None:
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(str(tmp_path / "notify"))
    manager.settimeout(10)
    put(pictures, 1, jpeg(noisy(layout(), 1)))
    camera = start(env={"NOTIFY_SOCKET": str(tmp_path / "notify")})
    heard: list[str] = []
    while heard.count("WATCHDOG=1") < 3 or "STATUS=pictures come" not in heard:
        heard.append(manager.recv(100).decode())
    assert heard[0] == "READY=1"
    camera.end()
    manager.close()


def test_an_expired_profile_and_a_wrong_size_are_said(tmp_path: Path, pictures: Path, start: Start) -> None:
    put(pictures, 1, jpeg(noisy(layout(), 1)[:-4]))
    old = load(tmp_path / "top.json")
    save(msgspec.structs.replace(old, expires="2020-01-31"), tmp_path / "top.json")
    camera = start()
    assert camera.line().quality is Quality.DAMAGED
    _, words = camera.end()
    assert "expired on 2020-01-31" in words
    assert "960 x 536" in words
