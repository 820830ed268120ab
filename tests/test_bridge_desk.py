"""The desk over real sockets: queries, what is said about the journal, what is no request, endpoints."""

import json
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import zmq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridge.commands import Role
from bridge.config import StreamConfig
from bridge.stream.desk import Desk, open_desk
from bridge.stream.endpoint import NoEndpoint
from bridge.stream.frames import REQUEST_BYTES
from bridge.stream.sockets import new_context
from tests.desk_rig import Book, Rig, ask, reply
from tests.stream_table import EPOCH


@pytest.fixture
def rig(tmp_path: Any) -> Iterator[Rig]:
    mine = Rig(str(tmp_path))
    yield mine
    mine.close()


def test_hello_names_the_role_of_the_endpoint(rig: Rig) -> None:
    for role in Role:
        said = ask(rig.connect(role), verb="hello", tag=9)
        assert said == {
            "reply": "here",
            "tag": 9,
            "table": "t1",
            "epoch": EPOCH,
            "oldest": 1,
            "head": 1200,
            "hash": rig.book.events[-1].hash,
            "schema": "0" * 64,
            "role": role.value,
            "protocol": 1,
        }


def test_a_req_socket_works_as_well(rig: Rig) -> None:
    mine = rig.connect(kind=zmq.REQ)
    assert ask(mine, verb="status")["told"]["event"] == 1200
    assert ask(mine, verb="snapshot")["told"] == {"event": 1200}


def test_get_gives_events_as_stored_and_at_most_500(rig: Rig) -> None:
    mine = rig.connect()
    mine.send(b'{"verb":"get","first":3}')
    first, *frames = mine.recv_multipart()
    assert json.loads(first) == {"reply": "got", "tag": 0, "epoch": EPOCH, "first": 3, "count": 500, "head": 1200}
    assert frames[::2] == [event.body for event in rig.book.events[2:502]]
    assert [line.decode() for line in frames[1::2]] == [event.hash for event in rig.book.events[2:502]]
    assert ask(mine, verb="get", first=1199, limit=7)["count"] == 2
    assert ask(mine, verb="get", first=1201)["count"] == 0
    assert "limit" in ask(mine, verb="get", first=1, limit=501)["why"]


def test_what_this_journal_does_not_hold_is_reported(rig: Rig) -> None:
    mine = rig.connect()
    asked: list[dict[str, Any]] = [
        {"verb": "hello", "epoch": EPOCH, "head": 1201},
        {"verb": "hello", "epoch": EPOCH, "head": 7, "hash": "f" * 64},
        {"verb": "ack", "epoch": EPOCH, "n": 1203},
    ]
    assert [ask(mine, **request)["code"] for request in asked] == ["ahead"] * 3
    assert rig.book.said == [("restored", 1201), ("restored", 7), ("restored", 1203)]


@pytest.mark.parametrize("role", list(Role))
def test_a_get_beyond_the_head_says_nothing_about_the_journal(rig: Rig, role: Role) -> None:
    mine = rig.connect(role)
    assert ask(mine, verb="get", first=1201)["count"] == 0
    for first in (1202, 2**63 - 1):
        said = ask(mine, verb="get", first=first)
        assert (said["code"], said["why"]) == ("ahead", f"event {first} is beyond this journal's head, 1200")
    assert rig.book.said == []


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.ENGINE])
def test_only_the_engines_place_speaks_against_the_journal(rig: Rig, role: Role) -> None:
    mine = rig.connect(role)
    assert ask(mine, verb="hello", epoch=EPOCH, head=1201)["code"] == "ahead"
    assert ask(mine, verb="hello", epoch=EPOCH, head=7, hash="f" * 64)["code"] == "ahead"
    assert ask(mine, verb="ack", epoch=EPOCH, n=9999)["code"] == "role"
    assert rig.book.said == []


def test_a_true_cursor_and_another_epochs_are_no_restored_journal(rig: Rig) -> None:
    mine = rig.connect()
    assert ask(mine, verb="hello", epoch=EPOCH, head=7, hash=rig.book.events[6].hash)["reply"] == "here"
    assert ask(mine, verb="hello", epoch="f" * 32, head=9999)["reply"] == "here"
    assert rig.book.said == []


