"""A folder of numbered pictures as a camera: which picture is due, while more are being put there.

Whoever writes a picture writes it under another name and renames it into place, so that none is read half. A folder
is a camera at work: what lies there when it is opened is passed over, since an old picture must not pass for a live
one, and how old a later one is, its file's time says. Only where it is asked for, for a recording, the folder is
played from its first picture in the order of their names. Of those that come later the newest counts, unless a pace
is asked for. A folder cleared and begun anew with lower numbers goes on with these, and no picture comes twice.
"""

import os
import re
from collections import deque
from pathlib import Path

ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".bmp"})
PACE = 25.0
"""Pictures a second where nothing else is said."""
NS = 1_000_000_000


def order(name: str) -> tuple[str | int, ...]:
    """The sort key of a picture's name: its numbers count as numbers, so 2 comes before 10."""
    return tuple(int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name))


class Folder:
    """The pictures of a folder, each given out at most once. `number` counts those passed over, too.

    `written` is when the file of the last one given out was written, in ns since 1970.
    """

    def __init__(self, path: Path, fps: float | None = None, *, from_first: bool = False) -> None:
        """`fps` is the pace asked for; `from_first` plays what lies there when it is opened."""
        self.path = path
        self.from_first = from_first
        self.written = 0
        self.number = 0
        self.dropped = 0
        self._step = round(NS / (fps or PACE))
        self._paced = fps is not None
        self._known: dict[str, int] | None = None
        self._waiting: deque[str] = deque()
        self._last: tuple[str, int] | None = None
        self._due = 0

    def open(self) -> None:
        """Look at what is there; opened again after a fault, what was given out stays so.

        Raises:
            OSError: the folder is absent or may not be read.
        """
        names = self._names()
        if self._known is None:
            self._known = names
            self._waiting = deque(sorted(names, key=order) if self.from_first else ())

    def due(self, now: int) -> Path | None:
        """The picture to show at `now` (monotonic ns), or None. Raises OSError when the folder has gone."""
        if not self._waiting:
            self._arrivals(now)
        if not self._waiting or now < self._due:
            return None
        self._due = self._due or now
        skip = min((now - self._due) // self._step, len(self._waiting) - 1)
        self._due += (skip + 1) * self._step
        for _ in range(skip):
            self._waiting.popleft()
        self.dropped += skip
        self.number += skip + 1
        path = self.path / self._waiting.popleft()
        self.written = _changed(path)
        self._last = (path.name, self.written)
        return path

    def _arrivals(self, now: int) -> None:
        """Take in what has come since; without a pace the newest of it is due at once."""
        names = self._names()
        known = self._known or {}
        fresh = [name for name, file in names.items() if known.get(name) != file]
        self._known = names
        if not names:
            self._last = None
        fresh = self._in_turn(fresh, names)
        if not fresh:
            return
        if not self._paced:
            passed = max(0, len(fresh) - 1)
            self.dropped += passed
            self.number += passed
            fresh = fresh[-1:]
        self._waiting.extend(fresh)
        self._due = max(self._due, now) if self._paced else now

    def _in_turn(self, fresh: list[str], names: dict[str, int]) -> list[str]:
        """Those that follow the last one given out, the newest last. A camera may use its names again."""
        if not self.from_first:
            fresh = sorted(fresh, key=lambda one: (_changed(self.path / one), order(one)))
        else:
            fresh = sorted(fresh, key=order)
        if not self._last or not fresh:
            return fresh
        name, since = self._last
        if not self.from_first:
            return [one for one in fresh if order(one) > order(name) or _changed(self.path / one) > since]
        if name not in names and order(fresh[-1]) < order(name):
            return [one for one in fresh if _changed(self.path / one) > since]
        return [one for one in fresh if order(one) > order(name)]

    def _names(self) -> dict[str, int]:
        """The pictures' names and the numbers of their files: a picture renamed over another is another file."""
        with os.scandir(self.path) as entries:
            return {
                one.name: one.inode()
                for one in entries
                if one.name[:1] != "." and Path(one.name).suffix.lower() in ENDINGS
            }


def _changed(path: Path) -> int:
    """When a picture was written, in ns; 0 where it has been cleared away."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
