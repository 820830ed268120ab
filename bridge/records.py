"""What a journal's lines hold: the header that makes a file replay on its own, a stored event, what a restart finds.

What can go wrong with a journal has three names, by what the caller must do: `JournalError` (do not start),
`JournalFull` (keep what you have and try again), `JournalBroken` (stop at once).
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from bridge.config import Config
from bridge.readings import Reading
from scanner.profile import Profile
from shoe.profile import ShoeProfile


class Previous(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file before this one: its name, its last line's hash, and the last numbers it gave."""

    file: str
    hash: str
    reading: int
    event: int


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a journal file: everything a replay needs.

    `secret` (32 bytes, hex) is drawn once an epoch; salts are made from it and it is never published.
    `wall` is the time of writing in ns since 1970, `boot` the machine's boot id (stamps hold within one boot),
    `profiles` the layout profile of each camera, `dialects` each device's dialect and its version. `shoes` are the
    profiles of those devices that have one, left out where none has; `learnt` reads it.
    """

    format: Literal[1] = 1
    program: str
    epoch: str
    table: str
    wall: int
    boot: str
    secret: str
    config: Config
    profiles: dict[str, Profile] = {}
    dialects: dict[str, str] = {}
    shoes: dict[str, ShoeProfile] | UnsetType = UNSET
    previous: Previous | None = None

    @property
    def learnt(self) -> dict[str, ShoeProfile]:
        """The profiles of devices, by their names."""
        return {} if isinstance(self.shoes, UnsetType) else self.shoes

    def alike(self, other: "Header") -> bool:
        """Whether both are the same table under the same program, whatever the epoch."""
        return _constants(self) == _constants(other)


def _constants(header: Header) -> tuple[object, ...]:
    one = header
    return one.program, one.table, one.config, one.profiles, one.dialects, one.learnt


class Stored(msgspec.Struct, frozen=True):
    """An event on disk: `body` is its JSON as journalled and as published, `hash` the chain's value of its line."""

    n: int
    round: str
    kind: str
    body: bytes
    hash: str


class Recovered(msgspec.Struct, frozen=True):
    """What a journal held when it was opened.

    `header` is that of the file that was read. `checkpoint` is the last state written down (JSON), None in an
    epoch's first file before its first checkpoint: then the fold begins with `session.begin`. `readings` and
    `events` are those after it, in order; the events of the last reading may be missing or incomplete.
    `fresh`: the directory was empty. `same`: the header handed to `open` has this file's program, configuration,
    profiles and dialects; where it is false nothing may be appended before `rotate`. `cut_bytes` were torn from
    the tail and stand aside in `cut_file`. `foreign` says why lines of another program version cannot be read, and
    then checkpoint, readings and events are left out.
    """

    header: Header
    fresh: bool
    same: bool
    checkpoint: bytes | None = None
    readings: tuple[tuple[int, Reading], ...] = ()
    events: tuple[Stored, ...] = ()
    cut_bytes: int = 0
    cut_file: str = ""
    foreign: str = ""


class JournalError(Exception):
    """A journal cannot be used; the message names the file, the line and what is wrong there."""


class JournalFull(JournalError):  # noqa: N818  # a state of the disk, not a mistake; the name says what is the matter
    """A line could not be written; the file ends with a whole line as before, and the same call may be made again."""


class JournalBroken(JournalError):  # noqa: N818  # as above
    """A sync failed, so nobody knows what is on disk: never to be tried again, the daemon must end."""
