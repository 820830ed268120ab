"""A table for tests of the core: readings in, events out, with a picture of the layout that its cameras see.

Time stands still unless a test moves it. Nothing here knows what the core will say.
"""

from typing import Any, TypeVar

from bridge.commands import JUSTIFIED, Answer, Command, Role
from bridge.config import Policy, Timing
from bridge.events import CardConfirmed, Event, Held, What
from bridge.readings import Asked, DeviceBytes, LinkDown, LinkUp, Reading, Started, Tick
from bridge.session import SessionState, Setup, Taken, begin, next_deadline, take
from games.cards import Card
from games.spots import Spot, SpotKind
from scanner.frames import CardSeen, DieSeen, FrameSeen, Outline, Quality, Side
from scanner.profile import Profile
from shoe.messages import CardDrawn, Heartbeat, Message
from tests.rig_table import TCP_SPOTS, WALL, config, header, profile

MS = 1_000_000
FRAME = 40 * MS
W = TypeVar("W", bound=What)


class Rig:
    """A table of the core; `events` are all it ever said."""

    def __init__(
        self,
        roles: str = "s",
        *,
        camera: bool = True,
        profiles: dict[str, Profile] | None = None,
        game: str = "tcp_live",
        timing: Timing | None = None,
        policy: Policy | None = None,
        options: dict[str, Any] | None = None,
        decks: tuple[str, ...] = ("",),
        start: bool = True,
    ) -> None:
        if profiles is None:
            profiles = {"top": profile("top", TCP_SPOTS)} if camera else {}
        set_up = {"timing": timing or Timing(), "policy": policy or Policy(), "game_options": options or {}}
        table = config(roles, game=game, cameras=tuple(profiles), decks=decks, **set_up)
        self.profiles = profiles
        self.setup = Setup.of(header(table, profiles))
        self.state: SessionState = begin(self.setup)
        self.readings: list[Reading] = []
        self.events: list[Event] = []
        self.answers: list[Answer] = []
        self.taken: list[Taken] = []
        self.at = 1_000_000 * MS
        self.counter = 0
        self.frame = 0
        self.ids = 0
        self.round = ""
        self.lies: dict[Spot, tuple[Side, Card | None]] = {}
        self.elsewhere: list[CardSeen] = []
        self.dice: tuple[int | None, ...] = ()
        """What the upper faces show; None for a die that leans."""
        self.mute: set[str] = set()
        if start:
            self.take(Started(self.at, self.wall, "boot-1", "0.1.0"))
            self.links_up()
            self.frames(35 if profiles else 0)

    @property
    def wall(self) -> int:
        return WALL + self.at

    def take(self, reading: Reading) -> list[Event]:
        """One reading through the session; what it said."""
        self.readings.append(reading)
        taken = take(self.setup, self.state, self.state.reading + 1, reading)
        self.state = taken.state
        self.taken.append(taken)
        self.events += taken.events
        self.answers += taken.answers
        return list(taken.events)

    def links_up(self) -> None:
        for name in self.setup.devices:
            self.take(LinkUp(name, self.at, self.wall, f"/dev/{name}"))
        for name in self.profiles:
            self.take(LinkUp(name, self.at, self.wall, "child"))

    def link_down(self, name: str, cause: str = "unplugged") -> list[Event]:
        return self.take(LinkDown(name, self.at, self.wall, cause))

    def link_up(self, name: str) -> list[Event]:
        return self.take(LinkUp(name, self.at, self.wall, f"/dev/{name}"))

    # ------------------------------------------------------------------ time

    def wait(self, ms: int) -> list[Event]:
        """Let time pass with the cameras looking; deadlines on the way are ticked."""
        said: list[Event] = []
        end = self.at + ms * MS
        while self.at < end:
            self.at = min(end, self.at + FRAME)
            said += self._beat() + self._tick()
            if self.profiles:
                said += self._look()
        return said

    def _beat(self) -> list[Event]:
        """Devices that are to be heard are heard, every two seconds; those in `mute` are not."""
        said: list[Event] = []
        for name, device in self.setup.devices.items():
            known = self.state.table.devices.get(name)
            due = device.dialect.heartbeat_ms is not None and known is not None and known.up and name not in self.mute
            if due and known is not None and self.at - known.heard >= 2000 * MS:
                said += self.say(Heartbeat(), name)
        return said

    def _tick(self) -> list[Event]:
        due = next_deadline(self.setup, self.state)
        return self.take(Tick(self.at, self.wall)) if due is not None and self.at >= due + 20 * MS else []

    # --------------------------------------------------------------- devices

    def say(self, message: Message, device: str = "shoe") -> list[Event]:
        data = self.setup.devices[device].dialect.encode(message)
        return self.bytes(data, device)

    def bytes(self, data: bytes, device: str = "shoe") -> list[Event]:
        return self.take(DeviceBytes(device, self.at, self.wall, data.hex()))

    def draw(self, card: str, *, counter: int | None = None) -> list[Event]:
        """The shoe draws a card with the next counter, or the one given."""
        number = self.counter if counter is None else counter
        self.counter = (number + 1) % 1000
        return self.say(CardDrawn(Card(card), number, 1000))

    def scan(self, card: str) -> list[Event]:
        """The pass reader reads a card."""
        return self.say(CardDrawn(Card(card)), "reader")

    # --------------------------------------------------------------- cameras

    def frames(self, count: int, quality: Quality = Quality.FRESH, *, only: str = "") -> list[Event]:
        said: list[Event] = []
        for _ in range(count):
            self.at += FRAME
            said += self._beat() + self._tick() + self._look(quality, only=only)
        return said

    def late_frames(self, count: int) -> None:
        """Frames alone: what a device or a deadline says meanwhile has come before them."""
        for _ in range(count):
            self.at += FRAME
            self._look()

    def _look(self, quality: Quality = Quality.FRESH, *, only: str = "") -> list[Event]:
        said: list[Event] = []
        self.frame += 1
        for name, seen in self.profiles.items():
            if only and name != only:
                continue
            cards = []
            for place in seen.spots:
                if place.spot in self.lies:
                    side, card = self.lies[place.spot]
                    cards.append(CardSeen(_outline(place.polygon[0]), side, card, 0.9 if card else 0.0))
            dice = tuple(DieSeen(_outline((900.0, 600.0)), pips, flat=pips is not None) for pips in self.dice)
            fresh = quality is Quality.FRESH
            shown = tuple(cards) + tuple(self.elsewhere)
            view = FrameSeen(
                name, self.frame, self.at, self.wall, quality, 100.0, 120.0, 0.0, shown if fresh else (), dice
            )
            said += self.take(view)
        return said

    def lay(self, *spots: Spot) -> list[Event]:
        """Cards lie face down in these spots, and the cameras have seen it."""
        for spot in spots:
            self.lies[spot] = (Side.BACK, None)
        return self.frames(6)

    def turn(self, **faces: str) -> list[Event]:
        """Faces lie in spots (`player_1="As"`), and the cameras have seen it."""
        for name, card in faces.items():
            owner, _, index = name.rpartition("_")
            kind = SpotKind.STACK if owner.startswith("s") and owner[1:].isdecimal() else SpotKind.HAND
            self.lies[Spot(kind, owner, int(index))] = (Side.FACE, Card(card))
        return self.frames(6)

    def take_away(self, *spots: Spot) -> list[Event]:
        """These spots are empty, and the cameras have seen it."""
        for spot in spots or tuple(self.lies):
            self.lies.pop(spot, None)
        return self.frames(12)

    # ---------------------------------------------------------------- people

    def ask(
        self, role: Role, command: Command, *, why: str | None = None, as_of: int | None = None, id_: str = ""
    ) -> Answer:
        """A command and its answer; a ruling has a reason unless the test gives another, or none."""
        self.ids += 1
        if why is None:
            why = "as seen" if isinstance(command, JUSTIFIED) else ""
        seen = self.state.event if as_of is None else as_of
        name = id_ or f"c{self.ids}"
        self.take(Asked(self.at, self.wall, name, f"{role.value}-1", role, command, self.round, why, seen))
        return self.answers[-1]

    # --------------------------------------------------------------- reading

    def said(self, kind: type[W]) -> list[W]:
        """Everything of one kind that was ever said."""
        return [event.what for event in self.events if isinstance(event.what, kind)]

    def confirmed(self) -> dict[str, str]:
        """The confirmed cards by spot; a spot confirmed twice fails."""
        found: dict[str, str] = {}
        for what in self.said(CardConfirmed):
            assert str(what.spot) not in found
            found[str(what.spot)] = what.card.value
        return found

    def ready(self) -> bool:
        """Whether a new round may be opened."""
        return bool(self.state.table.ready)

    def held(self) -> list[Held]:
        """The holds that are open."""
        ids = {hold.id for hold in self.state.table.holds}
        last = {what.hold: what for what in self.said(Held) if what.hold in ids}
        return list(last.values())


def kinds(events: list[Event]) -> list[str]:
    """The names of events, in order."""
    return [type(event.what).__name__ for event in events]


def _outline(at: tuple[float, float]) -> Outline:
    x, y = at[0] + 28, at[1] + 16
    return ((x, y), (x + 63, y), (x + 63, y + 88), (x, y + 88))
