"""Every event exactly once and in order, over real sockets, processes and a line that breaks."""

import random
import time
from pathlib import Path
from typing import TypeVar

import pytest

from bridge.commands import OpenRound, Submit, Void
from bridge.stream.client import Client
from bridge.stream.cursor import LATEST, Beat, Cursor, Delivered, Gone, Shut, Stopped, StreamEnded
from tests.stream_rig import Line, Table

OTHER = "ffeeddccbbaa99887766554433221100"


_Said = TypeVar("_Said", Beat, Gone, Shut, Stopped)


def until(client: Client, head: int, seconds: float = 10) -> list[Delivered]:
    """Every event until number `head`, or what had come when time ran out."""
    end = time.monotonic() + seconds
    got: list[Delivered] = []
    while time.monotonic() < end and not (got and got[-1].n >= head):
        said = client.next(100)
        if isinstance(said, Delivered):
            got.append(said)
    return got


def hear(client: Client, kind: type[_Said], seconds: float = 5) -> _Said:
    """The next thing of this kind that the client says."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        said = client.next(100)
        if isinstance(said, kind):
            return said
    raise AssertionError(f"no {kind.__name__} within {seconds} s")


def disturbed(*, recover: bool, seed: int, count: int = 5_000) -> tuple[list[Delivered], Client]:
    """Join in mid-round, stall, be cut off, while `count` events pass at a high-water mark of 10."""
    dice = random.Random(seed)
    with Table(high_water=10) as table, Line(table.events) as events, Line(table.desk) as desk:
        table.tell(f"publish {count // 10}")
        with Client(events.endpoint, desk.endpoint, table="t1", recover=recover, high_water=10) as client:
            got = until(client, 1, 2 if recover else 0.2)
            for step in range(4):
                table.tell(f"publish {count // 10}")
                time.sleep(dice.uniform(0, 0.05))  # stalled: nothing is read meanwhile
                if step % 2:
                    events.cut()
                    desk.cut()
                    table.tell(f"publish {count // 10}")
                    events.mend()
                    desk.mend()
                got += until(client, count, dice.uniform(0, 0.1))
            head = table.tell(f"publish {count // 10} 5000")
            while head < count:
                head = table.tell(f"publish {count // 10}")
            got += until(client, head, 10 if recover else 1)
            return got, client


@pytest.mark.parametrize("seed", range(3))
def test_every_event_comes_once_and_in_order(seed: int) -> None:
    got, client = disturbed(recover=True, seed=seed)
    assert [event.n for event in got] == list(range(1, 5_001))
    assert client.sequence.gaps >= 1
    assert all(event.event is not None and event.event.n == event.n for event in got)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3, 53))
def test_every_event_comes_once_and_in_order_fifty_times(seed: int) -> None:
    test_every_event_comes_once_and_in_order(seed)


def test_joining_at_any_moment_leaves_no_gap() -> None:
    with Table(high_water=1000) as table:
        for joined in range(10):
            table.send("publish 20 1000")
            time.sleep(0.002 * joined)
            with Client(table.events, table.desk, table="t1") as client:
                head = 20 * (joined + 1)
                assert [event.n for event in until(client, head)] == list(range(1, head + 1))
            assert table.done() == head


def test_a_frozen_subscriber_does_not_keep_the_table_from_ending() -> None:
    with Table(high_water=100_000) as table, Client(table.events, table.desk, table="t1", high_water=10) as client:
        hear(client, Beat)
        table.tell("publish 40000")
        start = time.monotonic()
        table.send("end")
        assert table.process.wait(5) == 0
        assert time.monotonic() - start < 4
        table.close()


def test_without_recovery_events_are_lost() -> None:
    got, client = disturbed(recover=False, seed=0)
    assert [event.n for event in got] != list(range(1, 5_001))
    assert client.sequence.lost > 0


def test_a_lost_tail_is_seen_in_the_heartbeat() -> None:
    with Table() as table, Client(table.events, table.desk, table="t1") as client:
        hear(client, Beat)
        table.tell("hide 7")
        assert [event.n for event in until(client, 7)] == list(range(1, 8))
        assert client.sequence.gaps == 1


def test_a_cursor_goes_on_where_it_was(tmp_path: Path) -> None:
    with Table() as table:
        table.tell("publish 20")
        with Client(table.events, table.desk, table="t1") as client:
            until(client, 12)[11].cursor.save(tmp_path / "cursor")
        with Client(table.events, table.desk, table="t1", start=Cursor.load(tmp_path / "cursor")) as client:
            assert [event.n for event in until(client, 20)] == list(range(13, 21))


def test_latest_begins_with_the_next_event() -> None:
    with Table() as table:
        table.tell("publish 20")
        with Client(table.events, table.desk, table="t1", start=LATEST) as client:
            hear(client, Beat)
            hear(client, Beat)
            table.tell("publish 2")
            assert [event.n for event in until(client, 22)] == [21, 22]


def test_a_silent_table_is_gone_and_comes_back() -> None:
    with Table() as table, Client(table.events, table.desk, table="t1") as client:
        hear(client, Beat)
        table.tell("quiet")
        hear(client, Gone, 2)
        table.tell("loud")
        hear(client, Beat)
        table.tell("publish 1")
        assert [event.n for event in until(client, 1)] == [1]


def test_a_killed_table_ends_an_iteration() -> None:
    with Table() as table, Client(table.events, table.desk, table="t1") as client:
        hear(client, Beat)
        table.tell("publish 3")
        events = iter(client)
        assert [next(events).n for _ in range(3)] == [1, 2, 3]
        table.kill()
        with pytest.raises(StreamEnded, match="nothing was heard"):
            next(events)


def test_a_restored_journal_stops_the_client(capfd: pytest.CaptureFixture[str]) -> None:
    with Table() as table, Client(table.events, table.desk, table="t1") as client:
        table.tell("publish 9")
        until(client, 9)
        table.tell("forget 4")
        stopped = hear(client, Stopped)
        assert stopped.cause == "restored"
        assert "event 9" in stopped.why
        assert client.next(10) == stopped
    assert '"restored": 9' in capfd.readouterr().err


def test_a_journal_restored_and_gone_on_is_found_by_its_hash() -> None:
    with Table() as table, Client(table.events, table.desk, table="t1") as client:
        table.tell("publish 5")
        had = until(client, 5)[-1].cursor
        other = Cursor(had.epoch, had.n, "0" * 64)
        with Client(table.events, table.desk, table="t1", start=other) as fooled:
            assert hear(fooled, Stopped).cause == "restored"


def test_another_epoch_stops_the_client_until_it_begins_anew() -> None:
    with Table() as table:
        table.tell("publish 5")
        events, desk = table.events, table.desk
        client = Client(events, desk, table="t1")
        until(client, 5)
    with client, Table(events=events, desk=desk, epoch=OTHER) as table:
        stopped = hear(client, Stopped)
        assert (stopped.cause, stopped.epoch) == ("new_epoch", OTHER)
        table.tell("publish 2")
        client.begin(Cursor(OTHER, 0))
        got = until(client, 2)
        assert [(event.epoch, event.n) for event in got] == [(OTHER, 1), (OTHER, 2)]


def test_commands_are_answered_and_refused() -> None:
    with Table() as table, Client(table.events, table.desk, table="t1") as client:
        table.tell("publish 3")
        done = client.ask(OpenRound(), round_id="r1", command_id="c1")
        assert done is not None
        assert (done.id, done.done, done.event) == ("c1", True, 3)
        assert done.why.startswith("engine:127.0.0.1")
        refused = client.ask(Void(), round_id="r1")
        assert refused is not None
        assert (refused.done, refused.why) == (False, "engine may not say this: void is for the supervisor")
        assert [event.n for event in until(client, 3)] == [1, 2, 3]


def test_a_client_asks_again_while_the_desk_is_cut_off() -> None:
    with Table() as table, Line(table.desk) as desk, Client(table.events, desk.endpoint, table="t1") as client:
        desk.cut()
        assert client.ask(Submit(), timeout_ms=300) is None
        desk.mend()
        answer = client.ask(Submit(), command_id="again")
        assert answer is not None
        assert answer.done


def test_a_lost_request_is_sent_again() -> None:
    with Table() as table, Line(table.desk) as desk, Client(table.events, desk.endpoint, table="t1") as client:
        table.tell("publish 2")
        assert len(until(client, 2)) == 2
        desk.mute = True
        table.tell("hide 3")
        assert until(client, 5, 0.3) == []
        desk.mute = False
        assert [event.n for event in until(client, 5, 4)] == [3, 4, 5]


def test_acks_status_and_snapshot() -> None:
    with Table() as table, Client(table.events, table.desk, table="t1") as client:
        table.tell("publish 4")
        until(client, 4)
        client.ack(4)
        here = client.hello()
        assert here is not None
        assert (here.table, here.epoch, here.oldest, here.head, here.role) == ("t1", table.epoch, 1, 4, "engine")
        assert client.status() == {"phase": "idle", "event": 4, "acked": [4]}
        assert client.snapshot() == {"event": 4}


def test_a_client_without_a_desk_only_listens() -> None:
    with pytest.raises(ValueError, match="needs a desk"):
        Client("tcp://127.0.0.1:1", table="t1")
    with Table() as table, Client(table.events, table="t1", recover=False) as client:
        with pytest.raises(ValueError, match="without a desk"):
            client.status()
        hear(client, Beat)
        table.tell("publish 2")
        assert [event.n for event in until(client, 2)] == [1, 2]
