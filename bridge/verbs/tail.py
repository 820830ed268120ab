"""`truedeal tail`: a table's events as they come, a line each: JSON as published, or words for people."""

import argparse
import sys
from datetime import datetime
from typing import get_args

import msgspec

from bridge.commands import Role
from bridge.config import ConfigError
from bridge.events import What
from bridge.journal.moments import event_words
from bridge.stream.client import Client
from bridge.stream.cursor import LATEST, Beat, Cursor, Delivered, Gone, Quiet, Shut, Stopped
from bridge.verbs import spoken, where
from bridge.verbs.plain import plain

KINDS = tuple(str(kind.__struct_config__.tag) for kind in get_args(What))
ROLES = (Role.VIEWER, Role.SUPERVISOR, Role.DEALER, Role.ENGINE)


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    where.arguments(parser)
    parser.add_argument("--events", default="", metavar="ENDPOINT", help="where events are published")
    parser.add_argument("--desk", default="", metavar="ENDPOINT", help="a desk of the table")
    parser.add_argument("--json", action="store_true", help="each event's body as it was published")
    parser.add_argument(
        "--kind", nargs="+", choices=KINDS, metavar="KIND", help="only these kinds, such as Held Voided"
    )
    parser.add_argument(
        "--from", dest="first", type=spoken.whole, metavar="N", help="begin with event N (1: the first there is)"
    )
    parser.add_argument("--until", type=spoken.whole, metavar="N", help="end after event N")


def run(args: argparse.Namespace) -> int:
    """Follow the table until it ends, or for ever."""
    try:
        found = where.find(args, args.events, args.desk)
        desk = found.at(*ROLES)
        table = found.table or _table(desk, found)
        start = LATEST if args.first is None else Cursor("", args.first - 1) if args.first > 1 else None
        opened = Client(found.events, desk, table=table, start=start, credentials=found.credentials)
    except (ConfigError, ValueError) as error:
        sys.stderr.write(f"{plain(str(error))}\n")
        return 2
    with opened as client:
        try:
            return _follow(client, args)
        except KeyboardInterrupt:
            return 0


def _table(desk: str, found: where.Where) -> str:
    """The table's name, as its desk says it.

    Raises:
        ConfigError: no events' address is named, or nobody answers.
    """
    if not found.events:
        raise ConfigError("name where events are published: --events ENDPOINT")
    with Client("", desk, table="", recover=False, credentials=found.credentials) as client:
        here = client.hello()
        why = client.shut or "no table answers there"
    if here is None:
        raise ConfigError(f"{desk}: {why}")
    return here.table


def _follow(client: Client, args: argparse.Namespace) -> int:
    ready: bool | None = None
    while True:
        said = client.next(1_000)
        match said:
            case Delivered():
                _show(said, args)
                if args.until is not None and said.n >= args.until:
                    return 0
            case Beat():
                if said.ready is not ready:
                    sys.stderr.write("ready\n" if said.ready else f"not ready: {plain('; '.join(said.reasons))}\n")
                    ready = said.ready
            case Quiet():
                pass
            case Gone() | Shut() | Stopped():
                sys.stderr.write(f"{plain(said.why)}\n")
                if not isinstance(said, Gone):
                    return 2 if isinstance(said, Shut) else 1


def _show(event: Delivered, args: argparse.Namespace) -> None:
    raw = msgspec.json.decode(event.body)
    if args.kind and raw["what"]["kind"] not in args.kind:
        return
    sys.stdout.write(f"{event.body.decode('utf-8')}\n" if args.json else line(raw))
    sys.stdout.flush()


def line(event: dict[str, object]) -> str:
    """An event for people: number, local time, round, and what happened."""
    match event:
        case {"n": n, "wall": int(wall), "round": round_, "what": dict(what)}:
            at = datetime.fromtimestamp(wall / 1e9).astimezone()
            stamp = at.strftime("%H:%M:%S.") + f"{at.microsecond // 1000:03}"
            words = f"{n:>7}  {stamp}  {round_ or '-':<10}  {event_words(what)}"
            return f"{plain(words)}\n"
        case _:
            return f"{plain(msgspec.json.encode(event).decode('utf-8'))}\n"
