"""The simulated camera: a thread that draws the table's picture many times a second into a folder that is followed."""

import threading
import time
from pathlib import Path

from demo import view
from demo.layout import HD
from demo.view import Scene

RATE = 25
RATE_FULL_HD = 12
"""Pictures a second; larger ones take two processors too long."""
KEPT = 100
"""Pictures that stay in the folder: four seconds, more than any reader is behind."""


class Camera:
    """Pictures are written beside their name and renamed, so that a reader never sees half of one."""

    def __init__(self, folder: Path, scene: Scene) -> None:
        """A camera over `scene`, which may be set at any time; `folder` is made where it is missing."""
        self.scene = scene
        self.frames = 0
        self.died: Exception | None = None
        self._folder = folder
        self.rate = RATE if scene.layout.picture == HD else RATE_FULL_HD
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Begin to give pictures."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        due = time.monotonic()
        try:
            while not self._ending.is_set():
                self._shoot()
                due = max(due + 1 / self.rate, time.monotonic() - 1 / self.rate)
                self._ending.wait(max(0.0, due - time.monotonic()))
        except OSError as error:
            self.died = error

    def _shoot(self) -> None:
        data = view.jpeg(view.picture(self.scene, time.monotonic_ns(), self.frames))
        fresh = self._folder / ".fresh"
        fresh.write_bytes(data)
        fresh.replace(self._folder / f"{self.frames:08}.jpg")
        (self._folder / f"{self.frames - KEPT:08}.jpg").unlink(missing_ok=True)
        self.frames += 1
