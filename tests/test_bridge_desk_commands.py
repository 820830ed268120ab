"""Commands at the desk over real sockets: by role, in the name of their socket, answered late, too many at once."""

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from bridge.commands import Answer, Role
from bridge.stream.desk import WAITING
from tests.desk_rig import OPEN, Rig, ask, reply


@pytest.fixture
def rig(tmp_path: Any) -> Iterator[Rig]:
    mine = Rig(str(tmp_path))
    yield mine
    mine.close()


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
