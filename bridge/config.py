"""A table's file: TOML read once into frozen types; unknown keys are refused, every error names its path.

The resolved configuration stands in the journal's header, so that a journal replays on any machine.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from bridge import address
from bridge.commands import Role
from shoe.device import DeviceConfig, Milliseconds, Name


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class CameraConfig(_Section, frozen=True, kw_only=True):
    """One camera. `source`: `v4l2:PATH`, `rtsp://...`, `file:PATH`, or `folder:PATH` (followed while it grows).

    With `socket` its lines come over that unix socket from a unit of its own, else from a child process.
    """

    name: Name
    source: str
    profile: str
    socket: str = ""
    silent_ms: Milliseconds = 2000


class StreamConfig(_Section, frozen=True, kw_only=True):
    """Where the engine listens and asks; `desk` has one endpoint a role, whose file rights say who may use it.

    `keys` names the list of who may connect over TCP, `secret` the file with the table's own key.
    """

    events: str
    desk: dict[Role, str]
    keys: str = ""
    secret: str | UnsetType = UNSET
    heartbeat_ms: Milliseconds = 1000
    high_water: Annotated[int, Meta(ge=1, le=1_000_000)] = 10_000
    deaf_ms: Milliseconds = 30_000


class Timing(_Section, frozen=True, kw_only=True):
    """How long each source may take, in milliseconds."""

    lay_ms: Milliseconds = 4_000
    """From the draw to the card's back (or face) seen in its spot."""
    reveal_ms: Milliseconds = 30_000
    """From the moment a hand may be known to each of its faces seen or scanned."""
    next_ms: Milliseconds = 60_000
    """From the closing of the bets, or the last card, to the next card due, and to the dice where they are due."""
    close_grace_ms: Annotated[int, Meta(ge=0, le=60_000)] = 500
    """An exposure this close to a window's closing is a hold, never a void by itself."""
    again_ms: Milliseconds = 30_000
    """Open holds are said again after this time."""
    late_ms: Milliseconds = 20
    """A deadline counts as passed this long after it, with the queue empty."""


class Policy(_Section, frozen=True, kw_only=True):
    """The house's choices that are no rule of a game."""

    camera_lost: Literal["hold", "mark"] = "hold"
    overdrawn: Literal["hold", "next_round", "burn", "discard"] = "hold"
    void_scope: Literal["round", "hand"] = "round"
    """What a void of one seat's hand is, in a game of seats: a void of the round, or of that hand alone."""
    rounds_after_cut: Annotated[int, Meta(ge=0, le=1_000)] = 1


class Config(_Section, frozen=True, kw_only=True):
    """One table."""

    table: Name
    game: str
    mode: Literal["live", "test"] = "live"
    journal: str
    stream: StreamConfig
    game_options: dict[str, Any] = {}
    device: tuple[DeviceConfig, ...] = ()
    camera: tuple[CameraConfig, ...] = ()
    timing: Timing = Timing()
    policy: Policy = Policy()
    decks: tuple[str, ...] = ("",)


class ConfigError(Exception):
    """A table's file cannot be used; the message names the file, the key and the cure."""


LONGEST = 4095
"""Bytes of the longest path the system takes."""
WHOLE = 1 << 63
"""Whole numbers of this size or more cannot be written down everywhere."""
FREE = {"options", "game_options"}
"""Sections whose texts are a dialect's or a game's own, and may hold control characters."""


def load(path: Path) -> Config:
    """The configuration of a file.

    Raises:
        ConfigError: the file cannot be read, is no TOML, or a key is unknown, missing or wrong.
    """
    try:
        config = msgspec.convert(toml_of(path), Config)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error}") from error
    if why := next(_senseless(config), ""):
        raise ConfigError(f"{path}: {why}")
    return config


def toml_of(path: Path) -> dict[str, Any]:
    """What stands in a TOML file.

    Raises:
        ConfigError: it cannot be read, is not UTF-8 without a mark in front, or no TOML; the message begins with it.
    """
    try:
        data = path.read_bytes()
        if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
            raise ConfigError(f"{path}: begins with a byte order mark: save it as UTF-8 without one")
        return tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"line {line} holds the byte 0x{data[error.start]:02x}, which is no UTF-8: save the file as UTF-8"
        raise ConfigError(f"{path}: {what}") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: no TOML: {error}") from error


def _senseless(config: Config) -> Iterator[str]:
    """What no type says of a table's file: texts that are no path or address, one address given twice."""
    yield from _unusable(msgspec.to_builtins(config), "", free=False)
    for device in config.device:
        if device.tcp and (why := address.wrong_port(device.tcp)):
            yield f"device {device.name!r}: tcp = {device.tcp!r}: {why}"
    named = {"stream.events": config.stream.events}
    named |= {f"stream.desk.{role.value}": endpoint for role, endpoint in config.stream.desk.items()}
    for name, endpoint in named.items():
        if why := address.wrong(endpoint):
            yield f"{name} = {endpoint!r}: {why}"
    if why := address.clash(named):
        yield why


def _unusable(value: object, where: str, *, free: bool) -> Iterator[str]:
    """Texts and numbers under `where` that cannot be used; in `free` sections texts may hold control characters."""
    match value:
        case dict():
            for key, inner in value.items():
                yield from _unusable(inner, f"{where}.{key}" if where else str(key), free=free or key in FREE)
        case list() | tuple():
            for at, inner in enumerate(value):
                yield from _unusable(inner, f"{where}[{at}]", free=free)
        case str() if not free:
            if why := address.unprintable(value):
                yield f"{where}: {why}"
            elif len(value.encode()) > LONGEST:
                yield f"{where}: has more than {LONGEST} bytes"
        case int() if abs(value) >= WHOLE:
            yield f"{where}: this number is too large"
        case _:
            pass
