"""Two watches the core keeps between readings: whether the wall clock was moved, and whether the engine is deaf.

Pure: each is handed the time and returns the reading it leads to, if any.
"""

import msgspec

from bridge.readings import ClockStepped, EngineLag

STEP_NS = 500_000_000
"""A correction of the wall clock that is larger than this is a step; time services slew smaller ones."""


class WallWatch:
    """Compares the wall clock with the monotonic one."""

    def __init__(self, at: int, wall: int) -> None:
        self._offset = wall - at

    def look(self, at: int, wall: int) -> ClockStepped | None:
        """A step since the last look; a drift slower than a step is followed in silence."""
        moved = wall - at - self._offset
        self._offset = wall - at
        return ClockStepped(at, wall, moved) if abs(moved) > STEP_NS else None


class AckWatch(msgspec.Struct):
    """Compares what was published with what the engine says it has stored; `deaf_ns` is how long it may say nothing."""

    deaf_ns: int
    acked: int = 0
    since: int | None = None
    deaf: bool = False

    def look(self, at: int, wall: int, head: int, acked: int) -> EngineLag | None:
        """The engine's turning deaf, or its hearing again.

        Events are published all the time, so an engine that acknowledges some is not deaf, however far behind.
        """
        if self.since is None or acked != self.acked or head <= acked:
            self.acked, self.since = acked, at
            if self.deaf:
                self.deaf = False
                return EngineLag(at, wall, deaf=False, behind=head - acked)
        if self.deaf or at - self.since < self.deaf_ns:
            return None
        self.deaf = True
        return EngineLag(at, wall, deaf=True, behind=head - acked)
