"""Readings and events in words for people, without a face that may not be known yet.

Events carry no sealed face. Readings do (a shoe's bytes, a camera's cards, a person's placement), so of a reading
only what is named here is told.
"""

from typing import assert_never

import msgspec

from bridge.commands import Command
from bridge.readings import (
    Asked,
    ClockStepped,
    DeviceBytes,
    EngineLag,
    LinkDown,
    LinkUp,
    Reading,
    Started,
    StoreFault,
    Tick,
)
from bridge.setup import Setup
from games.spots import Spot
from scanner.frames import FrameSeen, FrameUnchanged, Quality, Side
from shoe.dialects import Pending
from shoe.messages import CardDrawn, CardUnread, Garbled, Message

OF_MESSAGE = ("counter", "expected", "got", "on", "open", "count", "deck", "by_hand", "code", "text", "why", "ok", "id")
"""Fields of a device's message that hold no face."""

OF_COMMAND = (
    "deck",
    "boxes",
    "window",
    "open",
    "boxes_with_bet",
    "hand",
    "count",
    "on",
    "what",
    "spot",
    "badge",
    "scope",
    "hold",
    "option",
    "result",
    "to",
)
"""Fields of a command that hold no face."""

LEFT_OUT = ("kind", "seal", "salt", "since")
"""Fields of an event that say nothing to a person's eye."""


class Words:
    """Readings in words, one after another: bytes are read on from chunk to chunk, a view is told when it changes."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._pending: dict[str, Pending] = {}
        self._views: dict[str, str] = {}

    def of(self, reading: Reading) -> tuple[str, tuple[str, ...]]:
        """Who says something (`shoe`, `engine`, ...), and what; nothing where it is nothing new."""
        match reading:
            case DeviceBytes():
                return reading.device, self._bytes(reading)
            case LinkUp():
                return reading.device, (f"is there: {reading.where}",)
            case LinkDown():
                return reading.device, (f"is gone: {reading.cause}",)
            case FrameSeen():
                return reading.camera, self._frame(reading)
            case FrameUnchanged() | Tick():
                return "table", ()
            case Asked():
                return reading.role.value, (asked(reading),)
            case Started():
                torn = f", {reading.cut_bytes} bytes torn from the journal" if reading.cut_bytes else ""
                return "table", (f"the daemon starts, version {reading.version}{torn}",)
            case ClockStepped():
                return "table", (f"the clock moved by {reading.by_ns / 1e9:.3f} s",)
            case EngineLag():
                return "engine", (f"{'silent' if reading.deaf else 'answers again'}, {reading.behind} events behind",)
            case StoreFault():
                return "table", (f"the journal could not be written: {reading.cause}; {reading.lost} readings lost",)
            case _:
                assert_never(reading)

    def _bytes(self, reading: DeviceBytes) -> tuple[str, ...]:
        device = self._setup.devices.get(reading.device)
        if device is None:
            return (f"{len(reading.data) // 2} bytes of a device that the table does not have",)
        before = self._pending.get(reading.device) or Pending()
        after, messages = device.dialect.decode(before, bytes.fromhex(reading.data), reading.at)
        self._pending[reading.device] = after
        return tuple(message_words(message) for message in messages)

    def _frame(self, frame: FrameSeen) -> tuple[str, ...]:
        sides = [card.side for card in frame.cards]
        parts = [
            f"{sides.count(side)} {name}"
            for side, name in ((Side.FACE, "face up"), (Side.BACK, "face down"), (Side.OTHER, "covered"))
            if side in sides
        ]
        dice = [f"{len(frame.dice)} dice"] if frame.dice else []
        seen = ", ".join([*parts, *dice]) or "nothing"
        view = f"sees {seen}" if frame.quality is Quality.FRESH else f"{frame.quality.value} picture"
        known, self._views[frame.camera] = self._views.get(frame.camera), view
        return () if view == known else (f"{view} (frame {frame.frame})",)


def message_words(message: Message) -> str:
    """A device's message without a face."""
    match message:
        case CardDrawn():
            head = "a card was drawn"
        case CardUnread():
            head = "a card was drawn and could not be read"
        case Garbled():
            head = f"{message.count} bytes could not be read"
        case _:
            head = str(type(message).__struct_config__.tag)
    return _with(head, message, OF_MESSAGE)


def asked(reading: Asked) -> str:
    """A command without a face."""
    command: Command = reading.command
    who = f"{reading.who}: " if reading.who and reading.who != reading.role.value else ""
    why = f" ({reading.why})" if reading.why else ""
    return who + _with(str(type(command).__struct_config__.tag), command, OF_COMMAND) + why


def _with(head: str, struct: msgspec.Struct, allowed: tuple[str, ...]) -> str:
    told = [
        f"{name} {_plain(value)}"
        for name in struct.__struct_fields__
        if name in allowed and (value := getattr(struct, name)) not in (None, "", ())
    ]
    return f"{head}: {', '.join(told)}" if told else head


def event_words(what: dict[str, object]) -> str:
    """What an event says: its kind, then its fields but for seals, salts and what is not so."""
    told = [
        f"{name} {_plain(value)}"
        for name, value in what.items()
        if name not in LEFT_OUT and (name == "open" or value not in (None, "", [], {}, False))
    ]
    if "seal" in what:
        told.append("sealed" if what["seal"] else "nobody knows it")
    return ": ".join([str(what["kind"]), *([", ".join(told)] if told else [])])


def _plain(value: object) -> str:
    match value:
        case Spot():
            return str(value)
        case {"kind": kind, "owner": owner, "index": index}:
            return "/".join(str(part) for part in (kind, owner, index) if part)
        case bool():
            return "yes" if value else "no"
        case dict():
            return (
                "(" + ", ".join(f"{key} {_plain(inner)}" for key, inner in value.items() if inner not in ("", [])) + ")"
            )
        case list() | tuple():
            return " ".join(_plain(inner) for inner in value)
        case _:
            return str(value)
