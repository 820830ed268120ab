"""A game's options as a table's file has them, for verbs that need no running table."""

import argparse
from pathlib import Path

from bridge.config import ConfigError, load
from games import catalogue
from games.game import Game
from games.options import Options


def argument(parser: argparse.ArgumentParser) -> None:
    """How the table's file is named."""
    parser.add_argument("--config", type=Path, metavar="TABLE.toml", help="a table's file: its game_options count")


def of(game: Game, path: Path | None, reading: Options | None = None) -> Options:
    """The options in a table's file; where none is named `reading`, or the game's own.

    Raises:
        ConfigError: the file cannot be used, is of another game, or its options are none.
    """
    if path is None:
        return reading or game.options()
    config = load(path)
    if config.game != game.id:
        raise ConfigError(f"{path}: this table plays {config.game}, not {game.id}")
    try:
        return catalogue.options(game, config.game_options)
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from error
