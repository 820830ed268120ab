"""A serial device as a table's file names it: what the daemon opens, and what is calibrated."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from shoe.dialects import Dialect, Serial
from shoe.options import Baud

Name = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9_-]{0,31}$")]
"""How tables, devices and cameras are called."""
Milliseconds = Annotated[int, Meta(ge=1, le=3_600_000)]


class DeviceConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One serial device. Exactly one of `path` (a stable serial path or a pseudo-terminal) and `tcp` (host:port).

    `profile` is the file that `truedeal calibrate shoe` wrote, where there is one: it says what the codes of the
    house's cards mean.
    """

    name: Name
    role: Literal["shoe", "reader", "shuffler", "keypad"]
    dialect: str
    path: str = ""
    tcp: str = ""
    baud: Baud | None = None
    options: dict[str, Any] = {}
    profile: str | UnsetType = UNSET
    write: bool = False
    accept_unchecked: bool = False
    silent_ms: Milliseconds | None = None


def line_of(device: DeviceConfig, dialect: Dialect) -> Serial:
    """The settings of the device's line: its dialect's, at the speed that the table's file sets where it does."""
    return dialect.serial if device.baud is None else msgspec.structs.replace(dialect.serial, baud=device.baud)
