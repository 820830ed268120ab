"""The client of the latency row, a process of its own: prints the moment and kind of each event."""

import sys
import time

from bridge.stream.client import Client
from bridge.stream.cursor import LATEST, Delivered

with Client(sys.argv[1], sys.argv[2], table="t1", start=LATEST) as client:
    while True:
        said = client.next(1000)
        if isinstance(said, Delivered):
            now = time.monotonic_ns()
            kind = type(said.event.what).__name__ if said.event else "?"
            print(now, kind, flush=True)
