"""Clients that flood, stall, send garbage or vanish, against a real guarded table with a healthy client beside them.

The healthy client gets every event in order and soon enough, and the daemon neither ends nor grows.
"""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles

import msgspec
import pytest

from bridge.commands import DealerChange, Role
from bridge.stream.client import Client
from bridge.stream.cursor import Delivered
from tests.daemon_rig import until
from tests.hostile import hostile
from tests.keyed_rig import Guarded, guarded

EVENTS = 60
SOON_MS = 400
"""For the 90th percentile on a machine that the hostile process itself keeps busy; alone it is about 5 ms."""
GROWTH_KB = 40_000


def size_kb(table: Guarded) -> int:
    assert table.process is not None
    text = Path(f"/proc/{table.process.pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0])


class Healthy:
    """A client that keeps what it gets."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.bodies: list[bytes] = []

    def has(self, n: int) -> bool:
        """Whether it has got event `n`."""
        said = self.client.next(5)
        if isinstance(said, Delivered):
            self.bodies.append(said.body)
            assert said.n == len(self.bodies)
        return len(self.bodies) >= n


def deal(healthy: Healthy, dealer: Client, count: int = EVENTS) -> float:
    """Change the dealer so often and hear of it each time; the 90th percentile of how long that took, in ms."""
    spent = []
    for number in range(count):
        began = time.monotonic()
        answer = dealer.ask(DealerChange(f"b{len(healthy.bodies)}-{number}"))
        assert answer is not None
        assert answer.done, answer.why
        until(lambda event=answer.event: healthy.has(event))  # type: ignore[misc]
        spent.append((time.monotonic() - began) * 1000)
    return quantiles(spent, n=10)[8]


@contextmanager
def played(folder: Path) -> Iterator[tuple[Guarded, Healthy, Client]]:
    """A guarded table with a healthy engine and a dealer; at the end the engine has what the journal has."""
    with guarded(folder) as table, table.near(Role.ENGINE) as client, table.near(Role.DEALER) as dealer:
        healthy = Healthy(client)
        deal(healthy, dealer, 5)
        yield table, healthy, dealer
        written = [msgspec.json.encode(event) for event in table.journal("event")]
        until(lambda: healthy.has(len(written)))
        assert [msgspec.json.decode(body) for body in healthy.bodies] == table.journal("event")[: len(healthy.bodies)]
        assert table.stop() == 0
        assert table.said("stage_died") + table.said("stage_stuck") == []


@pytest.mark.parametrize("at", ["events", "desk"])
def test_strangers_slow_nobody(tmp_path: Path, at: str) -> None:
    with played(tmp_path) as (table, healthy, dealer):
        before = size_kb(table)
        for kind in ("garbage", "half", "huge", "crowd"):
            with hostile(kind, table.events if at == "events" else table.desk[Role.ENGINE]):
                assert deal(healthy, dealer, 30) < SOON_MS, kind
        assert size_kb(table) - before < GROWTH_KB
        assert [who for who, _, _ in table.refused()] == ["somebody"]


@pytest.mark.parametrize("kind", ["topics", "messages"])
def test_a_viewer_who_floods_the_stream_is_shut_out_and_nobody_loses_an_event(tmp_path: Path, kind: str) -> None:
    with played(tmp_path) as (table, healthy, dealer):
        before = size_kb(table)
        with hostile(kind, table.events, str(table.key(Role.VIEWER))):
            said = until(lambda: [one for one in table.refused() if one[0] == "viewer:anna"])
            assert "floods the stream" in said[0][2]
            assert deal(healthy, dealer) < SOON_MS
        assert size_kb(table) - before < GROWTH_KB
        assert [who for who, _, why in table.refused() if "floods" in why] == ["viewer:anna"]


def test_a_viewer_who_asks_without_pause_and_reads_nothing_slows_nobody(tmp_path: Path) -> None:
    with played(tmp_path) as (table, healthy, dealer):
        before = size_kb(table)
        with hostile("requests", table.desk[Role.VIEWER], str(table.key(Role.VIEWER))):
            assert deal(healthy, dealer) < SOON_MS
        assert size_kb(table) - before < GROWTH_KB


def test_a_stalled_subscriber_costs_nobody_else_an_event(tmp_path: Path) -> None:
    with (
        played(tmp_path) as (table, healthy, dealer),
        hostile("stall", table.events, str(table.key(Role.VIEWER))) as process,
    ):
        process.send_signal(signal.SIGSTOP)
        assert deal(healthy, dealer) < SOON_MS
        process.send_signal(signal.SIGCONT)
