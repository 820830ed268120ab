"""Addresses as written: what can be none is said, and what cannot be bound twice."""

import pytest

from bridge.address import clash, unprintable, wrong, wrong_port


@pytest.mark.parametrize(
    "endpoint",
    [
        "tcp://127.0.0.1:1",
        "tcp://*:65535",
        "tcp://[::1]:7700",
        "tcp://127.0.0.1:*",
        "tcp://table-pc:7700",
        "ipc://@truedeal",
        "ipc:///" + "x" * 106,
    ],
)
def test_addresses_that_can_be(endpoint: str) -> None:
    assert wrong(endpoint) == ""


@pytest.mark.parametrize(
    ("endpoint", "why"),
    [
        ("tcp://127.0.0.1:99999", "1 to 65535"),
        ("tcp://127.0.0.1:65536", "1 to 65535"),
        ("tcp://127.0.0.1:0", "1 to 65535"),
        ("tcp://127.0.0.1:-1", "1 to 65535"),
        ("tcp://127.0.0.1:\u0663", "1 to 65535"),
        ("tcp://127.0.0.1:" + "9" * 5000, "1 to 65535"),
        ("tcp://127.0.0.1", "tcp://HOST:PORT"),
        ("tcp://:7700", "tcp://HOST:PORT"),
        ("tcp://:*", "tcp://HOST:PORT"),
        ("tcp://::1:7700", "brackets"),
        ("tcp://a b:7700", "tcp://HOST:PORT"),
        ("ipc://", "ipc://PATH"),
        ("ipc:///" + "x" * 107, "107 bytes"),
        ("ipc:///" + "\u00e4" * 54, "107 bytes"),
        ("ipc:///a\0b", "control character"),
        ("foo", "ipc://PATH"),
        ("", "ipc://PATH"),
        ("udp://127.0.0.1:1", "ipc://PATH"),
    ],
)
def test_addresses_that_cannot_be(endpoint: str, why: str) -> None:
    assert why in wrong(endpoint)


def test_a_client_cannot_connect_to_any_port() -> None:
    assert "1 to 65535" in wrong("tcp://127.0.0.1:*", any_port=False)


def test_a_devices_address_has_a_port() -> None:
    assert wrong_port("10.0.0.7:4001") == ""
    assert wrong_port("10.0.0.7") == "write HOST:PORT"
    assert wrong_port("10.0.0.7:70000").endswith("from 1 to 65535")


@pytest.mark.parametrize("odd", ["\0", "\n", "\x1b", "\x7f"])
def test_control_characters_are_named(odd: str) -> None:
    assert repr(odd) in unprintable(f"a{odd}b")
    assert unprintable("/run/table one/\u00e4") == ""


@pytest.mark.parametrize(
    ("here", "there", "same"),
    [
        ("ipc:///run/a", "ipc:///run/a", True),
        ("ipc:///run/a", "ipc:///run//x/../a", True),
        ("ipc:///run/a", "ipc:///run/b", False),
        ("tcp://127.0.0.1:7700", "tcp://localhost:7700", True),
        ("tcp://*:7700", "tcp://10.1.2.3:7700", True),
        ("tcp://10.1.2.3:7700", "tcp://10.1.2.4:7700", False),
        ("tcp://127.0.0.1:7700", "tcp://127.0.0.1:7701", False),
        ("tcp://127.0.0.1:*", "tcp://127.0.0.1:*", False),
        ("tcp://127.0.0.1:7700", "ipc:///run/a", False),
    ],
)
def test_one_address_cannot_be_bound_twice(here: str, there: str, same: bool) -> None:  # noqa: FBT001 - a column
    said = clash({"stream.events": here, "stream.desk.engine": there})
    assert bool(said) is same
    assert not same or "stream.desk.engine and stream.events" in said
