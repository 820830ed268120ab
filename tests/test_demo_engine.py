"""The engine's words and timers; the whole of it plays in test_demo_cli."""

import time
from decimal import Decimal

from bridge.events import Held
from bridge.faults import FaultKind, HoldKind, Scope
from demo.bettors import Slip
from demo.board import Board
from demo.engine import Result, Timers, words
from games.cards import parse_cards
from games.game import Window
from games.house.tcp_live import TcpLive, outcome

SLIP = Slip("seat 1", "play", Decimal(20), Decimal(20), Decimal(40))


def test_a_round_is_told_readably() -> None:
    hands = {"player": parse_cards("As Kd 9c"), "dealer": parse_cards("Qs 4d 3h")}
    text = words(Result("r1", "submitted", outcome(TcpLive(), hands), (SLIP,)))
    assert "Player As Kd 9c (High Card)" in text
    assert "Player wins" in text
    assert "seat 1 play +20" in text


def test_a_void_round_tells_what_is_returned() -> None:
    assert "all stakes returned, 40" in words(Result("r1", "void", None, (SLIP,)))


def test_timers_stand_still_under_a_hold() -> None:
    timers = Timers()
    bets = Board(opened=frozenset({Window.BETS}))
    held = Board(opened=bets.opened, holds=(Held(1, Scope.ROUND, FaultKind.JAM, HoldKind.WAIT, (), ""),))
    time.sleep(0.02)
    timers.run(held)
    assert timers.ran[Window.BETS] == 0
    time.sleep(0.02)
    timers.run(bets)
    assert 15 < timers.ran[Window.BETS] < 2000
    assert timers.ran[Window.DECISION] == 0
