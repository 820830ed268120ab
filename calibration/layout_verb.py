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
    """The words of the kind."""
    parser.add_argument("picture", type=Path, help="a picture of the empty layout, as this camera gives it")
    parser.add_argument("--camera", required=True, help="the camera's name in the table's file")
    parser.add_argument(
        "--corners",
        required=True,
        nargs=4,
        type=_point,
        metavar="X,Y",
        help="the corners of the plan's field in the picture, in pixels, clockwise from the top left",
    )
    parser.add_argument("--plan", required=True, type=Path, help="the layout as drawn (config/tcp_live.layout.toml)")
    parser.add_argument("--made", required=True, help="today's date, YYYY-MM-DD; it stands in the profile")
    parser.add_argument("--out", required=True, type=Path, help="the profile to write, NAME.json")
    parser.add_argument("--draw", type=Path, metavar="PNG", help="also draw the spots into the picture")


def _point(text: str) -> Point:
    x, _, y = text.partition(",")
    return float(x), float(y)


def run(args: argparse.Namespace) -> int:
    """Write the profile and its picture.

    Raises:
        CalibrationError: plan, picture or corners are not fit for a profile.
        OSError: a file cannot be written.
    """
    plan = read_plan(args.plan)
    picture = read_picture(args.picture)
    profile, png = make(args.camera, picture, tuple(args.corners), plan, args.made)
    (args.out.parent / profile.background).write_bytes(png)
    save(profile, args.out)
    if args.draw is not None:
        write_picture(args.draw, draw(picture, profile))
    told = {"profile": str(args.out), "camera": profile.camera, "spots": len(profile.spots)}
    sys.stdout.write(msgspec.json.encode({**told, "fingerprint": profile.fingerprint}).decode() + "\n")
    sys.stderr.write(f"calibrate: {len(profile.spots)} spots; look at the drawing before you trust them\n")
    return 0


def read_picture(path: Path) -> Picture:
    """A picture file's pixels.

    Raises:
        CalibrationError: it cannot be read.
    """
    found = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if found is None:
        raise CalibrationError(f"{path}: no picture that can be read")
    return found.astype(np.uint8)


def write_picture(path: Path, picture: Picture) -> None:
    """Write a picture as PNG."""
    done, data = cv2.imencode(".png", picture)
    assert done
    path.write_bytes(data.tobytes())
