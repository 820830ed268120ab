"""The line to the desk, and what refused handshakes mean."""

import pytest
import zmq

from bridge.stream.caller import Caller, Eye
from bridge.stream.client import Client
from bridge.stream.requests import Here, Status, Told
from bridge.stream.sockets import new_context
from tests.stream_rig import Table


def test_replies_carry_the_tag_of_their_request_also_after_renewal() -> None:
    context = new_context()
    with Table(has=2) as table:
        caller = Caller(context, table.desk, None)
        for renewed in range(3):
            tag = caller.send(Status())
            assert caller.socket.poll(5000)
            read = caller.read()
            assert read is not None
            assert (read[0].tag, isinstance(read[0], Told), isinstance(read[0], Here)) == (tag, True, False)
            assert tag == renewed + 1
            assert caller.read() is None
            caller.renew()
        caller.close()
    context.term()


def seen(eye: Eye, *events: int) -> list[str]:
    """What an eye says after each of these events of a handshake."""
    said = []
    for event in events:
        eye._take(event)  # noqa: SLF001 - the pure part
        said.append(eye.why)
    return said


def test_three_broken_handshakes_mean_a_wrong_key_until_one_succeeds() -> None:
    broken = [int(zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)] * 3
    assert ["another one" in why for why in seen(Eye(secret=True), *broken)] == [False, False, True]
    assert seen(Eye(secret=True), *broken, zmq.EVENT_HANDSHAKE_SUCCEEDED, broken[0])[3:] == ["", ""]
    assert seen(Eye(secret=False), *broken) == ["", "", ""]


def test_where_the_other_side_closes_before_it_is_read_it_may_have_no_keys() -> None:
    failed = int(zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL), int(zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL)
    said = seen(Eye(secret=True), failed[1], failed[1], failed[0], failed[1], failed[1], failed[1])
    assert said[:2] == ["", ""]
    assert all("the table has no keys" in why for why in said[2:])
    assert ["another one" in why for why in said[2:]] == [False, False, False, True]


def test_a_refusal_is_told_by_what_failed() -> None:
    failed = zmq.EVENT_HANDSHAKE_FAILED_AUTH, zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
    for secret, protocol in ((True, "has no keys"), (False, "asks for a key")):
        said = seen(Eye(secret=secret), *failed)
        assert "unknown, revoked, or of another role" in said[0]
        assert protocol in said[1]


@pytest.mark.parametrize("endpoint", ["foo", "tcp://127.0.0.1:*", "tcp://127.0.0.1:99999", "tcp://a!b:1", "udp://x:1"])
def test_an_endpoint_that_is_none_is_said_in_words_and_leaves_nothing_open(endpoint: str) -> None:
    context = new_context()
    with pytest.raises(ValueError, match=r"^[a-z]+") as raised:
        Caller(context, endpoint, None)
    assert str(raised.value).startswith(f"{endpoint}: ")
    for events, desk in ((endpoint, "ipc:///nowhere"), ("ipc:///nowhere", endpoint)):
        with pytest.raises(ValueError, match=r"^[a-z]+"):
            Client(events, desk, table="t1", context=context)
    context.term()
