"""What is published and where: frames, addresses taken or left over, subscriptions, and the cost of sending."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq

from bridge.config import StreamConfig
from bridge.records import Stored
from bridge.stream.endpoint import NoEndpoint
from bridge.stream.frames import Heartbeat
from bridge.stream.publisher import Publisher, open_publisher
from bridge.stream.sockets import new_context
from tests.daemon_rig import ROOT, until
from tests.hostile import hostile
from tests.stream_rig import Table

EPOCH = "00112233445566778899aabbccddeeff"


class Rig:
    """A context and what was opened in it, closed at the end."""

    def __init__(self) -> None:
        self.context = new_context()
        self._kept: list[Publisher | zmq.Socket[bytes]] = []

    def publish(self, endpoint: str, high_water: int = 100) -> Publisher | NoEndpoint:
        config = StreamConfig(events=endpoint, desk={}, high_water=high_water)
        found = open_publisher(self.context, config, "t1", EPOCH)
        if isinstance(found, Publisher):
            self._kept.append(found)
        return found

    def at(self, endpoint: str = "tcp://127.0.0.1:*", high_water: int = 100) -> Publisher:
        found = self.publish(endpoint, high_water)
        assert isinstance(found, Publisher)
        return found

    def listen(self, endpoint: str, topic: str = "v1/t1/") -> zmq.Socket[bytes]:
        mine = self.context.socket(zmq.SUB)
        self._kept.append(mine)
        mine.set(zmq.LINGER, 0)
        mine.set(zmq.RCVTIMEO, 5000)
        mine.subscribe(topic)
        mine.connect(endpoint)
        return mine

    def close(self) -> None:
        for mine in self._kept:
            mine.close()
        self.context.term()


@pytest.fixture
def rig() -> Iterator[Rig]:
    mine = Rig()
    yield mine
    mine.close()


def stored(n: int, kind: str = "CardDealt") -> Stored:
    return Stored(n, "r1", kind, b'{"n":%d}' % n, f"{n:064x}")


def meet(publisher: Publisher, listener: zmq.Socket[bytes]) -> None:
    """Beat until the subscription has arrived."""
    for _ in range(500):
        publisher.heartbeat(Heartbeat(epoch=EPOCH, head=0, hash="", ready=True))
        if listener.poll(10):
            break
    time.sleep(0.05)
    while listener.poll(0):
        listener.recv_multipart()


def test_an_event_is_four_frames_and_a_heartbeat_two(rig: Rig) -> None:
    publisher = rig.at()
    listener = rig.listen(publisher.where)
    meet(publisher, listener)
    publisher.send([stored(258), stored(259, "Held")])
    publisher.heartbeat(Heartbeat(epoch=EPOCH, head=259, hash="ab", ready=False, reasons=("no camera",), disk="full"))
    assert listener.recv_multipart() == [
        b"v1/t1/CardDealt",
        bytes.fromhex(EPOCH) + b"\0\0\0\0\0\0\1\2",
        b'{"n":258}',
        f"{258:064x}".encode(),
    ]
    assert listener.recv_multipart()[0] == b"v1/t1/Held"
    topic, body = listener.recv_multipart()
    assert topic == b"v1/t1/heartbeat"
    assert json.loads(body) == {
        "epoch": EPOCH,
        "head": 259,
        "hash": "ab",
        "ready": False,
        "reasons": ["no camera"],
        "disk": "full",
        "wall": 0,
        "interval_ms": 1000,
    }


def test_a_stalled_subscriber_holds_nobody_back(rig: Rig) -> None:
    publisher = rig.at(high_water=10)
    stalled = rig.listen(publisher.where)
    stalled.set(zmq.RCVHWM, 1)
    meet(publisher, stalled)
    start = time.perf_counter()
    publisher.send(stored(n) for n in range(1, 20_001))
    assert time.perf_counter() - start < 5


def test_sending_is_cheap(rig: Rig) -> None:
    publisher = rig.at(high_water=100_000)
    meet(publisher, rig.listen(publisher.where))
    events = [stored(n) for n in range(1, 2_001)]
    spent = []
    for event in events:
        start = time.perf_counter_ns()
        publisher.send([event])
        spent.append(time.perf_counter_ns() - start)
    median = sorted(spent)[1000] / 1000
    assert median < 500, f"{median} us"


def test_a_crowd_of_subscribers_is_no_flood(rig: Rig) -> None:
    publisher = rig.at()
    told: list[str] = []

    def flooded(who: str) -> bool:
        told.append(who)
        return True

    publisher.flooded = flooded
    crowd = [rig.listen(publisher.where) for _ in range(100)]
    for listener in crowd:
        for kind in range(40):
            listener.subscribe(f"v1/t1/kind{kind}")
    meet(publisher, crowd[-1])

    def all_hear() -> bool:
        publisher.send([stored(1)])
        return all(listener.poll(0) for listener in crowd)

    until(all_hear)
    assert told == []


def test_a_taken_port_is_told_and_can_be_had_later(rig: Rig) -> None:
    with socket.create_server(("127.0.0.1", 0)) as foreign:
        endpoint = f"tcp://127.0.0.1:{foreign.getsockname()[1]}"
        found = rig.publish(endpoint)
        assert isinstance(found, NoEndpoint)
        assert found.again
        assert "taken by another program" in str(found)
    assert isinstance(rig.publish(endpoint), Publisher)


def test_a_killed_daemons_socket_is_taken_over(rig: Rig, tmp_path: Path) -> None:
    endpoint = f"ipc://{tmp_path}/events"
    with Table(events=endpoint, desk=f"ipc://{tmp_path}/desk") as table:
        os.kill(table.process.pid, signal.SIGKILL)
    assert (tmp_path / "events").exists()
    publisher = rig.at(endpoint)
    meet(publisher, rig.listen(endpoint))


def test_a_second_daemon_leaves_the_first_its_voice(rig: Rig, tmp_path: Path) -> None:
    endpoint = f"ipc://{tmp_path}/events"
    first = rig.at(endpoint)
    found = rig.publish(endpoint)
    assert isinstance(found, NoEndpoint)
    assert found.again
    meet(first, rig.listen(endpoint))


def test_a_plain_file_at_the_path_stays(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "events").write_bytes(b"0123456789")
    found = rig.publish(f"ipc://{tmp_path}/events")
    assert isinstance(found, NoEndpoint)
    assert not found.again
    assert (tmp_path / "events").read_bytes() == b"0123456789"


def test_beyond_loopback_nothing_starts_without_keys(rig: Rig) -> None:
    found = rig.publish("tcp://0.0.0.0:*")
    assert isinstance(found, NoEndpoint)
    assert not found.again


@pytest.mark.parametrize("kind", ["topics", "messages"])
def test_a_flood_of_subscriptions_does_not_hold_the_core(rig: Rig, kind: str) -> None:
    publisher = rig.at()
    told: list[str] = []
    publisher.flooded = lambda who: bool(told.append(who))  # type: ignore[func-returns-value]
    spent = []
    with hostile(kind, publisher.where):
        end = time.monotonic() + 3
        while time.monotonic() < end:
            start = time.perf_counter()
            publisher.send([stored(1)])
            spent.append(time.perf_counter() - start)
            time.sleep(0.01)
    assert told
    assert max(spent) < 0.5, f"{max(spent)} s"
    assert len(spent) > 100


UNREAD_FLOOD = """
import time
from bridge.config import StreamConfig
from bridge.stream.publisher import open_publisher
from bridge.stream.sockets import new_context
publisher = open_publisher(new_context(), StreamConfig(events="tcp://127.0.0.1:*", desk={}), "t1", "00" * 16)
print(publisher.where, flush=True)
time.sleep(4)
publisher.send([])
print("alive", flush=True)
publisher.close()
time.sleep(2)
print("closed", flush=True)
"""


def test_a_client_that_fills_its_line_and_vanishes_does_not_end_the_process() -> None:
    """Libzmq ends the process where a heartbeat of its own falls due on such a line."""
    process = subprocess.Popen([sys.executable, "-c", UNREAD_FLOOD], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    with hostile("fill", process.stdout.readline().strip()):
        time.sleep(1)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "alive\nclosed\n")


def test_every_option_is_set(rig: Rig) -> None:
    mine = rig.at(high_water=7)._socket  # noqa: SLF001 - options show nowhere else
    named = {
        zmq.SNDHWM: 7,
        zmq.RCVHWM: 16,
        zmq.LINGER: 500,
        zmq.HANDSHAKE_IVL: 3000,
        zmq.HEARTBEAT_IVL: 0,
        zmq.MAXMSGSIZE: 1024,
        zmq.BACKLOG: 64,
        zmq.TCP_KEEPALIVE: 1,
        zmq.TCP_KEEPALIVE_IDLE: 5,
        zmq.TCP_KEEPALIVE_INTVL: 1,
        zmq.TCP_KEEPALIVE_CNT: 3,
        zmq.TCP_MAXRT: 5000,
    }
    assert {option: mine.get(option) for option in named} == named
