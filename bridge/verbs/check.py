"""`truedeal check TABLE.toml`: what is missing on this machine, and what this set-up cannot see; nothing is started.

One JSON line a finding on stdout, the same in words on stderr. Exit 0 where the table can run, 1 where something is
missing, 2 where the table's file itself cannot be used.
"""

import argparse
import datetime as dt
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bridge.config import Config, ConfigError, load
from bridge.daemon import findings, profiles
from bridge.daemon.blindspots import blind_spots
from bridge.daemon.finding import Finding
from bridge.daemon.prepare import header, resolve
from bridge.setup import Setup

MARK = {"ok": "ok   ", "note": "note ", "blind": "blind", "error": "ERROR"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The verb's arguments."""
    parser.add_argument("table", type=Path, metavar="TABLE.toml", help="the table's file")


def run(args: argparse.Namespace) -> int:
    """Print the findings."""
    try:
        config = resolve(load(args.table), args.table.absolute().parent)
    except ConfigError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    errors = 0
    for finding in examine(config, time.time_ns()):
        errors += finding.level == "error"
        sys.stdout.write(msgspec.json.encode(finding).decode() + "\n")
        sys.stderr.write(words(finding))
    sys.stdout.flush()
    sys.stderr.write(f"{errors} to mend\n" if errors else "this table can run\n")
    return 1 if errors else 0


def examine(config: Config, wall: int) -> Iterator[Finding]:
    """Everything there is to say about this table on this machine; `wall` is the time in ns since 1970."""
    setup = None
    try:
        setup = Setup.of(header(config, wall))
    except ConfigError as error:
        yield Finding(about="table", name=config.table, level="error", what=str(error))
    else:
        what = f"{setup.game.title}, mode {config.mode}"
        yield Finding(about="table", name=config.table, level="ok", what=what)
    runs = findings.running(config)
    today = dt.datetime.fromtimestamp(wall // 10**9, dt.UTC).date()
    for device in config.device:
        yield from findings.device(config.table, device, runs=runs)
        yield from profiles.shoe(device, config.decks, today)
    for camera in config.camera:
        yield from findings.camera(config.table, camera, today)
    yield from findings.journal(config)
    yield from findings.stream(config, runs=runs)
    yield from findings.meddlers()
    yield from findings.user()
    for spot in blind_spots(setup) if setup else ():
        yield Finding(about="sight", name=config.table, level="blind", what=spot)


def words(finding: Finding) -> str:
    """A finding for people."""
    lines = [f"{MARK[finding.level]} {finding.about} {finding.name}: {finding.what}"]
    if finding.cure:
        lines.append(f"      cure: {finding.cure}")
    if finding.rule:
        lines.append(f"      udev: {finding.rule}")
    return "\n".join(lines) + "\n"
