"""A camera over an empty table for the latency row: 25 live pictures a second into a folder."""

import sys
import time
from pathlib import Path

from demo import view
from demo.table import Table
from demo.view import Scene

folder = Path(sys.argv[1])
shots = [view.jpeg(view.picture(Scene(Table(())), 0, frame)) for frame in range(64)]
frame = 0
due = time.monotonic()
while True:
    fresh = folder / ".fresh"
    fresh.write_bytes(shots[frame % 64])
    fresh.replace(folder / f"{frame:08}.jpg")
    (folder / f"{frame - 50:08}.jpg").unlink(missing_ok=True)
    frame += 1
    due += 0.04
    time.sleep(max(0.0, due - time.monotonic()))
