"""`truedeal run TABLE.toml`: a table's daemon. Exit 0 after an orderly stop, 1 after a fault, 2 for a wrong file."""

import argparse
import os
import sys
from pathlib import Path

from bridge.config import ConfigError, load
from bridge.daemon.daemon import Daemon
from bridge.daemon.prepare import resolve


def arguments(parser: argparse.ArgumentParser) -> None:
    """The verb's arguments."""
    parser.add_argument("table", type=Path, metavar="TABLE.toml", help="the table's file")


def run(args: argparse.Namespace) -> int:
    """Run the table until it is told to stop."""
    try:
        config = resolve(load(args.table), args.table.absolute().parent)
        return Daemon(config, os.environ).run()
    except ConfigError as error:
        where = "" if str(error).startswith(str(args.table)) else f"{args.table}: "
        sys.stderr.write(f"{where}{error}\n")
        return 2
