"""The stream's frames, without any socket: topics, positions, heartbeats. Publisher and client share this file.

An event is four frames: topic `v1/TABLE/KIND`; position, 24 bytes: the epoch (16) and the event number (8, unsigned,
big endian); the body exactly as journalled; the journal's hash of its line as lower-case hexadecimal ASCII.
A heartbeat is two frames: topic `v1/TABLE/heartbeat` and a JSON body.
"""

import struct
from typing import NamedTuple

import msgspec

PROTOCOL = 1
BEAT = "heartbeat"
PAGE = 500
"""The most events one `get` answers."""
REQUEST_BYTES = 64 * 1024
"""The longest request a desk reads; a longer one ends the connection."""
SUBSCRIPTION_BYTES = 1024
"""The longest frame that the publishing socket reads: a topic, or the longest message of a handshake."""
EVENT_BYTES = 1024 * 1024
"""The longest frame a client reads; no event is near it."""
HASH_BYTES = 64
"""Of a line's hash in hexadecimal digits."""
MISSED_BEATS = 3
"""So many intervals without any message mean that the table is gone."""

_POSITION = struct.Struct(">16sQ")


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True):
    """Sent every `interval_ms`, never journalled: a lost tail shows in it, and a full disk can be told.

    `head` and `hash` are the last event's number and hash (0 and empty before the first). `reasons` say in words why
    the table is not `ready` for a new round, `disk` why the journal cannot be written (empty: it can). `wall` is in
    ns since 1970.
    """

    epoch: str
    head: int
    hash: str
    ready: bool
    reasons: tuple[str, ...] = ()
    disk: str = ""
    wall: int = 0
    interval_ms: int = 1000


class Position(NamedTuple):
    """Where an event stands: `epoch` as 32 hexadecimal digits, `n` its number."""

    epoch: str
    n: int

    def pack(self) -> bytes:
        """The 24 bytes of the frame.

        Raises:
            ValueError: the epoch is not 32 hexadecimal digits.
        """
        return _POSITION.pack(epoch_bytes(self.epoch), self.n)


def epoch_bytes(epoch: str) -> bytes:
    """The 16 bytes of an epoch.

    Raises:
        ValueError: it is not 32 hexadecimal digits.
    """
    raw = bytes.fromhex(epoch)
    if len(raw) != 16:
        raise ValueError(f"{epoch!r} is no epoch: it must be 32 hexadecimal digits")
    return raw


def position(frame: bytes) -> Position | None:
    """The position a frame holds, or None where it holds none."""
    if len(frame) != _POSITION.size:
        return None
    epoch, n = _POSITION.unpack(frame)
    return Position(epoch.hex(), n)


def prefix(table: str) -> str:
    """What to subscribe to for every message of a table; the closing stroke keeps `a` apart from `ab`."""
    return f"v{PROTOCOL}/{table}/"


def topic(table: str, kind: str) -> bytes:
    """The first frame of a message."""
    return f"{prefix(table)}{kind}".encode("ascii")
