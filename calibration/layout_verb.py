"""`truedeal calibrate layout`: a layout profile from a picture of the empty table."""

import argparse
import sys
from datetime import date
from pathlib import Path

import cv2
import msgspec
import numpy as np

from calibration.dates import dates, made_and_expires
from calibration.layout import CalibrationError, Picture, Shown, draw, make, read_plan
from scanner.frames import Point
from scanner.lens import Lens, check_lens
from scanner.profile import Mark, save


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
    parser.add_argument(
        "--mark",
        action="append",
        default=[],
        type=_mark,
        metavar="X,Y=MM,MM",
        help="one more place: its pixel in the picture and where it lies from the field's top left, in mm",
    )
    parser.add_argument("--lens", type=Path, metavar="JSON", help="this camera's lens, from `truedeal calibrate lens`")
    dates(parser)
    parser.add_argument("--out", required=True, type=Path, help="the profile to write, NAME.json")
    parser.add_argument("--draw", type=Path, metavar="PNG", help="also draw the spots into the picture")


def _point(text: str) -> Point:
    x, _, y = text.partition(",")
    return float(x), float(y)


def _mark(text: str) -> Mark:
    px, _, mm = text.partition("=")
    return Mark(_point(px), _point(mm))


def run(args: argparse.Namespace) -> int:
    """Write the profile and its picture.

    Raises:
        CalibrationError: plan, picture or corners are not fit for a profile.
        OSError: a file cannot be written.
    """
    plan = read_plan(args.plan)
    picture = read_picture(args.picture)
    lens = None if args.lens is None else read_lens(args.lens)
    made, expires = made_and_expires(args)
    if lens is not None:
        size = (picture.shape[1], picture.shape[0])
        for why in check_lens(lens, args.camera, size, date.fromisoformat(made)):
            raise CalibrationError(f"{args.lens}: {why}")
    shown = Shown(args.camera, picture, tuple(args.corners), made, expires, tuple(args.mark), lens)
    profile, png = make(shown, plan)
    (args.out.parent / profile.background).write_bytes(png)
    save(profile, args.out)
    if args.draw is not None:
        write_picture(args.draw, draw(picture, profile))
    told = {"profile": str(args.out), "camera": profile.camera, "spots": len(profile.spots)}
    sys.stdout.write(msgspec.json.encode({**told, "fingerprint": profile.fingerprint}).decode() + "\n")
    sys.stderr.write(f"calibrate: {len(profile.spots)} spots; look at the drawing before you trust them\n")
    return 0


def read_lens(path: Path) -> Lens:
    """A lens as `truedeal calibrate lens --out` wrote it.

    Raises:
        CalibrationError: the file cannot be read or holds no lens.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Lens)
    except OSError as error:
        raise CalibrationError(f"{path}: {error.strerror}; write one with `truedeal calibrate lens`") from error
    except msgspec.MsgspecError as error:
        raise CalibrationError(f"{path}: {error}; write it anew with `truedeal calibrate lens`") from error


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
