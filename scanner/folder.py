"""A folder of numbered pictures as a camera: which picture is due, while more are being put there.

Whoever writes a picture writes it under another name and renames it into place, so that none is read half. Pictures
that lay there at the start are played in the order of their names, unless the folder is being written to just then: an
old picture must not pass for a live one. Of those that come later the newest counts, unless a pace is asked for.
A folder cleared and begun anew with lower numbers goes on with these, and no picture comes twice.
"""

import os
import re
from collections import deque
from pathlib import Path

ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".bmp"})
PACE = 25.0
"""Pictures a second where nothing else is said."""
NS = 1_000_000_000
LIVE_NS = 250_000_000
"""A folder whose newest picture is younger than this is a camera at work, not a recording."""


def order(name: str) -> tuple[str | int, ...]:
    """The sort key of a picture's name: its numbers count as numbers, so 2 comes before 10."""
    return tuple(int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name))


class Folder:
    """The pictures of a folder, each given out at most once. `number` counts those passed over, too."""

    def __init__(self, path: Path, fps: float | None = None, *, only_new: bool = False) -> None:
        self.path = path
        self.number = 0
        self.dropped = 0
        self._step = round(NS / (fps or PACE))
        self._paced = fps is not None
        self._only_new = only_new
        self._known: set[str] | None = None
        self._waiting: deque[str] = deque()
        self._last: tuple[str, int] | None = None
        self._due = 0

    def open(self, wall: int) -> None:
        """Look at what is there at `wall` ns since 1970; opened again after a fault, what was given out stays so.

        Raises:
            OSError: the folder is absent or may not be read.
        """
        names = self._names()
        if self._known is None:
            self._known = names
            first = sorted(names, key=order)
            live = bool(first) and wall - _changed(self.path / first[-1]) < LIVE_NS
            self._waiting = deque(first[-1:] if self._only_new or (live and not self._paced) else first)

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
        self._last = (path.name, _changed(path))
        return path

    def _arrivals(self, now: int) -> None:
        """Take in what has come since; without a pace the newest of it is due at once."""
        names = self._names()
        fresh = sorted(names - (self._known or set()), key=order)
        self._known = names
        if not names:
            self._last = None
        if not fresh:
            return
        if self._last:
            name, since = self._last
            if name not in names and order(fresh[-1]) < order(name):
                fresh = [one for one in fresh if _changed(self.path / one) > since]
            else:
                fresh = [one for one in fresh if order(one) > order(name)]
        if not self._paced:
            passed = max(0, len(fresh) - 1)
            self.dropped += passed
            self.number += passed
            fresh = fresh[-1:]
        self._waiting.extend(fresh)
        self._due = max(self._due, now) if self._paced else now

    def _names(self) -> set[str]:
        with os.scandir(self.path) as entries:
            return {one.name for one in entries if one.name[:1] != "." and Path(one.name).suffix.lower() in ENDINGS}


def _changed(path: Path) -> int:
    """When a picture was written, in ns; 0 where it has been cleared away."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
