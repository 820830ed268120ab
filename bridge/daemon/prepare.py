"""From a table's file to a journal's header: paths resolved, profiles loaded, dialects named.

What cannot be used is said here, before anything is opened.
"""

import os
from importlib.metadata import entry_points, version
from pathlib import Path

import msgspec
from msgspec import UNSET

from bridge.config import CameraConfig, Config, ConfigError
from bridge.records import Header
from scanner import profile
from shoe import profile as shoe_profile
from shoe.device import DeviceConfig
from shoe.dialects import GROUP
from shoe.profile import ShoeProfile

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_ON_DISK = ("file:", "folder:")


def resolve(config: Config, base: Path) -> Config:
    """The configuration with every relative path taken from `base`, the folder of the table's file."""
    secret = _path(config.stream.secret, base) if config.stream.secret else UNSET
    stream = msgspec.structs.replace(config.stream, keys=_path(config.stream.keys, base), secret=secret)
    cameras = tuple(_camera(camera, base) for camera in config.camera)
    devices = tuple(_device(device, base) for device in config.device)
    journal = _path(config.journal, base)
    return msgspec.structs.replace(config, journal=journal, stream=stream, camera=cameras, device=devices)


def header(config: Config, wall: int) -> Header:
    """The header of a new journal file of this table, begun at `wall`; the journal fills in epoch and secret.

    Raises:
        ConfigError: a profile or a dialect cannot be used.
    """
    return Header(
        program=version("truedeal"),
        epoch="",
        table=config.table,
        wall=wall,
        boot=boot_id(),
        secret="",
        config=config,
        profiles={camera.name: _profile(camera) for camera in config.camera},
        dialects={device.name: _dialect(device.name, device.dialect) for device in config.device},
        shoes={device.name: _shoe(device, config.decks) for device in config.device if device.profile} or UNSET,
    )


def nearest(journal: Path) -> Path:
    """The part of the journal's path that exists and is nearest to it."""
    return next((above for above in (journal, *journal.parents) if os.path.lexists(above)), Path("/"))


def misplaced(journal: Path) -> str:
    """Why no journal can ever be at this path, or nothing: a file, a device or a dead link lies in its way."""
    there = nearest(journal)
    return "" if os.path.isdir(there) else f"{there} is no folder"  # noqa: PTH112 - Path.is_dir raises where forbidden


def boot_id() -> str:
    """The id of this boot of the machine; stamps of two boots cannot be compared."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _path(path: str, base: Path) -> str:
    return str(base / path) if path else ""


def _camera(camera: CameraConfig, base: Path) -> CameraConfig:
    source = camera.source
    for kind in _ON_DISK:
        if source.startswith(kind):
            source = kind + _path(source.removeprefix(kind), base)
    return msgspec.structs.replace(
        camera, source=source, profile=_path(camera.profile, base), socket=_path(camera.socket, base)
    )


def _device(device: DeviceConfig, base: Path) -> DeviceConfig:
    if not device.profile:
        return device
    return msgspec.structs.replace(device, profile=_path(device.profile, base))


def _shoe(device: DeviceConfig, decks: tuple[str, ...]) -> ShoeProfile:
    """The profile of a device, once it is known to be of this device, its dialect and a deck of this table."""
    path = Path(str(device.profile))
    try:
        found = shoe_profile.load(path)
    except shoe_profile.ProfileError as error:
        raise ConfigError(f"device {device.name!r}: {error}") from error
    if why := shoe_profile.misfit(found, device.name, device.dialect, decks):
        raise ConfigError(f"device {device.name!r}: {path}: {why}; {shoe_profile.CURE}")
    return found


def _profile(camera: CameraConfig) -> profile.Profile:
    try:
        found = profile.load(Path(camera.profile))
    except profile.ProfileError as error:
        raise ConfigError(f"camera {camera.name!r}: {error}") from error
    if found.camera != camera.name:
        raise ConfigError(f"camera {camera.name!r}: {camera.profile} is the profile of camera {found.camera!r}")
    return found


def _dialect(device: str, name: str) -> str:
    for entry in entry_points(group=GROUP, name=name):
        return f"{name} {entry.dist.version if entry.dist else ''}".strip()
    known = ", ".join(sorted(entry.name for entry in entry_points(group=GROUP)))
    raise ConfigError(f"device {device!r}: unknown dialect {name!r}: installed are {known}")
