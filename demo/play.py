"""What the engine has to say next in a round: a pure function of what the stream told and of its own timers."""

from collections.abc import Mapping

import msgspec

from bridge.commands import Command, SetWindow, Submit
from demo.board import Board, End
from demo.show import Show
from games.game import Window


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a round's windows stay open at the least, in milliseconds without a hold."""

    round: str
    bets_ms: int = 600
    decision_ms: int = 900
    insurance_ms: int = 400

    def of(self, window: Window) -> int:
        """The time of a window."""
        return {Window.BETS: self.bets_ms, Window.DECISION: self.decision_ms, Window.INSURANCE: self.insurance_ms}[
            window
        ]


def due(show: Show, board: Board, pace: Pace, ran: Mapping[Window, float], out: tuple[str, ...] = ()) -> Command | None:
    """The command that is due, or None; `ran` is how long each window has been open without a hold, in milliseconds."""
    if board.end is not End.NONE or board.round != pace.round:
        return None
    if Window.BETS not in board.opened:
        return SetWindow(Window.BETS, open=True)
    if board.held:
        return None
    for window in Window:
        if board.is_open(window):
            over = ran.get(window, 0.0) >= pace.of(window) and (window is not Window.BETS or _dealt(show, board))
            return _closing(show, window, out) if over else None
    if board.insured < len(board.offers):
        return SetWindow(Window.INSURANCE, open=True)
    if _decides(show, board):
        return SetWindow(Window.DECISION, open=True)
    return Submit() if board.outcome is not None else None


def _closing(show: Show, window: Window, out: tuple[str, ...]) -> Command:
    """A window closes; with that of the decision, who is still in the round."""
    left = tuple(box for box in show.rules.boxes if box not in out) if out and window is Window.DECISION else ()
    return SetWindow(window, open=False, boxes_with_bet=left)


def _dealt(show: Show, board: Board) -> bool:
    """Whether the bets may close: not before the cards lie that the house deals meanwhile."""
    return not show.deals_open or board.dealt >= show.rules.cards


def _decides(show: Show, board: Board) -> bool:
    """Whether the bettors may decide now: all cards lie, and what they decide on is known."""
    game = show.rules.game
    if Window.DECISION not in game.windows or Window.DECISION in board.opened or board.dealt < show.rules.cards:
        return False
    known = [row.hand for row in game.reveals if row.window is not Window.DECISION]
    return all(hand in board.shown for hand in known)
