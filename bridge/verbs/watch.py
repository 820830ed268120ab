"""`truedeal desk watch`: how the table stands, and its open holds with numbered answers.

A number on standard input gives that answer (`2` or `2 why in words`).
"""

import os
import select
import sys
from typing import Any, NamedTuple

import msgspec

from bridge.commands import Release
from bridge.stream.client import Client
from bridge.verbs.plain import plain

LOOK_S = 0.5
NAMES = " reconstruct "
"""What a command has in it that a number cannot say: it names cards or dice."""


class Option(NamedTuple):
    """One numbered answer to a hold, and the last event that was known when it was shown."""

    hold: int
    option: str
    round: str
    event: int


class Standing(NamedTuple):
    """A status in words, and its answers in the order of their numbers."""

    text: str
    options: tuple[Option, ...]


def standing(told: dict[str, Any]) -> Standing:
    """A status for people."""
    ready = "ready" if told.get("ready") else f"not ready: {'; '.join(told.get('reasons', ()))}"
    windows = ", ".join(f"{name} {state}" for name, state in told.get("windows", {}).items())
    head = [
        told.get("phase", "?"),
        *([f"round {told['round']}"] if told.get("round") else []),
        *([f"next {told['next']}"] if told.get("next") else []),
        *([windows] if windows else []),
        ready,
    ]
    lines, options = ["   ".join(head)], list[Option]()
    for hold in told.get("holds", ()):
        spot = f", {hold['spot']}" if hold.get("spot") else ""
        lines.append(f"  hold {hold['hold']} ({hold['scope']}, {hold['fault']}{spot}, {hold['wait']}): {hold['text']}")
        lines += [f"      not known: {hold['unknown']}"] if hold.get("unknown") else []
        lines += [f"      readings: {', '.join(map(str, hold['readings']))}"] if hold.get("readings") else []
        lines += [f"      proposed: {', '.join(hold['proposed'])}"] if hold.get("proposed") else []
        numbered = []
        for option in hold["options"]:
            options.append(Option(hold["hold"], option, hold.get("round", ""), told.get("event", 0)))
            numbered.append(f"{len(options)} {option}")
        lines.append(f"      {'   '.join(numbered)}")
        lines += [f"      to name what lies there: {one}" for one in hold.get("commands", ()) if NAMES in one]
    return Standing("".join(f"{plain(line)}\n" for line in lines), tuple(options))


def watch(client: Client) -> int:
    """Show every change, and give the answers that are keyed in, until interrupted."""
    shown = Standing("", ())
    rest = b""
    listening = sys.stdin is not None
    while True:
        told = client.status(3_000)
        found = standing(told) if told is not None else Standing("no answer from the table\n", ())
        if found.text != shown.text:
            sys.stderr.write(found.text)
        shown = found
        if not select.select([sys.stdin] if listening else [], [], [], LOOK_S)[0]:
            continue
        data = os.read(sys.stdin.fileno(), 4096)
        listening = bool(data)
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            _answer(client, shown, line.decode("utf-8", "replace").strip())


def _answer(client: Client, shown: Standing, line: str) -> None:
    number, _, why = line.partition(" ")
    if not number.isdecimal() or not 1 <= int(number) <= len(shown.options):
        sys.stderr.write(f"{line!r} is none of the answers\n" if line else "")
        return
    option = shown.options[int(number) - 1]
    command = Release(option.hold, option.option)
    answer = client.ask(command, round_id=option.round, why=why, as_of=option.event)
    if answer is None:
        sys.stderr.write("no answer from the table: look whether the hold is still open\n")
        return
    sys.stdout.write(f"{msgspec.json.encode(answer).decode('utf-8')}\n")
    sys.stdout.flush()
    sys.stderr.write("done\n" if answer.done else f"refused: {plain(answer.why)}\n")
