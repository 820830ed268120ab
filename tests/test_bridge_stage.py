"""A thread's death is told, and a thread that stands still is noticed."""

import threading
import time
from collections.abc import Callable

from bridge.daemon.stage import PATIENCE_S, Progress, Stage, stamp

S = 1_000_000_000


class Working(Stage):
    """Does what it is told."""

    def __init__(self, what: Callable[["Working"], object]) -> None:
        self.deaths: list[tuple[str, BaseException]] = []
        super().__init__("worker", lambda name, error: self.deaths.append((name, error)))
        self._what = what

    def work(self) -> None:
        self._what(self)


def test_a_death_is_told_with_its_cause_and_stays_visible() -> None:
    def fall(_: Working) -> None:
        raise ValueError("out of cards")

    stage = Working(fall)
    stage.start()
    stage.join(5)
    assert [(name, str(error)) for name, error in stage.deaths] == [("worker", "out of cards")]
    assert Progress(lambda: (stage,)).stuck(0) == ("worker",)


def test_a_stage_that_does_not_move_is_stuck_after_its_patience() -> None:
    held = threading.Event()
    stage = Working(lambda _: held.wait(10))
    stage.start()
    progress = Progress(lambda: (stage,))
    assert progress.stuck(0) == ()
    assert progress.stuck(int((PATIENCE_S - 0.1) * S)) == ()
    assert progress.stuck(int((PATIENCE_S + 0.1) * S)) == ("worker",)
    stage.beat()
    assert progress.stuck(int((PATIENCE_S + 0.2) * S)) == ()
    held.set()
    stage.join(5)


def test_a_resting_stage_moves_and_wakes_when_it_is_to_end() -> None:
    stage = Working(lambda own: own.rest(30))
    stage.start()
    began = time.monotonic()
    while stage.moved() < 3 and time.monotonic() - began < 5:
        time.sleep(0.01)
    assert stage.moved() >= 3
    stage.ending.set()
    stage.join(5)
    assert not stage.is_alive()
    assert stage.deaths == []


def test_the_stamp_is_both_clocks() -> None:
    before = time.monotonic_ns(), time.time_ns()
    at, wall = stamp()
    assert before[0] <= at <= time.monotonic_ns()
    assert abs(wall - before[1]) < 5 * S
