"""Equal frames of one camera put together, so that an hour of a quiet table stays small in the journal.

A frame that says something else passes at once, after the equal ones before it; those are told together at most every
`EVERY_NS`. What the core sees is exactly what the journal holds.
"""

import msgspec

from scanner.frames import FrameSeen, FrameUnchanged, same_view

EVERY_NS = 100_000_000
"""The least time between two `FrameUnchanged` of a camera."""


class Still(msgspec.Struct, frozen=True):
    """The last frame that passed, the newest one equal to it, how many wait, and when the last word passed."""

    seen: FrameSeen | None = None
    newest: FrameSeen | None = None
    since: int = 0
    count: int = 0
    told: int = 0


Told = tuple[Still, tuple[FrameSeen | FrameUnchanged, ...]]


def look(still: Still, frame: FrameSeen) -> Told:
    """Take one frame: what must be told of it and before it."""
    if still.seen is None or not same_view(still.seen, frame):
        _, before = flush(still)
        return Still(seen=frame, told=frame.at), (*before, frame)
    since = still.since if still.count else frame.at
    waiting = Still(still.seen, frame, since, still.count + 1, still.told)
    return flush(waiting) if frame.at - still.told >= EVERY_NS else (waiting, ())


def flush(still: Still) -> Told:
    """Tell what waits."""
    if still.newest is None:
        return still, ()
    newest = still.newest
    word = FrameUnchanged(newest.camera, newest.at, newest.wall, still.since, still.count, newest.at)
    return Still(seen=still.seen, told=newest.at), (word,)
