"""The command line's entry: the one place that knows all packages. Each verb is a module, loaded when asked for.

A verb's module has `arguments(parser)` and `run(args) -> int`. Machine output goes to stdout as JSON lines,
words for people to stderr. Exit 0; 1, a difference or a fault was found; 2, could not run.
"""

import argparse
import importlib
import sys
from typing import NamedTuple


class Verb(NamedTuple):
    """A verb and the module that carries it out."""

    module: str
    help: str


VERBS: dict[str, Verb] = {
    "demo": Verb("demo.cli", "play a simulated table through the real daemon"),
    "run": Verb("bridge.verbs.run", "run a table's daemon"),
    "check": Verb("bridge.verbs.check", "say what is missing on this machine, without starting"),
    "desk": Verb("bridge.verbs.desk", "speak to a running table: commands, status, watch"),
    "tail": Verb("bridge.verbs.tail", "follow a running table's events"),
    "show": Verb("bridge.verbs.show", "one round's timeline from a journal"),
    "replay": Verb("bridge.verbs.replay", "send a journal or recording through the same code and compare"),
    "verify": Verb("bridge.verbs.verify", "prove a journal's chain whole, or name its first broken line"),
    "export": Verb("bridge.verbs.export", "cut rounds out of a journal as a recording"),
    "recognise": Verb("scanner.recognise_verb", "say which cards a picture shows"),
    "calibrate": Verb("calibration.cli", "make a camera's layout profile from a picture"),
    "schema": Verb("bridge.verbs.schema", "print the stream's schema"),
}


def _parser() -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    parser = argparse.ArgumentParser(prog="truedeal", description="The daemon of a live-dealer card table.")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    return parser, {name: verbs.add_parser(name, help=verb.help, add_help=True) for name, verb in VERBS.items()}


def main(argv: list[str] | None = None) -> int:
    """Run one verb and return its exit code."""
    words = sys.argv[1:] if argv is None else argv
    parser, verbs = _parser()
    name = next((word for word in words if not word.startswith("-")), "")
    if name not in VERBS:
        parser.parse_args(words)
        return 2
    module = importlib.import_module(VERBS[name].module)
    module.arguments(verbs[name])
    try:
        return int(module.run(parser.parse_args(words)))
    except BrokenPipeError:
        return 0


if __name__ == "__main__":
    sys.exit(main())
