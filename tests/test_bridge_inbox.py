"""The queue into the core: in order, bounded, and honest about what did not fit."""

import threading
import time

from bridge.daemon.inbox import Inbox, Stop
from bridge.readings import LinkUp, StoreFault
from scanner.frames import FrameUnchanged


def up(number: int) -> LinkUp:
    return LinkUp("shoe", number, number)


def test_frames_are_given_up_before_anything_else_and_all_losses_are_counted() -> None:
    inbox = Inbox(limit=10)
    assert [inbox.put(FrameUnchanged("top", at, at, at, 1, at)) for at in range(7)] == [True] * 5 + [False] * 2
    assert [inbox.put(up(at)) for at in range(7)] == [True] * 5 + [False] * 2
    assert inbox.lost() == 4
    assert inbox.lost() == 0
    inbox.append(StoreFault(1, 1, "full", 4))
    assert sum(1 for _ in iter(lambda: inbox.get(0), None)) == 11


def test_the_stop_comes_after_what_was_there_before_it() -> None:
    inbox = Inbox()
    inbox.put(up(1))
    inbox.stop()
    inbox.put(up(2))
    assert inbox.stopping
    assert [inbox.get(0), inbox.get(0), inbox.get(0), inbox.get(0)] == [up(1), Stop.STOP, up(2), None]


def test_waiting_ends_with_the_first_reading_or_with_the_time() -> None:
    inbox = Inbox()
    began = time.monotonic()
    assert inbox.get(0.1) is None
    assert 0.09 < time.monotonic() - began < 1.0
    threading.Timer(0.05, lambda: inbox.put(up(1))).start()
    began = time.monotonic()
    assert inbox.get(5) == up(1)
    assert time.monotonic() - began < 2.0
    assert inbox.empty()
