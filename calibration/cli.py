"""`truedeal calibrate KIND`: makes what scanner and shoe read. Each kind is a module, loaded when it is asked for.

A kind's module has `arguments(parser)` and `run(args) -> int`, as a verb's has; it raises `CalibrationError` for what
a person can mend.
"""

import argparse
import importlib
import sys

from calibration.layout import CalibrationError
from scanner.profile import ProfileError

KINDS = {
    "deck": ("calibration.deck_verb", "a deck of cards, shown to a camera in any order"),
    "lens": ("calibration.lens_verb", "how a camera's lens bends straight lines"),
    "layout": ("calibration.layout_verb", "where spots and exits are in a camera's picture"),
    "shoe": ("calibration.shoe_verb", "what a device's codes mean and how long it takes, from a known order"),
    "report": ("calibration.report_verb", "whether a camera is fit for its table, with pictures"),
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the verb."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    for name, (module, words) in KINDS.items():
        importlib.import_module(module).arguments(kinds.add_parser(name, help=words))


def run(args: argparse.Namespace) -> int:
    """Carry out one kind; 2 where it cannot be done, with the reason and the cure on stderr."""
    try:
        code: int = importlib.import_module(KINDS[args.kind][0]).run(args)
    except (CalibrationError, ProfileError) as error:
        sys.stderr.write(f"calibrate: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("calibrate: broken off\n")
        return 2
    except OSError as error:
        if error.filename is None:
            raise
        sys.stderr.write(f"calibrate: {error.filename}: {error.strerror}\n")
        return 2
    return code
