"""The core's loop in one process with a real journal and real sockets: deadlines, a full disk, an orderly end."""

import errno
import os
import resource
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from bridge.book import TableBook
from bridge.client import Client
from bridge.commands import OpenRound, Role
from bridge.config import Config, StreamConfig, Timing
from bridge.cursor import Beat
from bridge.drive import Core, refold
from bridge.inbox import Inbox
from bridge.journal import Journal
from bridge.log import Repeats, logger
from bridge.loop import GivenUp, Loop, Parts
from bridge.notify import Notify
from bridge.outlets import Outlets
from bridge.readings import Asked, ClockStepped, DeviceBytes, LinkUp, Reading, Started, StoreFault, Tick
from bridge.records import JournalBroken
from bridge.session import Setup
from bridge.stage import stamp
from bridge.verify import verify
from games.cards import Card
from shoe.messages import CardDrawn, Heartbeat
from tests import rig
from tests.daemon_rig import SHOE, until

S = 1_000_000_000


class Table:
    """A loop in a thread of the test, with everything real but the devices."""

    def __init__(self, folder: Path, sync: Callable[[int], None] = os.fdatasync) -> None:
        stream = StreamConfig(
            events=f"ipc://{folder}/events", desk={Role.ENGINE: f"ipc://{folder}/engine"}, heartbeat_ms=50
        )
        self.config: Config = msgspec.structs.replace(
            rig.config("s", timing=Timing(again_ms=200)), journal=str(folder / "journal"), stream=stream
        )
        head = rig.header(self.config, {})
        self.journal, recovered = Journal.open(folder / "journal", head, lambda count: b"\5" * count, sync)
        state, _ = refold(Setup.of(recovered.header), recovered)
        self.core = Core(Setup.of(self.journal.header), state, self.journal)
        self.inbox = Inbox()
        self.book = TableBook(self.core, self.journal, self.inbox, "schema", lambda _: None)
        log = logger()
        self.outlets = Outlets(stream, self.book, None, Repeats(log), lambda *_: None)
        notify = Notify({}, 1)
        self.loop = Loop(Parts(self.core, self.config, self.inbox, self.outlets, self.book, notify, log))
        self.failed: list[BaseException] = []
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.loop.run()
        except (GivenUp, JournalBroken) as error:
            self.failed.append(error)

    def put(self, *readings: Reading) -> None:
        for reading in readings:
            self.inbox.put(reading)

    def on_disk(self, kind: type) -> list[Reading]:
        found = []
        for path in sorted((Path(self.config.journal)).glob("*.jsonl")):
            lines = path.read_bytes().split(b"\n")[:-1]
            found += [msgspec.json.decode(line, type=_Line).reading for line in lines if line.startswith(b'{"reading"')]
        return [reading for reading in found if isinstance(reading, kind)]


class _Line(msgspec.Struct):
    reading: Reading


@contextmanager
def a_table(folder: Path, sync: Callable[[int], None] = os.fdatasync) -> Iterator[Table]:
    made = Table(folder, sync)
    made.outlets.open()
    made.loop.take(Started(*stamp(), "boot-1", "0.1.0"))
    made.thread.start()
    try:
        yield made
    finally:
        made.inbox.stop()
        made.thread.join(5)
        made.outlets.close()
        made.journal.close()
        assert not made.thread.is_alive()


def test_a_deadline_that_passes_in_silence_is_one_reading_with_its_own_time(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        table.put(LinkUp("shoe", *stamp(), "x"), DeviceBytes("shoe", *stamp(), SHOE.encode(Heartbeat())[:2].hex()))
        due = SHOE.max_age_ms * 1_000_000
        ticks = until(lambda: table.on_disk(Tick))
        half = table.on_disk(DeviceBytes)[0]
        assert ticks[0].at == half.at + due
        time.sleep(0.2)
        assert len(table.on_disk(Tick)) <= 2


def test_a_moved_clock_is_a_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_table(tmp_path) as table:
        monkeypatch.setattr("bridge.loop.stamp", lambda: (time.monotonic_ns(), time.time_ns() - 3600 * S))
        until(lambda: table.on_disk(ClockStepped))
        monkeypatch.undo()
        back, forward = until(lambda: len(table.on_disk(ClockStepped)) == 2 and table.on_disk(ClockStepped))
        assert isinstance(back, ClockStepped)
        assert isinstance(forward, ClockStepped)
        assert abs(back.by_ns + 3600 * S) < S
        assert abs(forward.by_ns - 3600 * S) < S


def test_on_a_full_disk_readings_wait_and_the_heartbeat_says_so(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with a_table(tmp_path) as table, Client(*_addresses(tmp_path), table="t1") as client:
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: _beat(client).ready)
        path = next((tmp_path / "journal").glob("*.jsonl"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 300, hard))
        try:
            cards = [SHOE.encode(CardDrawn(Card("5c"), number, 1000)).hex() for number in range(5)]
            table.put(*(DeviceBytes("shoe", *stamp(), data) for data in cards))
            told = until(lambda: (beat := _beat(client)).disk and beat)
            assert not told.ready
            assert any("cannot be written" in reason for reason in told.reasons)
            assert len(table.on_disk(DeviceBytes)) < 5
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        until(lambda: len(table.on_disk(DeviceBytes)) == 5)
        fault = until(lambda: table.on_disk(StoreFault))[0]
        assert isinstance(fault, StoreFault)
        assert fault.lost == 0
        until(lambda: not _beat(client).disk)
        assert [reading.data for reading in table.on_disk(DeviceBytes) if isinstance(reading, DeviceBytes)] == cards
    assert verify((path,)).broken is None


def test_asked_to_end_on_a_full_disk_it_ends_and_says_so(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with a_table(tmp_path) as table:
        path = next((tmp_path / "journal").glob("*.jsonl"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))
        try:
            table.put(LinkUp("shoe", *stamp(), "x"))
            time.sleep(0.1)
            table.inbox.stop()
            table.thread.join(5)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert isinstance(table.failed[0], GivenUp)


def test_a_failed_sync_ends_it_and_nothing_more_is_sent(tmp_path: Path) -> None:
    fails = threading.Event()

    def sync(_: int) -> None:
        if fails.is_set():
            raise OSError(errno.EIO, "input/output error")

    with a_table(tmp_path, sync) as table, Client(*_addresses(tmp_path), table="t1") as client:
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: client.next(50) and client.cursor and client.cursor.n == 3)
        fails.set()
        table.put(DeviceBytes("shoe", *stamp(), SHOE.encode(CardDrawn(Card("5c"), 1, 1000)).hex()))
        table.thread.join(5)
        assert isinstance(table.failed[0], JournalBroken)
        for _ in range(5):
            client.next(50)
        assert client.cursor is not None
        assert client.cursor.n == 3
        assert table.book.head().head == 3


def test_a_command_is_answered_and_its_events_are_published(tmp_path: Path) -> None:
    with a_table(tmp_path) as table, Client(*_addresses(tmp_path), table="t1") as client:
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: _beat(client).ready)
        answer = client.ask(OpenRound(), round_id="r1")
        assert answer is not None
        assert answer.done, answer.why
        assert isinstance(table.on_disk(Asked)[0], Asked)


def _addresses(folder: Path) -> tuple[str, str]:
    return f"ipc://{folder}/events", f"ipc://{folder}/engine"


def _beat(client: Client) -> Beat:
    while True:
        said = client.next(1000)
        if isinstance(said, Beat):
            return said
