"""The draft of one step: the state as it becomes, and the events said on the way. It never outlives the step."""

from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from bridge.commands import Answer
from bridge.events import Event, What
from bridge.reconcile.equipment import CameraState, DeviceState
from bridge.reconcile.state import Lying, Round, TableState
from bridge.setup import Setup


@dataclass(slots=True)
class Draft:
    """What a step works on. `n`, `at` and `wall` are the reading's; `captured` the evidence's own time.

    `orders` are what is to be written to devices: a device's name and the bytes in hexadecimal each.
    """

    setup: Setup
    state: TableState
    n: int
    at: int
    wall: int
    captured: int = 0
    events: list[Event] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    orders: list[tuple[str, str]] = field(default_factory=list)
    round_over: bool = False

    def put(self, **changes: Any) -> None:  # noqa: ANN401  # fields of TableState, checked by msgspec
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    @property
    def round(self) -> Round | None:
        """The open round."""
        return self.state.round

    def put_round(self, **changes: Any) -> Round:  # noqa: ANN401  # fields of Round, checked by msgspec
        """Change fields of the open round."""
        assert self.state.round is not None
        changed = replace(self.state.round, **changes)
        self.put(round=changed)
        return changed

    def put_card(self, lying: Lying, /, **changes: Any) -> Lying:  # noqa: ANN401  # fields of Lying
        """Change fields of a card of the open round, found by its place in the deal."""
        assert self.state.round is not None
        changed = replace(lying, **changes)
        cards = tuple(changed if one.order == lying.order else one for one in self.state.round.cards)
        self.put_round(cards=cards)
        return changed

    def card(self, order: int) -> Lying:
        """The card of the open round by its place in the deal."""
        assert self.state.round is not None
        return next(card for card in self.state.round.cards if card.order == order)

    def device(self, name: str) -> DeviceState:
        """A device's state."""
        return self.state.devices.get(name) or DeviceState(name)

    def put_device(self, name: str, **changes: Any) -> DeviceState:  # noqa: ANN401  # fields of DeviceState
        """Change a device's state."""
        changed = replace(self.device(name), **changes)
        self.put(devices={**self.state.devices, name: changed})
        return changed

    def camera(self, name: str) -> CameraState:
        """A camera's state."""
        return self.state.cameras.get(name) or CameraState(name)

    @property
    def latest(self) -> int:
        """The newest moment, in monotonic ns, that this reading or a device has told of: a camera may be behind."""
        return max([self.at, *(one.heard for one in self.state.devices.values())])

    def put_camera(self, name: str, **changes: Any) -> CameraState:  # noqa: ANN401  # fields of CameraState
        """Change a camera's state."""
        changed = replace(self.camera(name), **changes)
        self.put(cameras={**self.state.cameras, name: changed})
        return changed

    def say(self, what: What, *, round_id: str | None = None, causes: tuple[int, ...] = ()) -> int:
        """Say an event; its number. `causes` are further readings it rests on beside this one."""
        number = self.state.event + 1
        named = self.state.round.id if round_id is None and self.state.round else round_id or ""
        every = tuple(sorted({*causes, self.n}))
        config = self.setup.config
        captured = self.captured or self.at
        self.events.append(Event(number, config.table, named, config.mode, self.at, self.wall, captured, every, what))
        round_ = self.state.round
        if round_ is not None and named == round_.id:
            self.put(event=number, round=replace(round_, touched=number))
        else:
            self.put(event=number)
        return number
