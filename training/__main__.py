"""`make train`: draw the samples, train both networks, write them and their card.

`python -m training --help` names the options. By the time of its parts it takes about half an hour on two
cores; 1.5 GB of disk.
"""

import argparse
import multiprocessing
import sys
import time
from pathlib import Path
from typing import Final

from scanner.readers import MODEL
from training.art import decks
from training.card import Row, written
from training.fit import Course, fit
from training.letters import families
from training.networks import TASKS
from training.samples import Plan, make, stock

CARD: Final = "README.md"
FEWEST: Final = 4
"""Decks that give a batch to train on and one to measure on."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=MODEL, help="where the networks and their card are (%(default)s)")
    parser.add_argument(
        "--samples", type=Path, default=Path("out/training"), help="where samples are kept (%(default)s)"
    )
    parser.add_argument("--decks", type=int, default=200, help="decks that are drawn (%(default)s)")
    parser.add_argument("--looks", type=int, default=3, help="looks at each card (%(default)s)")
    parser.add_argument("--epochs", type=int, default=10, help="passes over the samples (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed gives other samples (%(default)s)")
    parser.add_argument("--processes", type=int, default=2, help="how many draw at once (%(default)s)")
    parser.add_argument("--drawn", action="store_true", help="train on the samples that an earlier run left")
    args = parser.parse_args()
    if min(args.decks - FEWEST, args.looks - 1, args.epochs - 1, args.processes - 1) < 0:
        parser.error(f"at least {FEWEST} decks, and one of everything else")
    return args


def main() -> int:
    """Do all of it; 2 where the fonts and the art are missing."""
    args = _arguments()
    fonts, ready = families(), list(decks().values())
    if not fonts or not ready:
        sys.stderr.write("the fonts and the card art are missing: npm ci --prefix training\n")
        return 2
    plan, course = Plan(args.decks, args.looks, args.seed), Course(args.epochs, args.seed)
    begun = time.monotonic()
    args.samples.mkdir(parents=True, exist_ok=True)
    args.out.mkdir(parents=True, exist_ok=True)
    if not args.drawn:
        make(plan, stock(fonts, ready), args.processes, args.samples)
    with multiprocessing.get_context("spawn").Pool(len(TASKS)) as pool:
        found = pool.starmap(fit, [(name, plan, course, args.samples, args.out) for name in TASKS])
    rows = [Row(name, *right) for name, right in zip(TASKS, found, strict=True)]
    card = args.out / CARD
    shipped = (card if card.exists() else MODEL / CARD).read_text(encoding="utf-8")
    said = f"{plan.decks} decks, {plan.looks} looks at each card, {course.epochs} passes, seed {plan.seed}"
    card.write_text(written(shipped, rows, said, args.out), encoding="utf-8")
    sys.stderr.write(f"{card}: written after {(time.monotonic() - begun) / 60:.0f} minutes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
