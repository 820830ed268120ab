"""`python -m tests.record [NAME...] [--accept]`: write the recordings' scan files, and with --accept their events."""

import argparse
import sys
from pathlib import Path

from bridge.cli import main as truedeal
from tests.record import scan
from tests.record.all import WRITTEN
from tests.record.recorder import known_games

FOLDER = Path(__file__).parents[1] / "recordings"


def main(arguments: list[str]) -> int:
    """Write what is asked for; 0, or 1 where a name is no recording's."""
    parser = argparse.ArgumentParser(prog="python -m tests.record", description=__doc__)
    parser.add_argument("name", nargs="*", help="which recordings; without a name all")
    parser.add_argument("--accept", action="store_true", help="write the events as this code makes them, too")
    args = parser.parse_args(arguments)
    unknown = sorted(set(args.name) - set(WRITTEN))
    if unknown:
        sys.stderr.write(f"no recording is called {unknown[0]}: {', '.join(WRITTEN)}\n")
        return 1
    code = 0
    for name in args.name or WRITTEN:
        path = FOLDER / f"{name}.scan.jsonl"
        path.write_bytes(scan(WRITTEN[name]))
        if args.accept:
            with known_games():
                code = max(code, truedeal(["replay", str(path), "--accept"]))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
