"""A thread of the daemon, whose progress is counted and whose death is told."""

import random
import threading
import time
from collections.abc import Callable

from shoe.port import Backoff

PATIENCE_S = 5.0
"""A stage that has not moved for so long is stuck: its loops turn every 100 ms, a port's opening ends after 3 s."""


def stamp() -> tuple[int, int]:
    """Monotonic ns of this boot, and wall ns since 1970, in this order: the first is the one that counts."""
    return time.monotonic_ns(), time.time_ns()


def rest(seconds: float) -> None:
    """Wait."""
    time.sleep(seconds)


class Stage(threading.Thread):
    """One thread: `work` calls `beat` on every turn of its loop and ends when `ending` is set.

    `died` holds what ended it before its time.
    """

    def __init__(self, name: str, died: Callable[[str, BaseException], None]) -> None:
        super().__init__(name=name, daemon=True)
        self.ending = threading.Event()
        self.beats = 0
        self.died: BaseException | None = None
        self.backoff = Backoff(random.SystemRandom().random)
        self._died = died

    def beat(self) -> None:
        """The loop has turned."""
        self.beats += 1

    def work(self) -> None:
        """The thread's own loop."""
        raise NotImplementedError

    def run(self) -> None:
        """Work, and tell of an end that was not asked for."""
        try:
            self.work()
        except BaseException as error:  # noqa: BLE001  # a thread's death must become data, whatever it died of
            self.died = error
            self._died(self.name, error)

    def moved(self) -> int:
        """A number that differs from the last one asked for as long as the stage lives."""
        return self.beats

    def rest(self, seconds: float) -> None:
        """Wait, beating, until the time is over or the end is asked for."""
        left = seconds
        while left > 0 and not self.ending.wait(min(left, 0.1)):
            self.beat()
            left -= 0.1


class Progress:
    """Whether every stage there is has moved; asked by the core on its own turns, so it vouches for the core too."""

    def __init__(self, stages: Callable[[], tuple[Stage, ...]]) -> None:
        self._stages = stages
        self._seen: dict[str, tuple[int, int]] = {}

    def stuck(self, now: int) -> tuple[str, ...]:
        """The names of the stages that are dead or have not moved for `PATIENCE_S`; `now` in monotonic ns."""
        return tuple(stage.name for stage in self._stages() if not self._moves(stage, now))

    def _moves(self, stage: Stage, now: int) -> bool:
        if stage.died is not None:
            return False
        moved, since = self._seen.get(stage.name, (-1, now))
        if stage.moved() != moved:
            self._seen[stage.name] = (stage.moved(), now)
            return True
        return now - since < PATIENCE_S * 1e9
