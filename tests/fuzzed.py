"""A table that anything may happen to, and what may never be said of it: for the fuzzing of every game."""

from typing import Any

import msgspec

from bridge import commands as c
from bridge.events import (
    CardConfirmed,
    DiceRead,
    Event,
    HandComplete,
    Held,
    HoldReleased,
    RoundComplete,
    StacksBound,
    Submitted,
    Voided,
    WindowChanged,
)
from bridge.reconcile.cards import due
from bridge.reconcile.state import Round
from bridge.reconcile.windows import hand_of, in_play, insurance_waits, span
from bridge.session import SessionState, snapshot, status
from games import catalogue
from games.cards import PACK, Card
from games.game import Game, Next, Source, Window
from games.spots import NOWHERE, Spot, SpotKind, hand, stack
from scanner.frames import Side
from shoe.messages import CardUnread
from tests.rig import Rig
from tests.rig_table import profile

SETUPS = ("s", "m", "r", "sr", "S", "R")
"""Roles of the devices, with a camera; in capitals without one."""
DIE = Spot(SpotKind.DIE, "", 1)


def spots_of(game: Game) -> tuple[Spot, ...]:
    """Every spot a camera may watch at a table of this game, one more in each hand than it takes."""
    sizes = dict(game.hand_sizes)
    if game.bind is not None:
        each = sizes["*"]
        stacks = (stack(f"s{number + 1}", index) for number in range(len(game.hands)) for index in range(1, each + 1))
        boxes = (hand(owner, index) for owner in game.hands for index in range(1, each + 1))
        return (*stacks, *boxes, DIE)
    hands = (hand(owner, index) for owner in game.hands for index in range(1, sizes.get(owner, sizes.get("*", 3)) + 2))
    return (*hands, DIE) if game.dice else tuple(hands)


