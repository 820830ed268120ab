"""`truedeal replay PATH`: send a journal or recording through the same code as live and compare every byte."""

import argparse
import difflib
import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bridge.config import ConfigError
from bridge.journal.replay import Report, replay, replay_recording
from bridge.journal.tape import EVENTS, SCAN, name_of
from bridge.records import JournalError
from bridge.verbs.plain import plain

SHOWN = 200
"""Lines of a changed recording's difference that are printed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """State the verb's arguments."""
    parser.description = (
        "Sends the readings of a journal (its directory or one file) or of a recording (NAME.scan.jsonl) through the"
        " same loop as live and compares every event byte for byte. Prints one JSON line."
        " Exit 0: the same; 1: something differs, and where; 2: it could not be replayed."
    )
    parser.add_argument("path", type=Path, help="a journal's directory or file, or a NAME.scan.jsonl")
    parser.add_argument("--accept", action="store_true", help="rewrite NAME.events.jsonl of a recording as made")
    parser.add_argument("--speed", type=float, default=1.0, help="taken and passed over: nothing here waits")


def run(args: argparse.Namespace) -> int:
    """Carry the verb out and return its exit code."""
    try:
        if args.accept:
            return _accept(args.path)
        begun = time.perf_counter()
        with unswept():
            report = replay(args.path)
        took = time.perf_counter() - begun
    except (JournalError, ConfigError, OSError) as error:
        sys.stderr.write(f"truedeal replay: {plain(str(error))}\n")
        return 2
    rate = round(report.readings / took)
    line = {**msgspec.to_builtins(report), "readings_per_s": rate}
    sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
    sys.stderr.write(_words(report, rate))
    return 0 if report.ok else 1


@contextmanager
def unswept() -> Iterator[None]:
    """Look for cycles seldom: frozen values make none, and the search costs a fifth of a replay."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _words(report: Report, rate: int) -> str:
    made = sum(report.made.values())
    told = [f"{report.readings} readings, {made} events made, {rate} readings/s"]
    if report.torn:
        told.append(f"the journal ends in the middle of a line: {report.torn}")
    if report.owed:
        told.append(f"it ends before {report.owed} events that follow from its last reading")
    if report.difference is None:
        told.append("the same, byte for byte")
    else:
        found = report.difference
        told.append(f"{found.where}: {found.what} (event {found.event}, reading {found.reading})")
        told += [
            f"  {field.path or 'whole'}: there {field.had or '-'}, made {field.made or '-'}" for field in found.fields
        ]
        told += [
            f"  {kind}: {report.had.get(kind, 0)} there, {report.made.get(kind, 0)} made"
            for kind in sorted({*report.had, *report.made})
            if report.had.get(kind, 0) != report.made.get(kind, 0)
        ]
    return "".join(f"{plain(one)}\n" for one in told)


def _accept(path: Path) -> int:
    if not path.name.endswith(SCAN):
        raise JournalError(f"{path}: only a recording (NAME{SCAN}) can be accepted; a journal is what happened")
    beside = path.with_name(name_of(path) + EVENTS)
    was = beside.read_text(encoding="utf-8").splitlines() if beside.exists() else []
    report, bodies = replay_recording(path)
    made = [body.decode() for body in bodies]
    changes = list(difflib.unified_diff(was, made, "there", "made", lineterm="", n=0))
    beside.write_text("".join(f"{line}\n" for line in made), encoding="utf-8")
    kinds = {kind: [report.had.get(kind, 0), report.made.get(kind, 0)] for kind in sorted({*report.had, *report.made})}
    line = {"accepted": str(beside), "changed": was != made, "events": len(made), "kinds": kinds}
    sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
    counts = [f"{kind}: {had} -> {now}" for kind, (had, now) in kinds.items() if had != now]
    shown = [*counts, *changes[:SHOWN], *([f"... {len(changes) - SHOWN} lines more"] if len(changes) > SHOWN else [])]
    sys.stderr.write("".join(f"{plain(one)}\n" for one in shown or ["nothing changed"]))
    return 0
