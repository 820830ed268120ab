"""Ports: the bytes of a device as they come, from a serial line, a pseudo-terminal or a TCP serial server.

The only file that imports `serial`. pyserial sets the line up; reading is one `poll` and one `read` on its
descriptor, so that bytes are handed over as soon as the kernel has them. Everything that can go wrong is an
`OSError`. A read never blocks for longer than `SILENCE_MS`, so whoever owns the thread stops it with a flag and
lets it close its own port: closing under a blocked read in another thread is refused.
"""

import contextlib
import fcntl
import grp
import os
import pwd
import select
import socket
import termios
import threading
from collections.abc import Callable
from pathlib import Path

import serial

from shoe.dialects import Serial

SILENCE_MS = 100
"""A read gives up after this long without a byte."""
CHUNK = 65_536
CONNECT_S = 3.0
WRITE_S = 1.0
"""A device that takes no bytes for this long is stuck."""
DEAD_S = 6
"""A TCP peer that answers no probe for this long is gone."""


class Port:
    """An open line to a device.

    `where` is the resolved path, or host and port. `read()` gives all bytes that are there, at once when there
    are any, and b"" after 100 ms of silence. `write(data)` sends all of it.

    Raises:
        OSError: from `read` and `write` when the device is gone; the port is then to be closed.
        PermissionError: from `write` when the port was opened for reading only.
        RuntimeError: from `close` in another thread than the one that opened the port.
    """

    def __init__(self, where: str, fd: int, release: Callable[[], None], *, write: bool) -> None:
        self.where = where
        self._fd = fd
        self._release = release
        self._write = write
        self._owner = threading.get_ident()
        self._poll = select.poll()
        self._poll.register(fd, select.POLLIN)

    def read(self) -> bytes:
        if self._fd < 0:
            raise OSError(f"{self.where}: closed")
        if not self._poll.poll(SILENCE_MS):
            return b""
        try:
            data = os.read(self._fd, CHUNK)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise OSError(error.errno, f"{self.where}: {error.strerror}") from error
        if not data:
            raise ConnectionResetError(f"{self.where}: the device is gone")
        return data

    def write(self, data: bytes) -> None:
        if not self._write:
            raise PermissionError(f"{self.where}: opened for reading only; `write = true` allows it")
        if self._fd < 0:
            raise OSError(f"{self.where}: closed")
        room = select.poll()
        room.register(self._fd, select.POLLOUT)
        while data:
            if not room.poll(int(WRITE_S * 1000)):
                raise TimeoutError(f"{self.where}: the device takes no bytes")
            with contextlib.suppress(BlockingIOError):
                data = data[os.write(self._fd, data) :]

    def close(self) -> None:
        if threading.get_ident() != self._owner:
            raise RuntimeError(f"{self.where}: only the thread that opened a port closes it")
        if self._fd >= 0:
            self._fd = -1
            self._release()


class Backoff:
    """How long to wait before the next try: doubling from `base` to `cap` seconds, less up to half by chance.

    `random` gives numbers from 0 up to 1. After a success `reset()` begins anew.
    """

    def __init__(self, random: Callable[[], float], base: float = 0.1, cap: float = 5.0) -> None:
        self._random = random
        self._base = base
        self._cap = cap
        self._tries = 0

    def wait(self) -> float:
        """Seconds until the next try."""
        full = min(self._cap, self._base * 2.0 ** min(self._tries, 30))
        self._tries += 1
        return full * (1.0 - self._random() / 2.0)

    def reset(self) -> None:
        self._tries = 0


def open_port(path: str, tcp: str, serial: Serial, write: bool) -> Port:  # noqa: FBT001  # the contract's order
    """Opens a serial path (a symbolic link is resolved anew) or `host:port`; exactly one of the two is given.

    Raises:
        OSError: it cannot be opened, or is held by another; the message names what was tried and why not.
    """
    if bool(path) == bool(tcp):
        raise OSError("give either a path or a TCP address")
    return _tcp(tcp, write=write) if tcp else _line(path, serial, write=write)