class Fuzzed:
    """One table; `do` takes moves, `check` says what must never be."""

    def __init__(self, name: str, roles: str, options: dict[str, Any]) -> None:
        game = catalogue.find(name)
        game = catalogue.under(game, catalogue.options(game, options))
        camera = roles.islower()
        self.game, self.spots = game, spots_of(game)
        self.rig = Rig(
            roles.lower(),
            game=name,
            options=options,
            profiles={"top": profile("top", self.spots)} if camera else {},
        )
        self.rounds = 0
        self.seen = 0
        self.void: set[str] = set()
        self.holds: dict[int, str] = {}
        self.results: dict[str, int] = {}
        self.bets: set[str] = set()
        self.faces: dict[Spot, Card] = {}

    def say(self, role: c.Role, command: c.Command, *, as_of: int | None = None) -> None:
        self.rig.ask(role, command, why="fuzz", as_of=as_of)

    def open_round(self, boxes: tuple[str, ...]) -> None:
        self.rounds += 1
        before = self.rig.round
        self.rig.round = f"r{self.rounds}"
        self.say(c.Role.ENGINE, c.OpenRound("", boxes))
        if self.rig.state.table.round is None or self.rig.state.table.round.id != self.rig.round:
            self.rig.round = before

    def rightly(self, card: Card, boxes: tuple[str, ...]) -> None:
        """Do what comes next in a round in which nothing goes wrong."""
        round_ = self.rig.state.table.round
        if round_ is None:
            self.throw(())
            self.wait(300)
            self.open_round(boxes)
            self.window(Window.BETS, opened=True)
        elif round_.submitted:
            self.rig.lies.clear()
            self.rig.dice = ()
            self.rig.frames(12 if self.rig.profiles else 0)
            self.say(c.Role.DEALER, c.Scooped())
        elif (bets := span(round_, Window.BETS)) is None or not bets.closed:
            self.window(Window.BETS, opened=bets is None)
        elif insurance_waits(round_):
            self.window(Window.INSURANCE, opened=round_.insurance == "due")
        elif isinstance(owed := due(self.rig.setup, round_), Next) and not self.unseen(owed.spot):
            waits = self.waits(round_, owed.spot)
            if waits is None:
                self.deal(owed.spot, card)
            else:
                self.window(waits, opened=span(round_, waits) is None)
        elif self.game.dice and not round_.dice:
            self.read((1, 2, 3)[: self.game.dice])
        else:
            self.go_on(round_)

    def waits(self, round_: Round, spot: Spot) -> Window | None:
        """The window that a card has to wait for which is told as it is turned; None where it waits for none."""
        row = self.rig.setup.reveal(spot.owner)
        if self.rig.setup.first is not Source.READER or row is None or row.window is None:
            return None
        known = span(round_, row.window)
        return None if known is not None and known.closed else row.window

    def unseen(self, spot: Spot) -> bool:
        """Whether the dealing of a card is told by nobody: a reader learns of stacks as they are turned."""
        return self.rig.setup.first is Source.READER and spot.kind is SpotKind.STACK

    def window(self, which: Window, *, opened: bool) -> None:
        self.wait(600)
        self.say(c.Role.ENGINE, c.SetWindow(which, opened))
        self.wait(600)

    def deal(self, spot: Spot, card: Card) -> None:
        """Deal a card where it belongs, and show it where it is dealt open."""
        up = spot.owner in self.rig.setup.face_up
        if "shoe" in self.rig.setup.devices:
            self.rig.draw(card.value)
        if "reader" in self.rig.setup.devices and (up or not self.rig.profiles):
            self.rig.scan(card.value)
        self.rig.lies[spot] = (Side.FACE, card) if up else (Side.BACK, None)
        self.faces[spot] = card
        self.rig.frames(5 if self.rig.profiles else 0)

    def read(self, dice: tuple[int, ...]) -> None:
        if self.rig.profiles:
            self.throw(dice)
        self.say(c.Role.DEALER, c.Dice(dice))

    def go_on(self, round_: Round) -> None:
        """All is dealt: the next hand is turned once it may be known, and the result taken."""
        if round_.result:
            self.say(c.Role.ENGINE, c.Submit())
            return
        for row in self.game.reveals:
            for name in self.game.hands if row.hand == "*" else (row.hand,):
                mine = [card for card in round_.cards if hand_of(round_, card.spot) == name]
                if all(card.confirmed for card in mine) or not in_play(self.rig.setup, round_, name):
                    continue
                known = span(round_, row.window) if row.window is not None else None
                if row.window is not None and (known is None or not known.closed):
                    self.window(row.window, opened=known is None)
                else:
                    self.turn(self.game.hands.index(name))
                return

    def turn(self, which: int) -> None:
        """Turn the cards of one hand as they are, and let a dealer say so."""
        round_ = self.rig.state.table.round
        if round_ is None or not self.game.hands:
            return
        name = self.game.hands[which % len(self.game.hands)]
        for card in round_.cards:
            if (round_.places.get(card.spot.owner) or card.spot.owner) == name:
                face = self.faces.get(card.spot) or card.shoe or PACK[card.order % 52]
                self.rig.lies[card.spot] = (Side.FACE, face)
                if card.reader is None and "reader" in self.rig.setup.devices:
                    self.rig.scan(face.value)
        self.rig.frames(5 if self.rig.profiles else 0)
        self.say(c.Role.DEALER, c.Reveal(name))

    def lay(self, which: int, side: Side, card: Card | None) -> None:
        spot = self.spots[which % len(self.spots)] if self.spots else NOWHERE
        self.rig.lies[spot] = (side, card if side is Side.FACE else None)
        self.rig.frames(5 if self.rig.profiles else 0)

    def lift(self, which: int) -> None:
        if self.rig.lies:
            self.rig.lies.pop(sorted(self.rig.lies)[which % len(self.rig.lies)])
            self.rig.frames(8 if self.rig.profiles else 0)

    def throw(self, dice: tuple[int | None, ...]) -> None:
        self.rig.dice = dice
        self.rig.frames(5 if self.rig.profiles else 0)

    def device(self, message: Any) -> None:
        if "shoe" in self.rig.setup.devices:
            self.rig.say(message)

    def draw(self, card: Card, skip: int) -> None:
        if "shoe" in self.rig.setup.devices:
            self.rig.draw(card.value, counter=(self.rig.counter + skip) % 1000)
        elif "reader" in self.rig.setup.devices:
            self.rig.scan(card.value)

    def unread(self) -> None:
        if "shoe" in self.rig.setup.devices:
            self.rig.say(CardUnread(self.rig.counter, 1000))
            self.rig.counter = (self.rig.counter + 1) % 1000

    def release(self, which: int, option: int) -> None:
        holds = self.rig.state.table.holds
        if holds:
            hold = holds[which % len(holds)]
            self.say(c.Role.SUPERVISOR, c.Release(hold.id, hold.options[option % len(hold.options)]))

    def correct(self, to: Any) -> None:
        result = max(self.results.values(), default=1)
        self.say(c.Role.SUPERVISOR, c.Correct(result, to, dice=(1, 1, 1)))

    def place(self, which: int, card: Card) -> None:
        spot = self.spots[which % len(self.spots)] if self.spots else NOWHERE
        self.say(c.Role.SUPERVISOR, c.Reconstruct((c.Placement(spot, card),)))

    def wait(self, ms: int) -> None:
        self.rig.wait(ms)

    def check(self) -> None:
        """What was said since the last look breaks no promise."""
        for event in self.rig.events[self.seen :]:
            self._one(event)
        self.seen = len(self.rig.events)

    def whole(self) -> None:
        """The state can be told and written down."""
        status(self.rig.setup, self.rig.state)
        snapshot(self.rig.setup, self.rig.state)
        written = msgspec.json.encode(self.rig.state)
        assert msgspec.json.decode(written, type=SessionState) == self.rig.state

    def _one(self, event: Event) -> None:
        what = event.what
        match what:
            case Held():
                self.holds[what.hold] = event.round
            case HoldReleased():
                self.holds.pop(what.hold, None)
            case Voided():
                self.void.add(event.round)
            case WindowChanged() if what.window is Window.BETS:
                (self.bets.discard if what.open else self.bets.add)(event.round)
            case RoundComplete() | Submitted() | CardConfirmed() | HandComplete():
                assert event.round not in self.void, what
            case _:
                pass
        if isinstance(what, RoundComplete | Submitted):
            assert event.round not in self.holds.values(), what
            assert event.round in self.bets or not self.game.dice
        if isinstance(what, RoundComplete):
            self.results[event.round] = event.n
        if isinstance(what, Submitted):
            assert self.results[event.round] == what.result
        if isinstance(what, DiceRead) and what.values:
            assert event.round in self.bets, "dice are told while bets are open"
        if isinstance(what, StacksBound):
            assert sorted(what.places.values()) == sorted(self.game.hands)
