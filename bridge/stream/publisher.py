"""The publishing socket: every stored event and every heartbeat, to whoever listens.

An XPUB that drops for a slow subscriber alone: with XPUB_NODROP one stalled client held back all. A loss is seen by
its number and filled at the desk. The socket belongs to the core thread.
"""

from collections import Counter
from collections.abc import Callable, Iterable

import msgspec
import zmq

from bridge.config import StreamConfig
from bridge.records import Stored
from bridge.stream.endpoint import NoEndpoint
from bridge.stream.frames import BEAT, SUBSCRIPTION_BYTES, Heartbeat, epoch_bytes, topic
from bridge.stream.keys import EVENTS, KeyRing
from bridge.stream.sockets import STRANGER, Context, Door, bind, bind_again, inward, user

MORE = int(zmq.NOBLOCK | zmq.SNDMORE)
"""Plain numbers: an enumeration's member is turned into one at each call."""
LAST = int(zmq.NOBLOCK)
AT_ONCE = 64
"""Subscriptions read at a turn. Only topics that nobody has yet come to us, so no honest crowd brings so many. Without
this bound a subscriber that wrote without pause held the core for 19 s."""
TOPICS = 1_000
"""Topics that may be subscribed to by all clients together; a table has fewer than 50."""
UNREAD = 16
"""Subscriptions of one client that may wait in the socket. With 1, a guarded client's first one never arrives."""
AFTER_SHUT = 20_000
"""What is read at the turn that ends all connections: then nothing comes after it."""


class Publisher:
    """Sends what is on disk. Made by `open_publisher`."""

    def __init__(self, mine: zmq.Socket[bytes], door: Door, table: str, epoch: str) -> None:
        self._socket = mine
        self._door = door
        self._table = table
        self._epoch = epoch_bytes(epoch)
        self._beat = topic(table, BEAT)
        self._topics: dict[str, bytes] = {}
        self._subscribed = 0
        self.flooded: Callable[[str], bool] = lambda _who: True
        """Asked, with the `role:name` or nothing of a client that floods the socket, whether all connections end."""
        self.turned_away: Callable[[str, str, str], None] = lambda _who, _where, _why: None
        """Called for a client whose handshake failed before it named a key."""

    @property
    def where(self) -> str:
        """The endpoint as bound, with the port where the system chose it."""
        return self._door.where

    @property
    def guarded(self) -> bool:
        """Whether it asks for a key."""
        return self._door.guarded

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
        """Send a heartbeat, and let clients in again where all connections were ended."""
        self._door.open()
        for _ in range(self._door.strangers()):
            self.turned_away("somebody", EVENTS, STRANGER)
        self._socket.send_multipart([self._beat, msgspec.json.encode(beat)], zmq.NOBLOCK)
        self._drain()

    def bind_again(self) -> None:
        """Bind once more where the socket's file was removed."""
        if not self._door.shut:
            bind_again(self._socket)

    def shed(self) -> None:
        """End every connection; clients come back by themselves after the next heartbeat and fetch what they missed."""
        self._door.close()
        for _ in range(AFTER_SHUT):
            if not int(self._socket.get(zmq.EVENTS)) & zmq.POLLIN:
                break
            self._count(self._socket.recv(copy=False))

    def close(self) -> None:
        """Close the socket; what is queued for live subscribers still leaves within `LINGER_MS`."""
        self._door.end()
        self._socket.close()

    def _drain(self) -> None:
        """Read subscriptions, which else pile up in the socket without bound."""
        if not int(self._socket.get(zmq.EVENTS)) & zmq.POLLIN:
            return
        brought: Counter[str] = Counter()
        while brought.total() < AT_ONCE and int(self._socket.get(zmq.EVENTS)) & zmq.POLLIN:
            frame = self._socket.recv(copy=False)
            self._count(frame)
            brought[user(frame)] += 1
        flood = brought.total() == AT_ONCE or self._subscribed > TOPICS
        if flood and self.flooded(brought.most_common(1)[0][0]):
            self.shed()

    def _count(self, frame: zmq.Frame) -> None:
        self._subscribed += {b"\x01": 1, b"\x00": -1}.get(frame.bytes[:1], 0)


def open_publisher(
    context: Context, stream: StreamConfig, table: str, epoch: str, keys: KeyRing | None = None
) -> Publisher | NoEndpoint:
    """A publisher bound to `stream.events`, or why it cannot be had; with `again` the caller tries later."""
    mine = inward(context, zmq.XPUB, SUBSCRIPTION_BYTES, stream.high_water, UNREAD)
    mine.set(zmq.XPUB_NODROP, 0)
    found = bind(mine, stream.events, keys, EVENTS)
    if found is not None:
        mine.close(0)
        return found
    return Publisher(mine, Door(mine, keys, EVENTS), table, epoch)
