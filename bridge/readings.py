"""Everything that can enter the core: one closed union, each journalled before it is looked at.

`at` is monotonic nanoseconds of the machine's boot, `wall` nanoseconds since 1970 as the clock then said.
"""

import msgspec

from bridge.commands import Command, Role
from scanner.frames import FrameSeen, FrameUnchanged


class _Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    pass


class DeviceBytes(_Reading, frozen=True, tag="bytes"):
    """Bytes from a serial device, in hexadecimal."""

    device: str
    at: int
    wall: int
    data: str


class LinkUp(_Reading, frozen=True, tag="up"):
    """A device's line or a camera's process is open; `where` says which port or process."""

    device: str
    at: int
    wall: int
    where: str = ""


class LinkDown(_Reading, frozen=True, tag="down"):
    """A device's line or a camera's process is gone, with its cause in words."""

    device: str
    at: int
    wall: int
    cause: str


class Asked(_Reading, frozen=True, tag="command"):
    """A command from the desk. `who` and `role` come from the socket, the rest from the sender."""

    at: int
    wall: int
    id: str
    who: str
    role: Role
    command: Command
    round: str = ""
    why: str = ""
    as_of: int = 0


class Tick(_Reading, frozen=True, tag="tick"):
    """A deadline has passed with nothing left in the queue."""

    at: int
    wall: int


class Started(_Reading, frozen=True, tag="started"):
    """The daemon has started.

    `cut_bytes` were torn from the journal's tail; `clean`: nothing was read after the last state was written down.
    `left_open` is a round that another program version left open, whose state this one cannot take over.
    """

    at: int
    wall: int
    boot: str
    version: str
    cut_bytes: int = 0
    clean: bool = False
    left_open: str = ""


class ClockStepped(_Reading, frozen=True, tag="clock"):
    """The wall clock moved against the monotonic one by `by_ns`."""

    at: int
    wall: int
    by_ns: int


class EngineLag(_Reading, frozen=True, tag="lag"):
    """The engine has not acknowledged for long (`deaf`), or does again; `behind` events."""

    at: int
    wall: int
    deaf: bool
    behind: int


class StoreFault(_Reading, frozen=True, tag="store"):
    """The journal could not be written for a while; `lost` readings did not fit the queue meanwhile."""

    at: int
    wall: int
    cause: str
    lost: int = 0


Reading = (
    DeviceBytes
    | LinkUp
    | LinkDown
    | FrameSeen
    | FrameUnchanged
    | Asked
    | Tick
    | Started
    | ClockStepped
    | EngineLag
    | StoreFault
)
