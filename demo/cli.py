"""`truedeal demo`: a simulated table through the real daemon, with the reference engine at the other end.

Exit 0 only if every ruling was the expected one and every bet settled rightly, 1 if not, 2 if the demo could not run.
"""

import argparse
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from types import FrameType

import msgspec

from demo import faults, report
from demo.conductor import Conductor, Plan, Played, plan
from demo.faults import FAULTS
from demo.house import House, HouseError, Wanted
from demo.setups import SETUPS, Setup
from demo.show import SHOWS, Show

ENDINGS = (signal.SIGTERM, signal.SIGHUP)
"""Signals that end it as an interrupt does."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The verb's arguments."""
    parser.add_argument("--game", choices=SHOWS, default="tcp_live", help="the game that is dealt (tcp_live)")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="clean rounds beside the faults (3)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed deals the same cards (1)")
    parser.add_argument("--dialect", default="", help="what the device that names cards speaks (by the set-up)")
    parser.add_argument("--faults", default="all", metavar="LIST", help=f"all, none, or some of: {', '.join(FAULTS)}")
    parser.add_argument("--setup", choices=SETUPS, help="how the table is equipped (by the game)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="scales the dealer's pauses (1)")
    parser.add_argument("--json", action="store_true", help="one JSON line a round, and a last one about all")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave journal, pictures and logs in this folder")


def _names(text: str, show: Show) -> tuple[str, ...]:
    """The faults of `--faults`.

    Raises:
        ValueError: there is no such fault in this game.
    """
    known = faults.of(show.rules)
    if text in ("all", "none"):
        return tuple(known) if text == "all" else ()
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if unknown := [name for name in names if name not in known]:
        some = f"write all, none, or some of {', '.join(known)}"
        raise ValueError(f"--faults: there is no {unknown[0]!r} in {show.id}; {some}")
    return names


def _asked(args: argparse.Namespace, show: Show) -> tuple[Setup, tuple[str, ...]]:
    """The set-up and the faults that are asked for.

    Raises:
        ValueError: what is asked for does not go together.
    """
    if args.rounds < 0 or not args.speed > 0:
        raise ValueError("--rounds must be 0 or more and --speed above 0")
    if args.keep is not None and (args.keep / "journal").exists():
        raise ValueError(f"--keep: {args.keep} holds an earlier demo; name another folder")
    setup = SETUPS[args.setup or show.setups[0]]
    if setup.name not in show.setups:
        raise ValueError(f"--setup: {show.id} is played with {', '.join(show.setups)}")
    if args.dialect and not setup.dialect:
        raise ValueError(f"--dialect: {setup.name} has no device")
    return setup, _names(args.faults, show)


def _stop(_signal: int, _frame: FrameType | None) -> None:
    # A terminal that closes may say it twice: the second must not cut the clearing up short.
    for number in ENDINGS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def run(args: argparse.Namespace) -> int:
    """Play and judge."""
    folder = Path(args.keep or tempfile.mkdtemp(prefix="truedeal-"))
    before = {number: signal.getsignal(number) for number in ENDINGS}
    for number in ENDINGS:
        # Under nohup a hangup is ignored from the start, and stays so.
        if before[number] is not signal.SIG_IGN:
            signal.signal(number, _stop)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        show = SHOWS[args.game]
        setup, names = _asked(args, show)
        with House(Wanted(setup, args.dialect, show), folder, args.seed, quiet=args.json) as house:
            return _play(args, setup, house, plan(args.rounds, names, house.senses, show.rules))
    except (HouseError, ValueError, OSError) as error:
        sys.stderr.write(f"demo: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("demo: interrupted\n")
        return 2
    finally:
        for number in ENDINGS:
            signal.signal(number, before[number])
        if args.keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def _play(args: argparse.Namespace, setup: Setup, house: House, todo: Plan) -> int:
    conductor = Conductor(house, args.seed, args.speed)
    say = _silent if args.json else _aloud
    say(report.opening(setup, house, todo))
    played: list[Played] = []
    for number, fault in enumerate(todo.rounds, start=1):
        say(report.announced(number, len(todo.rounds), fault))
        one = conductor.play(number, fault)
        played.append(one)
        if args.json:
            _aloud(msgspec.json.encode(one).decode() + "\n")
        say(report.judged(one))
    say(report.summary(tuple(played), todo))
    right = all(not one.wrong for one in played)
    if args.json:
        wrong = [one.round for one in played if one.wrong]
        skipped = {fault.name: why for fault, why in todo.skipped}
        _aloud(msgspec.json.encode({"rounds": len(played), "wrong": wrong, "skipped": skipped}).decode() + "\n")
    return 0 if right else 1


def _aloud(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _silent(_text: str) -> None:
    pass
