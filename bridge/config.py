"""A table's file: TOML read once into frozen types; unknown keys are refused, every error names its path.

The resolved configuration stands in the journal's header, so that a journal replays on any machine.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bridge.commands import Role

Name = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9_-]{0,31}$")]
Milliseconds = Annotated[int, Meta(ge=1, le=3_600_000)]


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class DeviceConfig(_Section, frozen=True, kw_only=True):
    """One serial device. Exactly one of `path` (a stable serial path or a pseudo-terminal) and `tcp` (host:port)."""

    name: Name
    role: Literal["shoe", "reader", "shuffler", "keypad"]
    dialect: str
    path: str = ""
    tcp: str = ""
    baud: int | None = None
    options: dict[str, Any] = {}
    write: bool = False
    accept_unchecked: bool = False
    silent_ms: Milliseconds | None = None


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
    """Where the engine listens and asks; `desk` has one endpoint a role, whose file rights say who may use it."""

    events: str
    desk: dict[Role, str]
    keys: str = ""
    heartbeat_ms: Milliseconds = 1000
    high_water: Annotated[int, Meta(ge=1)] = 10_000
    deaf_ms: Milliseconds = 30_000


class Timing(_Section, frozen=True, kw_only=True):
    """How long each source may take, in milliseconds."""

    lay_ms: Milliseconds = 4_000
    """From the draw to the card's back (or face) seen in its spot."""
    reveal_ms: Milliseconds = 30_000
    """From the moment a hand may be known to each of its faces seen or scanned."""
    close_grace_ms: Annotated[int, Meta(ge=0, le=60_000)] = 500
    """An exposure this close to a window's closing is a hold, never a void by itself."""
    scoop_ms: Milliseconds = 60_000
    """From the submission to an empty layout."""
    again_ms: Milliseconds = 30_000
    """Open holds are said again after this time."""
    late_ms: Milliseconds = 20
    """A deadline counts as passed this long after it, with the queue empty."""


class Policy(_Section, frozen=True, kw_only=True):
    """The house's choices that are no rule of a game."""

    camera_lost: Literal["hold", "mark"] = "hold"
    overdrawn: Literal["hold", "next_round", "burn", "discard"] = "hold"
    rounds_after_cut: Annotated[int, Meta(ge=0)] = 1


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


def load(path: Path) -> Config:
    """The configuration of a file.

    Raises:
        ConfigError: the file cannot be read, is no TOML, or a key is unknown, missing or wrong.
    """
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        return msgspec.convert(raw, Config)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: no TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error}") from error
