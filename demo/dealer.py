"""The dealer: plays a script, watches the stream for his cues, and calls the supervisor where nothing goes on."""

import time
from random import Random
from typing import assert_never

from bridge import commands, events
from bridge.commands import Declared
from bridge.stream.cursor import Delivered, Stopped
from demo import steps
from demo.act import Act
from demo.board import Board, End, seen
from demo.house import House, HouseError
from demo.layout import HD
from demo.steps import Cue, Deed, Script, Step
from demo.supervisor import Supervisor
from games.cards import Card
from games.game import Source, Window

CUE_S = 15.0
"""How long the dealer waits for the engine before he calls the supervisor."""
UNEXPECTED_S = 6.0
"""How long an unannounced hold may last by itself before the supervisor voids the round."""
HOLD_S = 5.0
"""How long the supervisor waits for a hold that must come, and a third of it for one that may."""
NOTICE_S = 8.0
"""How long the dealer waits for the table to notice what he did."""
MANY = 5
"""So many times longer both wait where a camera has many cards to read."""
COVERED_S = 1.5
"""How long the cup stands over the dice before the next round."""
ALIVE_S = 1.0


class Dealer:
    """One dealer at one table; `act.table` is the truth, `heard` the events of the round in play."""

    def __init__(self, house: House, rng: Random, speed: float) -> None:
        """A dealer at `house`; `speed` 2 is twice as quick."""
        self.board = Board()
        self.heard: list[events.Event] = []
        self.round = ""
        self.rescued: list[str] = []
        self.supervisor = Supervisor(house.supervisor)
        self.act = Act(house, rng, speed, self.watch)
        self._house = house
        self._checked = 0.0
        self._announced = False

    def watch(self, seconds: float) -> None:
        """Read the stream for so long."""
        until = time.monotonic() + seconds
        while True:
            left = until - time.monotonic()
            said = self._house.dealer.next(max(0, round(left * 1000)))
            match said:
                case Delivered(event=events.Event() as event):
                    self._take(event)
                case Stopped(why=why):
                    raise HouseError(f"the dealer's stream stopped: {why}")
                case _:
                    pass
            if time.monotonic() - self._checked > ALIVE_S:
                self._checked = time.monotonic()
                self._house.alive()
            if left <= 0:
                return

    def _take(self, event: events.Event) -> None:
        self.board = seen(self.board, event)
        about_device = isinstance(event.what, events.DeviceDown | events.DeviceUp)
        if event.round == self.round or (about_device and self.board.round == self.round):
            self.heard.append(event)
        self._windows()

    def _windows(self) -> None:
        """The table's windows are the engine's; the truth takes them over."""
        mine = self._mine()
        closed = self.board.closed if mine else frozenset(Window)
        if self.board.insured < len(self.board.offers):
            closed -= {Window.INSURANCE}
        self.act.windows(opened=self.board.opened if mine else frozenset(), closed=closed)

    def begin(self, round_id: str, deck: tuple[Card, ...]) -> None:
        """A shuffled deck for a new round."""
        self.round, self.heard, self.rescued = round_id, [], []
        self.act.begin(deck)

    def play(self, script: Script) -> None:
        """Play a script to its end, or until the round is over."""
        for at, step in enumerate(script):
            self.watch(0)
            if self._over() and step != steps.Await(Cue.OVER):
                if isinstance(step, steps.Tell):
                    self._do(step)
                continue
            self._announced = any(isinstance(later, steps.Rule) for later in script[at:])
            self._unexpected()
            self._do(step)

    def _over(self) -> bool:
        return self._mine() and self.board.end is not End.NONE

    def _mine(self) -> bool:
        """Whether the stream speaks of the round in play."""
        return self.board.round == self.round

    def _unexpected(self) -> None:
        """A hold that no script has announced: it may end by itself, else the supervisor voids."""
        until = time.monotonic() + UNEXPECTED_S
        while self.board.held and not self._announced and not self._over():
            if time.monotonic() > until:
                self._rescue("nobody has announced this hold")
                return
            self.watch(0.05)

    def _rescue(self, why: str) -> None:
        """The supervisor voids, so that the demo can go on; it is no ruling that was expected."""
        self.rescued.append(why)
        self.supervisor.void(self.board, why)
        self.watch(0.5)

    def _wait(self, cue: Cue, times: int) -> None:
        until = time.monotonic() + CUE_S
        while not self._reached(cue, times):
            if time.monotonic() > until:
                self._rescue(f"the dealer waited {CUE_S:g} s for {cue.value}")
                return
            if self._over():
                return
            self.watch(0.02)
            self._unexpected()

    def _reached(self, cue: Cue, times: int) -> bool:
        if not self._mine():
            return False
        match cue:
            case Cue.BETS_OPEN:
                return Window.BETS in self.board.opened
            case Cue.BETS_CLOSED:
                return Window.BETS in self.board.closed
            case Cue.DECISION_OPEN:
                return Window.DECISION in self.board.opened
            case Cue.DECISION_CLOSED:
                return Window.DECISION in self.board.closed
            case Cue.INSURANCE_DUE:
                return len(self.board.offers) >= times
            case Cue.INSURED:
                return self.board.insured >= times
            case Cue.BOUND:
                return bool(self.board.places)
            case Cue.OVER:
                return self._over()
            case _:
                assert_never(cue)

    def _notice(self, wanted: steps.Notice) -> None:
        until = time.monotonic() + self._seen_in(NOTICE_S)
        while not any(_tells(event.what, wanted) for event in self.heard):
            if self._over() or time.monotonic() > until:
                return
            self.watch(0.03)

    def _seen_in(self, seconds: float) -> float:
        """How long to wait for what is to be seen: `seconds` at a table of few cards."""
        return seconds if self._house.show.layout.picture == HD else MANY * seconds

    def _do(self, step: Step) -> None:
        match step:
            case steps.Await(cue=cue, times=times):
                self._wait(cue, times)
            case steps.Jam(on=on):
                if not self.act.jam(on=on) and on:
                    self.say(commands.Declare(Declared.JAM))
            case steps.Clear():
                if not self.act.clear():
                    self.say(commands.Declare(Declared.CLEARED))
            case steps.Declare(what=what, spot=spot):
                self.say(commands.Declare(Declared(what.value), spot))
            case steps.Reveal(hand=hand):
                self.say(commands.Reveal(hand))
            case steps.Notice():
                self._notice(step)
            case steps.Rule(must=must):
                wait = self._seen_in(HOLD_S) if must else HOLD_S / 3
                self.supervisor.answer(lambda: self.board, self.watch, step, wait=wait)
            case _:
                self._deed(step)

    def _deed(self, deed: Deed) -> None:
        match deed:
            case steps.Pause(ms=ms, wire=wire):
                self.act.pause(ms, wire=wire)
            case steps.Draw(as_other=as_other, over=over):
                self.act.draw(as_other=as_other, over=over)
            case steps.Again():
                self.act.again()
            case steps.Lay(spot=spot, up=up):
                self.act.lay(spot, up=up)
            case steps.Scan(spot=spot, as_other=as_other):
                self.act.scan(spot, as_other=as_other)
            case steps.Turn(spot=spot, up=up):
                self.act.turn(spot, up=up)
            case steps.Drop(spot=spot):
                self.act.drop(spot)
            case steps.Return():
                self.act.lay_back()
            case steps.Take(spot=spot):
                self.act.take(spot)
            case steps.Shake() | steps.Cup() | steps.Keys():
                self._dice(deed)
            case steps.Tell(what=what):
                self.act.tell(what)
            case steps.Pull(after=after):
                self.act.pull(after)
            case steps.Plug():
                self.act.plug()
            case _:
                assert_never(deed)

    def _dice(self, deed: steps.Shake | steps.Cup | steps.Keys) -> None:
        match deed:
            case steps.Shake(dice=dice):
                self.act.shake(dice)
            case steps.Cup(is_open=is_open):
                self.act.cup(is_open=is_open)
            case steps.Keys(dice=dice, wrong=wrong):
                if not self.act.keys(dice, wrong=wrong):
                    self.say(commands.Dice(dice))

    def say(self, command: commands.Command) -> bool:
        """Say something at the dealer's desk; whether it was done."""
        answer = self._house.dealer.ask(command, round_id=self.round, as_of=self.board.n)
        return answer is not None and answer.done

    def finish(self) -> None:
        """Scoop, and shuffle for the next round where the game takes a fresh deck for each."""
        rules = self._house.show.rules
        self.act.scoop()
        if not self._house.senses.camera:
            self.say(commands.Scooped())
        if self._house.senses.dice:
            self.watch(COVERED_S)
        if rules.game.fresh_each_round:
            self.shuffle()

    def shuffle(self) -> None:
        """All cards are shuffled and go back to the machine."""
        if not self.act.shuffle():
            self.say(commands.Shuffling(on=True))
            self.say(commands.Shuffling(on=False, count=len(self._house.show.rules.pack)))


def _tells(what: events.What, wanted: steps.Notice) -> bool:
    """Whether an event is what the dealer waits to be noticed."""
    match what:
        case events.CardDealt(spot=spot):
            return spot == wanted.dealt
        case events.CardConfirmed(spot=spot):
            return spot == wanted.confirmed
        case events.HandComplete(hand=hand):
            return hand == wanted.complete
        case events.DiceRead(by=by):
            return wanted.dice and Source.CAMERA in by
        case events.DeviceUp():
            return wanted.up
        case events.Alarm(fault=fault):
            return fault is not None and fault.value == wanted.fault
        case _:
            return False
