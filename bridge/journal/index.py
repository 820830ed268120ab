"""Where each event of the epoch lies on disk, so that whoever missed some can be given them again.

The file that is being written has its places in memory, 12 bytes an event. Older stretches are known by their first
and last event only; their places are looked for when somebody asks, and those of a few stretches are kept.
The core thread adds, the desk thread reads: what a reader holds is never changed under it, only outgrown or replaced.
"""

import os
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from bridge.journal import lines
from bridge.records import JournalError, Stored

CHUNK = 1 << 16
"""Bytes read at a time: few enough that lines are taken apart while the processor still holds them."""
KEPT = 4
"""Older stretches whose places are kept in memory."""

_EVENT = b'\n{"event":'


class Places:
    """Places in one file of consecutive events from number `first` on: the line's offset and length."""

    def __init__(self, path: Path, first: int) -> None:
        self.path = path
        self.first = first
        self.offsets = array("Q")
        self.lengths = array("I")

    def add(self, offset: int, length: int) -> None:
        """The next event's line, without its line feed."""
        self.lengths.append(length)
        self.offsets.append(offset)

    def __len__(self) -> int:
        return len(self.offsets)


class Stretch(NamedTuple):
    """Bytes `start` to `end` of a file, which hold the events `first` to `last`; both ends lie between lines."""

    path: Path
    start: int
    end: int
    first: int
    last: int


def chunks(path: Path, start: int, end: int) -> Iterator[bytes]:
    """The file's bytes in pieces that begin and end between lines; the last may lack its line feed."""
    with path.open("rb") as file:
        file.seek(start)
        rest, left = b"", end - start
        while left > 0 and (piece := file.read(min(CHUNK, left))):
            left -= len(piece)
            cut = piece.rfind(b"\n") + 1
            if cut:
                yield rest + piece[:cut]
                rest = piece[cut:]
            else:
                rest += piece
        if rest:
            yield rest


def look(stretch: Stretch) -> Places:
    """The places of a stretch's events."""
    places = Places(stretch.path, stretch.first)
    base = stretch.start - 1
    for chunk in chunks(stretch.path, stretch.start, stretch.end):
        text = b"\n" + chunk
        at = text.find(_EVENT)
        while at >= 0:
            end = text.find(b"\n", at + 1)
            places.add(base + at + 1, end - at - 1)
            at = text.find(_EVENT, end)
        base += len(chunk)
    return places


class Index:
    """All events of the epoch up to `synced`, the last one that is on disk for certain."""

    def __init__(self, older: tuple[Stretch, ...], live: Places, synced: int) -> None:
        self._now = (older, live)
        self._kept: dict[Stretch, Places] = {}
        self.synced = synced

    @property
    def live(self) -> Places:
        """The places of the file that is being written."""
        return self._now[1]

    @property
    def oldest(self) -> int:
        """The number of the first event that is still there."""
        older, live = self._now
        return min((stretch.first for stretch in older), default=live.first)

    def turn(self, path: Path, end: int) -> None:
        """Go on in another file; the one before ends at `end`."""
        older, live = self._now
        start = max((stretch.end for stretch in older if stretch.path == live.path), default=0)
        done = Stretch(live.path, start, end, live.first, live.first + len(live) - 1)
        self._now = ((*older, done), Places(path, live.first + len(live)))

    def read(self, first: int, limit: int) -> tuple[Stored, ...]:
        """At most `limit` events from number `first` on, in order.

        Raises:
            JournalError: a file has gone or is not what it was.
        """
        found: list[Stored] = []
        until = min(first + limit - 1, self.synced)
        older, live = self._now
        while (n := first + len(found)) <= until:
            places = live if n >= live.first else self._older(older, n)
            found += _read(places, n, min(until, places.first + len(places) - 1))
        return tuple(found)

    def _older(self, older: tuple[Stretch, ...], n: int) -> Places:
        stretch = next((stretch for stretch in older if stretch.first <= n <= stretch.last), None)
        if stretch is None:
            raise JournalError(f"event {n} lies in no file of this journal")
        places = self._kept.get(stretch)
        if places is None:
            places = look(stretch)
            if len(places) != stretch.last - stretch.first + 1:
                raise JournalError(f"{stretch.path}: events {stretch.first} to {stretch.last} are not all there")
            kept = {key: value for key, value in [*self._kept.items()][-KEPT + 1 :] if key != stretch}
            self._kept = {**kept, stretch: places}
        return places


def _read(places: Places, first: int, last: int) -> list[Stored]:
    fd = os.open(places.path, os.O_RDONLY)
    try:
        return [
            stored(os.pread(fd, places.lengths[n - places.first], places.offsets[n - places.first]))
            for n in range(first, last + 1)
        ]
    except (ValueError, msgspec.MsgspecError) as error:
        raise JournalError(f"{places.path}: cannot be read back between events {first} and {last}: {error}") from error
    finally:
        os.close(fd)


def stored(line: bytes) -> Stored:
    """The event of a line (without its line feed).

    Raises:
        ValueError: the line holds no event.
    """
    found = lines.parse(line)
    if found.kind is not lines.Kind.EVENT:
        raise ValueError("the line holds no event")
    gist = lines.gist(found.body)
    return Stored(found.n, gist.round, gist.what.kind, found.body, found.hash.decode())
