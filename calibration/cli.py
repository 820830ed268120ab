"""`truedeal calibrate layout`: a layout profile from a picture of the empty table."""

import argparse
import sys
from pathlib import Path

import cv2
import msgspec
import numpy as np

from calibration.layout import CalibrationError, Picture, draw, make, read_plan
from scanner.frames import Point
from scanner.profile import save


def arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the verb."""
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
    layout = kinds.add_parser("layout", help="where spots and exits are in a camera's picture")
    layout.add_argument("picture", type=Path, help="a picture of the empty layout, as this camera gives it")
    layout.add_argument("--camera", required=True, help="the camera's name in the table's file")
    layout.add_argument(
        "--corners",
        required=True,
        nargs=4,
        type=_point,
        metavar="X,Y",
        help="the corners of the plan's field in the picture, in pixels, clockwise from the top left",
    )
    layout.add_argument("--plan", required=True, type=Path, help="the layout as drawn (config/tcp_live.layout.toml)")
    layout.add_argument("--made", required=True, help="today's date, YYYY-MM-DD; it stands in the profile")
    layout.add_argument("--out", required=True, type=Path, help="the profile to write, NAME.json")
    layout.add_argument("--draw", type=Path, metavar="PNG", help="also draw the spots into the picture")


def _point(text: str) -> Point:
    x, _, y = text.partition(",")
    return float(x), float(y)


def run(args: argparse.Namespace) -> int:
    """Write the profile and its picture; 2 where that cannot be."""
    try:
        plan = read_plan(args.plan)
        picture = _read(args.picture)
        profile, png = make(args.camera, picture, tuple(args.corners), plan, args.made)
    except CalibrationError as error:
        sys.stderr.write(f"calibrate: {error}\n")
        return 2
    try:
        (args.out.parent / profile.background).write_bytes(png)
        save(profile, args.out)
        if args.draw is not None:
            _write(args.draw, draw(picture, profile))
    except OSError as error:
        sys.stderr.write(f"calibrate: {error.filename}: {error.strerror}\n")
        return 2
    told = {"profile": str(args.out), "camera": profile.camera, "spots": len(profile.spots)}
    sys.stdout.write(msgspec.json.encode({**told, "fingerprint": profile.fingerprint}).decode() + "\n")
    sys.stderr.write(f"calibrate: {len(profile.spots)} spots; look at the drawing before you trust them\n")
    return 0


def _read(path: Path) -> Picture:
    found = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if found is None:
        raise CalibrationError(f"{path}: no picture that can be read")
    return found.astype(np.uint8)


def _write(path: Path, picture: Picture) -> None:
    done, data = cv2.imencode(".png", picture)
    assert done
    path.write_bytes(data.tobytes())
