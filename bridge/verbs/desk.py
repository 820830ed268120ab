"""`truedeal desk`: speak to a running table. Every command by its name, and `status`, `snapshot`, `hello`, `watch`.

Answers are JSON on standard output, words for people on standard error. Exit 0: done; 1: refused; 2: no answer.
"""

import argparse
import sys
from typing import Any

import msgspec

from bridge.commands import DECLARED, JUSTIFIED, ROLE, Answer, Command, Declare, Role
from bridge.config import ConfigError
from bridge.stream.client import Client
from bridge.verbs import spoken, where
from bridge.verbs.plain import plain
from bridge.verbs.watch import watch

QUERIES = {
    "status": "how the table stands",
    "snapshot": "the open round",
    "hello": "the table's epoch and last event",
    "watch": "how the table stands, and its holds with numbered answers: type a number and why",
}
ANY = (Role.SUPERVISOR, Role.DEALER, Role.VIEWER, Role.ENGINE)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    _table(parser)
    parser.set_defaults(config=None, keys=None, endpoint="", timeout=10.0)
    asked = parser.add_subparsers(dest="asked", required=True, metavar="WHAT")
    for name, help_ in QUERIES.items():
        _table(asked.add_parser(name, help=help_))
    for name, kind in spoken.COMMANDS.items():
        one = asked.add_parser(name, **_help(kind))
        one.add_argument("--round", dest="round_id", default="", metavar="ID", help="the round it is about")
        needed = "needed; " if kind in JUSTIFIED else ""
        one.add_argument("--why", default="", help=f"why, in words; {needed}it stands in the journal")
        one.add_argument("--id", dest="command_id", default="", help="your own id; the same again is done only once")
        seen = "the last event you saw; left out: the last there is"
        one.add_argument("--as-of", type=spoken.whole, metavar="N", help=seen)
        spoken.arguments(one, kind)
        _table(one)


def _help(kind: type[Command]) -> dict[str, Any]:
    """A command in a line, and the words that a dealer declares with what they mean."""
    told = " ".join((kind.__doc__ or "").split())
    if kind is not Declare:
        return {"help": told}
    words = "; ".join(f"{word.value}: {meaning}" for word, meaning in DECLARED.items())
    return {"help": f"{told} Words: {', '.join(DECLARED)}.", "description": told, "epilog": f"{words}."}


def _table(parser: argparse.ArgumentParser) -> None:
    """Which table, to be said before or after WHAT; what is not said sets nothing, so the one keeps the other's."""
    left = argparse.SUPPRESS
    where.arguments(parser, left)
    parser.add_argument("--endpoint", default=left, metavar="ENDPOINT", help="a desk of the table")
    parser.add_argument("--timeout", default=left, type=float, metavar="S", help="how long to wait for the answer")


def run(args: argparse.Namespace) -> int:
    """Ask and print."""
    kind = spoken.COMMANDS.get(args.asked)
    try:
        spoken.written(args)
        args.wait = spoken.milliseconds(args.timeout)
        command = spoken.command(kind, args) if kind is not None else None
        found = where.find(args, "", args.endpoint)
        desk = found.at(*(_roles(command) if command is not None else ANY))
        opened = Client("", desk, table="", recover=False, credentials=found.credentials)
    except (ConfigError, msgspec.ValidationError, ValueError) as error:
        sys.stderr.write(f"{plain(str(error))}\n")
        return 2
    with opened as client:
        try:
            if args.asked == "watch":
                return watch(client)
            return _query(client, args) if command is None else _command(client, command, args)
        except KeyboardInterrupt:
            return 0


def _roles(command: Command) -> tuple[Role, ...]:
    role = ROLE[type(command)]
    return (role, Role.SUPERVISOR) if role is Role.DEALER else (role,)


def _query(client: Client, args: argparse.Namespace) -> int:
    wait = int(args.wait)
    match args.asked:
        case "status":
            told: object = client.status(wait)
        case "snapshot":
            told = client.snapshot(wait)
        case _:
            told = client.hello(wait)
    return _print(client, told)


def _command(client: Client, command: Command, args: argparse.Namespace) -> int:
    wait = int(args.wait)
    as_of: int | None = args.as_of
    if as_of is None:
        here = client.hello(wait)
        if here is None:
            return _print(client, None)
        as_of = here.head
    answer = client.ask(
        command, command_id=args.command_id, round_id=args.round_id, why=args.why, as_of=as_of, timeout_ms=wait
    )
    return _print(client, answer)


def _print(client: Client, told: object) -> int:
    if told is None and client.shut:
        sys.stderr.write(f"not let in: {plain(client.shut)}\n")
        return 2
    if told is None:
        sys.stderr.write(
            "no answer from the table: whether it was done is not known; the same --id may be sent again\n"
        )
        return 2
    sys.stdout.write(f"{msgspec.json.encode(told).decode('utf-8')}\n")
    if isinstance(told, Answer):
        sys.stderr.write("done\n" if told.done else f"refused: {plain(told.why)}\n")
        return 0 if told.done else 1
    return 0
