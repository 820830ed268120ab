"""From one taken picture to one line: what is damaged, frozen or late is said to be so and never recognised."""

from pathlib import Path

import cv2
import msgspec
import structlog

from scanner.capture import Taken
from scanner.frames import Quality
from scanner.printed import background_of
from scanner.profile import Profile
from scanner.quality import Last, Novelty, filled, novelty
from scanner.reading import attentive
from scanner.view import Reader, Viewer

NS, MS = 1_000_000_000, 1_000_000
SAY_NS = 60 * NS
"""Pictures that cannot be believed are logged once in this time, with their number."""


class Pipeline:
    """One camera's way from picture to line; holds the newest distinct picture, to know a frozen one."""

    def __init__(self, profile: Profile, folder: Path, frozen_ms: int, reader: Reader | None = None) -> None:
        """`folder` is that of the profile's file; pictures equal for `frozen_ms` are a frozen camera.

        Raises:
            ProfileError: a deck that the profile names cannot be used.
        """
        cv2.setNumThreads(1)  # the table's PC has other work, and one thread is nearly as fast on small pictures
        self._size = (profile.height, profile.width, 3)
        self._stale_ns = profile.thresholds.stale_ms * MS
        self._frozen_ns = frozen_ms * MS
        self._log = structlog.get_logger().bind(camera=profile.camera)
        self._viewer = Viewer(profile, background_of(folder, profile), reader or attentive(profile, folder))
        self._last = Last()
        self._doubted: dict[str, tuple[int, int]] = {}

    def line(self, taken: Taken, now: int) -> bytes | None:
        """The line of a picture taken up at `now` (monotonic ns), or None for one that says nothing.

        Nothing is said by a picture that is too old, and by one that was delivered again but not for long enough to
        call the camera frozen.
        """
        if now - taken.at + taken.age > self._stale_ns:
            self._doubt(taken, "stale")
            return None
        quality = self._quality(taken)
        if quality is None:
            return None
        return msgspec.json.encode(self._viewer.see(taken, quality)) + b"\n"

    def _quality(self, taken: Taken) -> Quality | None:
        if taken.image is None:
            return self._doubt(taken, "cut off or no picture", Quality.DAMAGED)
        if taken.image.shape != self._size:
            height, width = taken.image.shape[:2]
            cause = f"{width} x {height} where the profile says {self._size[1]} x {self._size[0]}"
            return self._doubt(taken, cause, Quality.DAMAGED)
        if filled(taken.image):
            return self._doubt(taken, "filled up with grey", Quality.DAMAGED)
        self._last, kind = novelty(self._last, taken.image, taken.at, self._frozen_ns)
        if kind is Novelty.FROZEN:
            return self._doubt(taken, "frozen", Quality.FROZEN)
        return Quality.FRESH if kind is Novelty.NEW else None

    def _doubt(self, taken: Taken, cause: str, quality: Quality | None = None) -> Quality | None:
        """Count and now and then log a picture that is not believed."""
        count, said = self._doubted.get(cause, (0, 0))
        count += 1
        if count == 1 or taken.at - said > SAY_NS:
            self._log.warning("picture_not_believed", cause=cause, frame=taken.number, count=count)
            said = taken.at
        self._doubted[cause] = (count, said)
        return quality
