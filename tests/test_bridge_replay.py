"""A replay makes the same bytes wherever it runs, and says where it does not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bridge.drive import Core
from bridge.journal.comparison import Difference, Field
from bridge.journal.export import export
from bridge.journal.journal import Journal
from bridge.journal.replay import replay
from bridge.journal.verify import verify
from bridge.session import Setup, begin
from games.cards import PACK
from tests.journal_parts import file_of
from tests.played import TABLE, Dealer, Table, day, forge, play

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("day")
    day(directory)
    return directory


def test_a_day_with_faults_restarts_and_two_files_replays_whole(troubled: Path) -> None:
    report = replay(troubled)
    assert report.difference is None
    assert report.ok
    assert report.had == report.made
    assert report.had["RoundOpened"] == 9
    assert report.had["Voided"] == 4
    assert report.had["CardConfirmed"] == 30
    assert (report.owed, report.torn) == (0, "")


def test_a_later_file_replays_alone(troubled: Path) -> None:
    report = replay(file_of(troubled))
    assert report.difference is None
    assert report.had["RoundOpened"] == 5


@pytest.mark.parametrize(("zone", "seed"), [("Pacific/Auckland", "0"), ("America/St_Johns", "4242")])
def test_time_zone_hash_seed_and_folder_have_no_say(troubled: Path, tmp_path: Path, zone: str, seed: str) -> None:
    other = shutil.copytree(troubled, tmp_path / "elsewhere")
    ran = subprocess.run(
        [sys.executable, "-m", "bridge.cli", "replay", str(other)],
        cwd=ROOT,
        env={**os.environ, "TZ": zone, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert msgspec.json.decode(ran.stdout)["ok"] is True


def test_a_changed_byte_is_told_with_its_line(troubled: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(troubled, tmp_path / "copy")
    path = file_of(copy, 0)
    text = path.read_bytes()
    place = text.index(b'"card":"3s"')
    path.write_bytes(text[: place + 8] + b"4" + text[place + 9 :])
    found = replay(copy).difference
    assert found is not None
    line = text.count(b"\n", 0, place) + 1
    assert found.where == f"{path}:{line}"


def test_a_forged_event_is_told_field_by_field_with_its_place(tmp_path: Path) -> None:
    play(tmp_path)
    path = file_of(tmp_path)
    line = forge(path, b'"card":"7s"', b'"card":"7h"')
    assert verify((path,)).ok
    report = replay(tmp_path)
    assert not report.ok
    assert report.had == report.made
    assert report.difference == Difference(
        "event 13 is CardConfirmed there, and the replay makes CardConfirmed",
        f"{path}:{line}",
        13,
        13,
        (Field("what.card", '"7h"', '"7s"'),),
    )


def test_a_forged_reading_is_told_by_the_event_it_leads_to(tmp_path: Path) -> None:
    play(tmp_path)
    path = file_of(tmp_path)
    dealer = Dealer()
    line = forge(path, dealer.card(PACK[6]).data.encode(), Dealer().card(PACK[20]).data.encode())
    found = replay(tmp_path).difference
    assert found is not None
    assert (found.where, found.reading) == (f"{path}:{line + 1}", 7)
    assert [field.path for field in found.fields] == ["what.seal"]


def test_the_state_is_held_against_each_checkpoint(tmp_path: Path) -> None:
    play(tmp_path)
    path = file_of(tmp_path)
    line = forge(path, b'"next_hold":1', b'"next_hold":2')
    found = replay(tmp_path).difference
    assert found is not None
    assert (found.where, found.fields) == (f"{path}:{line}", (Field("table.next_hold", "2", "1"),))
    assert "the state after reading 18" in found.what


def test_left_out_and_added_events_are_told(tmp_path: Path) -> None:
    bodies = play(tmp_path / "j", 1)
    export(tmp_path / "j", "r1", tmp_path / "r1")
    scan, golden = tmp_path / "r1.scan.jsonl", tmp_path / "r1.events.jsonl"
    assert replay(scan).ok
    for changed, what in (
        (bodies[:-1], f"the replay makes event {len(bodies)} (Checkpoint), which is not there"),
        ([*bodies, bodies[-1]], f"event {len(bodies)} (Checkpoint) is there, and the replay does not make it"),
        (bodies[1:], "event 1 is DeviceUp there, and the replay makes TableNotReady"),
        ([bodies[1], bodies[0], *bodies[2:]], "event 1 is DeviceUp there, and the replay makes TableNotReady"),
    ):
        golden.write_bytes(b"".join(body + b"\n" for body in changed))
        found = replay(scan).difference
        assert found is not None
        assert found.what == what
    golden.unlink()
    found = replay(scan).difference
    assert found is not None
    assert "there is no r1.events.jsonl" in found.what


def test_a_journal_that_ends_between_a_reading_and_its_events_owes_them(tmp_path: Path) -> None:
    bodies = play(tmp_path, 1)
    path = file_of(tmp_path)
    text = path.read_bytes()
    place = text.index(b'{"event":{"n":23,')
    owing = text.rindex(b'{"reading":', 0, place)
    reading_end = text.index(b"\n", owing) + 1
    for cut in range(reading_end, text.index(b"\n", place) + 1, 97):
        path.write_bytes(text[:cut])
        report = replay(tmp_path)
        assert report.ok
        assert report.owed > 0
        assert bool(report.torn) == (text[cut - 1 : cut] != b"\n")
        table = Table(tmp_path)
        told = [stored.body for stored in table.journal.stored(1, 1000)]
        table.close()
        assert told == bodies[: len(told)]
        assert len(told) == 23
        again = replay(tmp_path)
        assert (again.ok, again.owed, again.torn) == (True, 0, "")


def test_another_program_begins_a_file_of_its_own(tmp_path: Path) -> None:
    play(tmp_path, 2)
    table = Table(tmp_path, msgspec.structs.replace(TABLE, program="9.9.9"), Dealer(10**12))
    assert not table.recovered.same
    table.take(table.dealer.start())
    table.close()
    assert [path.name[-9:] for path in sorted(tmp_path.glob("*.jsonl"))] == ["001.jsonl", "002.jsonl"]
    assert replay(tmp_path).difference is None


def test_another_program_takes_what_its_predecessor_owed_into_its_own_file(tmp_path: Path) -> None:
    bodies = play(tmp_path, 1)
    path = file_of(tmp_path)
    text = path.read_bytes()
    path.write_bytes(text[: text.index(b'{"event":{"n":23,')])
    table = Table(tmp_path, msgspec.structs.replace(TABLE, program="9.9.9"))
    told = [stored.body for stored in table.journal.stored(1, 1000)]
    table.take(table.dealer.start())
    table.close()
    assert told == bodies[: len(told)]
    assert len(told) == 23
    for replayed in (tmp_path, file_of(tmp_path, 0), file_of(tmp_path)):
        report = replay(replayed)
        assert report.difference is None
        assert report.owed == (1 if replayed == file_of(tmp_path, 0) else 0)


def test_a_program_that_begins_anew_is_replayed_from_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.take(table.dealer.start())
    table.take(tuple(table.dealer.round("r1", PACK[:6]))[:7])
    table.close()
    other = msgspec.structs.replace(TABLE, program="9.9.9")
    journal, _ = Journal.open(tmp_path, other, os.urandom)
    journal.rotate(other)
    setup = Setup.of(journal.header)
    core = Core(setup, begin(setup), journal)
    for reading in Dealer(10**12).start("boot-2"):
        core.take(reading)
    journal.close()
    report = replay(tmp_path)
    assert report.difference is None
    assert report.readings == 13
    assert "Held" not in report.made
