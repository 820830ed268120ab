"""Each recording with one report of a device lost, repeated, or one of its bytes changed: never another card.

A fault or a hold is allowed, and so is a card that is not confirmed; a confirmed card that did not lie there is not,
nor a throw of two sources that was another.
A lone source without check and counter cannot know that: how often is counted and printed (`pytest -s`).

People answer as they did, as far as they are asked the same: a person who is shown another hold gives no answer.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

import msgspec
import pytest

from bridge.commands import Reconstruct, Release
from bridge.events import Alarm, Event
from bridge.readings import Asked, DeviceBytes, Reading
from bridge.reconcile.state import Hold
from bridge.session import SessionState, take
from shoe.messages import Garbled
from tests.recorded import Recording, confirmed, load, messages, names, takens, true_cards

SAMPLED = 2_000
"""Changes tried in every run of the tests."""
ALONE = 300
"""Changes tried with a lone source, to count those that it cannot know."""


Kind = Literal["lost", "repeated", "flipped"]
KINDS: tuple[Kind, ...] = ("lost", "repeated", "flipped")


class Change(NamedTuple):
    """What is done to a recording at one of its readings; `place` and `byte` of a changed byte."""

    at: int
    kind: Kind
    place: int = 0
    byte: int = 0

    def of(self, reading: Reading) -> tuple[Reading, ...]:
        """What comes in instead of the reading."""
        assert isinstance(reading, DeviceBytes)
        match self.kind:
            case "lost":
                return ()
            case "repeated":
                return reading, reading
            case "flipped":
                data = bytearray.fromhex(reading.data)
                data[self.place] = self.byte
                return (msgspec.structs.replace(reading, data=data.hex()),)


class Came(NamedTuple):
    """What a change led to: confirmed cards that did not lie there, and whether another alarm was said."""

    false: set[tuple[str, str, str]]
    noticed: bool


@pytest.mark.parametrize("share", range(4))
def test_no_change_of_a_report_confirms_another_card(share: int) -> None:
    recordings = [load(name) for name in names() if not load(name).alone]
    choose = random.Random(f"damage {share}")
    for _ in range(SAMPLED // 4):
        found = choose.choice(recordings)
        change = any_change(found, choose)
        assert unknowable(found, change) or not came(found, change).false, (found.name, change)


def test_how_much_a_lone_source_cannot_know() -> None:
    recordings = [load(name) for name in names() if load(name).alone]
    choose = random.Random("alone")
    told: dict[str, Counter[str]] = {found.name: Counter() for found in recordings}
    for _ in range(ALONE):
        found = choose.choice(recordings)
        count(told[found.name], came(found, any_change(found, choose)))
    print_table(told)
    assert sum(one["not known"] for one in told.values()), "the other tests could not see a false card either"


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_every_change_of_every_report() -> None:
    told: dict[str, Counter[str]] = {}
    wrong = []
    for name in names():
        found = load(name)
        told[name] = Counter()
        for change, alike in every_change(found):
            result = came(found, change)
            count(told[name], result, alike)
            if result.false and not found.alone and not unknowable(found, change):
                wrong.append((name, change, result.false))
    print_table(told)
    assert not wrong


def any_change(found: Recording, choose: random.Random) -> Change:
    """One change at random: one in ten a loss, one in ten a repeat."""
    at = choose.choice(reports(found.name))
    kind = choose.choices(KINDS, (1, 1, 8))[0]
    reading = found.readings[at]
    assert isinstance(reading, DeviceBytes)
    data = bytes.fromhex(reading.data)
    place = choose.randrange(len(data))
    byte = data[place] ^ choose.randrange(1, 256)
    return Change(at, kind, place, byte) if kind == "flipped" else Change(at, kind)


@cache
def reports(name: str) -> tuple[int, ...]:
    """The places of the readings that hold a device's bytes."""
    return tuple(at for at, reading in enumerate(load(name).readings) if isinstance(reading, DeviceBytes))


