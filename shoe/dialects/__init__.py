"""Dialects: one file a device, decoder beside encoder, found by name.

A dialect is a value with two pure functions. It never raises on what the line brings: bytes that are no
report come back as `Garbled`, every one of them counted. Its memory between calls is `Pending`, a frozen
value that can be written down, so that a replay that starts at a checkpoint reads on in mid-frame.
"""

from importlib.metadata import entry_points
from typing import Protocol, runtime_checkable

import msgspec

from shoe.messages import Message, Order


class Serial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Line settings of a device; `bits` data bits, parity "N", "E" or "O"."""

    baud: int
    bits: int = 8
    parity: str = "N"
    stop: int = 1


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report that was read: its key in the dialect's own terms, and its stamp in monotonic nanoseconds."""

    key: str
    at: int


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a decoder carries from one chunk to the next.

    `buffer` holds bytes of an unfinished frame (bounded by the dialect), `at` the stamp of the last byte,
    `seen` the reports that a repeat may refer to, `discarded` the bytes thrown away since the start.
    Of these, `untold` have not been said in a `Garbled` yet: `noise` are their first 64, `why` their reason;
    `run` counts the bytes thrown away since the last good report.
    """

    buffer: bytes = b""
    at: int = 0
    seen: tuple[Seen, ...] = ()
    discarded: int = 0
    noise: bytes = b""
    untold: int = 0
    run: int = 0
    why: str = ""


Decoded = tuple[Pending, tuple[Message, ...]]


@runtime_checkable
class Dialect(Protocol):
    """A device's language.

    `checked` says that a damaged byte cannot pass for another card (a check byte, and a counter that shows
    a loss). `decode(pending, data, at)` reads a chunk that arrived at `at` (monotonic ns); with empty
    `data` it only drops an unfinished frame that is older than `max_age_ms`, and says so. `encode` writes
    a message as the device would send it, for simulators and tests; `order` writes a host command, or
    None where the device knows none.
    """

    @property
    def name(self) -> str: ...
    @property
    def serial(self) -> Serial: ...
    @property
    def checked(self) -> bool: ...
    @property
    def heartbeat_ms(self) -> int | None:
        """The longest silence of a healthy device, or None where silence says nothing."""

    @property
    def max_age_ms(self) -> int: ...

    def decode(self, pending: Pending, data: bytes, at: int) -> Decoded: ...
    def encode(self, message: Message, number: int = 0) -> bytes:
        """The device's bytes for a message; `number` counts the reports of this device so far, from 1.

        A protocol that numbers its reports (`angel2ex`) needs `number`; all others leave it unused.

        Raises:
            ValueError: this device cannot say that.
        """

    def order(self, order: Order) -> bytes | None: ...


@runtime_checkable
class DialectFamily(Protocol):
    """A dialect that is built from the options of a table's file (`line`, `barcode`, `angel2ex`)."""

    def __call__(self, options: dict[str, object]) -> Dialect:
        """The dialect with these options.

        Raises:
            ValueError: an option is unknown or wrong; the message begins with its name.
        """


def due(dialect: Dialect, pending: Pending) -> int | None:
    """When `decode` wants to be called without bytes (monotonic ns): something is unfinished or not yet said."""
    return pending.at + dialect.max_age_ms * 1_000_000 if pending.buffer or pending.untold else None


GROUP = "truedeal.dialects"


def names() -> tuple[str, ...]:
    """The names of all installed dialects, sorted."""
    return tuple(sorted(entry.name for entry in entry_points(group=GROUP)))


def find(name: str, options: dict[str, object]) -> Dialect:
    """The dialect of this name.

    Raises:
        ValueError: no such dialect, or an option it does not take.
    """
    for entry in entry_points(group=GROUP, name=name):
        found = entry.load()
        return found(options)  # type: ignore[no-any-return]  # third parties' values are checked by use
    raise ValueError(f"unknown dialect {name!r}: installed are {', '.join(names())}")
