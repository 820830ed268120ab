"""A rig whose readings are written down as a recording: equal frames put together, the truth told beside them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from bridge.commands import Answer, Command, OpenRound, Role
from bridge.daemon.still import Still, flush, look
from bridge.events import Event
from bridge.readings import Reading, Started
from bridge.session import Setup, begin
from games import catalogue
from games.cards import Card
from games.spots import Spot
from scanner.frames import FrameSeen, Quality
from shoe.messages import Banner, CardDrawn, Claim, DrawKind, Heartbeat, Message, Reply
from tests.madeup import SIX_STACKS
from tests.rig import MS, Rig
from tests.rig_table import header
from tests.rounds import CARDS, SPOTS

START = 1_000 * MS
"""The stamp at which a recording begins, counted from the machine's start."""


DICE = "dice"
"""Under which name a round's `truth` has its throw."""


class Speech(msgspec.Struct, frozen=True):
    """The dialect a device speaks, with its options; `write`: the host may write to it."""

    dialect: str
    options: dict[str, Any] = {}
    write: bool = False


class Recorder(Rig):
    """A table whose devices speak any dialect (`speak`, by the device's name).

    `truth` is which card lay in which spot of each round, as a witness would tell it, whatever the sources said.
    """

    def __init__(self, roles: str = "s", *, speak: dict[str, Speech] | None = None, **table: Any) -> None:
        self.truth: dict[str, dict[str, str]] = {}
        self.lying = dict(zip(map(str, SPOTS), CARDS, strict=True))
        self.still: dict[str, Still] = {}
        self.said_by: dict[str, int] = {}
        super().__init__(roles, **table, start=False)
        self._speak(speak or {})
        self.at = START
        self.take(Started(self.at, self.wall, "boot-1", "0.1.0"))
        self.links_up()
        self.frames(27 if self.profiles else 0)

    def _speak(self, speak: dict[str, Speech]) -> None:
        devices = tuple(
            msgspec.structs.replace(
                device,
                dialect=speech.dialect,
                options=speech.options,
                write=speech.write,
                accept_unchecked=not _checked(speech.dialect),
            )
            if (speech := speak.get(device.name))
            else device
            for device in self.setup.config.device
        )
        self.setup = Setup.of(header(msgspec.structs.replace(self.setup.config, device=devices), self.profiles))
        self.state = begin(self.setup)

    def take(self, reading: Reading) -> list[Event]:
        if not isinstance(reading, FrameSeen):
            return super().take(reading)
        self.still[reading.camera], told = look(self.still.get(reading.camera) or Still(), reading)
        return [event for one in told for event in super(Recorder, self).take(one)]

    def frames(self, count: int, quality: Quality = Quality.FRESH, *, only: str = "") -> list[Event]:
        return super().frames(count, quality, only=only) + self._told()

    def wait(self, ms: int) -> list[Event]:
        return super().wait(ms) + self._told()

    def _told(self) -> list[Event]:
        said: list[Event] = []
        for name, still in self.still.items():
            self.still[name], words = flush(still)
            said += [event for word in words for event in super(Recorder, self).take(word)]
        return said

    def say(self, message: Message, device: str = "shoe") -> list[Event]:
        # An Angel Eye's start and replies bear no number of their own.
        self.said_by[device] = self.said_by.get(device, 0) + (not isinstance(message, Banner | Reply))
        data = self.setup.devices[device].dialect.encode(message, max(1, self.said_by[device]))
        return self.bytes(data, device)

    def _beat(self) -> list[Event]:
        # A device on the line is heard; one in `mute`, or without a word for it, is not.
        said: list[Event] = []
        for name, device in self.setup.devices.items():
            known = self.state.table.devices.get(name)
            if device.dialect.heartbeat_ms is None or name in self.mute or known is None or not known.up:
                continue
            if self.at - known.heard >= 2000 * MS:
                said += self.say(Heartbeat(), name)
        return said

    def draw(self, card: str, *, counter: int | None = None) -> list[Event]:
        match self.setup.devices["shoe"].dialect.name:
            case "beetek":
                return self.say(CardDrawn(Card(card), draw=DrawKind.FREE))
            case "angel2ex":
                claim = Claim("player" if self.counter % 6 < 3 else "banker", self.counter % 3 + 1)
                self.counter += 1
                return self.say(CardDrawn(Card(card), claim=claim))
            case _:
                return super().draw(card, counter=counter)

    def ask(
        self, role: Role, command: Command, *, why: str | None = None, as_of: int | None = None, id_: str = ""
    ) -> Answer:
        answer = super().ask(role, command, why=why, as_of=as_of, id_=id_)
        if isinstance(command, OpenRound) and answer.done:
            self.truth[self.round] = dict(self.lying)
        return answer

    def really(self, spot: Spot | str, card: str) -> None:
        """This card lies in this spot of the open round, whatever the order of the deal says."""
        self.truth[self.round][str(spot)] = card

    def scan(self, card: str) -> list[Event]:
        self.at += 400 * MS
        return super().scan(card)


def _checked(dialect: str) -> bool:
    return dialect in ("reference", "angel2ex")


@contextmanager
def known_games() -> Iterator[None]:
    """The games that exist in tests alone are in the catalogue as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(catalogue.GAMES, SIX_STACKS.id, SIX_STACKS)
        yield
