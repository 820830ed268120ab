"""The loop over a real journal: what is on disk in which order, also when the disk is full in between."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from bridge.commands import Operate, Role
from bridge.drive import CHECKPOINT_EVERY, Core, Step, decode_state, drive, encode_state, refold
from bridge.journal.lines import Kind, parse
from bridge.journal.replay import replay
from bridge.readings import DeviceBytes
from bridge.records import JournalError, JournalFull
from bridge.session import Setup
from games.cards import PACK
from shoe.messages import Order
from tests.journal_parts import NOON, file_of
from tests.played import DEVICE, TABLE, Table, play


@contextmanager
def room(path: Path, left: int) -> Iterator[None]:
    """The file can grow by so many bytes only."""
    was = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + left, was[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, was)


def _kinds(directory: Path) -> list[Kind]:
    return [parse(line).kind for line in file_of(directory).read_bytes().splitlines()]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.take(table.dealer.start())
    yield table
    table.close()


def test_a_reading_then_its_events_then_the_state_after_a_round(table: Table, tmp_path: Path) -> None:
    before = len(_kinds(tmp_path))
    table.clean("r1")
    kinds = _kinds(tmp_path)[before:]
    assert kinds[:3] == [Kind.READING, Kind.EVENT, Kind.READING]
    assert kinds.count(Kind.READING) == 15
    assert kinds[-1] is Kind.CHECKPOINT
    assert kinds.count(Kind.CHECKPOINT) == 1


def test_the_steps_are_those_of_each_reading(table: Table) -> None:
    readings = [*table.dealer.round("r1", PACK[:6])]
    steps = [*drive(readings, table.core)]
    assert len(steps) == len(readings)
    assert [step.round_over for step in steps].index(True) == len(steps) - 1
    assert next(answer.id for step in steps for answer in step.answers) == "c1"
    numbers = [stored.n for step in steps for stored in step.stored]
    assert numbers == [*range(numbers[0], numbers[0] + len(numbers))]


def test_the_state_is_written_down_in_an_idle_night_too(table: Table, tmp_path: Path) -> None:
    for n in range(CHECKPOINT_EVERY):
        table.core.take(DeviceBytes("nobody", n, NOON, "00"))
        table.core.rest()
    assert _kinds(tmp_path).count(Kind.CHECKPOINT) == 1


def test_a_reading_that_does_not_fit_is_not_taken_and_can_be_given_again(table: Table, tmp_path: Path) -> None:
    first, *_ = table.dealer.round("r1", PACK[:6])
    state = table.core.state
    with room(file_of(tmp_path), 10), pytest.raises(JournalFull):
        table.core.take(first)
    assert table.core.state is state
    step = table.core.take(first)
    assert [stored.kind for stored in step.stored] == ["RoundOpened"]
    assert replay(tmp_path).ok


def test_events_that_do_not_fit_are_owed_and_so_are_the_answers(table: Table, tmp_path: Path) -> None:
    first, second, *_ = table.dealer.round("r1", PACK[:6])
    with room(file_of(tmp_path), 500):
        step = table.core.take(first)
        assert (step.stored, step.answers) == ((), ())
        assert table.core.owed is not None
        with pytest.raises(JournalFull):
            table.core.settle()
        with pytest.raises(JournalFull):
            table.core.take(second)
    step = table.core.take(second)
    assert table.core.settle().stored == ()
    assert [stored.kind for stored in step.stored] == ["RoundOpened", "WindowChanged"]
    assert [answer.done for answer in step.answers] == [True, True]
    assert replay(tmp_path).ok


def test_an_order_to_a_device_waits_for_its_event_and_is_given_once(table: Table, tmp_path: Path) -> None:
    writable = msgspec.structs.replace(DEVICE, write=True)
    config = msgspec.structs.replace(TABLE.config, device=(writable,))
    table.core.setup = Setup.of(msgspec.structs.replace(TABLE, config=config))
    lock = table.dealer.ask(Role.SUPERVISOR, Operate("shoe", Order.LOCK), "")
    with room(file_of(tmp_path), 500):
        assert table.core.take(lock) == Step()
        assert table.core.owed is not None
    clear = table.dealer.ask(Role.SUPERVISOR, Operate("shoe", Order.CLEAR_ERROR), "")
    step = table.core.take(clear)
    assert [device for device, _ in step.orders] == ["shoe", "shoe"]
    assert [bytes.fromhex(data)[1:3] for _, data in step.orders] == [b"QL", b"QE"]
    assert len(step.stored) == 2
    assert table.core.settle().orders == ()


def test_a_full_disk_costs_a_checkpoint_and_nothing_else(table: Table, tmp_path: Path) -> None:
    *readings, last = table.dealer.round("r1", PACK[:6])
    table.take(tuple(readings))
    with room(file_of(tmp_path), 2500):
        step = table.core.take(last)
    assert step.round_over
    assert step.stored
    assert Kind.CHECKPOINT not in _kinds(tmp_path)
    table.clean("r2", 6)
    assert replay(tmp_path).ok


def test_a_restart_folds_to_the_same_state(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.take(table.dealer.start())
    table.clean("r1")
    table.take(tuple(table.dealer.round("r2", PACK[6:12]))[:7])
    state = table.core.state
    table.close()
    again = Table(tmp_path)
    again.close()
    assert len(again.recovered.readings) == 7
    assert again.core.state == state
    assert decode_state(encode_state(state)) == state


def test_a_fold_that_differs_from_the_journal_is_refused(tmp_path: Path) -> None:
    play(tmp_path, 1)
    table = Table(tmp_path)
    table.take(tuple(table.dealer.round("r2", PACK[6:12]))[:7])
    table.close()
    again = Table(tmp_path)
    again.close()
    found, setup = again.recovered, Setup.of(again.recovered.header)
    for wrong, what in (
        (msgspec.structs.replace(found, events=found.events[1:]), "gives another event"),
        (msgspec.structs.replace(found, readings=found.readings[:-1]), "events more than the fold"),
        (msgspec.structs.replace(found, events=found.events[:2]), "which the journal does not have"),
        (msgspec.structs.replace(found, checkpoint=b'{"yesterday":1}'), "no state of this program"),
        (msgspec.structs.replace(found, foreign="another version was here"), "another version was here"),
    ):
        with pytest.raises(JournalError, match=what):
            refold(setup, wrong)


def test_a_core_over_no_reading_owes_nothing(table: Table) -> None:
    core = Core(table.core.setup, table.core.state, table.journal)
    assert core.settle().stored == ()
