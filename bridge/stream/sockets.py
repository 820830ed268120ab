"""How every socket of the stream is made: what libzmq leaves open by default is set here, each with its reason."""

import errno
from pathlib import Path

import zmq

from bridge.stream.endpoint import NoEndpoint, obstacle
from bridge.stream.frames import EVENT_BYTES
from bridge.stream.keys import Credentials, KeyRing

HANDSHAKE_MS = 3_000
BEAT_MS = 1_000
DEAD_MS = 5_000
LINGER_MS = 500
"""An orderly stop gives a live subscriber this long to take the last events."""
WAITING = 64
"""Connections that the kernel holds for a socket until it takes them."""
MONITORED = zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
"""Of a bound socket. A key that is refused is told by ZAP itself, who knows whose it is."""
STRANGER = "it comes without a key, or with the key of another table, or is no client"
READS = 64
"""What is read from a monitor before other things have their turn."""

Context = zmq.Context[zmq.Socket[bytes]]


def new_context() -> Context:
    """The sockets' context, the daemon's own: ZAP has one place in a context, and a shared one could be another's."""
    return zmq.Context(io_threads=1)


def inward(context: Context, kind: int, longest: int, out: int, waiting: int) -> zmq.Socket[bytes]:
    """A socket that is to be bound.

    `longest` frame in bytes that it reads; `out` messages that may wait for one peer, and `waiting` from one peer.
    """
    mine = context.socket(kind)
    mine.set(zmq.LINGER, LINGER_MS)  # By default for ever: a frozen client would hold back the end.
    mine.set(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)  # By default 30 s: half-done handshakes would pile up.
    # libzmq 4.3.5 ends the whole process (`!_io_error`) when a heartbeat of its own falls due on a line whose peer
    # filled it and vanished. So only the side that connects sends them, and the life it grants itself by them
    # (HEARTBEAT_TTL) ends a dead line here; for a client that grants none, the kernel looks.
    mine.set(zmq.HEARTBEAT_IVL, 0)
    _watch_the_line(mine)
    mine.set(zmq.MAXMSGSIZE, longest)  # By default without bound: one frame could take all memory.
    mine.set(zmq.BACKLOG, WAITING)
    mine.set(zmq.SNDHWM, out)
    mine.set(zmq.RCVHWM, waiting)
    return mine


def outward(context: Context, kind: int, credentials: Credentials | None, high_water: int) -> zmq.Socket[bytes]:
    """A socket that is to connect."""
    mine = context.socket(kind)
    mine.set(zmq.LINGER, 0)  # Closing must not wait for a table that is gone.
    mine.set(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
    mine.set(zmq.HEARTBEAT_IVL, BEAT_MS)  # By default off: a dead line would be noticed after many minutes.
    mine.set(zmq.HEARTBEAT_TIMEOUT, DEAD_MS)
    mine.set(zmq.HEARTBEAT_TTL, DEAD_MS)  # The table drops us when it has heard nothing for so long.
    _watch_the_line(mine)
    mine.set(zmq.RECONNECT_IVL, 50)  # Back soon ...
    mine.set(zmq.RECONNECT_IVL_MAX, 1_000)  # ... and without a storm: by default it never slows down.
    mine.set(zmq.MAXMSGSIZE, EVENT_BYTES)
    mine.set(zmq.RCVHWM, high_water)
    mine.set(zmq.SNDHWM, high_water)
    if credentials is not None:
        credentials.use(mine)
    return mine


def bind(mine: zmq.Socket[bytes], endpoint: str, keys: KeyRing | None, domain: str) -> NoEndpoint | None:
    """Bind a socket, guarded by keys where it is TCP and there are keys; the reason where it cannot be."""
    guarded = keys is not None and endpoint.startswith("tcp://")
    found = obstacle(endpoint, keys=guarded)
    if found is not None:
        return found
    if keys is not None and guarded:
        keys.guard(mine, domain)
    mine.set(zmq.IPV6, int("[" in endpoint))
    try:
        mine.bind(endpoint)
    except zmq.ZMQError as error:
        again = error.errno in {errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.ENODEV}
        why = "the address is taken by another program" if error.errno == errno.EADDRINUSE else str(error)
        return NoEndpoint(endpoint, why, again=again)
    return None


def removed(endpoint: str) -> bool:
    """Whether a bound local socket cannot be found any more, because its file was removed."""
    path = endpoint.removeprefix("ipc://")
    return path != endpoint and path[:1] != "@" and not Path(path).exists()


def bind_again(mine: zmq.Socket[bytes]) -> None:
    """Bind a socket whose file was removed once more; who is connected stays so. It fails while the folder is gone."""
    endpoint = mine.getsockopt_string(zmq.LAST_ENDPOINT)
    if removed(endpoint):
        bind(mine, endpoint, None, "")


class Door:
    """A bound socket's address, which can be shut and opened again: that ends every connection which stands there."""

    def __init__(self, mine: zmq.Socket[bytes], keys: KeyRing | None, domain: str) -> None:
        self.where = mine.getsockopt_string(zmq.LAST_ENDPOINT)
        self.guarded = keys is not None and self.where.startswith("tcp://")
        self._mine = mine
        self._keys = keys
        self._domain = domain
        self.shut = False
        self.monitor = watch(mine, MONITORED) if self.guarded else None

    def close(self) -> None:
        """End every connection; `open` lets clients in again."""
        if not self.shut:
            self._mine.unbind(self.where)
            self.shut = True

    def open(self) -> None:
        """Bind again where it is shut; it fails while the address is still held, and is to be tried again."""
        if self.shut:
            self.shut = bind(self._mine, self.where, self._keys, self._domain) is not None

    def strangers(self) -> int:
        """How many handshakes failed since the last look without coming to a key: what failed cannot be told for sure.

        A client without a key, or with another table's, or none at all: it depends on who breaks off first.
        """
        found = 0
        while self.monitor is not None and found < READS and int(self.monitor.get(zmq.EVENTS)) & zmq.POLLIN:
            self.monitor.recv_multipart()
            found += 1
        return found

    def end(self) -> None:
        """Stop watching; the socket itself is closed after."""
        if self.monitor is not None:
            self._mine.disable_monitor()
            self.monitor.close(0)


def watch(mine: zmq.Socket[bytes], events: int) -> zmq.Socket[bytes]:
    """What a socket's own thread tells of its connections; read it often, it has no bound.

    With a bound, libzmq's thread waits for the reader, and with it every connection of the process.
    """
    name = f"inproc://watch-{mine.underlying}"
    mine.monitor(name, events)
    told: zmq.Socket[bytes] = mine.context.socket(zmq.PAIR)
    told.set(zmq.LINGER, 0)
    told.set(zmq.RCVHWM, 0)
    told.connect(name)
    return told


def user(frame: zmq.Frame) -> str:
    """Whose message it is: `role:name` of its key, else the user or address that the system names."""
    try:
        return str(frame.get("User-Id"))
    except zmq.ZMQError:
        return ""


def _watch_the_line(mine: zmq.Socket[bytes]) -> None:
    """Let the kernel end a TCP line whose other end is gone: silent for 8 s, or 5 s without taking what was sent."""
    mine.set(zmq.TCP_KEEPALIVE, 1)
    mine.set(zmq.TCP_KEEPALIVE_IDLE, 5)
    mine.set(zmq.TCP_KEEPALIVE_INTVL, 1)
    mine.set(zmq.TCP_KEEPALIVE_CNT, 3)
    mine.set(zmq.TCP_MAXRT, DEAD_MS)
