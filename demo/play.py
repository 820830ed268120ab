"""What the engine has to say next in a round: a pure function of what the stream told and of its own timers."""

import msgspec

from bridge.commands import Command, SetWindow, Submit
from demo.board import Board, End
from games.game import Window

CARDS = 6


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a round's windows stay open at the least, in milliseconds without a hold."""

    round: str
    bets_ms: int = 600
    decision_ms: int = 900


def due(board: Board, pace: Pace, bets_ms: float, decision_ms: float) -> Command | None:
    """The command that is due, or None; `bets_ms` and `decision_ms` are how long the timers have run without a hold."""
    if board.end is not End.NONE or board.round != pace.round:
        return None
    if Window.BETS not in board.opened:
        return SetWindow(Window.BETS, open=True)
    if board.held:
        return None
    if board.is_open(Window.BETS):
        over = board.dealt >= CARDS and bets_ms >= pace.bets_ms
        return SetWindow(Window.BETS, open=False) if over else None
    if "player" not in board.shown:
        return None
    if Window.DECISION not in board.opened:
        return SetWindow(Window.DECISION, open=True)
    if board.is_open(Window.DECISION):
        return SetWindow(Window.DECISION, open=False) if decision_ms >= pace.decision_ms else None
    return Submit() if board.outcome is not None else None
