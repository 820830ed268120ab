"""The camera's process for tests: the whole of it, with the reader of these tests' own pictures."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from scanner.frames import FrameSeen, Quality
from tests.pictures import put, write_profile

WITH_DISCS = (
    "import sys; import scanner.reading as p; from tests.pictures import DiscReader;"
    "p.Recogniser = lambda *_, **__: DiscReader(); from scanner.__main__ import main; sys.exit(main())"
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


Start = Callable[..., Camera]


def no_pictures_yet(tmp_path: Path) -> Path:
    """A profile, and beside it the folder that pictures are put into."""
    write_profile(tmp_path)
    folder = tmp_path / "pictures"
    folder.mkdir()
    return folder


@contextmanager
def cameras(tmp_path: Path) -> Iterator[Start]:
    """A way to start cameras' processes, which are gone afterwards."""
    begun: list[Camera] = []

    def begin(*words: str, env: dict[str, str] | None = None) -> Camera:
        begun.append(Camera(tmp_path, *words, env=env))
        return begun[-1]

    try:
        yield begin
    finally:
        for camera in begun:
            camera.process.kill()
            camera.process.communicate()
