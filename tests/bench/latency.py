"""Last byte of a card's frame on the line to the first event it causes at a client, beside the floor.

Blocks of the floor and of the product alternate, each of `cards` cards every 20 ms, with a camera of 25 pictures a
second and its recogniser at work beside both. The floor is `floor.py`.
"""

import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from bridge.commands import Cancel, OpenRound, Scooped
from bridge.stream.client import Client
from demo import view
from games.cards import PACK
from shoe.dialects import find
from shoe.messages import CardDrawn
from tests.daemon_rig import Table
from tests.tables import ALWAYS_HEARD, table_file

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PAUSE_S = 0.02
A_ROUND = 6
SHOE = find("reference", {})
CAMERA = """
[[camera]]
name = "overhead"
source = "folder:{at}/pictures"
profile = "{at}/overhead.json"
"""


class Block(NamedTuple):
    """The latencies of one block, in microseconds."""

    floor: list[float]
    product: list[float]


def frames(count: int) -> list[bytes]:
    """The frames of so many cards, each with its counter."""
    return [SHOE.encode(CardDrawn(PACK[number % 52], number % 1000, 1000)) for number in range(count)]


@contextmanager
def running(*words: str) -> Iterator["subprocess.Popen[str]"]:
    """A process whose lines are read, ended at the end."""
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def moment(process: "subprocess.Popen[str]", kind: str = "") -> int:
    """The moment of the next line, or of the next that names this kind of event."""
    assert process.stdout is not None
    while True:
        words = process.stdout.readline().split()
        if not kind or words[1] == kind:
            return int(words[0])


def floor_block(cards: int, camera: Path) -> list[float]:
    """One block of the floor, with the camera's process beside it."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        endpoint = f"ipc://{name}/floor"
        device, host = pty.openpty()
        tty.setraw(device)
        tty.setraw(host)
        script = str(HERE / "floor.py")
        size = str(len(frames(1)[0]))
        profile = str(camera.parent / "overhead.json")
        eye = ["-m", "scanner", "--camera", "overhead", "--source", f"folder:{camera}", "--profile", profile]
        seen = subprocess.Popen([sys.executable, *eye], stdout=subprocess.DEVNULL, stdin=subprocess.PIPE, cwd=ROOT)
        stack.callback(seen.wait)
        stack.callback(seen.kill)
        table = stack.enter_context(running(script, "publish", os.ttyname(host), f"{name}/journal", endpoint, size))
        heard = stack.enter_context(running(script, "subscribe", endpoint))
        assert table.stdout is not None
        table.stdout.readline()
        time.sleep(1)
        found = []
        for frame in frames(cards):
            time.sleep(PAUSE_S)
            sent = time.monotonic_ns()
            os.write(device, frame)
            found.append((moment(heard) - sent) / 1000)
        return found


def product_block(cards: int, camera: Path) -> list[float]:
    """One block of the product: rounds of six cards, each cancelled after its last."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        (folder / "pictures").symlink_to(camera)
        view.write_profile(folder, "2026-01-01")
        table = Table(folder)
        parts = table_file(folder, stream=(), desk=("engine", "dealer"), device=ALWAYS_HEARD, more=CAMERA)
        table.file.write_text(parts)
        stack.callback(table.stop)
        table.line.plug()
        table.run()
        events, desk = f"ipc://{name}/events", f"ipc://{name}/engine"
        heard = stack.enter_context(running("-m", "tests.bench.client", events, desk))
        engine = stack.enter_context(Client(events, desk, table="t1"))
        dealer = stack.enter_context(Client(events, f"ipc://{name}/dealer", table="t1"))
        _ready(engine)
        found: list[float] = []
        for number, frame in enumerate(frames(cards)):
            if number % A_ROUND == 0:
                _next_round(engine, dealer, f"r{number}")
            time.sleep(PAUSE_S)
            sent = time.monotonic_ns()
            table.line.send(frame)
            found.append((moment(heard, "CardDealt") - sent) / 1000)
        return found


def _ready(engine: Client) -> None:
    for _ in range(400):
        told = engine.status()
        if told is not None and told["ready"]:
            return
        time.sleep(0.05)
    raise SystemExit(f"bench: the table is not ready: {told}")


def _next_round(engine: Client, dealer: Client, name: str) -> None:
    told = engine.status()
    assert told is not None
    if told["round"]:
        done = engine.ask(Cancel(), round_id=told["round"])
        assert done is not None
        assert done.done, done
        dealer.ask(Scooped())
    done = engine.ask(OpenRound(), round_id=name)
    assert done is not None
    assert done.done, done


def run(blocks: int, cards: int) -> list[Block]:
    """The blocks in turn: floor, product, floor, product."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        camera = Path(name) / "pictures"
        camera.mkdir()
        view.write_profile(Path(name), "2026-01-01")
        stack.enter_context(running("-m", "tests.bench.pictures", str(camera)))
        done = []
        for number in range(blocks):
            print(f"latency: block {number + 1} of {blocks}", file=sys.stderr, flush=True)
            done.append(Block(floor_block(cards, camera), product_block(cards, camera)))
        return done


def percentile(values: list[float], part: float) -> float:
    """The value below which this part lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def report(blocks: int, cards: int) -> list[str]:
    """The row's lines."""
    done = run(blocks, cards)
    floor = [value for block in done for value in block.floor]
    product = [value for block in done for value in block.product]
    ratios = [statistics.median(block.product) / statistics.median(block.floor) for block in done]
    return [
        f"latency, {blocks} alternating blocks of {cards} cards, camera at 25 pictures a second beside them (us)",
        f"  floor    median {statistics.median(floor):8.0f}   p99 {percentile(floor, 0.99):8.0f}",
        f"  product  median {statistics.median(product):8.0f}   p99 {percentile(product, 0.99):8.0f}",
        f"  ratio of medians {statistics.median(ratios):.2f} (at most 1.3), by block "
        + " ".join(f"{ratio:.2f}" for ratio in ratios),
        f"  ratio of pooled p99 {percentile(product, 0.99) / percentile(floor, 0.99):.2f} (at most 2)",
    ]
