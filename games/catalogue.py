"""The games by their id, and a table's options read for one of them."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import msgspec

from games import house
from games.audit import Audit
from games.game import Game
from games.options import Options


def housed() -> dict[str, Game]:
    """The game of each module in the house, by its id."""
    names = sorted(module.name for module in iter_modules(house.__path__))
    found = (import_module(f"{house.__name__}.{name}").GAME for name in names)
    return {game.id: game for game in found}


GAMES: dict[str, Game] = housed()
"""Every game a table's file can name. A test registers its own by adding to it."""


def find(name: str) -> Game:
    """The game of an id.

    Raises:
        ValueError: no game has this id; the message lists those that exist.
    """
    if name not in GAMES:
        raise ValueError(f"game {name!r} does not exist: choose one of {', '.join(sorted(GAMES))}")
    return GAMES[name]


def options(game: Game, raw: Mapping[str, Any]) -> Options:
    """A game's switches from a table's file; what the file leaves out has the game's default.

    Raises:
        ValueError: a key is unknown or its value wrong; the message names the game and the key.
    """
    known = {field.name for field in msgspec.structs.fields(game.options)}
    unknown = sorted(raw.keys() - known)
    if unknown:
        raise ValueError(f"{game.id}: option {unknown[0]!r} does not exist: choose from {', '.join(sorted(known))}")
    for key, value in raw.items():  # one at a time, so that a game's own check is named with its key as well
        try:
            msgspec.convert({key: value}, game.options)
        except msgspec.ValidationError as error:
            raise ValueError(f"{game.id}: option {key!r}: {error}") from error
    try:
        return msgspec.convert(dict(raw), game.options)
    except msgspec.ValidationError as error:
        raise ValueError(f"{game.id}: options {', '.join(sorted(raw))}: {error}") from error


def under(game: Game, options: Options) -> Game:
    """The game as it is under these options: its decks, hands, reveals and conditions."""
    return game.variant(options) if game.variant else game


def audit(name: str) -> tuple[Game, Audit]:
    """The audit of a name, and its game.

    Raises:
        ValueError: no game has this audit; the message lists those that exist.
    """
    known = {audit.name: (game, audit) for game in GAMES.values() for audit in game.audits}
    if name not in known:
        raise ValueError(f"{name!r} is nothing to settle: choose one of {', '.join(sorted(known))}")
    return known[name]