def test_only_the_engine_acknowledges(rig: Rig) -> None:
    engine = rig.connect()
    assert ask(engine, verb="ack", epoch=EPOCH, n=800) == {"reply": "noted", "tag": 0, "n": 800}
    assert ask(engine, verb="ack", epoch="f" * 32, n=1)["code"] == "epoch"
    for role in (Role.DEALER, Role.SUPERVISOR, Role.VIEWER):
        assert ask(rig.connect(role), verb="ack", epoch=EPOCH, n=900)["code"] == "role"
    assert rig.book.said == [("acked", 800)]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (b"", "truncated"),
        (b"no json", "malformed"),
        (b"[]", "Expected `object`"),
        (b"\xff\xfe", "malformed"),
        (b'{"verb":"sing","tag":4}', "$.verb"),
        (b'{"verb":"get","first":0,"tag":4}', "$.first"),
        (b'{"verb":"get","first":"1","tag":4}', "$.first"),
        (b'{"verb":"get","first":1,"role":"supervisor","tag":4}', "unknown field `role`"),
        (b'{"verb":"command","id":"","command":{"do":"submit"},"tag":4}', "$.id"),
        (b'{"verb":"command","id":"a","command":{"do":"dance"},"tag":4}', "$.command.do"),
        (b'{"verb":"command","id":"a","command":{"do":"reveal"},"tag":4}', "hand"),
        (b'{"verb":"command","id":"a","who":"b","command":{"do":"submit"},"tag":4}', "who"),
        (b'{"tag":4,"x":' + b"[" * 60_000, ""),
    ],
)
def test_what_is_no_request_is_refused_by_its_path(rig: Rig, body: bytes, path: str) -> None:
    mine = rig.connect()
    mine.send(body)
    said = reply(mine)
    assert said["code"] == "malformed"
    assert path in said["why"]
    assert said["tag"] == (4 if body.endswith(b'"tag":4}') else 0)


def test_more_frames_are_no_request(rig: Rig) -> None:
    mine = rig.connect()
    mine.send_multipart([b"a", b"b", b"c"])
    assert reply(mine)["code"] == "malformed"


def test_a_request_too_long_ends_the_connection_and_nothing_else(rig: Rig) -> None:
    other, mine = rig.connect(), rig.connect()
    assert ask(other, verb="status")["reply"] == "told"
    mine.send(b'{"verb":"hello","epoch":"' + b"x" * REQUEST_BYTES + b'"}')
    assert not mine.poll(200)
    assert ask(other, verb="status")["reply"] == "told"


@given(st.binary(max_size=200) | st.recursive(st.none() | st.text(), st.lists, max_leaves=20).map(msgspec.json.encode))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_that_is_sent_ends_the_desk(rig: Rig, body: bytes) -> None:
    mine = rig.connect(kind=zmq.REQ)
    mine.send(body)
    assert reply(mine)["reply"] == "refused"
    mine.close()


def test_it_turns_while_nothing_happens(rig: Rig) -> None:
    before = rig.desk.turns
    time.sleep(0.7)
    assert rig.desk.turns > before


def test_where_one_endpoint_cannot_be_had_none_is_kept(tmp_path: Any) -> None:
    (tmp_path / "dealer").write_bytes(b"mine")
    context = new_context()
    desk = {Role.ENGINE: f"ipc://{tmp_path}/engine", Role.DEALER: f"ipc://{tmp_path}/dealer"}
    book = Book("t1", EPOCH)
    found = open_desk(context, StreamConfig(events="", desk=desk), book)
    assert isinstance(found, NoEndpoint)
    assert found.endpoint.endswith("/dealer")
    (tmp_path / "dealer").unlink()
    time.sleep(0.05)
    again = open_desk(context, StreamConfig(events="", desk=desk), book)
    assert isinstance(again, Desk)
    again.close()
    context.term()
