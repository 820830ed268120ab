"""The camera's process among others: readers at its socket or pipe, its parent, the service manager."""

import contextlib
import fcntl
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from scanner.frames import FrameSeen, Quality
from tests.camera_rig import ROOT, Start, cameras, command, no_pictures_yet
from tests.pictures import jpeg, layout, noisy, put


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    return no_pictures_yet(tmp_path)


@pytest.fixture
def start(tmp_path: Path, pictures: Path) -> Iterator[Start]:
    assert pictures.is_dir()
    with cameras(tmp_path) as begin:
        yield begin


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
