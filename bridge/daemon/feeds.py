"""Where a camera's lines come from: a child process, or the unix socket of a unit of its own."""

import contextlib
import os
import socket
import subprocess
import sys
from typing import Protocol

import msgspec

from bridge.config import CameraConfig

CHUNK = 1 << 16
NICE = 5
"""A child gives way to the core: its thirty milliseconds of recognition a frame must not hold up a card."""
WORDS = 2000
"""How many bytes of a process's last words are kept."""


class FeedError(Exception):
    """The camera's lines ended or are none; the message is the cause in words."""


class Feed(Protocol):
    """One run of a camera's process. `where` says which; `end` ends it and returns what is known of its end."""

    where: str

    def fds(self) -> tuple[int, ...]:
        """What to wait for: the lines, then the complaints, if there are any."""

    def read(self) -> bytes:
        """Some bytes of lines.

        Raises:
            FeedError: there will be no more.
        """

    def complain(self) -> bool:
        """Take in what the process says of itself; False once that has ended."""

    def end(self) -> str: ...


class Child:
    """A child of this process: killed with SIGKILL, since a call into a camera may hang for ever."""

    def __init__(self, camera: CameraConfig) -> None:
        source = ["--camera", camera.name, "--source", camera.source, "--profile", camera.profile]
        self._process = subprocess.Popen(  # noqa: S603  # our own module with the table's own settings
            [sys.executable, "-m", "scanner", *source],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        with contextlib.suppress(OSError):
            # Before it has threads of its own; a sandbox may forbid it.
            os.setpriority(os.PRIO_PROCESS, self._process.pid, NICE)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._out, self._err = self._process.stdout.fileno(), self._process.stderr.fileno()
        self._words = b""
        self.where = f"process {self._process.pid}"

    def fds(self) -> tuple[int, ...]:
        """Standard output and standard error."""
        return self._out, self._err

    def read(self) -> bytes:
        """Some bytes of its standard output."""
        data = os.read(self._out, CHUNK)
        if not data:
            raise FeedError("its process ended")
        return data

    def complain(self) -> bool:
        """Keep the end of its standard error."""
        data = os.read(self._err, CHUNK)
        self._words = (self._words + data)[-WORDS:]
        return bool(data)

    def end(self) -> str:
        """Kill it; its exit code and its last line on standard error."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.05)
        code = self._process.poll()
        self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            # A process that waits for a dead device inside the kernel may outlive SIGKILL; it holds no line of ours.
            self._process.wait(2.0)
        os.set_blocking(self._err, False)
        with contextlib.suppress(OSError):
            self.complain()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        said = _last_words(self._words)
        return said if code is None else f"exit {code} {said}".strip()


def _last_words(words: bytes) -> str:
    """The last line of a process's log, or what it gives as the cause where it is one of our JSON lines."""
    last = words.decode(errors="replace").strip().rpartition("\n")[2]
    try:
        line = msgspec.json.decode(last)
    except msgspec.DecodeError:
        return last
    return str(line.get("cause", line.get("why", last))) if isinstance(line, dict) else last


class Unit:
    """A camera's unit of its own, which listens on a unix socket and is restarted by the service manager."""

    def __init__(self, camera: CameraConfig) -> None:
        self.where = camera.socket
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        try:
            self._socket.settimeout(1.0)
            self._socket.connect(camera.socket)
            self._socket.settimeout(0)
        except OSError as error:
            self._socket.close()
            raise OSError(error.errno, f"{camera.socket}: {error.strerror or error}") from error

    def fds(self) -> tuple[int, ...]:
        """The socket."""
        return (self._socket.fileno(),)

    def read(self) -> bytes:
        """Some bytes of its lines."""
        data = self._socket.recv(CHUNK)
        if not data:
            raise FeedError("the unit closed the socket")
        return data

    def complain(self) -> bool:
        """A unit's complaints go to the system's log."""
        return False

    def end(self) -> str:
        """Leave it."""
        self._socket.close()
        return ""


def open_feed(camera: CameraConfig) -> Feed:
    """A new run of this camera's process.

    Raises:
        OSError: it cannot be started or reached.
    """
    return Unit(camera) if camera.socket else Child(camera)
