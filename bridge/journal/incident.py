"""The slip of a round for the file: each case with its clause, its evidence in words, who ruled, and what changed.

Faces that a reading names are told only once no card of the round is sealed any more: a camera's where the stream has
published that face in the round, all others' where it has published it by this very reading.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import msgspec

from bridge.journal.cases import Case, Clerk, Notice, untouched
from bridge.journal.moments import Said
from bridge.journal.standing import Body
from bridge.journal.timeline import Scribe, Timeline, follow, timeline_of
from bridge.setup import Setup
from games.conditions import Situation, condition

HIDDEN = "a face that was not published"


class Evidence(msgspec.Struct, frozen=True):
    """What a reading said, in words, and who."""

    reading: int
    lane: str
    text: str


class Finding(msgspec.Struct, frozen=True):
    """A case with its evidence, and what it means for the money."""

    case: Case
    evidence: tuple[Evidence, ...]
    money: tuple[str, ...]


class Incident(msgspec.Struct, frozen=True):
    """A round's cases; `notices` are no fault of a card. `placement` and `result` are the last that was published."""

    round: str
    table: str
    game: str
    mode: str
    ended: str
    opened: int
    sealed: int
    findings: tuple[Finding, ...]
    notices: tuple[Notice, ...]
    placement: dict[str, str]
    result: str


class Slip(msgspec.Struct, frozen=True):
    """A round's incident and its timeline, made from one reading of the journal."""

    incident: Incident
    timeline: Timeline


def slip(path: Path, name: str) -> Slip:
    """The slip of a round from a journal's directory or file.

    Raises:
        JournalError: no such journal or round, or a line is not as it was written.
        ConfigError: the header names what this program does not have.
    """
    scribe = follow(path, name)
    clerk = _clerk(scribe)
    missing = {reading for case in clerk.cases for reading in case.causes} - scribe.heard.keys()
    if missing:
        scribe = follow(path, name, frozenset(missing))
    found = timeline_of(scribe)
    faces = _Faces(scribe, found)
    findings = tuple(
        Finding(
            case,
            tuple(faces.evidence(scribe.heard, case)),
            tuple(one for one in case.money if one) or (untouched(case),),
        )
        for case in clerk.cases
    )
    about = (found.round, found.table, found.game, found.mode, found.ended, found.moments[0].at, found.sealed)
    last = clerk.standing
    return Slip(Incident(*about, findings, tuple(clerk.notices), last.placement, last.result), found)


def _clerk(scribe: Scribe) -> Clerk:
    """The clerk once he has taken all that is about the round, or about no round and beside it."""
    assert scribe.header is not None
    rows = Setup.of(scribe.header).game.conditions
    clerk = Clerk(scribe.asked, condition(rows, Situation.FOUND_LATE).clause)
    every = [told for told in (*scribe.told, *scribe.beside) if told.event["round"] in ("", scribe.name)]
    every.sort(key=lambda told: int(told.event["n"]))
    for _, batch in groupby(every, key=lambda told: told.reading):
        clerk.take(list(batch))
    return clerk


class _Faces:
    """Which faces of readings may be told."""

    def __init__(self, scribe: Scribe, found: Timeline) -> None:
        assert scribe.header is not None
        self._cameras = {camera.name for camera in scribe.header.config.camera}
        self._over = found.ended != "open" and not found.sealed
        self._by: dict[int, set[str]] = {}
        for event in scribe.mine if self._over else ():
            for reading in event["causes"]:
                self._by.setdefault(reading, set()).update(_published(event["what"]))
        self._public = {face for faces in self._by.values() for face in faces}

    def evidence(self, heard: dict[int, Said], case: Case) -> Iterator[Evidence]:
        """What each reading of a case said."""
        for reading in case.causes:
            said = heard.get(reading)
            if said is None:
                yield Evidence(reading, "", "its reading is in no file of this journal")
            else:
                faces = self._told(reading, said)
                yield Evidence(reading, said.lane, f"{said.standing}: {faces}" if faces else said.standing)

    def _told(self, reading: int, said: Said) -> str:
        """The faces of a reading. Another card of many decks may bear a published face and still be sealed."""
        may = self._public if said.lane in self._cameras else self._by.get(reading, set())
        told = [face for face in said.faces if face in may]
        hidden = [f"{len(said.faces) - len(told)} x {HIDDEN}"] if self._over and len(told) < len(said.faces) else []
        return ", ".join([*([" ".join(told)] if told else []), *hidden])


def _published(what: Body) -> Iterator[str]:
    """The faces that an event tells."""
    match what["kind"]:
        case "CardConfirmed" | "SealOpened":
            yield what["card"]
        case "Reconstructed":
            yield from (one["card"] for one in (*what["placed"], *what["was"]))
        case "ResultCorrected":
            yield from (card for one in what["outcome"]["hands"] for card in one["cards"])
        case _:
            pass
