"""The one queue into the core: bounded, and what does not fit is counted.

While the disk is full the core takes nothing and the queue grows. Frames are given up before anything else, since the
next frame says the same again; a byte of a shoe is never said twice.
"""

import queue
import threading
from enum import Enum

from bridge.readings import Reading
from scanner.frames import FrameSeen, FrameUnchanged

LIMIT = 20_000
"""Readings that may wait: about ten minutes of one camera, or a night of a shoe."""


class Stop(Enum):
    """What ends the core's loop; it travels in the queue so that what came before it is taken first."""

    STOP = "stop"


class Inbox:
    """Many threads put, the core takes. `stopping`: the end was asked for, by a signal."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._queue: queue.SimpleQueue[Reading | Stop] = queue.SimpleQueue()
        self._limit = limit
        self._lock = threading.Lock()
        self._lost = 0
        self.stopping = False

    def put(self, reading: Reading) -> bool:
        """Queue a reading; False where it did not fit and was counted as lost."""
        limit = self._limit // 2 if isinstance(reading, FrameSeen | FrameUnchanged) else self._limit
        if self._queue.qsize() < limit:
            self._queue.put(reading)
            return True
        with self._lock:
            self._lost += 1
        return False

    def append(self, reading: Reading) -> None:
        """Queue a reading of the core's own, however full the queue is."""
        self._queue.put(reading)

    def stop(self) -> None:
        """End the core's loop after what is queued; safe inside a signal's handler."""
        self.stopping = True
        self._queue.put(Stop.STOP)

    def get(self, timeout: float) -> Reading | Stop | None:
        """The next reading, or None after `timeout` seconds of quiet."""
        try:
            return self._queue.get(block=timeout > 0, timeout=timeout if timeout > 0 else None)
        except queue.Empty:
            return None

    def empty(self) -> bool:
        """Whether nothing waits."""
        return self._queue.empty()

    def lost(self) -> int:
        """How many readings did not fit since the last time this was asked."""
        with self._lock:
            lost, self._lost = self._lost, 0
        return lost
