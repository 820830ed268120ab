"""The scripted supervisor: answers holds through the desk in the way the script says, as a person would."""

import time
from collections.abc import Callable

from bridge import commands, events
from bridge.stream.client import Client
from demo.board import Board, End
from demo.steps import Rule


class Supervisor:
    """A person with a supervisor's right. `said` is what was asked and what came of it, in words."""

    def __init__(self, client: Client) -> None:
        """A supervisor at this desk."""
        self.said: list[str] = []
        self._client = client

    def answer(self, board: Callable[[], Board], rest: Callable[[float], None], rule: Rule, *, wait: float) -> bool:
        """Wait for a hold and answer all that are open; False where none came in `wait` seconds."""
        until = time.monotonic() + wait
        while not board().held:
            if board().end is not End.NONE or time.monotonic() > until:
                return False
            rest(0.03)
        rest(0.35)
        for _ in range(4):
            held = board().holds
            if not held or board().end is not End.NONE:
                return True
            self._one(board(), held[0], rule)
            rest(0.25)
        return True

    def void(self, board: Board, why: str) -> None:
        """Void the round, by the terms' "may"."""
        self._ask(board, commands.Void(), why)

    def _one(self, board: Board, hold: events.Held, rule: Rule) -> None:
        """Answer one hold; where no other placement is proposed the cards count where they lie, and it goes on."""
        fault, option = hold.fault.value, rule.option
        if rule.dice:
            said = " ".join(map(str, rule.dice))
            self._ask(board, commands.Reconstruct(dice=rule.dice), f"{fault}: the dice are {said}")
            return
        if option == "reconstruct":
            if self._ask(board, commands.Reconstruct(hold=hold.hold), f"{fault}: the proposal is accepted"):
                return
            option = "go_on"
        chosen = option if option in hold.options else hold.options[-1]
        if not self._ask(board, commands.Release(hold.hold, chosen), f"{fault}: {chosen}"):
            self._ask(board, commands.Void(), f"{fault}: void, since that was refused")

    def _ask(self, board: Board, command: commands.Command, why: str) -> bool:
        answer = self._client.ask(command, round_id=board.round, why=why, as_of=board.n)
        if answer is not None and answer.done:
            self.said.append(why)
            return True
        self.said.append(f"{why}: refused: {answer.why if answer else 'no answer'}")
        return False
