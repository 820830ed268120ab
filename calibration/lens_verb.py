"""`truedeal calibrate lens`: prints the board, and measures a lens from pictures of it."""

import argparse
import sys
from pathlib import Path

import msgspec

from calibration.board import PAPERS, board_for, pdf, png, sheet
from calibration.dates import dates, made_and_expires
from calibration.layout import CalibrationError, fit, rows_of
from calibration.layout_verb import write_picture
from calibration.lens import Measured, bow_px, draw, solve, straightened
from calibration.shots import SIZE, count, shots
from calibration.views import Finder, Refused, coverage, empty
from scanner.lens import Lens
from scanner.profile import Profile, ProfileError, edited, load, save, sealed

VIEWS, SECONDS = 20, 300
"""A camera is looked at until so many views count and no third is empty, or for so long."""


class Told(msgspec.Struct, frozen=True):
    """The line on stdout; `thirds` are corners a third, across and down, `spread_px` how sure the focal length is."""

    lens: str
    profile: str
    camera: str
    views: int
    error_px: float
    focal_px: float
    spread_px: float
    bow_px: float
    thirds: tuple[int, ...]
    empty: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    pictures: tuple[str, ...]
    fingerprint: str


def arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the kind."""
    parser.add_argument("--print", dest="sheet", type=Path, metavar="FILE", help="only write the board: .png or .pdf")
    parser.add_argument("--paper", default="a4", help=f"with --print: {', '.join(PAPERS)}, or 600x400 in mm (a4)")
    parser.add_argument("--source", help="a folder of pictures of the board, or a camera as in the table's file")
    parser.add_argument("--camera", help="the camera's name in the table's file; that of the profile where not given")
    parser.add_argument("--size", default=f"{SIZE[0]}x{SIZE[1]}", help="what a camera is asked for, in pixels")
    parser.add_argument("--profile", type=Path, metavar="JSON", help="a layout profile to put the lens into")
    parser.add_argument("--out", type=Path, metavar="JSON", help="a file for the lens alone, for `calibrate layout`")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"how long a camera is looked at ({SECONDS})")
    dates(parser)


def run(args: argparse.Namespace) -> int:
    """Print the board, or measure the lens and write it down.

    Raises:
        CalibrationError: a word is wrong, or the pictures make no lens.
        OSError: a file cannot be written, or the camera cannot be opened.
    """
    if args.sheet is not None:
        return _print(args.sheet, args.paper)
    if args.source is None or (args.out is None and args.profile is None):
        raise CalibrationError(
            "name --source and where the lens goes, --profile or --out; --print FILE makes the board"
        )
    profile = None if args.profile is None else _profile(args.profile)
    camera = args.camera or (profile.camera if profile else "")
    if not camera or (profile and camera != profile.camera):
        raise CalibrationError(f"--camera {camera}: name the camera of the table's file, the same as in the profile")
    made, expires = made_and_expires(args)
    finder = Finder()
    _collect(args, finder)
    measured = solve(finder, camera, made, expires)
    return _written(args, finder, measured, profile)


def _print(path: Path, paper: str) -> int:
    kinds = {".png": png, ".pdf": pdf}
    if path.suffix.lower() not in kinds:
        raise CalibrationError(f"--print {path}: name a .png or a .pdf")
    board = board_for(paper)
    path.write_bytes(kinds[path.suffix.lower()](sheet(board)))
    told = {"board": str(path), "paper": board.paper, "square_mm": board.square}
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    _say(f"print {path} at 100 %, glue it flat, and check the line of 100 mm; a square has {board.square:g} mm")
    return 0


def _profile(path: Path) -> Profile:
    try:
        profile = load(path)
    except ProfileError as error:
        raise CalibrationError(str(error)) from error
    if edited(profile):
        raise CalibrationError(f"{path}: was edited by hand or damaged since it was measured; measure the layout again")
    if not profile.places:
        cure = "write the lens with --out and measure the layout again: `truedeal calibrate layout ... --lens`"
        raise CalibrationError(f"{path}: does not say which marks it was measured from; {cure}")
    return profile


def _collect(args: argparse.Namespace, finder: Finder) -> None:
    """Take all pictures of a folder, or a camera's until there is enough; each is told."""
    total = count(args.source)
    for number, shot in enumerate(shots(args.source, _size(args.size), args.seconds), 1):
        found = finder.take(shot.name, shot.image)
        part = f"{number} of {total}" if total else f"{number}"
        if isinstance(found, Refused):
            _say(f"{part}: {shot.name}: {found.why}")
            continue
        assert finder.size is not None
        none = empty(coverage(finder.views, finder.size))
        missing = f"; no corner yet at: {', '.join(none)}" if none else ""
        _say(f"{part}: {shot.name}: view {len(finder.views)}, {len(found.ids)} corners{missing}")
        if total is None and len(finder.views) >= VIEWS and not none:
            return


def _size(text: str) -> tuple[int, int]:
    wide, _, tall = text.partition("x")
    if not (wide.isdecimal() and tall.isdecimal()):
        raise CalibrationError(f"--size {text}: write width and height in pixels, as 1920x1080")
    return int(wide), int(tall)


def _written(args: argparse.Namespace, finder: Finder, measured: Measured, profile: Profile | None) -> int:
    lens = measured.lens
    if profile is not None:
        save(with_lens(profile, lens), args.profile)
    if args.out is not None:
        args.out.write_bytes(msgspec.json.format(msgspec.json.encode(lens), indent=2) + b"\n")
    stem: Path = args.out or args.profile
    pictures = (stem.with_name(f"{stem.stem}-corners.png"), stem.with_name(f"{stem.stem}-straight.png"))
    assert finder.best is not None
    write_picture(pictures[0], draw(finder.best, finder.views))
    write_picture(pictures[1], straightened(finder.best, lens))
    counts = coverage(finder.views, (lens.width, lens.height))
    told = Told(
        lens=str(args.out or ""),
        profile=str(args.profile or ""),
        camera=lens.camera,
        views=len(finder.views),
        error_px=round(lens.error_px, 3),
        focal_px=round(lens.matrix[0][0], 1),
        spread_px=round(measured.focal_spread, 2),
        bow_px=round(bow_px(lens), 1),
        thirds=counts,
        empty=tuple(empty(counts)),
        refused=tuple((one.name, one.why) for one in finder.refused),
        pictures=tuple(map(str, pictures)),
        fingerprint=lens.fingerprint,
    )
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    _say(_words(told))
    return 0


def with_lens(profile: Profile, lens: Lens) -> Profile:
    """The profile with a lens, its homography measured again from the same marks.

    Raises:
        CalibrationError: the lens is for another size of picture.
    """
    if (lens.width, lens.height) != (profile.width, profile.height):
        raise CalibrationError(
            f"the board was seen at {lens.width} x {lens.height}, the profile is for {profile.width} x"
            f" {profile.height}: take the pictures at the size that is used at the table"
        )
    first, second, third = rows_of(fit(profile.places, lens))
    return sealed(msgspec.structs.replace(profile, lens=lens, homography=(first, second, third)))


def _words(told: Told) -> str:
    words = f"{told.views} views, the corners lie {told.error_px:.2f} px off, the lens moves the rim"
    words += f" by {told.bow_px:.0f} px"
    if told.empty:
        words += f"; only guessed at {', '.join(told.empty)}, where the board was never"
    return f"{words}; look whether lines are straight in {told.pictures[1]}"


def _say(words: str) -> None:
    sys.stderr.write(f"calibrate: {words}\n")
    sys.stderr.flush()
