"""Where pictures come from: a camera, a network camera, a video file or a folder of pictures.

The newest picture wins: what could not be taken in time is dropped and counted, never queued. A picture is stamped
right after it was grabbed, by the clock that is handed in.
"""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol
from urllib.parse import parse_qsl

import cv2

from scanner.folder import Folder
from scanner.quality import Image, decode

Clock = Callable[[], tuple[int, int]]
"""Monotonic and wall time in ns."""
Pause = Callable[[float], object]
"""Waits for so many seconds, or less when the end is asked for."""
NS = 1_000_000_000
OPEN_MS, READ_MS = 5_000, 2_000
"""How long a network camera may take to answer, and to send the next picture."""
MISSES = 5
"""A device that fails so often in a row is closed and opened again."""
FROZEN_MS, FROZEN_VIDEO_MS = 400, 1_200
"""Equal pictures for so long are frozen. A video codec repeats a quiet picture to the bit, a sensor never does."""


class SourceError(Exception):
    """A source that can never be opened: the message says what was read and what may be written."""


class Taken(NamedTuple):
    """One picture: its number counts dropped ones too; `image` is None where it could not be decoded.

    `age` is how old it was when it was taken, in ns, where that is known.
    """

    number: int
    at: int
    wall: int
    image: Image | None
    age: int = 0


class Source(Protocol):
    """A source of pictures. `open` and `take` raise OSError when it is absent or gone, EOFError at a video's end."""

    @property
    def frozen_ms(self) -> int:
        """Equal pictures for so long are a frozen camera."""

    @property
    def dropped(self) -> int:
        """Pictures passed over because a newer one was there or due."""

    def open(self) -> None: ...

    def take(self) -> Taken | None:
        """The next picture, or None where there is none within a moment."""

    def close(self) -> None: ...


class Camera:
    """A V4L2 device by its path, or a network camera by its address."""

    def __init__(self, address: str, size: tuple[int, int], clock: Clock) -> None:
        self._network = "://" in address
        self.frozen_ms = FROZEN_VIDEO_MS if self._network else FROZEN_MS
        self.dropped = 0
        self._address, self._size, self._clock = address, size, clock
        self._number = self._misses = 0
        self._device: cv2.VideoCapture | None = None

    def open(self) -> None:
        if self._network:
            limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
            device = cv2.VideoCapture(self._address, cv2.CAP_FFMPEG, limits)
        else:
            _readable(Path(self._address))
            device = cv2.VideoCapture(self._address, cv2.CAP_V4L2)
            device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            device.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
            device.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
            device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if not device.isOpened():
            raise OSError(errno.EIO, "does not open as a camera", self._address)
        self._device, self._misses = device, 0

    def take(self) -> Taken | None:
        assert self._device is not None
        if not self._device.grab():
            self._misses += 1
            if self._misses >= MISSES:
                raise OSError(errno.EIO, "gives no pictures", self._address)
            return None
        at, wall = self._clock()
        self._number += 1
        self._misses = 0
        found, image = self._device.retrieve()
        return Taken(self._number, at, wall, image if found else None)

    def close(self) -> None:
        if self._device is not None:
            self._device.release()
            self._device = None


class Video:
    """A video file, played at its own pace or at `fps`."""

    frozen_ms = FROZEN_VIDEO_MS

    def __init__(self, path: Path, fps: float | None, clock: Clock, pause: Pause) -> None:
        self.dropped = 0
        self._path, self._fps, self._clock, self._pause = path, fps, clock, pause
        self._number = self._due = 0
        self._step = NS // 25
        self._file: cv2.VideoCapture | None = None

    def open(self) -> None:
        _readable(self._path)
        self._file = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        if not self._file.isOpened():
            raise OSError(errno.EINVAL, "is no video", str(self._path))
        self._step = round(NS / (self._fps or self._file.get(cv2.CAP_PROP_FPS) or 25))
        self._due = self._clock()[0]

    def take(self) -> Taken | None:
        assert self._file is not None
        wait = self._due - self._clock()[0]
        if wait > 0:
            self._pause(min(wait / NS, 0.1))
            return None
        while True:
            if not self._file.grab():
                raise EOFError(f"{self._path}: the video ends after {self._number} pictures")
            self._number += 1
            self._due += self._step
            if self._due > self._clock()[0]:
                break
            self.dropped += 1
        at, wall = self._clock()
        found, image = self._file.retrieve()
        return Taken(self._number, at, wall, image if found else None)

    def close(self) -> None:
        if self._file is not None:
            self._file.release()
            self._file = None


class Pictures:
    """A folder of numbered pictures, followed while it grows."""

    frozen_ms = FROZEN_MS

    def __init__(self, folder: Folder, clock: Clock, pause: Pause) -> None:
        self._folder, self._clock, self._pause = folder, clock, pause

    @property
    def dropped(self) -> int:
        """Pictures passed over because a newer one was there or due."""
        return self._folder.dropped

    def open(self) -> None:
        self._folder.open()

    def take(self) -> Taken | None:
        now, _ = self._clock()
        path = self._folder.due(now)
        if path is None:
            self._pause(0.005)
            return None
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None  # cleared away between listing and reading
        at, wall = self._clock()
        age = 0 if self._folder.from_first else max(0, wall - self._folder.written)
        return Taken(self._folder.number, at, wall, decode(data), age)

    def close(self) -> None:
        """Nothing is held open."""


def _readable(path: Path) -> None:
    """Refuse what is absent or may not be read, naming path, owner and group."""
    try:
        with path.open("rb"):
            return
    except PermissionError as error:
        cure = f"may not be read (owner {path.owner()}, group {path.group()}): add this user to that group"
        raise PermissionError(error.errno, cure, str(path)) from error


def open_source(text: str, size: tuple[int, int], fps: float | None, clock: Clock, pause: Pause) -> Source:
    """The source that a text names; it is not opened yet.

    A folder is followed from the next picture that is written there, as `folder:PATH?from=new` says in words.
    `folder:PATH?from=first` plays a recording from its first picture, and so does `folder:PATH?fps=10`, ten a second.
    `size` is the picture's width and height that the profile is made for; `fps` is the pace where the text has none.

    Raises:
        SourceError: the text names no source.
    """
    kind, _, rest = text.partition(":")
    path, _, query = rest.partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    if kind == "v4l2" and rest:
        return Camera(rest, size, clock)
    if kind in {"rtsp", "rtsps"} and rest.startswith("//"):
        return Camera(text, size, clock)
    if kind == "file" and rest:
        return Video(Path(rest), fps, clock, pause)
    if (
        kind == "folder"
        and path
        and options.keys() <= {"from", "fps"}
        and options.get("from", "new") in {"new", "first"}
    ):
        try:
            pace = float(options["fps"]) if "fps" in options else fps
        except ValueError:
            pace = 0.0
        if pace is None or pace > 0:
            start = options.get("from", "first" if pace else "new")
            return Pictures(Folder(Path(path), pace, from_first=start == "first"), clock, pause)
    raise SourceError(
        f"{text!r} is no source of pictures: write v4l2:PATH, rtsp://HOST/PATH, file:PATH or folder:PATH"
        " (a recording: folder:PATH?from=first or folder:PATH?fps=N)"
    )
