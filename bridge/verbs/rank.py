"""`truedeal rank ID CARDS...`: what a hand is, in the game's words."""

import argparse
import sys

import msgspec

from bridge.config import ConfigError
from bridge.verbs import table_options
from bridge.verbs.plain import plain
from games import catalogue
from games.cards import Card, parse_cards
from games.game import Game, unnamed
from games.options import Options
from games.walk import sizes


class Ranked(msgspec.Struct, frozen=True):
    """A hand and what it is."""

    game: str
    hand: str
    cards: tuple[Card, ...]
    category: str


def arguments(parser: argparse.ArgumentParser) -> None:
    """State the verb's arguments."""
    parser.description = (
        "Says what a hand is in the words of a game's rule sheet. Exit 0: said; 2: there is no such game, card or hand."
    )
    parser.add_argument("id", metavar="ID", help=f"the game: {', '.join(sorted(catalogue.GAMES))}")
    parser.add_argument("cards", nargs="+", metavar="CARD", help="a card by rank and suit, as in As Td 3c")
    parser.add_argument("--hand", metavar="NAME", default="", help="whose hand it is, in a game where that matters")
    parser.add_argument("--json", action="store_true", help="one JSON line instead of words")
    table_options.argument(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the verb out and return its exit code."""
    try:
        game = catalogue.find(args.id)
        found = ranked(game, table_options.of(game, args.config), args.hand, parse_cards(" ".join(args.cards)))
    except (ValueError, ConfigError) as error:
        sys.stderr.write(f"truedeal rank: {plain(str(error))}\n")
        return 2
    sys.stdout.write(msgspec.json.encode(found).decode() + "\n" if args.json else f"{found.category}\n")
    return 0


def ranked(game: Game, options: Options, hand: str, cards: tuple[Card, ...]) -> Ranked:
    """What these cards are as a hand of the game or a part of one; `hand` is one of its hands, empty for the first.

    Raises:
        ValueError: the game ranks no hands or has no such hand, or these are not the cards of one; the message says
            which cards or how many.
    """
    now = catalogue.under(game, options)
    if game.category is unnamed or not now.hands:
        raise ValueError(f"{game.id}: this game ranks no hands")
    name = hand or now.hands[0]
    if name not in now.hands:
        raise ValueError(f"hand {name!r} does not exist: choose one of {', '.join(now.hands)}")
    for card in cards:
        if cards.count(card) > now.decks:
            raise ValueError(f"{card} is there {cards.count(card)} times, the game has {now.decks} of it")
    possible = (*now.part_sizes, *sizes(now, options, name))
    if len(cards) not in possible:
        raise ValueError(f"{len(cards)} cards: a hand has {' or '.join(map(str, possible))}")
    return Ranked(game.id, name, cards, now.category(options, name, cards))
