"""What systemd is told, over a real datagram socket, and that nothing happens without one."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.daemon.notify import Notify


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.bind(str(tmp_path / "notify"))
        made.settimeout(2)
        yield made


def test_states_arrive_as_systemd_reads_them(manager: socket.socket) -> None:
    notify = Notify({"NOTIFY_SOCKET": manager.getsockname()}, 7)
    notify.more_time(2.5)
    notify.ready()
    notify.status("event 1: not ready: shoe\nno link")
    notify.status("event 1: not ready: shoe\nno link")
    notify.alive()
    notify.stopping()
    notify.close()
    said = [manager.recv(1000).decode() for _ in range(5)]
    assert said == [
        "EXTEND_TIMEOUT_USEC=2500000",
        "READY=1",
        "STATUS=event 1: not ready: shoe no link",
        "WATCHDOG=1",
        "STOPPING=1",
    ]


def test_an_abstract_name_works(tmp_path: Path) -> None:
    name = f"truedeal-{tmp_path.name}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as made:
        made.bind("\0" + name)
        made.settimeout(2)
        notify = Notify({"NOTIFY_SOCKET": "@" + name}, 7)
        notify.ready()
        notify.close()
        assert made.recv(100) == b"READY=1"


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": "/nowhere/notify"}])
def test_without_a_manager_nothing_happens(environ: dict[str, str]) -> None:
    notify = Notify(environ, 7)
    notify.ready()
    notify.alive()
    notify.close()


@pytest.mark.parametrize(
    ("environ", "seconds"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "15000000"}, 15.0),
        ({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": "7"}, 15.0),
        ({"WATCHDOG_USEC": "15000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_watchdog_counts_only_for_the_process_it_means(environ: dict[str, str], seconds: float | None) -> None:
    assert Notify(environ, 7).watchdog_s == seconds
