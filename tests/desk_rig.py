"""A desk in a thread over a journal in memory, and sockets of each role to talk to it."""

import json
import threading
import time
from typing import Any

import zmq

from bridge.commands import Role
from bridge.config import StreamConfig
from bridge.readings import Asked
from bridge.stream.desk import Desk, open_desk
from bridge.stream.sockets import new_context
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


def ask(mine: zmq.Socket[bytes], **request: Any) -> dict[str, Any]:
    mine.send(json.dumps(request).encode())
    return reply(mine)


def reply(mine: zmq.Socket[bytes]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(mine.recv_multipart()[0])
    return read
