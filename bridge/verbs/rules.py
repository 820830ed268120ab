"""`truedeal rules ID`: a game as it is dealt, judged and paid; or the owner of each card of a deal."""

import argparse
import sys

import msgspec

from bridge.config import ConfigError
from bridge.verbs import rules_words, table_options
from bridge.verbs.plain import plain
from bridge.verbs.rules_sheet import sheet
from games import catalogue
from games.orders import Pattern
from games.walk import Asked, ask


def arguments(parser: argparse.ArgumentParser) -> None:
    """State the verb's arguments."""
    parser.description = (
        "Prints a game: dealing order, when faces may be known, who owes what, house conditions, options, pay tables."
        " With any of --hands, --each, --pattern, --dice, --empty it prints the owner of each card in the order of the"
        " deal instead, and whose cards are discarded; what is not said is the game's own."
        " Exit 0: printed; 2: there is no such game, or it has none of what was asked for."
    )
    parser.add_argument("id", metavar="ID", help=f"the game: {', '.join(sorted(catalogue.GAMES))}")
    parser.add_argument("--json", action="store_true", help="one JSON line instead of words")
    table_options.argument(parser)
    deal = parser.add_argument_group("a deal")
    deal.add_argument(
        "--hands",
        type=_names,
        default=(),
        metavar="A,B,D",
        help="who is dealt to, in order, the dealer last; with dice in the order of the places' numbers",
    )
    deal.add_argument("--each", type=_count, default=0, metavar="N", help="cards a hand")
    deal.add_argument("--pattern", type=Pattern, choices=list(Pattern), help="how the cards go round")
    deal.add_argument("--dice", type=_dice, default=(), metavar="TOTAL|D1,D2,D3", help="the dice, or their total")
    deal.add_argument("--empty", type=_names, default=(), metavar="BOXES", help="boxes without a bet")


def run(args: argparse.Namespace) -> int:
    """Carry the verb out and return its exit code."""
    try:
        game = catalogue.find(args.id)
        options = table_options.of(game, args.config)
        now = catalogue.under(game, options)
        if not (args.hands or args.each or args.pattern or args.dice or args.empty):
            whole = sheet(game, options)
            said = _json(whole) if args.json else rules_words.words(whole)
        else:
            asked = Asked(
                hands=args.hands,
                pattern=args.pattern,
                each=args.each,
                total=_total(args.dice, now.dice),
                empty=args.empty,
            )
            found = ask(now, options, asked)
            said = _json(found) if args.json else rules_words.order(found)
    except (ValueError, ConfigError) as error:
        sys.stderr.write(f"truedeal rules: {plain(str(error))}\n")
        return 2
    sys.stdout.write(said)
    return 0


def _json(what: msgspec.Struct) -> str:
    return msgspec.json.Encoder(decimal_format="number").encode(what).decode() + "\n"


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 52:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of cards from 1 to 52")
    return int(text)


def _dice(text: str) -> tuple[int, ...]:
    """One number, the total, or each die's."""
    words = _names(text)
    if not words or not all(word.isdecimal() for word in words):
        raise argparse.ArgumentTypeError(f"{text!r} is neither a total nor dice, as in 10 or 3,6,1")
    return tuple(int(word) for word in words)


def _total(dice: tuple[int, ...], count: int) -> int:
    """The total of the dice.

    Raises:
        ValueError: there are not as many as the game has, or one shows no 1 to 6.
    """
    each = len(dice) > 1 and (len(dice) != count or not all(1 <= die <= 6 for die in dice))
    if each or (dice and not any(dice)):
        raise ValueError(f"dice {','.join(map(str, dice))}: {count} dice of 1 to 6 are needed, or their total")
    return sum(dice)
