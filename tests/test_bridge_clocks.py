"""The watches between readings: a moved clock and a deaf engine."""

from bridge.daemon.clocks import AckWatch, WallWatch
from bridge.readings import ClockStepped, EngineLag

S = 1_000_000_000
HOUR = 3600 * S
WALL = 1_790_000_000 * S


def test_a_step_of_an_hour_is_told_with_its_size_once_each_way() -> None:
    watch = WallWatch(0, WALL)
    assert watch.look(S, WALL + S) is None
    back = watch.look(2 * S, WALL + 2 * S - HOUR)
    assert back == ClockStepped(2 * S, WALL + 2 * S - HOUR, -HOUR)
    assert watch.look(3 * S, WALL + 3 * S - HOUR) is None
    forward = watch.look(4 * S, WALL + 4 * S)
    assert forward is not None
    assert forward.by_ns == HOUR


def test_a_slow_correction_is_no_step() -> None:
    watch = WallWatch(0, WALL)
    for second in range(1, 4000):
        assert watch.look(second * S, WALL + second * S + second * 500_000) is None


def test_an_engine_that_acknowledges_nothing_is_deaf_once_and_back_once() -> None:
    watch = AckWatch(30 * S)
    assert watch.look(0, WALL, 0, 0) is None
    assert watch.look(100 * S, WALL, 0, 0) is None
    assert watch.look(101 * S, WALL, 3, 0) is None
    assert watch.look(129 * S, WALL, 5, 0) is None
    assert watch.look(130 * S, WALL, 6, 0) == EngineLag(130 * S, WALL, deaf=True, behind=6)
    assert watch.look(131 * S, WALL, 7, 0) is None
    assert watch.look(132 * S, WALL, 8, 5) == EngineLag(132 * S, WALL, deaf=False, behind=3)
    assert watch.look(161 * S, WALL, 8, 5) is None
    assert watch.look(162 * S, WALL, 8, 5) == EngineLag(162 * S, WALL, deaf=True, behind=3)


def test_an_engine_that_is_behind_but_works_is_not_deaf() -> None:
    watch = AckWatch(2 * S)
    for second in range(100):
        assert watch.look(second * S, WALL, second * 10 + 10, second) is None


def test_an_engine_that_has_everything_may_be_silent_for_ever() -> None:
    watch = AckWatch(2 * S)
    for second in range(100):
        assert watch.look(second * S, WALL, 7, 7) is None
