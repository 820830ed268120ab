"""Readings and events in words for people, without a face that may not be known yet.

Events carry no sealed face. Readings do (a shoe's bytes, a camera's cards, a person's placement), so of a reading
only what is named here is told.
"""

from typing import NamedTuple, assert_never

import msgspec

from bridge.commands import Assign, Command, Correct, Reconstruct
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


class Said(NamedTuple):
    """What a reading says: `news` for a timeline, `standing` also where it is nothing new, and the `faces` it names.

    `lane` is who says it. The faces may be sealed: who tells them has to know that they are published.
    """

    lane: str
    news: tuple[str, ...]
    standing: str
    faces: tuple[str, ...] = ()


class Words:
    """Readings in words, one after another: bytes are read on from chunk to chunk, a view is told when it changes."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._pending: dict[str, Pending] = {}
        self._views: dict[str, str] = {}
        self._faces: dict[str, tuple[str, ...]] = {}

    def of(self, reading: Reading) -> tuple[str, tuple[str, ...]]:
        """Who says something (`shoe`, `engine`, ...), and what; nothing where it is nothing new."""
        said = self.hear(reading)
        return said.lane, said.news

    def hear(self, reading: Reading) -> Said:
        """The same with what a reading says again, and the faces in it."""
        match reading:
            case DeviceBytes():
                return self._bytes(reading)
            case FrameSeen():
                return self._frame(reading)
            case FrameUnchanged():
                view = self._views.get(reading.camera, "sees what it saw")
                return Said(reading.camera, (), f"{view}, {reading.count} pictures alike", self._seen(reading.camera))
            case Tick():
                return Said("table", (), "a limit passed, and what was due had not come")
            case Asked():
                words = asked(reading)
                return Said(reading.role.value, (words,), words, _placed(reading.command))
            case LinkUp() | LinkDown() | Started() | ClockStepped() | EngineLag() | StoreFault():
                lane, text = self._of_machine(reading)
                return Said(lane, (text,), text)
            case _:
                assert_never(reading)

    def _of_machine(
        self, reading: LinkUp | LinkDown | Started | ClockStepped | EngineLag | StoreFault
    ) -> tuple[str, str]:
        match reading:
            case LinkUp():
                return reading.device, f"is there: {reading.where}"
            case LinkDown():
                return reading.device, f"is gone: {reading.cause}"
            case Started():
                torn = f", {reading.cut_bytes} bytes torn from the journal" if reading.cut_bytes else ""
                return "table", f"the daemon starts, version {reading.version}{torn}"
            case ClockStepped():
                return "table", f"the clock moved by {reading.by_ns / 1e9:.3f} s"
            case EngineLag():
                return "engine", f"{'silent' if reading.deaf else 'answers again'}, {reading.behind} events behind"
            case StoreFault():
                return "table", f"the journal could not be written: {reading.cause}; {reading.lost} readings lost"
            case _:
                assert_never(reading)

    def _bytes(self, reading: DeviceBytes) -> Said:
        device = self._setup.devices.get(reading.device)
        if device is None:
            text = f"{len(reading.data) // 2} bytes of a device that the table does not have"
            return Said(reading.device, (text,), text)
        before = self._pending.get(reading.device) or Pending()
        after, messages = device.dialect.decode(before, bytes.fromhex(reading.data), reading.at)
        self._pending[reading.device] = after
        news = tuple(message_words(message) for message in messages)
        faces = tuple(message.card.value for message in messages if isinstance(message, CardDrawn))
        return Said(reading.device, news, "; ".join(news) or "the beginning of a report", faces)

    def _seen(self, camera: str) -> tuple[str, ...]:
        return self._faces.get(camera, ())

    def _frame(self, frame: FrameSeen) -> Said:
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
        faces = self._faces[frame.camera] = tuple(card.card.value for card in frame.cards if card.card is not None)
        text = f"{view} (frame {frame.frame})"
        return Said(frame.camera, () if view == known else (text,), text, faces)


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


def _placed(command: Command) -> tuple[str, ...]:
    """The faces that a person names."""
    if isinstance(command, Assign):
        return (command.card.value,)
    placed = command.spots if isinstance(command, Reconstruct | Correct) else ()
    return tuple(one.card.value for one in placed)


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