class _Line(serial.Serial):
    """pyserial without its flush at the opening: what came before is a card, too."""

    def _reset_input_buffer(self) -> None:
        pass


def _line(path: str, settings: Serial, *, write: bool) -> Port:
    where = os.path.realpath(path)
    line = _Line()
    try:
        line.port = where
        line.baudrate = settings.baud
        line.bytesize = settings.bits
        line.parity = settings.parity
        line.stopbits = settings.stop
        line.exclusive = True
        # Some devices start anew when these move: they are up from the first moment on.
        line.dtr = True
        line.rts = True
        line.open()
        _raw(line.fileno())
    except (OSError, ValueError, termios.error) as error:
        line.close()
        raise _explained(path, where, error) from error
    with contextlib.suppress(ValueError, OSError, AttributeError):
        line.set_low_latency_mode(True)  # where the driver knows it (FTDI: 16 ms otherwise)
    if not where.startswith("/dev/pts/"):
        # On a pseudo-terminal it would outlive a killed process and lock out the next one.
        with contextlib.suppress(OSError):
            fcntl.ioctl(line.fileno(), termios.TIOCEXCL)
    return Port(where, line.fileno(), line.close, write=write)


def _raw(fd: int) -> None:
    """Lets every byte pass as it is; a closed port keeps its modem lines; an empty read means that it is gone."""
    iflag, oflag, cflag, lflag, ispeed, ospeed, cc = termios.tcgetattr(fd)
    iflag &= ~(termios.BRKINT | termios.PARMRK | termios.ISTRIP | termios.INLCR | termios.IGNCR | termios.ICRNL)
    iflag &= ~(termios.IXON | termios.IXOFF | termios.IXANY | termios.INPCK | termios.IGNBRK)
    oflag &= ~termios.OPOST
    cflag &= ~termios.HUPCL
    lflag &= ~(termios.ECHO | termios.ECHONL | termios.ICANON | termios.ISIG | termios.IEXTEN)
    cc[termios.VMIN] = 1
    cc[termios.VTIME] = 0
    termios.tcsetattr(fd, termios.TCSANOW, [iflag, oflag, cflag, lflag, ispeed, ospeed, cc])


def _explained(path: str, where: str, error: Exception) -> OSError:
    """The same refusal with what a person needs to cure it."""
    named = path if path == where else f"{path} -> {where}"
    number = getattr(error, "errno", None)
    if isinstance(error, OSError) and number is not None and isinstance(number, int):
        if number in (11, 16):
            return BlockingIOError(number, f"{named}: another process holds this port")
        if number in (1, 13):
            return PermissionError(number, f"{named}: no permission, {_rights(where)}")
        return OSError(number, f"{named}: {os.strerror(number)}")
    return OSError(f"{named}: {error}")


def _rights(where: str) -> str:
    try:
        found = Path(where).stat()
    except OSError:
        return "and its owner cannot be read"
    owner, group = str(found.st_uid), str(found.st_gid)
    with contextlib.suppress(KeyError):
        owner = pwd.getpwuid(found.st_uid).pw_name
    with contextlib.suppress(KeyError):
        group = grp.getgrgid(found.st_gid).gr_name
    return f"it belongs to owner {owner} and group {group}, mode {found.st_mode & 0o777:o}"


def _tcp(address: str, *, write: bool) -> Port:
    host, _, number = address.rpartition(":")
    if not host or not number.isdecimal():
        raise OSError(f"{address}: write host:port")
    try:
        link = socket.create_connection((host.strip("[]"), int(number)), timeout=CONNECT_S)
    except OSError as error:
        raise type(error)(error.errno, f"{address}: {error.strerror or error}") from error
    except OverflowError as error:
        raise OSError(f"{address}: no such port number") from error
    except UnicodeError as error:
        raise OSError(f"{address}: this is no host's name") from error
    link.settimeout(0)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    link.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, DEAD_S // 3)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, DEAD_S // 3)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 2)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_S * 1000)
    return Port(address, link.fileno(), link.close, write=write)
