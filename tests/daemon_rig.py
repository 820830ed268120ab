"""A table of real parts for tests: the daemon as its own process, a device end on a pseudo-terminal, a client."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bridge.stream.client import Client
from bridge.stream.cursor import Cursor, Delivered
from shoe.dialects import find
from shoe.messages import Message
from tests.camera_rig import WITH_DISCS
from tests.pictures import jpeg, layout, noisy, put
from tests.tables import table_file

ROOT = Path(__file__).parents[1]
SHOE = find("reference", {})


def with_discs(folder: Path) -> str:
    """A python whose `-m scanner` is the whole camera process with the reader of the tests' own pictures."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\nshift 2\nexec {sys.executable} -c '{WITH_DISCS}' \"$@\"\n")
    program.chmod(0o755)
    return str(program)


class Film(threading.Thread):
    """Writes pictures of an empty layout at 25 a second into a folder; `still` stops it, as a camera that hangs."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.still = threading.Event()
        self.ending = threading.Event()
        folder.mkdir(exist_ok=True)

    def run(self) -> None:
        pictures = [jpeg(noisy(layout(), seed)) for seed in range(5)]
        number = 0
        while not self.ending.wait(0.04):
            if not self.still.is_set():
                number += 1
                put(self.folder, number, pictures[number % 5])

    def stop(self) -> None:
        self.ending.set()
        self.join()


@contextmanager
def film(folder: Path) -> Iterator[Film]:
    """A film that has ended afterwards."""
    made = Film(folder)
    made.start()
    try:
        yield made
    finally:
        made.stop()


def until(seen: Callable[[], Any], seconds: float = 20.0) -> Any:
    """The first true answer, or a failure after so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := seen():
            return found
        time.sleep(0.01)
    raise AssertionError(f"not seen within {seconds} s")


class Line:
    """The device's end of a serial line; the daemon finds it under a link that can be moved to another line."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self._ends: tuple[int, int] | None = None
        self._next: tuple[int, int] | None = None

    def plug(self) -> str:
        """A new line under the same link; its own name."""
        (device, daemon), self._next = self._next or pty.openpty(), None
        tty.setraw(device)
        tty.setraw(daemon)
        self._ends = device, daemon
        beside = self.link.with_suffix(".new")
        beside.symlink_to(os.ttyname(daemon))
        beside.replace(self.link)
        return os.ttyname(daemon)

    def unplug(self, *, elsewhere: bool = False) -> None:
        """The cable is pulled: the line and its name are gone. `elsewhere`: the next line bears another name."""
        if elsewhere:
            # Opened while this one is still there, so that the machine cannot give it this one's name.
            self._next = pty.openpty()
        if self._ends is not None:
            for end in self._ends:
                os.close(end)
            self.link.unlink(missing_ok=True)
        self._ends = None

    def send(self, data: bytes) -> None:
        assert self._ends is not None
        os.write(self._ends[0], data)

    def arrived(self, count: int, seconds: float = 2.0) -> bytes:
        """What came to the device: at least so many bytes unless the time is over, and what follows them at once."""
        assert self._ends is not None
        found = b""
        while select.select([self._ends[0]], [], [], 0.1 if len(found) >= count else seconds)[0]:
            found += os.read(self._ends[0], 65_536)
        return found

    def stoppable(self) -> None:
        """The daemon's end is as a terminal leaves it: 0x13 from the device stops what goes out, 0x11 lets it go."""
        assert self._ends is not None
        flags = termios.tcgetattr(self._ends[1])
        flags[0] |= termios.IXON | termios.IXOFF
        termios.tcsetattr(self._ends[1], termios.TCSANOW, flags)

    def left(self) -> bytes:
        """What was sent and nobody has read."""
        assert self._ends is not None
        found = b""
        while select.select([self._ends[1]], [], [], 0.05)[0]:
            found += os.read(self._ends[1], 65_536)
        return found

    def say(self, message: Message) -> None:
        self.send(SHOE.encode(message))


class Table:
    """One table in a folder of its own."""

    def __init__(self, folder: Path, more: str = "") -> None:
        self.folder = folder
        self.file = folder / "t1.toml"
        self.file.write_text(table_file(folder, more=more))
        self.line = Line(folder / "shoe")
        self.log = folder / "log"
        self.python = sys.executable
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, **environ: str) -> "subprocess.Popen[bytes]":
        """Start the daemon; `python` is what it runs its cameras with."""
        program = f"import sys; sys.executable = {self.python!r}; from bridge.cli import main; sys.exit(main())"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", program, "run", str(self.file)],
                cwd=ROOT,
                stderr=log,
                env={**os.environ, **environ},
            )
        return self.process

    def run(self, **environ: str) -> "subprocess.Popen[bytes]":
        """Start the daemon and wait until it runs."""
        before = len(self.said("running"))
        process = self.start(**environ)
        until(lambda: len(self.said("running")) > before or process.poll() is not None)
        assert process.poll() is None, self.log.read_text()
        return process

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit code."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.process.wait(10)

    def said(self, name: str = "") -> list[dict[str, Any]]:
        """The log's lines, all or of one name."""
        text = self.log.read_text() if self.log.exists() else ""
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        return [line for line in lines if name in ("", line["event"])]

    def journal(self, part: str) -> list[dict[str, Any]]:
        """All readings, or all events, as they stand on disk."""
        found = []
        for path in sorted((self.folder / "journal").glob("*.jsonl")):
            lines = path.read_bytes().split(b"\n")[:-1]
            found += [line[part] for line in map(json.loads, lines) if part in line]
        return found

    def readings(self, kind: str) -> list[dict[str, Any]]:
        return [reading for reading in self.journal("reading") if reading["kind"] == kind]

    def client(self, start: Cursor | None = None) -> Client:
        return Client(f"ipc://{self.folder}/events", f"ipc://{self.folder}/engine", table="t1", start=start)

    def heard(self, count: int, start: Cursor | None = None) -> list[Delivered]:
        """The first so many events that a new client gets."""
        with self.client(start) as client:
            got: list[Delivered] = []
            end = time.monotonic() + 5
            while len(got) < count and time.monotonic() < end:
                said = client.next(100)
                if isinstance(said, Delivered):
                    got.append(said)
        return got


@contextmanager
def table(folder: Path, more: str = "") -> Iterator[Table]:
    """A table whose daemon and line are gone afterwards."""
    made = Table(folder, more)
    try:
        yield made
    finally:
        if made.process is not None and made.process.poll() is None:
            made.process.kill()
            made.process.wait(5)
        made.line.unplug()
