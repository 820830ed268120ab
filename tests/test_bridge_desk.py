"""The desk over real sockets: queries, commands by role, answers that are late, and everything that is refused."""

import json
import os
import threading
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import zmq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridge.commands import Answer, Role
from bridge.config import StreamConfig
from bridge.readings import Asked
from bridge.stream.desk import WAITING, Desk, open_desk
from bridge.stream.endpoint import NoEndpoint
from bridge.stream.frames import REQUEST_BYTES
from bridge.stream.publisher import new_context
from tests.stream_table import EPOCH, Memory

OPEN = {"verb": "command", "id": "c1", "round": "r1", "as_of": 3, "why": "w", "command": {"do": "open_round"}}


class Book(Memory):
    """The journal in memory, with a clock that can be set forward and a queue that can be full."""

    ahead = 0
    full = False

    def clock(self) -> tuple[int, int]:
        return time.monotonic_ns() + self.ahead, time.time_ns()

    def ask(self, asked: Asked) -> str:
        return "too many commands wait" if self.full else super().ask(asked)


class Rig:
    """A desk in a thread, and sockets to talk to it."""

    def __init__(self, folder: str) -> None:
        self.context = new_context()
        self.book = Book("t1", EPOCH)
        for _ in range(1200):
            self.book.append()
        endpoints: dict[Role, str] = {role: f"ipc://{folder}/{role.value}" for role in Role}
        endpoints[Role.ENGINE] = "tcp://127.0.0.1:*"
        config = StreamConfig(events="", desk=endpoints)
        desk = open_desk(self.context, config, self.book)
        assert isinstance(desk, Desk)
        self.desk = desk
        self.where = desk.where
        self.thread = threading.Thread(target=desk.serve)
        self.thread.start()
        self._kept: list[zmq.Socket[bytes]] = []

    def connect(self, role: Role = Role.ENGINE, kind: int = zmq.DEALER) -> zmq.Socket[bytes]:
        mine = self.context.socket(kind)
        self._kept.append(mine)
        mine.set(zmq.LINGER, 0)
        mine.set(zmq.RCVTIMEO, 5000)
        mine.connect(self.where[role])
        return mine

    def close(self) -> None:
        self.desk.stop()
        self.thread.join(5)
        assert not self.thread.is_alive()
        for mine in self._kept:
            mine.close()
        self.context.term()


@pytest.fixture
def rig(tmp_path: Any) -> Iterator[Rig]:
    mine = Rig(str(tmp_path))
    yield mine
    mine.close()


def ask(mine: zmq.Socket[bytes], **request: Any) -> dict[str, Any]:
    mine.send(json.dumps(request).encode())
    return reply(mine)


def reply(mine: zmq.Socket[bytes]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(mine.recv_multipart()[0])
    return read


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


def test_a_command_is_asked_in_the_name_of_its_socket(rig: Rig) -> None:
    mine = rig.connect()
    mine.send(json.dumps({**OPEN, "tag": 5}).encode())
    asked = rig.book.asked.get(timeout=5)
    assert (asked.id, asked.role, asked.round, asked.why, asked.as_of) == ("c1", Role.ENGINE, "r1", "w", 3)
    assert asked.who.startswith("engine:127.0.0.1")
    rig.desk.answer(Answer("c1", done=True, event=1200))
    said = reply(mine)
    assert (said["reply"], said["tag"], said["answer"]["done"]) == ("answer", 5, True)


def test_a_local_socket_names_its_user(rig: Rig) -> None:
    rig.connect(Role.SUPERVISOR).send(b'{"verb":"command","id":"s","command":{"do":"void"}}')
    assert rig.book.asked.get(timeout=5).who == f"supervisor:uid={os.getuid()}"


@pytest.mark.parametrize(
    ("role", "command", "done"),
    [
        (Role.ENGINE, {"do": "void"}, False),
        (Role.ENGINE, {"do": "scooped"}, False),
        (Role.DEALER, {"do": "submit"}, False),
        (Role.DEALER, {"do": "release", "hold": 1}, False),
        (Role.SUPERVISOR, {"do": "submit"}, False),
        (Role.VIEWER, {"do": "scooped"}, False),
        (Role.VIEWER, {"do": "faces"}, False),
        (Role.DEALER, {"do": "scooped"}, True),
        (Role.SUPERVISOR, {"do": "scooped"}, True),
        (Role.SUPERVISOR, {"do": "faces"}, True),
    ],
)
def test_a_role_may_say_its_own_commands(rig: Rig, role: Role, command: dict[str, Any], done: bool) -> None:  # noqa: FBT001 - a column
    mine = rig.connect(role)
    mine.send(json.dumps({"verb": "command", "id": "x", "command": command, "tag": 3}).encode())
    if done:
        assert rig.book.asked.get(timeout=5).role is role
        return
    said = reply(mine)
    assert (said["code"], said["tag"]) == ("role", 3)
    assert role.value in said["why"]
    assert rig.book.asked.empty()


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


def test_without_an_answer_it_is_told_to_ask_again(rig: Rig) -> None:
    mine = rig.connect()
    mine.send(json.dumps({**OPEN, "tag": 1}).encode())
    rig.book.asked.get(timeout=5)
    rig.book.ahead = 2_100_000_000
    said = reply(mine)
    assert (said["reply"], said["tag"], said["id"]) == ("pending", 1, "c1")
    mine.send(json.dumps({**OPEN, "tag": 2}).encode())
    rig.book.asked.get(timeout=5)
    rig.desk.answer(Answer("c1", done=True, why="first"))
    rig.desk.answer(Answer("c1", done=True, why="again"))
    said = reply(mine)
    assert (said["reply"], said["tag"], said["answer"]["why"]) == ("answer", 2, "again")


def test_a_full_queue_and_too_many_waiting_are_refused(rig: Rig) -> None:
    mine = rig.connect()
    rig.book.full = True
    assert ask(mine, **OPEN)["code"] == "busy"
    rig.book.full = False
    for n in range(WAITING):
        mine.send(json.dumps({**OPEN, "id": f"w{n}"}).encode())
    assert ask(mine, **OPEN)["code"] == "busy"
    assert rig.book.asked.qsize() == WAITING


def test_an_answer_nobody_waits_for_is_dropped_also_after_the_end(rig: Rig) -> None:
    rig.desk.answer(Answer("unknown", done=True))
    assert ask(rig.connect(), verb="status")["reply"] == "told"
    rig.desk.stop()
    rig.thread.join(5)
    rig.desk.answer(Answer("unknown", done=True))


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
