"""The line to the desk, and what refused handshakes mean."""

import pytest
import zmq

from bridge.stream.caller import Caller, Eye
from bridge.stream.client import Client
from bridge.stream.publisher import new_context
from bridge.stream.requests import Here, Status, Told
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


def test_three_broken_handshakes_mean_a_wrong_key_and_are_said_once() -> None:
    eye = Eye(secret=True)
    mine = zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
    assert ["another one" in eye._meaning(mine) for _ in range(3)] == [False, False, True]  # noqa: SLF001 - pure part
    eye._meaning(zmq.EVENT_HANDSHAKE_SUCCEEDED)  # noqa: SLF001 - as above
    assert eye._meaning(mine) == ""  # noqa: SLF001 - as above
    assert "admit" in eye._meaning(zmq.EVENT_HANDSHAKE_FAILED_AUTH)  # noqa: SLF001 - as above
    assert [Eye(secret=False)._meaning(mine) for _ in range(4)] == [""] * 4  # noqa: SLF001 - as above


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
