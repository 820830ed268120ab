"""Readings from a file through the same loop as live, and every event held against the one that was made then.

Nothing sleeps, nothing is filtered, and no clock, time zone, folder or hash seed has a say: the bytes must be equal.
The first difference is told with its place; from there on events are only counted.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import assert_never

import msgspec

from bridge.drive import Core, decode_state, encode_state
from bridge.journal.comparison import Comparison, Difference, unlike
from bridge.journal.tape import (
    EVENTS,
    SCAN,
    Changed,
    CheckpointAt,
    EventAt,
    HeaderAt,
    Piece,
    ReadingAt,
    Torn,
    expected,
    journal,
    name_of,
    recording,
)
from bridge.journal.verify import files_of
from bridge.records import Header, JournalError
from bridge.session import Setup, begin


class Report(msgspec.Struct, frozen=True):
    """What a replay came to: events by kind as the file has them and as they were made, and the first difference.

    `owed` events follow from the last reading of a journal that ends before them, as one cut off by a crash does;
    `torn` says that its last line lacks its end.
    """

    ok: bool
    readings: int
    had: dict[str, int]
    made: dict[str, int]
    owed: int = 0
    torn: str = ""
    difference: Difference | None = None


class Fold:
    """The loop over the pieces of a file."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._core: Core | None = None
        self._header: Header | None = None
        self._first = 0
        self._anew = False
        self._trust = False
        self._alone = True

    def piece(self, piece: Piece) -> None:
        """Take one piece.

        Raises:
            ConfigError: the header names what this program does not have.
            JournalError: a state is not of this program.
        """
        match piece:
            case ReadingAt():
                self._take(piece)
            case HeaderAt():
                self._begin(piece)
            case EventAt():
                if piece.n > self._first:
                    self._comparison.there(piece)
            case CheckpointAt():
                self._checkpoint(piece)
            case _:
                assert_never(piece)

    def _begin(self, piece: HeaderAt) -> None:
        setup = Setup.of(piece.header)
        self._anew = True
        self._trust = self._header is None or self._header.program != piece.header.program
        self._header = piece.header
        if self._core is None:
            state = decode_state(piece.state) if piece.state else begin(setup)
            self._anew = not piece.state
            self._core = Core(setup, state, self._comparison, checkpoints=False)
            self._first = state.event
        else:
            self._alone = False
        self._core.setup = setup

    def _take(self, piece: ReadingAt) -> None:
        core, comparison = self._core or self._running(piece), self._comparison
        if self._anew:
            # No state stands at the file's head: another program began there from nothing, or nothing was before it.
            core.state = begin(core.setup)
            comparison.forget()
            self._anew = False
        if comparison.owed:
            comparison.missing(piece.where)
        comparison.n = piece.n
        core.take(piece.reading)

    def _checkpoint(self, piece: CheckpointAt) -> None:
        core = self._running(piece)
        if self._anew and self._trust:
            core.state = decode_state(piece.state)
            self._first = core.state.event if self._alone else self._first
        elif (state := encode_state(core.state)) != piece.state and self._comparison.difference is None:
            what = f"the state after reading {core.state.reading} is another than was written down"
            self._comparison.differs(
                what, str(piece.where), core.state.event, core.state.reading, unlike(piece.state, state)
            )
        self._anew = False

    def _running(self, piece: Piece) -> Core:
        if self._core is None:
            raise JournalError(f"{piece.where}: a header must stand before")
        return self._core


def replay(path: Path) -> Report:
    """Replay a journal's directory or file, or a recording against its `NAME.events.jsonl`.

    Raises:
        JournalError: there is no such journal or recording, nothing in it, or it is not of this program.
        ConfigError: a header names what this program does not have.
        OSError: a file cannot be read.
    """
    if path.name.endswith(SCAN):
        return _something(path, replay_recording(path)[0])
    comparison = Comparison()
    torn = ""
    try:
        _run(journal(files_of((path,))), comparison)
    except Torn as error:
        torn = str(error)
    except Changed as error:
        comparison.differs(error.what, error.where, 0, comparison.n)
    return _something(path, _report(comparison, comparison.owed, torn))


def replay_recording(path: Path) -> tuple[Report, list[bytes]]:
    """Replay a recording; also the bodies of all events it makes.

    Raises: as `replay`.
    """
    comparison = Comparison()
    beside = path.with_name(name_of(path) + EVENTS)
    if beside.exists():
        for event in expected(beside):
            comparison.there(event)
    else:
        comparison.differs(
            f"there is no {beside.name}: read what is made, then write it with --accept", str(path), 0, 0
        )
    comparison.bodies = []
    _run(recording(path), comparison)
    comparison.missing(f"{beside}, at its end")
    return _report(comparison), comparison.bodies


def _something(path: Path, report: Report) -> Report:
    """The report, where it is about something: what has no reading is not "the same".

    Raises:
        JournalError: there is neither a reading nor a difference.
    """
    if report.ok and not report.readings:
        raise JournalError(f"{path}: nothing to replay: there is no reading in it")
    return report


def _run(pieces: Iterable[Piece], comparison: Comparison) -> None:
    fold = Fold(comparison)
    for piece in pieces:
        fold.piece(piece)


def _report(comparison: Comparison, owed: int = 0, torn: str = "") -> Report:
    comparison.surplus()
    had, made = dict(sorted(comparison.had.items())), dict(sorted(comparison.made.items()))
    found = comparison.difference
    return Report(found is None, comparison.readings, had, made, owed, torn, found)
