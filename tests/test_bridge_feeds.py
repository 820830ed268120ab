"""Where a camera's lines come from: a child that dies with words, and a unit's socket that is not there."""

import socket
import sys
import time
from pathlib import Path

import pytest

from bridge.config import CameraConfig
from bridge.daemon.feeds import Child, FeedError, Unit, open_feed

TOP = CameraConfig(name="top", source="folder:.", profile="top.json")


def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> Child:
    """A child that runs this shell script instead of python."""
    program = tmp_path / "python"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    made = open_feed(TOP)
    assert isinstance(made, Child)
    return made


def read(feed: Child) -> bytes:
    """All of its lines until its end."""
    found = b""
    while True:
        try:
            found += feed.read()
        except FeedError:
            return found


def test_it_is_told_which_camera_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = child(tmp_path, monkeypatch, 'echo "$@"')
    assert read(feed) == b"-m scanner --camera top --source folder:. --profile top.json\n"
    assert feed.end() == "exit 0"


@pytest.mark.parametrize(
    ("script", "end"),
    [
        ("echo first >&2; echo 'no such camera' >&2; exit 2", "exit 2 no such camera"),
        ('echo \'{"event": "source_failed", "cause": "unplugged"}\' >&2; exit 1', "exit 1 unplugged"),
        ("kill -9 $$", "exit -9"),
        ("head -c 300000 /dev/zero | tr '\\0' x >&2; echo >&2; echo last >&2; exit 3", "exit 3 last"),
    ],
)
def test_its_last_words_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, end: str) -> None:
    feed = child(tmp_path, monkeypatch, script)
    while feed.complain():
        pass
    assert read(feed) == b""
    assert feed.end() == end


def test_one_that_hangs_is_killed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = child(tmp_path, monkeypatch, "trap '' TERM; echo '{\"why\": \"waiting\"}' >&2; echo on; while :; do :; done")
    assert feed.read() == b"on\n"
    began = time.monotonic()
    assert feed.end() == "waiting"
    assert time.monotonic() - began < 2.0
    assert not Path("/proc", feed.where.removeprefix("process ")).exists()


def test_a_unit_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = str(tmp_path / "frames")
    with pytest.raises(OSError, match=r"frames: No such file"):
        Unit(CameraConfig(name="top", source="", profile="", socket=path))


def test_a_unit_that_goes_ends_the_feed(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as unit:
        unit.bind(str(tmp_path / "frames"))
        unit.listen(1)
        feed = open_feed(CameraConfig(name="top", source="", profile="", socket=str(tmp_path / "frames")))
        link, _ = unit.accept()
        link.sendall(b"{}\n")
        assert feed.read() == b"{}\n"
        link.close()
        with pytest.raises(FeedError, match="closed"):
            feed.read()
        assert feed.end() == ""
