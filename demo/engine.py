"""The reference engine: a game engine at the other end of the stream, as a process of its own.

`python -m demo.engine --game G --events E --desk D --table T --results FILE --seed N [--quiet]`. Each line on its
standard input is a press of the dealer's start button, a JSON object of `Pace`; it opens that round, drives the
windows, stops its timers while the table is held, takes the result, settles the wagers, and writes one JSON line a
round. It ends with the end of its input.
"""

import argparse
import os
import select
import sys
import time
from pathlib import Path

import msgspec

from bridge.commands import Command, OpenRound
from bridge.stream.client import Client
from bridge.stream.cursor import Delivered, Stopped
from demo.bettors import Slip, luck, slips
from demo.board import Board, End, opened, seen
from demo.play import Pace, due
from demo.show import SHOWS, Show
from games.game import Outcome, Window

ACK_S = 2.0
"""So often the engine says how far it has read."""
AGAIN_S = 0.25
"""A refused command is tried again after this time."""


class Result(msgspec.Struct, frozen=True):
    """One round as the engine settled it."""

    round: str
    end: str
    outcome: Outcome | None
    slips: tuple[Slip, ...]
    refused: tuple[str, ...] = ()


class Timers:
    """How long each window has been open without a hold, in milliseconds."""

    def __init__(self) -> None:
        self.ran: dict[Window, float] = dict.fromkeys(Window, 0.0)
        self._at = time.monotonic()

    def run(self, board: Board) -> None:
        """Count the time since the last call."""
        passed = (time.monotonic() - self._at) * 1000
        self._at = time.monotonic()
        if board.held:
            return
        for window in Window:
            self.ran[window] = self.ran[window] + passed if board.is_open(window) else 0.0


class Engine:
    """One table's engine."""

    def __init__(self, show: Show, client: Client, results: Path, seed: int, *, quiet: bool) -> None:
        self._show = show
        self._client = client
        self._results = results
        self._seed = seed
        self._quiet = quiet
        self._board = Board()
        self._refused: list[str] = []

    def take(self, timeout_ms: int) -> None:
        """Take what the stream says within the time given."""
        said = self._client.next(timeout_ms)
        while True:
            if isinstance(said, Stopped):
                raise SystemExit(f"engine: {said.why}")
            if not isinstance(said, Delivered):
                return
            if said.event is not None:
                self._board = seen(self._board, said.event)
            said = self._client.next(0)

    def play(self, pace: Pace) -> None:
        """One round from its opening to its settlement."""
        self._refused = []
        while not self._say(OpenRound(boxes=self._show.rules.boxes), pace.round):
            self.take(round(AGAIN_S * 1000))
        if self._board.round != pace.round:
            self._board = opened(self._board, pace.round)
        timers, out = Timers(), self._show.people.out(luck(self._seed, pace.round))
        told = time.monotonic()
        while self._board.end is End.NONE:
            self.take(20)
            if time.monotonic() - told > ACK_S:
                told = time.monotonic()
                self._client.ack(self._board.n)
            timers.run(self._board)
            command = due(self._show, self._board, pace, timers.ran, out)
            if command is not None:
                self._drive(command, pace.round)
        self._settle(pace.round)

    def _drive(self, command: Command, round_id: str) -> None:
        """Say it, and read the stream until its event is seen or a moment has passed."""
        before = self._board
        if not self._say(command, round_id):
            self.take(round(AGAIN_S * 1000))
            return
        until = time.monotonic() + 1
        while self._board == before and time.monotonic() < until:
            self.take(20)

    def _say(self, command: Command, round_id: str) -> bool:
        answer = self._client.ask(command, round_id=round_id, as_of=self._board.n)
        if answer is None or not answer.done:
            why = "no answer" if answer is None else answer.why
            if why not in self._refused:
                self._refused.append(why)
            return False
        return True

    def _settle(self, round_id: str) -> None:
        board = self._board
        outcome = board.outcome if board.end is End.SUBMITTED else None
        bets = self._show.people.bets(self._show.rules, board, luck(self._seed, round_id))
        paid = slips(self._show.rules, bets, outcome)
        result = Result(round_id, board.end.value, outcome, paid, tuple(self._refused))
        with self._results.open("ab") as file:
            file.write(msgspec.json.encode(result) + b"\n")
        self._client.ack(board.n)
        if not self._quiet:
            sys.stdout.write(words(result))
            sys.stdout.flush()


def words(result: Result) -> str:
    """A round for people, as lines."""
    if result.outcome is None:
        returned = sum(slip.paid_back for slip in result.slips)
        return f"     engine   void: all stakes returned, {returned}\n"
    hands = "   ".join(f"{hand.hand.title()} {' '.join(hand.cards)} ({hand.category})" for hand in result.outcome.hands)
    names = {"player": "Player wins", "dealer": "Dealer wins", "banker": "Banker wins", "tie": "stand-off"}
    names |= {"dealer_not_qualified": "Dealer does not qualify", "dealer_qualifies": "Dealer qualifies"}
    what = names.get(result.outcome.result, result.outcome.result)
    nets = "   ".join(f"{slip.name} {slip.action or 'bets'} {slip.net:+f}" for slip in result.slips)
    return f"     engine   {hands}   {what}\n              {nets}\n"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="demo.engine", description="The reference engine of a simulated table.")
    for name in ("game", "events", "desk", "table", "results"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true", help="write results only")
    return parser.parse_args()


def _buttons(engine: Engine) -> None:
    """Play a round for each line of the standard input, to its end."""
    rest = b""
    while True:
        readable, _, _ = select.select([sys.stdin], [], [], 0)
        if readable:
            data = os.read(sys.stdin.fileno(), 65536)
            if not data:
                return
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                engine.play(msgspec.json.decode(line, type=Pace))
        engine.take(50)


def main() -> int:
    """Run until the input ends."""
    args = _arguments()
    client = Client(args.events, args.desk, table=args.table)
    try:
        _buttons(Engine(SHOWS[args.game], client, Path(args.results), args.seed, quiet=args.quiet))
    except KeyboardInterrupt:
        return 0
    finally:
        client.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
