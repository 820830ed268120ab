"""The threads of a camera's process: one takes pictures, one recognises, one writes lines.

Between them stand slots for one thing each, so the newest wins at both places and nothing is ever queued: a slow
reader of the lines misses frames, it never delays one. What is passed over is counted.
"""

import os
import select
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import structlog

from scanner.capture import Source, Taken
from scanner.pipeline import Pipeline

T = TypeVar("T")
NS = 1_000_000_000
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
"""Seconds before an absent source is tried again, doubled up to the longest."""
STUCK_NS = 4 * NS
"""A thread in one call for so long hangs: the limits of the cameras' own calls are 2 s."""


def clock() -> tuple[int, int]:
    """Monotonic and wall time in ns."""
    return time.monotonic_ns(), time.time_ns()


class Slot(Generic[T]):
    """Room for the newest one of something."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._item: T | None = None
        self.passed_over = 0

    def put(self, item: T) -> None:
        """Put the newest there; what was not taken is passed over."""
        with self._changed:
            self.passed_over += self._item is not None
            self._item = item
            self._changed.notify()

    def take(self, seconds: float) -> T | None:
        """The newest, or None when none comes within so many seconds."""
        with self._changed:
            if self._item is None:
                self._changed.wait(seconds)
            item, self._item = self._item, None
            return item

    def clear(self) -> None:
        """Forget what waits."""
        with self._changed:
            self._item = None


class Grabber:
    """The thread that owns the source: it opens it, waits for an absent one, and takes pictures until the end."""

    def __init__(self, source: Source, name: str, ending: threading.Event) -> None:
        self.pictures: Slot[Taken] = Slot()
        self.over = False
        self.is_open = False
        self.cycle = clock()[0]
        self._source, self._ending = source, ending
        self._wait = FIRST_WAIT
        self._log = structlog.get_logger().bind(camera=name)
        self._said = ""
        threading.Thread(target=self._run, name="grabber", daemon=True).start()

    def _run(self) -> None:
        while not self._ending.is_set():
            try:
                self._follow()
            except EOFError as end:
                self._log.info("source_ended", why=str(end))
                self.over = True
                return
            except OSError as error:
                self._failed(str(error))
            finally:
                self.is_open = False
                self._source.close()
            self._rest()

    def _follow(self) -> None:
        self._source.open()
        self.is_open = True
        while not self._ending.is_set():
            self.cycle = clock()[0]
            taken = self._source.take()
            if taken is not None:
                if self._said:
                    self._log.info("source_works_again")
                self._said, self._wait = "", FIRST_WAIT
                self.pictures.put(taken)

    def _failed(self, cause: str) -> None:
        """The first failure of a kind is worth a line, its repeats are not."""
        if cause != self._said:
            self._log.warning("source_failed", cause=cause)
        self._said = cause

    def _rest(self) -> None:
        until = clock()[0] + round(self._wait * NS)
        while clock()[0] < until and not self._ending.wait(0.1):
            self.cycle = clock()[0]
        self._wait = min(self._wait * 2, LONGEST_WAIT)

    @property
    def works(self) -> bool:
        """Whether the thread is not stuck in a call."""
        return self.over or clock()[0] - self.cycle < STUCK_NS


class Outlet(Protocol):
    """Where lines go."""

    def send(self, line: bytes) -> None:
        """Write a whole line. Raises OSError when the reader has gone."""

    def gone(self) -> bool:
        """Whether the reader has gone for good."""

    def next(self) -> bool:
        """Wait for another reader; False where none can come."""


class Pipe:
    """Lines to the parent on standard output: when that is closed, the work is over."""

    def send(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest:
            rest = rest[os.write(1, rest) :]

    def gone(self) -> bool:
        poll = select.poll()
        poll.register(1, 0)
        return any(state & select.POLLERR for _, state in poll.poll(0))

    def next(self) -> bool:
        return False


class Listener:
    """Lines to whoever connects to a unix socket, one reader at a time; a reader may go and come again."""

    def __init__(self, path: Path) -> None:
        """Listen at `path`. A socket left over by a killed process is replaced, anything else is left alone.

        Raises:
            OSError: the path is no socket, another process listens there, or it cannot be made.
        """
        if path.is_socket():
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(str(path)) == 0:
                    raise FileExistsError(17, "another process listens there; stop it first", str(path))
            path.unlink()
        elif path.exists():
            raise FileExistsError(17, "is no socket and is left alone; name another path", str(path))
        self._path = path
        self._listening = socket.socket(socket.AF_UNIX)
        try:
            self._listening.bind(str(path))
        except OSError as error:
            raise OSError(error.errno, error.strerror or "cannot be made", str(path)) from error
        self._listening.listen(1)
        self._reader: socket.socket | None = None

    def send(self, line: bytes) -> None:
        if self._reader is None:
            raise BrokenPipeError
        self._reader.sendall(line)

    def gone(self) -> bool:
        return False

    def next(self) -> bool:
        if self._reader is not None:
            self._reader.close()
        try:
            self._reader, _ = self._listening.accept()
        except OSError:
            return False  # closed: the process ends
        return True

    def close(self) -> None:
        """Stop listening, let the reader go and take the socket's file away."""
        self._path.unlink(missing_ok=True)
        self._listening.close()
        if self._reader is not None:
            self._reader.close()


class Writer:
    """The thread that writes lines and alone waits for their reader."""

    def __init__(self, outlet: Outlet, gone: Callable[[], None]) -> None:
        self.lines: Slot[bytes] = Slot()
        self._outlet, self._gone = outlet, gone
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Give the last line a moment to be written."""
        self._over.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        while True:
            line = self.lines.take(0.1)
            if line is None:
                if self._outlet.gone():
                    self._gone()  # noticed without a line: a daemon may die while the camera is still waited for
                    return
                if self._over.is_set():
                    return
                continue
            try:
                self._outlet.send(line)
            except OSError:
                if not self._outlet.next():
                    self._gone()
                    return
                self.lines.clear()  # what was seen before this reader came is old


def notify(state: str) -> None:
    """Tell the service manager, where there is one (`NOTIFY_SOCKET`)."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if address:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.connect("\0" + address[1:] if address[0] == "@" else address)
            line.send(state.encode())


def watching(pipeline: Pipeline, grabber: Grabber, writer: Writer, ending: threading.Event) -> None:
    """Recognise the newest picture again and again until the end is asked for or the source is over.

    The watchdog is fed by this loop, and only while the grabbing thread goes on as well.
    """
    notify("READY=1")
    state = ""
    while not ending.is_set():
        if grabber.works:
            notify("WATCHDOG=1")
        told = "STATUS=pictures come" if grabber.is_open else "STATUS=waiting for the source"
        if told != state:
            notify(told)
            state = told
        taken = grabber.pictures.take(0.25)
        if taken is not None:
            line = pipeline.line(taken, clock()[0])
            if line is not None:
                writer.lines.put(line)
        elif grabber.over:
            writer.finish()
            return
