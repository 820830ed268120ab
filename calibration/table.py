"""The device that a table's file names, for a calibration: only the parts that say what it is and how it speaks."""

import tomllib
from pathlib import Path
from typing import NamedTuple

import msgspec

from calibration.layout import CalibrationError
from shoe.codes import Coded
from shoe.device import DeviceConfig
from shoe.dialects import Dialect, find

READS_CARDS = ("shoe", "reader")


class AtTable(NamedTuple):
    """A device of a table's file, the dialect it speaks there, and the names of the table's decks."""

    device: DeviceConfig
    dialect: Dialect
    decks: tuple[str, ...]

    @property
    def listed(self) -> tuple[str, ...]:
        """The options in the file that say what codes mean."""
        listing = self.dialect.listing if isinstance(self.dialect, Coded) else ()
        return tuple(name for name in listing if name in self.device.options)


class _Table(msgspec.Struct, frozen=True):
    """What is looked at of the file; the rest is the daemon's."""

    device: tuple[DeviceConfig, ...] = ()
    decks: tuple[str, ...] = ()


def device_of(path: Path, name: str | None) -> AtTable:
    """The device of this name, or the only one that reads cards.

    Raises:
        CalibrationError: the file, the device or its dialect cannot be used; the message names it and the cure.
    """
    found = _read(path)
    reading = [device for device in found.device if device.role in READS_CARDS]
    names = ", ".join(device.name for device in reading) or "none"
    chosen = [device for device in reading if name in (None, device.name)]
    if not chosen:
        what = f"no [[device]] {name!r} reads cards" if name else "no [[device]] reads cards"
        raise CalibrationError(f"{path}: {what}; there is {names}, of role {' or '.join(READS_CARDS)}")
    if len(chosen) > 1:
        raise CalibrationError(f"{path}: several devices read cards: name one with --device, {names}")
    (device,) = chosen
    if bool(device.path) == bool(device.tcp):
        raise CalibrationError(f"{path}: device {device.name!r}: set exactly one of path and tcp")
    try:
        dialect = find(device.dialect, device.options)
    except ValueError as error:
        raise CalibrationError(f"{path}: device {device.name!r}: {error}") from error
    return AtTable(device, dialect, tuple(deck for deck in found.decks if deck))


def _read(path: Path) -> _Table:
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _Table)
    except OSError as error:
        raise CalibrationError(f"{path}: {error.strerror}; name the table's file, as config/ has one a game") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CalibrationError(f"{path}: no TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise CalibrationError(f"{path}: {error}") from error
