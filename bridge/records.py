"""What a journal's lines hold: the header that makes a file replay on its own, and a stored event."""

from typing import Literal

import msgspec

from bridge.config import Config
from scanner.profile import Profile


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
    `profiles` the layout profile of each camera, `dialects` each device's dialect and its version.
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
    previous: Previous | None = None


class Stored(msgspec.Struct, frozen=True):
    """An event on disk: `body` is its JSON as journalled and as published, `hash` the chain's value of its line."""

    n: int
    round: str
    kind: str
    body: bytes
    hash: str
