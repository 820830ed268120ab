"""What the daemon tells systemd: ready, a status in words, that every stage progresses, that it stops.

The protocol is one datagram of `KEY=value` lines to the socket named in `NOTIFY_SOCKET` (sd_notify(3)); a name
that begins with `@` lies in the abstract namespace. Outside systemd every message goes nowhere.
"""

import socket
from collections.abc import Mapping


class Notify:
    """The service manager's socket, or nothing. `watchdog_s` is the longest time between two `alive`, or None."""

    def __init__(self, environ: Mapping[str, str], pid: int) -> None:
        path = environ.get("NOTIFY_SOCKET", "")
        self._address = "\0" + path[1:] if path.startswith("@") else path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) if path else None
        self._status = ""
        self.watchdog_s = _watchdog(environ, pid)

    def ready(self) -> None:
        """The journal is open and the core runs."""
        self._send("READY=1")

    def status(self, words: str) -> None:
        """One line for `systemctl status`; sent when it differs from the last one."""
        if words != self._status:
            self._status = words
            self._send("STATUS=" + words.replace("\n", " "))

    def alive(self) -> None:
        """Every stage has progressed since the last time."""
        self._send("WATCHDOG=1")

    def more_time(self, seconds: float) -> None:
        """The start takes longer than the unit allows: a long recovery."""
        self._send(f"EXTEND_TIMEOUT_USEC={int(seconds * 1e6)}")

    def stopping(self) -> None:
        """An orderly stop has begun."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _send(self, message: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendto(message.encode(), socket.MSG_DONTWAIT, self._address)
        except OSError:
            # A service manager that does not listen must not stop a table.
            return


def _watchdog(environ: Mapping[str, str], pid: int) -> float | None:
    meant_for = environ.get("WATCHDOG_PID", str(pid))
    micros = environ.get("WATCHDOG_USEC", "")
    return int(micros) / 1e6 if micros.isdecimal() and meant_for == str(pid) else None
