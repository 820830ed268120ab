"""The core's loop in one process with a real journal and real sockets: deadlines, a full disk, an orderly end."""

import errno
import resource
import select
import socket
import threading
import time
from pathlib import Path

import pytest

from bridge.commands import OpenRound, Operate, Role
from bridge.daemon.inbox import Inbox
from bridge.daemon.loop import GivenUp
from bridge.daemon.stage import Progress, Stage, stamp
from bridge.journal.verify import verify
from bridge.readings import Asked, ClockStepped, DeviceBytes, LinkUp, StoreFault, Tick
from bridge.records import JournalBroken, Stored
from bridge.stream.client import Client
from games.cards import Card
from shoe.messages import CardDrawn, Heartbeat, Order
from tests.daemon_rig import SHOE, until
from tests.loop_rig import a_table, addresses, beat

S = 1_000_000_000


def test_a_deadline_that_passes_in_silence_is_one_reading_with_its_own_time(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        table.put(LinkUp("shoe", *stamp(), "x"), DeviceBytes("shoe", *stamp(), SHOE.encode(Heartbeat())[:2].hex()))
        due = SHOE.max_age_ms * 1_000_000
        ticks = until(lambda: table.on_disk(Tick))
        half = table.on_disk(DeviceBytes)[0]
        assert ticks[0].at == half.at + due
        time.sleep(0.2)
        assert len(table.on_disk(Tick)) <= 2


def test_a_deadline_that_stays_after_its_tick_does_not_fill_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = time.monotonic_ns()
    monkeypatch.setattr("bridge.daemon.loop.next_deadline", lambda *_: due)
    with a_table(tmp_path) as table:
        until(lambda: table.on_disk(Tick))
        time.sleep(0.2)
        assert len(table.on_disk(Tick)) == 1
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: len(table.on_disk(Tick)) == 2)


def test_a_moved_clock_is_a_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with a_table(tmp_path) as table:
        monkeypatch.setattr("bridge.daemon.loop.stamp", lambda: (time.monotonic_ns(), time.time_ns() - 3600 * S))
        until(lambda: table.on_disk(ClockStepped))
        monkeypatch.undo()
        back, forward = until(lambda: len(table.on_disk(ClockStepped)) == 2 and table.on_disk(ClockStepped))
        assert isinstance(back, ClockStepped)
        assert isinstance(forward, ClockStepped)
        assert abs(back.by_ns + 3600 * S) < S
        assert abs(forward.by_ns - 3600 * S) < S


def test_on_a_full_disk_readings_wait_and_the_heartbeat_says_so(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with a_table(tmp_path) as table, Client(*addresses(tmp_path), table="t1") as client:
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: beat(client).ready)
        path = next((tmp_path / "journal").glob("*.jsonl"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 300, hard))
        try:
            cards = [SHOE.encode(CardDrawn(Card("5c"), number, 1000)).hex() for number in range(5)]
            table.put(*(DeviceBytes("shoe", *stamp(), data) for data in cards))
            told = until(lambda: (told := beat(client)).disk and told)
            assert not told.ready
            assert any("cannot be written" in reason for reason in told.reasons)
            assert len(table.on_disk(DeviceBytes)) < 5
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        until(lambda: len(table.on_disk(DeviceBytes)) == 5)
        fault = until(lambda: table.on_disk(StoreFault))[0]
        assert isinstance(fault, StoreFault)
        assert fault.lost == 0
        until(lambda: not beat(client).disk)
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

    with a_table(tmp_path, sync) as table, Client(*addresses(tmp_path), table="t1") as client:
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
    with a_table(tmp_path) as table, Client(*addresses(tmp_path), table="t1") as client:
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: beat(client).ready)
        answer = client.ask(OpenRound(), round_id="r1")
        assert answer is not None
        assert answer.done, answer.why
        assert isinstance(table.on_disk(Asked)[0], Asked)


def test_a_dead_stage_starves_the_watchdog(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(0.3)
        with a_table(tmp_path, environ={"NOTIFY_SOCKET": str(tmp_path / "notify")}) as table:
            until(lambda: manager.recv(1000) == b"WATCHDOG=1")
            dead = Stage("desk", lambda *_: None)
            dead.died = ValueError("gone")
            table.loop.progress = Progress(lambda: (dead,))
            time.sleep(0.2)
            while manager in select.select([manager], [], [], 0)[0]:
                manager.recv(1000)
            with pytest.raises(TimeoutError):
                manager.recv(1000)


def test_readings_that_did_not_fit_are_told(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        full = Inbox(limit=0)
        full.put(LinkUp("shoe", 1, 1))
        table.inbox.lost = full.lost  # type: ignore[method-assign]  # what another queue lost
        fault = until(lambda: table.on_disk(StoreFault))[0]
        assert isinstance(fault, StoreFault)
        assert fault.lost == 1


def test_what_comes_after_the_stop_is_drained(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        table.inbox.stop()
        table.thread.join(5)
        table.put(LinkUp("shoe", *stamp(), "x"))
        table.inbox.stop()
        table.put(DeviceBytes("shoe", *stamp(), "00"))
        table.loop.drain()
        assert len(table.on_disk(DeviceBytes)) == len(table.on_disk(LinkUp)) == 1


def test_what_is_sent_is_already_in_the_desks_book(tmp_path: Path) -> None:
    """A quick engine acknowledges an event before the sending has returned: it must not look like an older journal."""
    with a_table(tmp_path) as table:
        late: list[tuple[int, int]] = []
        publish = table.outlets.publish

        def watched(stored: tuple[Stored, ...]) -> None:
            late.append((stored[-1].n, table.book.head().head))
            publish(stored)

        table.outlets.publish = watched  # type: ignore[assignment]  # looks at the book at the moment of sending
        table.put(LinkUp("shoe", *stamp(), "/dev/shoe"))
        until(lambda: late)
    assert all(head >= sent for sent, head in late)


def test_an_order_goes_out_after_its_event(tmp_path: Path) -> None:
    """A device that obeys at once must find the order told."""
    with a_table(tmp_path) as table:
        seen: list[str] = []
        publish = table.outlets.publish

        def watched(stored: tuple[Stored, ...]) -> None:
            publish(stored)
            seen.append(stored[-1].body.decode())

        def ordered(device: str, data: bytes) -> None:
            seen.append(f"{device} {data.hex()}")

        table.outlets.publish = watched  # type: ignore[assignment]  # notes what was sent before an order
        table.loop.order = ordered
        lock = Operate("shoe", Order.LOCK)
        table.put(LinkUp("shoe", *stamp(), "x"), Asked(*stamp(), "c1", "supervisor-1", Role.SUPERVISOR, lock))
        until(lambda: len(seen) >= 3)
    told = SHOE.order(Order.LOCK)
    assert told is not None
    assert "lock was ordered by supervisor-1" in seen[-2]
    assert seen[-1] == f"shoe {told.hex()}"
