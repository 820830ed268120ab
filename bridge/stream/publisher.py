"""The publishing socket: every stored event and every heartbeat, to whoever listens.

An XPUB that drops for a slow subscriber alone: with XPUB_NODROP one stalled client held back all. A loss is seen by
its number and filled at the desk. The socket belongs to the core thread.
"""

import errno
from collections.abc import Iterable
from pathlib import Path

import msgspec
import zmq

from bridge.config import StreamConfig
from bridge.records import Stored
from bridge.stream.endpoint import NoEndpoint, obstacle
from bridge.stream.frames import BEAT, REQUEST_BYTES, Heartbeat, epoch_bytes, topic
from bridge.stream.keys import EVENTS, KeyRing

HANDSHAKE_MS = 3_000
BEAT_MS = 1_000
DEAD_MS = 5_000
MORE = int(zmq.NOBLOCK | zmq.SNDMORE)
"""Plain numbers: an enumeration's member is turned into one at each call."""
LAST = int(zmq.NOBLOCK)
LINGER_MS = 500
"""An orderly stop gives a live subscriber this long to take the last events."""


Context = zmq.Context[zmq.Socket[bytes]]


def new_context() -> Context:
    """The sockets' context, the daemon's own: ZAP has one place in a context, and a shared one could be another's."""
    return zmq.Context(io_threads=1)


def harden(mine: zmq.Socket[bytes]) -> None:
    """Set what libzmq leaves open by default on a socket that is bound: handshakes, dead peers, sizes, closing."""
    mine.set(zmq.LINGER, LINGER_MS)
    mine.set(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
    mine.set(zmq.HEARTBEAT_IVL, BEAT_MS)
    mine.set(zmq.HEARTBEAT_TIMEOUT, DEAD_MS)
    mine.set(zmq.HEARTBEAT_TTL, DEAD_MS)
    mine.set(zmq.MAXMSGSIZE, REQUEST_BYTES)
    mine.set(zmq.BACKLOG, 64)


def bind(mine: zmq.Socket[bytes], endpoint: str, keys: KeyRing | None, domain: str) -> NoEndpoint | None:
    """Bind a hardened socket, guarded by keys where it is TCP and there are keys; the reason where it cannot be."""
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


class Publisher:
    """Sends what is on disk. Made by `open_publisher`."""

    def __init__(self, mine: zmq.Socket[bytes], table: str, epoch: str) -> None:
        self._socket = mine
        self._table = table
        self._epoch = epoch_bytes(epoch)
        self._beat = topic(table, BEAT)
        self._topics: dict[str, bytes] = {}

    @property
    def where(self) -> str:
        """The endpoint as bound, with the port where the system chose it."""
        return self._socket.getsockopt_string(zmq.LAST_ENDPOINT)

    def send(self, events: Iterable[Stored]) -> None:
        """Send events, in order. Never waits and never fails for a slow subscriber."""
        for event in events:
            first = self._topics.get(event.kind)
            if first is None:
                first = self._topics[event.kind] = topic(self._table, event.kind)
            # Frame by frame: `send_multipart` looks at each frame's type first, which costs more than the sending.
            self._socket.send(first, MORE)
            self._socket.send(self._epoch + event.n.to_bytes(8, "big"), MORE)
            self._socket.send(event.body, MORE)
            self._socket.send(event.hash.encode("ascii"), LAST)
        self._drain()

    def heartbeat(self, beat: Heartbeat) -> None:
        """Send a heartbeat."""
        self._socket.send_multipart([self._beat, msgspec.json.encode(beat)], zmq.NOBLOCK)
        self._drain()

    def bind_again(self) -> None:
        """Bind once more where the socket's file was removed."""
        bind_again(self._socket)

    def close(self) -> None:
        """Close the socket; what is queued for live subscribers still leaves within `LINGER_MS`."""
        self._socket.close()

    def _drain(self) -> None:
        """Read subscriptions, which else pile up in the socket without bound."""
        while int(self._socket.get(zmq.EVENTS)) & zmq.POLLIN:
            self._socket.recv()


def open_publisher(
    context: Context, stream: StreamConfig, table: str, epoch: str, keys: KeyRing | None = None
) -> Publisher | NoEndpoint:
    """A publisher bound to `stream.events`, or why it cannot be had; with `again` the caller tries later."""
    mine = context.socket(zmq.XPUB)
    harden(mine)
    mine.set(zmq.SNDHWM, stream.high_water)
    mine.set(zmq.RCVHWM, 1_000)
    found = bind(mine, stream.events, keys, EVENTS)
    if found is not None:
        mine.close(0)
        return found
    return Publisher(mine, table, epoch)
