"""When a calibration was made and how long it holds, as words of a command."""

import argparse
from datetime import UTC, date, datetime, timedelta

from calibration.layout import CalibrationError

DAYS = 180
"""Cameras sag, lenses are touched, decks are changed: after half a year everything is measured again."""


def dates(parser: argparse.ArgumentParser) -> None:
    """Add the words for the dates."""
    parser.add_argument("--made", metavar="YYYY-MM-DD", help="the date that is written down; today where not given")
    parser.add_argument(
        "--days", type=int, default=DAYS, metavar="N", help=f"days after which it expires ({DAYS}); 0 for never"
    )


def today() -> date:
    """The date on this machine."""
    return datetime.now(UTC).astimezone().date()


def made_and_expires(args: argparse.Namespace) -> tuple[str, str]:
    """Both dates as they are written down, the second empty for never.

    Raises:
        CalibrationError: the date or the days make no date.
    """
    try:
        made = today() if args.made is None else date.fromisoformat(args.made)
        expires = made + timedelta(days=args.days)
    except (ValueError, OverflowError) as error:
        raise CalibrationError(f"--made {args.made} --days {args.days}: {error}; write 2026-01-31 and days") from error
    if args.days < 0:
        raise CalibrationError(f"--days {args.days}: it would have expired; name days from today, or 0 for never")
    return made.isoformat(), expires.isoformat() if args.days else ""
