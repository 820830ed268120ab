"""What stream tests run: the table of `tests.stream_table` as a process, and a TCP line that can be cut."""

import contextlib
import json
import selectors
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

EPOCH = "00112233445566778899aabbccddeeff"
LOOPBACK = "tcp://127.0.0.1:*"


class Table:
    """A table process; `tell` gives it a line and waits until it has obeyed."""

    def __init__(
        self,
        *,
        events: str = LOOPBACK,
        desk: str = LOOPBACK,
        high_water: int = 10,
        epoch: str = EPOCH,
        has: int = 0,
        role: str = "engine",
    ) -> None:
        given = [events, desk, str(high_water), epoch, str(has), role]
        words = [sys.executable, "-m", "tests.stream_table", "t1", *given]
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[1],
            text=True,
        )
        where = self._line()
        self.events: str = where["events"]
        self.desk: str = where["desk"]
        self.epoch: str = where["epoch"]

    def _line(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        read: dict[str, Any] = json.loads(self.process.stdout.readline())
        return read

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def tell(self, line: str) -> int:
        """Give a line, and the head once it is obeyed."""
        self.send(line)
        return self.done()

    def done(self) -> int:
        head: int = self._line()["head"]
        return head

    def kill(self) -> None:
        self.process.kill()
        self.close()

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.returncode is None:
            if error is not None:
                self.process.kill()
            self.close()


class Line:
    """A TCP proxy before an endpoint. `cut` drops every connection and takes none until `mend`; `mute` loses bytes."""

    def __init__(self, endpoint: str) -> None:
        host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
        self._target = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.endpoint = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"
        self._open = True
        self._ending = False
        self.mute = False
        self._lock = threading.Lock()
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def cut(self) -> None:
        with self._lock:
            self._open = False
            for mine in list(self._pairs):
                self._drop(mine)

    def mend(self) -> None:
        with self._lock:
            self._open = True

    def _run(self) -> None:
        while not self._ending:
            for key, _ in self._selector.select(0.05):
                with self._lock:
                    if key.fileobj is self._listener:
                        self._accept()
                    elif isinstance(key.fileobj, socket.socket) and key.fileobj in self._pairs:
                        self._pass(key.fileobj)

    def _accept(self) -> None:
        near, _ = self._listener.accept()
        if not self._open:
            near.close()
            return
        try:
            far = socket.create_connection(self._target)
        except OSError:
            near.close()
            return
        for mine, other in ((near, far), (far, near)):
            self._pairs[mine] = other
            self._selector.register(mine, selectors.EVENT_READ)

    def _pass(self, mine: socket.socket) -> None:
        try:
            data = mine.recv(65536)
            if data and self.mute:
                return
            if data:
                self._pairs[mine].sendall(data)
                return
        except OSError:
            pass
        self._drop(mine)

    def _drop(self, mine: socket.socket) -> None:
        other = self._pairs.get(mine)
        for one in (mine, other):
            if one is not None and self._pairs.pop(one, None) is not None:
                self._selector.unregister(one)
                one.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ending = True
        self._thread.join()
        self.cut()
        self._selector.close()
        self._listener.close()
