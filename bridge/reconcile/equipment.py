"""The state of a table's devices and cameras, frozen and able to be written down."""

import msgspec

from games.cards import Card


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Drawn(_Part, frozen=True):
    """A card that a device reported: for telling a repeat from a true second card."""

    counter: int | None
    card: Card
    at: int


class DeviceState(_Part, frozen=True):
    """A serial device: `counter` the last it gave, `broken` while its count is not proven whole after a break."""

    name: str
    up: bool = False
    where: str = ""
    counter: int | None = None
    recent: tuple[Drawn, ...] = ()
    jam: bool = False
    error: str = ""
    lid_open: bool = False
    heard: int = 0
    silent: bool = False
    broken: bool = False
    noise: int = 0
    noise_at: int = 0
    locked: bool = False
    reports: int = 0


class CameraState(_Part, frozen=True):
    """A camera. `bad` is the capture time since which no fresh frame came (0: healthy), `why` in words.

    `since` is the capture time of the first fresh frame after it was last lost or moved. `newest` is that of the newest
    healthy frame which was taken while a hold stood or the layout was being cleared: no other is asked for.
    """

    name: str
    up: bool = False
    bad: int = 0
    why: str = ""
    moved: bool = False
    lost: bool = True
    since: int = 0
    newest: int = 0
