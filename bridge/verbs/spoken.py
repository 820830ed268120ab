"""A command from the words of a command line: each command by its name, its fields as arguments.

What a command needs stands in order, what it may have is an option: `window bets open --boxes-with-bet p1 p2`.
Spots are written `hand/player/1`, a card in a spot `hand/player/1=As`.
"""

import argparse
import math
from enum import StrEnum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from bridge.commands import Command, Placement
from bridge.config import ConfigError
from games.cards import Card, parse_card
from games.spots import Spot, parse_spot

COMMANDS: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Command)}
MOST = 2**63 - 1
"""The largest number a request can carry."""
LONGEST_S = 3_600.0
YES = ("open", "start", "yes", "true")
NO = ("closed", "end", "no", "false")


def arguments(parser: argparse.ArgumentParser, kind: type[Command]) -> None:
    """A command's fields as arguments of its parser."""
    hints = get_type_hints(kind)
    for field in msgspec.structs.fields(kind):
        many, read, choices = _form(hints[field.name])
        shape: dict[str, Any] = {"type": read, "choices": choices}
        if many:
            shape["nargs"] = "+" if field.required else "*"
        if read is _truth:
            shape["metavar"] = "open|closed" if field.name == "open" else "start|end"
        if field.required:
            parser.add_argument(field.name, **shape)
        else:
            parser.add_argument(f"--{field.name.replace('_', '-')}", dest=field.name, **shape)


def command(kind: type[Command], args: argparse.Namespace) -> Command:
    """The command that the arguments say; what was left out keeps its default.

    Raises:
        msgspec.ValidationError: a value is none for its field.
    """
    given = {name: getattr(args, name, None) for name in kind.__struct_fields__}
    said = {name: value for name, value in given.items() if value is not None}
    return msgspec.convert({"do": kind.__struct_config__.tag, **msgspec.to_builtins(said)}, kind)


def whole(text: str) -> int:
    """A whole number that a request can carry.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    try:
        number = int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from error
    if abs(number) > MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is too large")
    return number


def milliseconds(seconds: float) -> int:
    """How long to wait, in milliseconds.

    Raises:
        ConfigError: no time to wait: not above 0, longer than an hour, or no number.
    """
    if not math.isfinite(seconds) or not 0 < seconds <= LONGEST_S:
        raise ConfigError(f"--timeout {seconds}: give seconds above 0, at most {LONGEST_S:.0f}")
    return math.ceil(seconds * 1000)


def written(args: argparse.Namespace) -> None:
    """See that all words of the command line are text.

    Raises:
        ConfigError: one holds bytes that are no UTF-8.
    """
    for name, value in vars(args).items():
        for word in value if isinstance(value, list) else [value]:
            if isinstance(word, str) and not word.isascii() and any("\udc80" <= letter <= "\udcff" for letter in word):
                raise ConfigError(f"{name}: {word!r} is no UTF-8")


def _form(hint: Any) -> tuple[bool, Any, list[str] | None]:  # noqa: ANN401 - a type as the interpreter gives it
    """Whether a field takes many values, how one is read, and which there are."""
    if get_origin(hint) is tuple:
        _, read, choices = _form(get_args(hint)[0])
        return True, read, choices
    if get_origin(hint) is Literal:
        return False, str, [str(choice) for choice in get_args(hint)]
    inner = [one for one in get_args(hint) if one is not type(None)]
    if inner:
        return _form(inner[0])
    readers = {bool: _truth, int: whole, Spot: _spot, Card: _card, Placement: _placement}
    if hint in readers:
        return False, readers[hint], None
    return False, str, [choice.value for choice in hint] if issubclass(hint, StrEnum) else None


def _truth(text: str) -> bool:
    if text in YES or text in NO:
        return text in YES
    raise argparse.ArgumentTypeError(f"{text!r} is neither of {', '.join(YES)} nor of {', '.join(NO)}")


def _spot(text: str) -> Spot:
    try:
        return parse_spot(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _card(text: str) -> Card:
    card = parse_card(text)
    if card is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no card: write rank and suit, as in As")
    return card


def _placement(text: str) -> Placement:
    spot, _, card = text.partition("=")
    return Placement(_spot(spot), _card(card))