def every_change(found: Recording) -> Iterator[tuple[Change, int]]:
    """Every change of every report; of those after which the devices say the same, one, and how many they are."""
    for at in reports(found.name):
        yield Change(at, "lost"), 1
        yield Change(at, "repeated"), 1
        reading = found.readings[at]
        assert isinstance(reading, DeviceBytes)
        data = bytes.fromhex(reading.data)
        groups: dict[bytes, list[Change]] = {}
        for place, was in enumerate(data):
            for byte in range(256):
                if byte != was:
                    change = Change(at, "flipped", place, byte)
                    groups.setdefault(words(found, change), []).append(change)
        yield from ((alike[0], len(alike)) for alike in groups.values())


def unknowable(found: Recording, change: Change) -> bool:
    """Whether the first report that a lone shoe ever gave is lost without a byte: its counter may begin anywhere."""
    if change.kind != "lost" or len(found.setup.sources) > 1:
        return False
    devices = before(found.name, change.at).table.devices
    return not any(device.recent for device in devices.values())


def words(found: Recording, change: Change) -> bytes:
    """What the devices say after a change; which bytes were noise, and why, is left out: the core only quotes it."""
    lines = before(found.name, change.at).lines
    readings = (*change.of(found.readings[change.at]), *found.readings[change.at + 1 :])
    said = (
        (place, msgspec.structs.replace(message, data="", why="") if isinstance(message, Garbled) else message)
        for place, message in messages(found.setup, readings, lines)
    )
    return msgspec.json.encode(list(said))


def before(name: str, at: int) -> SessionState:
    """The state before a reading of the recording as it is."""
    return takens(name)[at - 1].state if at else SessionState()


def came(found: Recording, change: Change) -> Came:
    """Fold the changed recording from the change on."""
    state = before(found.name, change.at)
    said: list[Event] = []
    readings = (*change.of(found.readings[change.at]), *found.readings[change.at + 1 :])
    shift = change.at + 1 - (len(readings) - (len(found.readings) - change.at - 1))
    for place, reading in enumerate(readings):
        asked = answered(found, state, reading, shift + place) if isinstance(reading, Asked) else reading
        if asked is not None:
            taken = take(found.setup, state, state.reading + 1, asked)
            state = taken.state
            said += taken.events
    faults = {event.what.fault for event in said if isinstance(event.what, Alarm)}
    usual = {
        event.what.fault
        for taken in takens(found.name)[change.at :]
        for event in taken.events
        if isinstance(event.what, Alarm)
    }
    return Came(confirmed(said) - true_cards(found), bool(faults - usual))


def answered(found: Recording, state: SessionState, asked: Asked, place: int) -> Asked | None:
    """The command as a person gives it who has read everything; None where he is not asked the same."""
    command = asked.command
    if isinstance(command, Release | Reconstruct) and command.hold is not None:
        table = before(found.name, place).table
        was = next((hold for hold in table.holds if hold.id == command.hold), None)
        now = next((hold for hold in state.table.holds if was is not None and alike(hold, was)), None)
        if now is None:
            return None
        command = msgspec.structs.replace(command, hold=now.id)
    return msgspec.structs.replace(asked, command=command, as_of=state.event)


def alike(one: Hold, other: Hold) -> bool:
    """Whether two holds ask a person the same."""
    return (one.fault, one.spot, one.device, one.options, one.proposed, one.text) == (
        other.fault,
        other.spot,
        other.device,
        other.options,
        other.proposed,
        other.text,
    )


def count(told: Counter[str], result: Came, alike: int = 1) -> None:
    """Add a change's result to a table's row."""
    told["changes"] += alike
    told["not known"] += alike * bool(result.false)
    told["another alarm said"] += alike * result.noticed


def print_table(told: dict[str, Counter[str]]) -> None:
    """Print the rows."""
    columns = ("changes", "another alarm said", "not known")
    print(f"\n{'recording':45}" + "".join(f"{column:>20}" for column in columns))  # noqa: T201  # asked for with -s
    for name, row in told.items():
        print(f"{name:45}" + "".join(f"{row[column]:>20}" for column in columns))  # noqa: T201  # as above
