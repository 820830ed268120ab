"""`truedeal calibrate shoe`: a known order dealt through a device teaches what its codes mean and how long it takes."""

import argparse
from contextlib import closing
from pathlib import Path

from calibration.codes_sheet import sheet
from calibration.dates import dates, made_and_expires
from calibration.dealing import Patience, drained, listen
from calibration.delays import Delays
from calibration.known import lacking, order_of
from calibration.layout import CalibrationError
from calibration.layout_verb import write_picture
from calibration.shoe import Deal
from calibration.shoe_told import say, tell
from calibration.table import AtTable, device_of
from games.cards import Card
from shoe.codes import Coded, learnt
from shoe.device import line_of
from shoe.port import open_port
from shoe.profile import ShoeProfile, save, sealed

PASSES = 2
FIRST_S, NEXT_S = 600.0, 60.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the kind."""
    parser.add_argument("table", type=Path, metavar="TABLE.toml", help="the table's file, which names the device")
    parser.add_argument("--device", metavar="NAME", help="which device; not needed where only one reads cards")
    words = "a file of cards in the order of the deal, or the cards; without it the order of a new deck"
    parser.add_argument("--order", nargs="+", default=[], metavar="FILE|CARD", help=words)
    parser.add_argument(
        "--passes", type=int, default=PASSES, metavar="N", help=f"how often the order is dealt ({PASSES})"
    )
    parser.add_argument("--short", action="store_true", help="a deck of fewer cards: those of the order are all")
    parser.add_argument("--deck", default="", metavar="NAME", help="the deck's name, as on its box")
    parser.add_argument(
        "--out", type=Path, metavar="JSON", help="the profile to write; without it the one that the file names"
    )
    parser.add_argument(
        "--seconds", type=float, default=FIRST_S, help=f"how long the first card of a pass is waited for ({FIRST_S:g})"
    )
    parser.add_argument(
        "--pause", type=float, default=NEXT_S, help=f"how long each further card is waited for ({NEXT_S:g})"
    )
    dates(parser)


def run(args: argparse.Namespace) -> int:
    """Listen to the deal, then write the profile and its picture.

    Raises:
        CalibrationError: a word is wrong, the device cannot be opened, or the deal contradicts itself.
        OSError: a file cannot be written.
    """
    at = device_of(args.table, args.device)
    order = _order(args)
    deck = _deck(args, at)
    out = _out(args, at)
    made, expires = made_and_expires(args)
    coded = isinstance(at.dialect, Coded)
    deal = Deal(order, args.passes, coded=coded, again=at.device.role == "reader")
    delays = _listened(args, at, deal)
    _whole(deal, args.passes)
    codes = {code: one.card for code, one in deal.codes.items()} if coded else {}
    try:
        learnt(at.dialect, (), codes)
    except ValueError as error:
        raise CalibrationError(f"{args.table}: device {at.device.name!r}: {error}; mend this option") from error
    profile = sealed(
        ShoeProfile(
            device=at.device.name,
            dialect=at.device.dialect,
            deck=deck,
            made=made,
            expires=expires,
            cards=len({one.card for one in deal.codes.values()}),
            passes=args.passes,
            codes=codes,
            delays=delays.figures(),
        )
    )
    save(profile, out)
    drawn = out.with_suffix(".png")
    write_picture(drawn, sheet(deal.codes, args.passes, delays.times_ms("between")))
    tell(args.table, at, profile, deal.codes, (out, drawn))
    return 0


def _order(args: argparse.Namespace) -> tuple[Card, ...]:
    if args.passes < 1:
        raise CalibrationError(f"--passes {args.passes}: deal the order once at least, twice to confirm it")
    order = order_of(args.order)
    if (left := lacking(order)) and not args.short:
        names = " ".join(left[:8]) + (f" and {len(left) - 8} more" if len(left) > 8 else "")
        raise CalibrationError(f"the order lacks {names}: name them, or say --short if these cards are all")
    return order


def _deck(args: argparse.Namespace, at: AtTable) -> str:
    """The deck's name: as said, or the table's only one."""
    if args.deck and at.decks and args.deck not in at.decks:
        raise CalibrationError(
            f"--deck {args.deck}: {args.table} has the decks {', '.join(at.decks)}; name one of them"
        )
    return args.deck or (at.decks[0] if len(at.decks) == 1 else "")


def _out(args: argparse.Namespace, at: AtTable) -> Path:
    if args.out is None and not at.device.profile:
        raise CalibrationError(f"name the profile with --out, as --out {args.table.stem}-{at.device.name}.json")
    found: Path = args.out or args.table.absolute().parent / str(at.device.profile)
    if not found.absolute().parent.is_dir():
        raise CalibrationError(f"{found}: there is no folder {found.parent}; make it before cards are dealt")
    return found


def _listened(args: argparse.Namespace, at: AtTable, deal: Deal) -> Delays:
    device = at.device
    try:
        port = open_port(device.path, device.tcp, line_of(device, at.dialect), write=False)
    except OSError as error:
        why = error.strerror or str(error)
        cure = "a running daemon holds it: stop the table first" if isinstance(error, BlockingIOError) else ""
        cure = cure or f"`truedeal check {args.table}` says what helps"
        raise CalibrationError(f"device {device.name!r}: {why}; {cure}") from error
    with closing(port):
        if waited := drained(port):
            say(f"{waited} bytes that waited on the line are left out")
        say(f"{device.name} is open at {port.where}; deal now, the first card is {deal.due}")
        return listen(port, at.dialect, deal, Patience(args.seconds, args.pause), say)


def _whole(deal: Deal, passes: int) -> None:
    if deal.nameless:
        names = ", ".join(f"{card} ({place})" for card, place in deal.nameless.items())
        cure = f"clean the reader's window, look at these cards, and deal again, with --passes {passes + 1}"
        raise CalibrationError(f"no code is known for {names}: the device did not read them; {cure}")
