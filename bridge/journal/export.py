"""Cut rounds out of a journal as a recording: the readings from the checkpoint before them, and their events.

The range begins with the last checkpoint before the first round's opening and ends before the reading that opens
the round after the last one. What is said of these rounds later (a corrected result) is not in it.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import assert_never

import msgspec

from bridge.journal.lines import gist
from bridge.journal.tape import EVENTS, SCAN, CheckpointAt, EventAt, HeaderAt, Piece, ReadingAt, Torn, journal
from bridge.journal.verify import files_of
from bridge.records import Header, JournalError

OPENED = "RoundOpened"


class Cut(msgspec.Struct):
    """A recording in the making: `state` is empty where the range begins with the epoch."""

    header: Header
    state: bytes = b""
    readings: list[tuple[int, bytes]] = []
    events: list[bytes] = []

    def scan(self) -> bytes:
        """The bytes of the `NAME.scan.jsonl`."""
        state = b',"state":%b' % self.state if self.state else b""
        head = b'{"recording":1,"header":%b%b}\n' % (msgspec.json.encode(self.header), state)
        return head + b"".join(b'{"reading":%b,"n":%d}\n' % (body, n) for n, body in self.readings)


class _Shears:
    """Follows a journal and keeps what belongs to the wanted rounds; a reading and its events go together."""

    def __init__(self, wanted: tuple[str, ...]) -> None:
        self._wanted = wanted
        self._cut: Cut | None = None
        self._begun = False
        self._reading: ReadingAt | None = None
        self._events: list[bytes] = []
        self.ended = False

    def piece(self, piece: Piece) -> None:
        """Take the next piece of the journal."""
        match piece:
            case HeaderAt():
                self._header(piece.header)
            case CheckpointAt():
                self._settle()
                if not self._begun and self._cut is not None:
                    self._cut = Cut(self._cut.header, piece.state)
            case ReadingAt():
                self._settle()
                self._reading = piece
            case EventAt():
                self._event(piece)
            case _:
                assert_never(piece)

    def done(self) -> Cut:
        """What was kept."""
        if not self.ended:
            self._settle()
        if self._cut is None:
            raise JournalError("the journal has no header")
        return self._cut

    def torn(self) -> None:
        """The journal ends in the middle of a line, so events of the last reading may be missing: leave it out."""
        self._reading = None

    def _header(self, header: Header) -> None:
        self._settle()
        if not self._begun or self._cut is None:
            self._cut = Cut(header)
        elif not self._cut.header.alike(header):
            raise JournalError("the program or the configuration changes between these rounds: export them apart")

    def _event(self, event: EventAt) -> None:
        opened = _opened(event)
        if opened is not None and opened in self._wanted:
            self._begun = True
        elif opened is not None and self._begun:
            self.ended = True
        if self._reading is not None:
            self._events.append(event.body)

    def _settle(self) -> None:
        if self._reading is not None and self._cut is not None:
            self._cut.readings.append((self._reading.n, self._reading.body))
            self._cut.events += self._events
        self._reading, self._events = None, []


def rounds(path: Path) -> tuple[str, ...]:
    """The rounds that a journal opens, in order.

    Raises:
        JournalError: there is no journal, or a line of it is not as it was written.
    """
    found: dict[str, None] = {}
    with suppress(Torn):
        for piece in journal(files_of((path,))):
            if isinstance(piece, EventAt) and (opened := _opened(piece)) is not None:
                found[opened] = None
    return tuple(found)


def parse_range(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The rounds of `A-B` or `A`, which are names the engine gave and may hold a hyphen themselves.

    Raises:
        JournalError: the journal has no such rounds; the message names some it has.
    """
    if text in known:
        return (text,)
    for at in (at for at, letter in enumerate(text) if letter == "-"):
        first, last = text[:at], text[at + 1 :]
        if first in known and last in known and known.index(first) <= known.index(last):
            return known[known.index(first) : known.index(last) + 1]
    has = ", ".join(known if len(known) <= 6 else (*known[:3], "...", *known[-3:])) or "none"
    raise JournalError(f"there are no rounds {text!r}; write A-B or A. The journal has {has}")


def cut(path: Path, text: str) -> Cut:
    """The recording of rounds `A-B`.

    Raises:
        JournalError: no such rounds, a line is not as it was written, or the range spans a change of configuration.
        OSError: a file cannot be read.
    """
    shears = _Shears(parse_range(text, rounds(path)))
    try:
        for piece in journal(files_of((path,))):
            shears.piece(piece)
            if shears.ended:
                break
    except Torn:
        shears.torn()
    return shears.done()


def export(path: Path, text: str, name: Path) -> tuple[Path, Path]:
    """Write the recording of rounds `A-B` as `NAME.scan.jsonl` and `NAME.events.jsonl`; neither may exist.

    Raises:
        JournalError: as `cut`.
        OSError: a file exists or cannot be written.
    """
    made = cut(path, text)
    scan, events = (name.with_name(name.name + end) for end in (SCAN, EVENTS))
    for file, data in ((scan, made.scan()), (events, b"".join(body + b"\n" for body in made.events))):
        # For the owner only: the header holds the secret of the epoch's seals.
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(data)
    return scan, events


def _opened(event: EventAt) -> str | None:
    about = gist(event.body)
    return about.round if about.what.kind == OPENED else None
