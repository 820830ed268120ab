"""The command line's entry: the one place that knows all packages. Each verb is a module, loaded when asked for.

A verb's module has `arguments(parser)` and `run(args) -> int`. Machine output goes to stdout as JSON lines,
words for people to stderr. Exit 0; 1, a difference or a fault was found; 2, could not run, or not write its output.
"""

import argparse
import importlib
import os
import sys
from contextlib import suppress
from typing import NamedTuple


class Verb(NamedTuple):
    """A verb and the module that carries it out."""

    module: str
    help: str


VERBS: dict[str, Verb] = {
    "demo": Verb("demo.cli", "play a simulated table through the real daemon"),
    "run": Verb("bridge.verbs.run", "run a table's daemon"),
    "check": Verb("bridge.verbs.check", "say what is missing on this machine, without starting"),
    "keys": Verb("bridge.verbs.keys", "make, list and revoke the keys of those who may connect over TCP"),
    "desk": Verb("bridge.verbs.desk", "speak to a running table: commands, status, watch"),
    "tail": Verb("bridge.verbs.tail", "follow a running table's events"),
    "show": Verb("bridge.verbs.show", "one round's timeline from a journal"),
    "incident": Verb("bridge.verbs.incident", "one round's incident slip for the file"),
    "replay": Verb("bridge.verbs.replay", "send a journal or recording through the same code and compare"),
    "verify": Verb("bridge.verbs.verify", "prove a journal's chain whole, or name its first broken line"),
    "export": Verb("bridge.verbs.export", "cut rounds out of a journal as a recording"),
    "rules": Verb("bridge.verbs.rules", "print a game: dealing order, conditions, options, pay tables"),
    "rank": Verb("bridge.verbs.rank", "say what a hand is in the game's words"),
    "settle": Verb("bridge.verbs.settle", "settle rounds again from a table of their cards and stakes"),
    "recognise": Verb("scanner.recognise_verb", "say which cards a picture shows"),
    "calibrate": Verb("calibration.cli", "measure lens, layout, deck and shoe, and report on them"),
    "schema": Verb("bridge.verbs.schema", "print the stream's schema"),
}


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    parser = argparse.ArgumentParser(prog="truedeal", description="The daemon of a live-dealer card table.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    return parser, {name: verbs.add_parser(name, help=verb.help, add_help=True) for name, verb in VERBS.items()}


def main(argv: list[str] | None = None) -> int:
    """Run one verb and return its exit code: 2, with one line on stderr, where its output cannot be written.

    A reader who goes away has seen enough: that is 0.
    """
    words = sys.argv[1:] if argv is None else argv
    _open_words()
    if sys.stdout is None:
        sys.stderr.write("truedeal: standard output is closed: open it, or send it to /dev/null\n")
        return 2
    try:
        try:
            code = _carried_out(words)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        with suppress(OSError):
            sys.stderr.write(f"truedeal: {_said(error)}\n")
        return 2
    return code


def _carried_out(words: list[str]) -> int:
    parser, verbs = _parser()
    name = next((word for word in words if not word.startswith("-")), "")
    if name not in VERBS:
        parser.parse_args(words)
        return 2
    module = importlib.import_module(VERBS[name].module)
    module.arguments(verbs[name])
    return int(module.run(parser.parse_args(words)))


def _open_words() -> None:
    """With standard error closed, words for people go nowhere instead of failing."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - it stays open until the end


def _drop_output() -> None:
    """What could not be written is given up, else the interpreter tries once more at its end and says so."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _said(error: OSError) -> str:
    if error.filename:
        return f"{error.filename}: {error.strerror}"
    return f"standard output cannot be written: {error.strerror or error}"


if __name__ == "__main__":
    sys.exit(main())
