"""`truedeal show ROUND --journal DIR`: a round's timeline, as text, JSON or a picture."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from xml.sax.saxutils import escape

import msgspec

from bridge.config import ConfigError
from bridge.journal.timeline import Timeline, timeline
from bridge.records import JournalError
from bridge.verbs.plain import plain

ROW, COLUMN, LEFT, TOP, LETTER = 20, 90, 90, 70, 7
"""Of the picture, in its units: a moment's height, a lane's width, the margins, a letter's width."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """State the verb's arguments."""
    parser.description = (
        "Shows who said what in a round, and what the table made of it. Faces that were not published stay hidden."
        " Exit 0: shown; 2: there is no such round or journal."
    )
    parser.add_argument("round", help="the round's name")
    parser.add_argument("--journal", required=True, type=Path, metavar="DIR", help="a journal's directory or file")
    parser.add_argument("--json", action="store_true", help="one JSON line instead of text")
    parser.add_argument("--svg", type=Path, metavar="OUT", help="also write a picture")


def run(args: argparse.Namespace) -> int:
    """Carry the verb out and return its exit code."""
    try:
        found = timeline(args.journal, args.round)
        if args.svg is not None:
            args.svg.write_text(picture(found), encoding="utf-8")
    except (JournalError, ConfigError, OSError) as error:
        sys.stderr.write(f"truedeal show: {plain(str(error))}\n")
        return 2
    sys.stdout.write(msgspec.json.encode(found).decode() + "\n" if args.json else text(found))
    return 0


def _head(found: Timeline) -> str:
    first = found.moments[0]
    begun = datetime.fromtimestamp(first.wall // 10**9, UTC)
    took = (found.moments[-1].at - first.at) / 1e9
    mode = "" if found.mode == "live" else f", {found.mode}"
    return (
        f"Round {found.round} of table {found.table} ({found.game}{mode}), {begun:%Y-%m-%d %H:%M:%S} UTC,"
        f" {took:.1f} s: {found.ended}"
    )


def text(found: Timeline) -> str:
    """The timeline for a terminal: seconds since the round opened, who, what, and the number to look for."""
    wide = max(len(moment.lane) for moment in found.moments)
    rows = [_head(found)]
    if found.holds:
        rows.append(f"HELD: nobody has ended hold {', '.join(map(str, found.holds))}")
    if found.sealed:
        rows.append(f"cards still sealed: {found.sealed}")
    for moment in found.moments:
        since = (moment.at - found.moments[0].at) / 1e9
        number = f"event {moment.event}" if moment.event else f"reading {moment.reading}"
        mark = "=>" if moment.event else "  "
        rows.append(f"{since:+10.3f} s  {moment.lane:{wide}} {mark} {moment.text}  [{number}]")
    return "".join(f"{plain(row)}\n" for row in rows)


def picture(found: Timeline) -> str:
    """The timeline as SVG: a column for each who speaks, time goes down, one row a moment."""
    lanes = [*dict.fromkeys(moment.lane for moment in found.moments if moment.lane != "table"), "table"]
    right = LEFT + COLUMN * len(lanes)
    width = right + LETTER * max(len(moment.text) for moment in found.moments) + 20
    height = TOP + ROW * len(found.moments) + 20
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"',
        ' font-family="monospace" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="10" y="20" font-size="14">{_escaped(_head(found))}</text>',
    ]
    for at, lane in enumerate(lanes):
        x = LEFT + COLUMN * at + COLUMN // 2
        drawn.append(f'<text x="{x}" y="{TOP - 20}" text-anchor="middle">{_escaped(lane)}</text>')
        drawn.append(f'<line x1="{x}" y1="{TOP - 12}" x2="{x}" y2="{height - 10}" stroke="#ccc"/>')
    for row, moment in enumerate(found.moments):
        x, y = LEFT + COLUMN * lanes.index(moment.lane) + COLUMN // 2, TOP + ROW * row + ROW // 2
        since = (moment.at - found.moments[0].at) / 1e9
        drawn.append(f'<text x="10" y="{y + 4}" fill="#666">{since:+.3f}</text>')
        drawn.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{_colour(moment.text)}"/>')
        drawn.append(f'<text x="{right}" y="{y + 4}">{_escaped(moment.text)}</text>')
    return "\n".join([*drawn, "</svg>"]) + "\n"


def _escaped(text: str) -> str:
    return escape(plain(text))


def _colour(text: str) -> str:
    match text.partition(":")[0]:
        case "Voided" | "Held" | "Alarm" | "DeviceDown":
            return "#c0392b"
        case "CardConfirmed" | "RoundComplete" | "HandComplete" | "HoldReleased":
            return "#27ae60"
        case _:
            return "#34495e"
