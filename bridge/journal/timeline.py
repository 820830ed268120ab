"""One round out of a journal, moment by moment: who said what, and what the table made of it."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bridge.journal.export import OPENED, rounds
from bridge.journal.moments import Said, Words, event_words
from bridge.journal.tape import EventAt, HeaderAt, ReadingAt, Torn, journal
from bridge.journal.verify import files_of
from bridge.readings import Asked
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


class Told(NamedTuple):
    """An event of the round, or of no round beside it, and the number of the reading that led to it."""

    reading: int
    event: dict[str, Any]


class Scribe:
    """Follows a journal and writes down the moments of one round.

    `told` are the events in the round's time and about it, `beside` those of no round since the round before and until
    the next; `heard` is what each reading by its number said, `asked` which of them were commands.
    """

    def __init__(self, name: str, wanted: frozenset[int] = frozenset()) -> None:
        self._wanted = wanted
        self.name = name
        self._inside = False
        self._words: Words | None = None
        self._reading: ReadingAt | None = None
        self._events: list[dict[str, Any]] = []
        self.header: Header | None = None
        self._near: dict[int, Said] = {}
        self._astray: list[Told] = []
        self._over = False
        self.moments: list[Moment] = []
        self.told: list[Told] = []
        self.beside: list[Told] = []
        self.heard: dict[int, Said] = {}
        self.asked: dict[int, Asked] = {}

    @property
    def mine(self) -> list[dict[str, Any]]:
        """The events about the round."""
        return [told.event for told in self.told if told.event["round"] == self.name]

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
        mine = [event for event in events if event["round"] == self.name]
        opened = [event for event in events if event["what"]["kind"] == OPENED]
        reading, self._reading = self._reading, None
        if opened:
            self._open(opened[0]["round"])
        if reading is None or self._words is None:
            return
        said = self._words.hear(reading.reading)
        if reading.n in self._wanted:
            self.heard[reading.n] = said
        if not self._inside and not mine:
            self._aside(reading.n, said, events)
            return
        stamp = reading.reading
        self.heard[reading.n] = said
        if isinstance(stamp, Asked):
            self.asked[reading.n] = stamp
        self.moments += [Moment(stamp.at, stamp.wall, said.lane, text, reading.n) for text in said.news]
        for event in events if self._inside else mine:
            self.moments.append(Moment(event["at"], event["wall"], "table", event_words(event["what"]), 0, event["n"]))
            self.told.append(Told(reading.n, event))
        if any(event["what"]["kind"] == OVER for event in events):
            self._over, self._inside = self._over or self._inside, False

    def _open(self, name: str) -> None:
        """A round begins: what was said of no round since the last one belongs beside it, if it is this one."""
        self._inside = name == self.name
        if self._inside:
            self.beside = self._astray
        elif self._over:
            self.beside += self._astray
        if self._inside or self._over:
            self.heard.update(self._near)
        self._over = False
        self._astray, self._near = [], {}

    def _aside(self, n: int, said: Said, events: list[dict[str, Any]]) -> None:
        """Between two rounds: keep what may belong beside this one."""
        astray = [Told(n, event) for event in events if not event["round"]]
        self._astray += astray
        if astray or said.news:
            self._near[n] = said
        if any(event["what"]["kind"] == OVER for event in events):
            self._astray, self._near = [], {}  # it was said in the time of another round

    def end(self) -> None:
        """The journal ends: what was said since the round was over stands beside it."""
        self.settle()
        if self._over:
            self._open("")


def timeline(path: Path, name: str) -> Timeline:
    """The timeline of a round from a journal's directory or file.

    Raises:
        JournalError: no such journal or round, or a line is not as it was written.
        ConfigError: the header names what this program does not have.
    """
    return timeline_of(follow(path, name))


def follow(path: Path, name: str, wanted: frozenset[int] = frozenset()) -> Scribe:
    """A journal's directory or file, read to its end for one round; `wanted` are readings of another time to hear, too.

    Raises:
        JournalError: as `timeline`.
        ConfigError: as `timeline`.
    """
    scribe = Scribe(name, wanted)
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
    scribe.end()
    if not scribe.told:
        known = rounds(path)
        raise JournalError(f"there is no round {name!r} here; the last ones are {', '.join(known[-5:]) or 'none'}")
    return scribe


def timeline_of(scribe: Scribe) -> Timeline:
    """What a scribe wrote down, as a timeline."""
    header, mine = scribe.header, scribe.mine
    assert header is not None
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
        scribe.name,
        header.table,
        header.config.game,
        mine[0]["mode"],
        ended,
        tuple(holds),
        len(sealed),
        tuple(scribe.moments),
    )
