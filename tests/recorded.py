"""The recordings as values, for the tests that run them changed: their set-up, readings, truth and what they cover."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from bridge.events import Alarm, CardConfirmed, DiceRead, Event, Held, RoundComplete, Voided
from bridge.journal.tape import EVENTS, SCAN, HeaderAt, ReadingAt, recording
from bridge.readings import Asked, DeviceBytes, Reading, Started, Tick
from bridge.reconcile import rulings
from bridge.reconcile.seals import dice_text
from bridge.session import SessionState, Setup, Taken, begin, take
from games.conditions import Condition, Situation, condition
from shoe.dialects import Pending
from shoe.messages import Message
from tests.record.recorder import DICE, known_games

FOLDER = Path(__file__).parent / "recordings"


class Recording(NamedTuple):
    """A recording; `truth` is which card lay in which spot of each round."""

    name: str
    setup: Setup
    readings: tuple[Reading, ...]
    truth: dict[str, dict[str, str]]

    @property
    def alone(self) -> bool:
        """Whether one source that has no check is the only one."""
        unchecked = any(not device.dialect.checked for device in self.setup.devices.values() if device.source)
        return unchecked and len(self.setup.sources) == 1


class _Head(msgspec.Struct):
    truth: dict[str, dict[str, str]] = {}


def names() -> tuple[str, ...]:
    """The names of all recordings."""
    return tuple(sorted(path.name.removesuffix(SCAN) for path in FOLDER.glob(f"*{SCAN}")))


def goldens() -> tuple[str, ...]:
    """The names of all files of expected events."""
    return tuple(sorted(path.name.removesuffix(EVENTS) for path in FOLDER.glob(f"*{EVENTS}")))


@cache
def load(name: str) -> Recording:
    """A recording of tests/recordings/."""
    path = FOLDER / f"{name}{SCAN}"
    with path.open("rb") as file:
        head = msgspec.json.decode(file.readline(), type=_Head)
    pieces = list(recording(path))
    header = next(piece.header for piece in pieces if isinstance(piece, HeaderAt))
    with known_games():
        setup = Setup.of(header)
    readings = tuple(piece.reading for piece in pieces if isinstance(piece, ReadingAt))
    return Recording(name, setup, readings, head.truth)


def fold(setup: Setup, readings: Iterable[Reading], state: SessionState | None = None) -> Iterator[Taken]:
    """Every reading through the session, from a state or from the start."""
    state = state or begin(setup)
    for reading in readings:
        taken = take(setup, state, state.reading + 1, reading)
        state = taken.state
        yield taken


@cache
def takens(name: str) -> tuple[Taken, ...]:
    """What each reading of a recording led to."""
    found = load(name)
    return tuple(fold(found.setup, found.readings))


def events(steps: Iterable[Taken]) -> list[Event]:
    """All that was said."""
    return [event for taken in steps for event in taken.events]


def confirmed(said: Iterable[Event]) -> set[tuple[str, str, str]]:
    """The confirmed cards: round, spot, card; and the throws that two sources agreed on as their round ended."""
    found: set[tuple[str, str, str]] = set()
    dice: dict[str, DiceRead] = {}
    for event in said:
        match event.what:
            case CardConfirmed() as card:
                found.add((event.round, str(card.spot), card.card.value))
            case DiceRead() as read:
                dice[event.round] = read
            case RoundComplete() if event.round in dice and len(dice[event.round].by) > 1:
                found.add((event.round, DICE, dice_text(dice[event.round].values)))
            case _:
                pass
    return found


def true_cards(found: Recording) -> set[tuple[str, str, str]]:
    """What really lay: round, spot, card, and the throws beside them."""
    return {(round_, spot, card) for round_, spots in found.truth.items() for spot, card in spots.items()}


def messages(
    setup: Setup, readings: Iterable[Reading], lines: dict[str, Pending] | None = None
) -> Iterator[tuple[int, Message]]:
    """What the devices said, read from a state of their lines on; each message with its reading's place."""
    pending = dict(lines or {})
    for place, reading in enumerate(readings):
        match reading:
            case DeviceBytes():
                chunks = {reading.device: bytes.fromhex(reading.data)}
            case Tick():
                chunks = {name: b"" for name, one in pending.items() if one.buffer or one.untold}
            case Started():
                pending = {name: msgspec.structs.replace(one, buffer=b"") for name, one in pending.items()}
                continue
            case _:
                continue
        for name, data in chunks.items():
            dialect = setup.devices[name].dialect
            pending[name], said = dialect.decode(pending.get(name) or Pending(), data, reading.at)
            yield from ((place, message) for message in said)


def rulings_of(found: Recording) -> set[Condition]:
    """The rows by which the house had to rule."""
    asked: set[Condition] = set()

    def listening(rows: tuple[Condition, ...], situation: Situation) -> Condition:
        row = condition(rows, situation)
        asked.add(row)
        return row

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulings, "condition", listening)
        for _ in fold(found.setup, found.readings):
            pass
    return asked


@cache
def covers(name: str) -> frozenset[tuple[str, object]]:
    """Everything of the closed lists that occurs in a recording, each with its list's name."""
    found = load(name)
    said = [event.what for event in events(takens(name))]
    faults = {what.fault for what in said if isinstance(what, Alarm | Held | Voided) and what.fault}
    config = found.setup.config
    rows = rulings_of(found)
    return frozenset(
        {("message", type(message)) for _, message in messages(found.setup, found.readings)}
        | {("reading", type(reading)) for reading in found.readings}
        | {("event", type(what)) for what in said}
        | {("fault", fault) for fault in faults}
        | {("command", type(reading.command)) for reading in found.readings if isinstance(reading, Asked)}
        | {("dialect", device.dialect) for device in config.device}
        | {("game", config.game)}
        | {(config.game, row) for row in rows}
        | {("situation", row.situation) for row in rows}
    )
