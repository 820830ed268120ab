"""One round out of a journal, moment by moment: who said what, and what the table made of it."""

from pathlib import Path
from typing import Any

import msgspec

from bridge.journal.export import OPENED, rounds
from bridge.journal.moments import Words, event_words
from bridge.journal.tape import EventAt, HeaderAt, ReadingAt, Torn, journal
from bridge.journal.verify import files_of
from bridge.records import Header, JournalError
from bridge.setup import Setup

OVER = "Checkpoint"
"""The event with which a round is over and the table has written its state down."""

ENDS = {"RoundComplete": "complete", "Voided": "void", "RoundCancelled": "cancelled", "ResultWithdrawn": "withdrawn"}


class Moment(msgspec.Struct, frozen=True):
    """One line: `at` monotonic ns, `wall` ns since 1970, `lane` who speaks, and the numbers it stands under."""

    at: int
    wall: int
    lane: str
    text: str
    reading: int = 0
    event: int = 0


class Timeline(msgspec.Struct, frozen=True):
    """A round: how it ended in a word (`open` while it has not), the holds nobody has ended, and its moments."""

    round: str
    table: str
    game: str
    mode: str
    ended: str
    holds: tuple[int, ...]
    sealed: int
    moments: tuple[Moment, ...]


class _Scribe:
    """Follows a journal and writes down the moments of one round."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._inside = False
        self._words: Words | None = None
        self._reading: ReadingAt | None = None
        self._events: list[dict[str, Any]] = []
        self.header: Header | None = None
        self.mode = ""
        self.moments: list[Moment] = []
        self.told: list[dict[str, Any]] = []

    def begin(self, header: Header) -> None:
        """Another file: another set-up, perhaps."""
        self.header = header
        self._words = Words(Setup.of(header))

    def reading(self, piece: ReadingAt) -> None:
        """A reading; what the one before led to is whole."""
        self.settle()
        self._reading = piece

    def event(self, piece: EventAt) -> None:
        """An event of the last reading."""
        self._events.append(msgspec.json.decode(piece.body))

    def settle(self) -> None:
        """Write down the last reading and its events where they belong to the round."""
        events, self._events = self._events, []
        mine = [event for event in events if event["round"] == self._name]
        opened = [event for event in events if event["what"]["kind"] == OPENED]
        if opened:
            self._inside = opened[0]["round"] == self._name
        reading, self._reading = self._reading, None
        if reading is None or self._words is None:
            return
        lane, texts = self._words.of(reading.reading)
        if not self._inside and not mine:
            return
        stamp = reading.reading
        self.moments += [Moment(stamp.at, stamp.wall, lane, text, reading.n) for text in texts]
        for event in events if self._inside else mine:
            self.moments.append(Moment(event["at"], event["wall"], "table", event_words(event["what"]), 0, event["n"]))
            self.told.append(event)
        if any(event["what"]["kind"] == OVER for event in events):
            self._inside = False


def timeline(path: Path, name: str) -> Timeline:
    """The timeline of a round from a journal's directory or file.

    Raises:
        JournalError: no such journal or round, or a line is not as it was written.
        ConfigError: the header names what this program does not have.
    """
    scribe = _Scribe(name)
    try:
        for piece in journal(files_of((path,))):
            match piece:
                case HeaderAt():
                    scribe.begin(piece.header)
                case ReadingAt():
                    scribe.reading(piece)
                case EventAt():
                    scribe.event(piece)
                case _:
                    pass
    except Torn:
        pass
    scribe.settle()
    if not scribe.told or scribe.header is None:
        known = rounds(path)
        raise JournalError(f"there is no round {name!r} here; the last ones are {', '.join(known[-5:]) or 'none'}")
    return _timeline(name, scribe, scribe.header)


def _timeline(name: str, scribe: _Scribe, header: Header) -> Timeline:
    mine = [event for event in scribe.told if event["round"] == name]
    ended, holds, sealed = "open", dict[int, None](), dict[int, None]()
    for event in mine:
        what = event["what"]
        match what["kind"]:
            case "Held":
                holds[what["hold"]] = None
            case "HoldReleased":
                holds.pop(what["hold"], None)
            case "CardDealt" if what["seal"]:
                sealed[event["n"]] = None
            case "CardConfirmed" | "SealOpened":
                sealed.pop(what["dealt"], None)
            case kind:
                ended = ENDS.get(kind, ended)
    return Timeline(
        name,
        header.table,
        header.config.game,
        mine[0]["mode"],
        ended,
        tuple(holds),
        len(sealed),
        tuple(scribe.moments),
    )
