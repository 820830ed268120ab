"""A long journal with restarts and a change of file, through the real journal and loop, replays to the byte anywhere.

20,000 readings in every run of the tests, 100,000 and all of its 500 changed bytes under `make soak`.
"""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from bridge.drive import Core, encode_state, refold
from bridge.events import Event
from bridge.journal.folder import files
from bridge.journal.journal import Journal
from bridge.journal.replay import replay
from bridge.journal.verify import files_of, verify
from bridge.readings import Reading, Started
from bridge.session import Setup
from games.game import Window
from tests.journal_parts import file_of
from tests.record.clean import half_dealt, rest
from tests.rig import MS, Rig
from tests.rounds import finish, play, window

ROOT = Path(__file__).parents[1]


class Day(Rig):
    """A table of shoe and camera whose readings go through the loop into a journal."""

    def __init__(self, directory: Path) -> None:
        super().__init__("s", start=False)
        self.directory = directory
        self.written = self.setup.header
        self.count = 0
        self.begin()

    def begin(self) -> None:
        """The daemon starts: it reads the journal back and goes on."""
        self.journal, found = Journal.open(self.directory, self.written, os.urandom)
        state, owed = refold(Setup.of(found.header), found)
        assert found.same
        self.journal.events(owed)
        self.core = Core(Setup.of(self.journal.header), state, self.journal)
        self.setup, self.state = self.core.setup, state
        self.take(Started(self.at, self.wall, "boot-1", "0.1.0"))
        self.links_up()
        self.frames(35)

    def again(self) -> None:
        """The daemon ends and starts again."""
        self.journal.close()
        self.at += 3000 * MS
        self.begin()

    def turn_over(self) -> None:
        """Another file begins."""
        header = msgspec.structs.replace(self.written, wall=self.wall)
        self.journal.rotate(header, encode_state(self.core.state))
        self.core.setup = self.setup = Setup.of(self.journal.header)

    def take(self, reading: Reading) -> list[Event]:
        step = self.core.take(reading)
        self.core.rest()
        self.state = self.core.state
        self.answers += step.answers
        self.count += 1
        return []


def long_day(directory: Path, readings: int) -> int:
    """A journal of at least so many readings with three restarts, one of them in mid-round; how many there are."""
    day = Day(directory)
    turns: list[Callable[[], None]] = [day.again, day.turn_over, lambda: _in_mid_round(day), day.again]
    number = 0
    while day.count < readings:
        number += 1
        play(day, f"r{number}")
        finish(day)
        if turns and day.count > readings * (5 - len(turns)) // 6:
            turns.pop(0)()
    day.journal.close()
    assert not turns
    return day.count


def _in_mid_round(day: Day) -> None:
    half_dealt(day, "restarted")
    day.again()
    window(day, Window.BETS, open_=True)
    rest(day)


class Long(NamedTuple):
    """A long journal's directory, its number of readings, and how many bytes are to be changed."""

    directory: Path
    readings: int
    changes: int


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((20_000, 10), id="20000"),
        pytest.param((100_000, 500), id="100000", marks=[pytest.mark.soak, pytest.mark.timeout(3600)]),
    ],
)
def journal(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Long:
    size, changes = request.param
    directory = tmp_path_factory.mktemp("long")
    return Long(directory, long_day(directory, size), changes)


@pytest.fixture
def copy(journal: Long, tmp_path: Path) -> Path:
    return Path(shutil.copytree(journal.directory, tmp_path / "elsewhere"))


def test_it_replays_to_the_byte(journal: Long) -> None:
    report = replay(journal.directory)
    assert report.difference is None
    assert (report.ok, report.owed, report.torn) == (True, 0, "")
    assert report.readings == journal.readings
    assert len(files(journal.directory)) == 2
    assert report.had == report.made
    assert report.had["RoundComplete"] == report.had["RoundOpened"] == report.had["Checkpoint"]
    held = {kind: count for kind, count in report.had.items() if kind.startswith("Held")}
    assert held == {"Held": 1}, "nothing but the restart in mid-round holds"


@pytest.mark.parametrize(("zone", "seed"), [("Pacific/Chatham", "7"), ("America/St_Johns", "4242")])
def test_zone_hash_seed_and_folder_have_no_say(journal: Long, copy: Path, zone: str, seed: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "bridge.cli", "replay", "elsewhere"],
        cwd=copy.parent,
        env={**os.environ, "TZ": zone, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    said = msgspec.json.decode(ran.stdout)
    assert (said["ok"], said["readings"]) == (True, journal.readings)


def test_a_changed_byte_is_named_with_its_line(journal: Long, copy: Path) -> None:
    choose = random.Random(5)
    paths = files(copy)
    for _ in range(journal.changes):
        path = choose.choice(paths)
        text = path.read_bytes()
        place = choose.randrange(len(text))
        with path.open("r+b") as file:
            file.seek(place)
            file.write(bytes([text[place] ^ choose.randrange(1, 256)]))
        broken = verify(files_of((copy,))).broken
        assert broken is not None, (path, place)
        assert (broken.file, broken.line) == (str(path), text.count(b"\n", 0, place) + 1), broken.what
        with path.open("r+b") as file:
            file.seek(place)
            file.write(text[place : place + 1])
    assert verify(files_of((copy,))).ok


def test_a_journal_with_one_event_left_out_does_not_replay(copy: Path) -> None:
    path = file_of(copy)
    lines = path.read_bytes().splitlines(keepends=True)
    place = next(at for at in range(len(lines) // 2, len(lines)) if lines[at].startswith(b'{"event"'))
    path.write_bytes(b"".join(lines[:place] + lines[place + 1 :]))
    report = replay(copy)
    assert report.difference is not None
    assert report.difference.where == f"{path}:{place + 1}"
