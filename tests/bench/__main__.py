"""`make bench`: every row, or those named; `--quick` for a look at their shape."""

import argparse
import platform
from collections.abc import Callable

from tests.bench import latency, photographs, ranking, replaying, seeing, settling, syncs


def main() -> None:
    """Run the rows and print them."""
    parser = argparse.ArgumentParser(prog="make bench")
    parser.add_argument(
        "rows", nargs="*", help="latency, syncs, replay, recogniser, photographs, ranking, settle; all without"
    )
    parser.add_argument("--quick", action="store_true", help="fewer and shorter blocks: shapes, no figures")
    args = parser.parse_args()
    blocks, cards = (2, 60) if args.quick else (5, 1000)
    rows: dict[str, Callable[[], list[str]]] = {
        "replay": lambda: replaying.report(blocks, 6 if args.quick else 120),
        "recogniser": lambda: seeing.report(blocks, 3 if args.quick else 20),
        "photographs": lambda: photographs.report(8 if args.quick else 1),
        "ranking": lambda: ranking.report(blocks, 2_000 if args.quick else 50_000),
        "settle": lambda: settling.report(min(blocks, 3), 2_000 if args.quick else 100_000),
        "syncs": syncs.report,
        "latency": lambda: latency.report(blocks, cards),
    }
    unknown = sorted(set(args.rows) - set(rows))
    if unknown:
        parser.error(f"no row is called {unknown[0]!r}: {', '.join(rows)}")
    print(f"{platform.machine()}, Python {platform.python_version()}, Linux {platform.release()}", flush=True)
    for name, row in rows.items():
        if not args.rows or name in args.rows:
            print("\n".join(row()), flush=True)


if __name__ == "__main__":
    main()
