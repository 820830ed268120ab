"""Exactly one fdatasync for each reading that causes events: counted in the running daemon by strace."""

import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from bridge.commands import Cancel, OpenRound
from games.cards import PACK
from shoe.messages import CardDrawn
from tests.daemon_rig import Table, until

CARDS = 6


def trace(folder: Path) -> tuple[int, int]:
    """Play some cards under strace; the syncs of the journal, and the readings that caused events meanwhile."""
    table = Table(folder)
    try:
        table.line.plug()
        process = table.run()
        until(lambda: table.readings("up"))
        time.sleep(0.5)
        before = len(causing(table))
        log = folder / "trace"
        words = ["strace", "-f", "-q", "-y", "-e", "trace=fdatasync,fsync", "-o", str(log), "-p", str(process.pid)]
        tracer = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        time.sleep(1)
        with table.client() as client:
            for number in range(3):
                client.ask(OpenRound(), round_id=f"r{number}")
                for place, card in enumerate(PACK[:CARDS]):
                    table.line.say(CardDrawn(card, number * CARDS + place, 1000))
                    time.sleep(0.05)
                client.ask(Cancel(), round_id=f"r{number}")
        time.sleep(0.5)
        after = len(causing(table))
        tracer.send_signal(signal.SIGINT)
        tracer.wait(5)
        calls = re.findall(r"(?:fdatasync|fsync)\(\d+<[^>]*\.jsonl>", log.read_text())
        return len(calls), after - before
    finally:
        if table.process is not None and table.process.poll() is None:
            table.stop()
        table.line.unplug()


def causing(table: Table) -> set[int]:
    """The readings that caused events: the newest cause of each."""
    return {max(event["causes"]) for event in table.journal("event")}


def report() -> list[str]:
    """The row's lines."""
    if shutil.which("strace") is None:
        return ["syncs: strace is not present, not counted"]
    with tempfile.TemporaryDirectory() as name:
        syncs, readings = trace(Path(name))
    return [f"syncs, {readings} readings that caused events: {syncs} fdatasync (exactly one each)"]
