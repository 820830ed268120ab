"""Where a socket may be bound, and what is never taken from somebody else."""

import socket
from pathlib import Path

import pytest

from bridge.stream.endpoint import beyond_loopback, obstacle


@pytest.mark.parametrize(
    ("endpoint", "beyond"),
    [
        ("ipc:///run/x", False),
        ("tcp://127.0.0.1:5555", False),
        ("tcp://127.8.9.1:*", False),
        ("tcp://localhost:1", False),
        ("tcp://[::1]:5555", False),
        ("tcp://*:5555", True),
        ("tcp://0.0.0.0:5555", True),
        ("tcp://[::]:5555", True),
        ("tcp://10.1.2.3:5555", True),
        ("tcp://eth0:5555", True),
        ("tcp://table-pc:5555", True),
    ],
)
def test_beyond_loopback(endpoint: str, beyond: bool) -> None:  # noqa: FBT001 - a column of the table above
    assert beyond_loopback(endpoint) is beyond


def test_beyond_loopback_keys_are_needed() -> None:
    found = obstacle("tcp://*:5555", keys=False)
    assert found is not None
    assert not found.again
    assert "no keys" in found.why
    assert obstacle("tcp://*:5555", keys=True) is None
    assert obstacle("tcp://127.0.0.1:5555", keys=False) is None


def test_a_plain_file_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "events"
    path.write_bytes(b"0123456789")
    found = obstacle(f"ipc://{path}", keys=False)
    assert found is not None
    assert not found.again
    assert "no socket" in found.why
    assert path.read_bytes() == b"0123456789"


def test_a_dead_socket_may_be_reused_and_a_live_one_not(tmp_path: Path) -> None:
    path = tmp_path / "events"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        found = obstacle(f"ipc://{path}", keys=False)
        assert found is not None
        assert found.again
        assert str(found) == f"ipc://{path}: another program listens there"
    assert path.exists()
    assert obstacle(f"ipc://{path}", keys=False) is None


def test_a_missing_folder_may_come_yet(tmp_path: Path) -> None:
    found = obstacle(f"ipc://{tmp_path}/none/events", keys=False)
    assert found is not None
    assert found.again


@pytest.mark.parametrize(
    "endpoint", ["inproc://a", "udp://127.0.0.1:1", "events", "", "tcp://*:99999", "tcp://*", f"ipc:///{'x' * 107}"]
)
def test_other_transports_are_refused(endpoint: str) -> None:
    found = obstacle(endpoint, keys=True)
    assert found is not None
    assert not found.again


def test_an_abstract_socket_has_no_path() -> None:
    assert obstacle("ipc://@truedeal", keys=False) is None
