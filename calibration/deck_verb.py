"""`truedeal calibrate deck`: a deck shown to a camera, in any order, becomes what that camera knows it by."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from calibration.contact import sheet
from calibration.dates import dates, made_and_expires
from calibration.deck import Enrolment, View
from calibration.layout import CalibrationError
from calibration.live import pictures_of
from calibration.showing import Finder, Label, read_labels, read_order
from scanner import profile as profiles
from scanner.deck import Deck, png, save
from scanner.deck_file import FILE, NAMES
from scanner.flatten import Picture
from scanner.folder import ENDINGS, order
from scanner.frames import Outline, Point

MANY = 8
"""So many names are said; of more, their number."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the kind."""
    words = "pictures, a folder of them, or a source as a camera's: v4l2:PATH, rtsp://.., file:PATH, folder:PATH"
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help=words)
    parser.add_argument("--name", required=True, help="the deck's name, as on its box")
    parser.add_argument("--camera", required=True, help="the camera's name in the table's file")
    dates(parser)
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="the folder to write")
    parser.add_argument("--label", type=Path, metavar="FILE", help="lines of PICTURE CARD, or PICTURE CARD X Y")
    parser.add_argument("--order", type=Path, metavar="FILE", help="the cards in the order shown, one a picture")
    parser.add_argument("--place", nargs=4, type=_point, metavar="X,Y", help="a window's four corners, in pixels")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="the camera's profile: the deck is entered there")
    parser.add_argument("--sheet", type=Path, metavar="PNG", help="the contact sheet; FOLDER.png without")
    parser.add_argument("--seconds", type=float, default=600.0, help="how long a source is followed at most")
    parser.add_argument("--no-back", action="store_true", help="the back is not to be shown")
    parser.add_argument("--short", action="store_true", help="a deck of fewer cards: those in the pictures are all")
    parser.add_argument("--one-way", action="store_true", help="each card need be shown one way up only")


def _point(text: str) -> Point:
    x, _, y = text.partition(",")
    return float(x), float(y)


def run(args: argparse.Namespace) -> int:
    """Write the deck and its contact sheet; 1 where cards are missing, with the sheet alone written.

    Raises:
        CalibrationError: two cards look alike, or a file or source is not what it should be.
        OSError: a file cannot be read or written.
    """
    place = _place(args.place)
    made, expires = made_and_expires(args)
    enrolment = Enrolment(place)
    showing = _Showing(args, Finder(place, _background(args.profile)), enrolment)
    _say(f"{len(_wanted(args)) or 'some'} pictures to be taken, in any order: each card, and the back if asked for")
    for picture in showing.pictures():
        showing.take(picture)
        if picture.live and showing.complete and not args.short:
            break
    drawn = args.sheet or args.out.with_name(args.out.name + ".png")
    drawn.write_bytes(png(sheet(enrolment.pictures(), () if args.one_way else enrolment.one_way)))
    if not showing.complete:
        return _incomplete(args, enrolment, drawn)
    deck = enrolment.deck(args.name, args.camera, made, expires)
    save(deck, args.out)
    if args.profile is not None:
        _enter(args.profile, args.out, deck)
    told = {"deck": str(args.out / FILE), "name": args.name, "camera": args.camera, "sheet": str(drawn)}
    limits = msgspec.to_builtins(deck.file.limits)
    near = msgspec.to_builtins(deck.file.closest)
    more = {"closest": near, "limits": limits, "readers": deck.file.readers, "fingerprint": deck.file.fingerprint}
    sys.stdout.write(msgspec.json.encode({**told, **more}).decode() + "\n")
    _say(f"the two closest, {near['one']} and {near['other']}, differ by {near['apart']:.4f}; look at {drawn}")
    return 0


def _wanted(args: argparse.Namespace) -> tuple[str, ...]:
    return () if args.short else NAMES[:-1] if args.no_back else NAMES


class _Taken(NamedTuple):
    where: str
    number: int
    image: Picture
    live: bool


class _Showing:
    """Takes pictures one by one into the enrolment, and says what is new and what is wanted."""

    def __init__(self, args: argparse.Namespace, finder: Finder, enrolment: Enrolment) -> None:
        self._args, self._finder, self._enrolment = args, finder, enrolment
        self._labels = read_labels(args.label) if args.label else ()
        self._order = read_order(args.order) if args.order else ()
        self._before: dict[str, View] = {}

    @property
    def complete(self) -> bool:
        """Whether all is shown that is asked for."""
        return not self._enrolment.wanted(_wanted(self._args)) and (self._args.one_way or not self._enrolment.one_way)

    def pictures(self) -> Iterator[_Taken]:
        """The pictures of all sources in turn."""
        number = 0
        for source in self._args.sources:
            for where, image, live in _of(source, self._args.seconds, self._size()):
                number += 1
                yield _Taken(where, number, image, live)

    def _size(self) -> tuple[int, int]:
        found = profiles.load(self._args.profile) if self._args.profile else None
        return (found.width, found.height) if found else (1920, 1080)

    def take(self, taken: _Taken) -> None:
        """Take in what a picture shows."""
        views, unread, lost = self._views(taken)
        if taken.live:
            views = self._steady(views)
        news = [words for view in views if (words := self._enrolment.show(view))]
        if taken.live and not news:
            return
        left = self._enrolment.wanted(_wanted(self._args))
        ways = () if self._args.one_way else self._enrolment.one_way
        parts = [f"new {_few(news)}" if news else "nothing new", f"wanted {_few(left)}" if left else "all shown"]
        parts += [f"the other way up {_few(ways)}"] if ways else []
        parts += [f"{unread} not readable: name them with --label"] if unread else []
        parts += [f"no outline found for {_few(lost)}"] if lost else []
        _say(f"{taken.where}: {'; '.join(parts)}")

    def _views(self, taken: _Taken) -> tuple[list[View], int, list[str]]:
        labels = [one for one in self._labels if Path(one.picture).name == Path(taken.where).name]
        if self._order and not labels:
            if taken.number > len(self._order):
                return [], 0, []
            labels = [Label(taken.where, self._order[taken.number - 1], None)]
        if labels:
            return self._named(taken, labels)
        views, unread = self._finder.read(taken.image, taken.where)
        return views, len(unread), []

    def _named(self, taken: _Taken, labels: list[Label]) -> tuple[list[View], int, list[str]]:
        views, lost = self._finder.labelled(taken.image, taken.where, labels)
        return views, 0, lost

    def _steady(self, views: list[View]) -> list[View]:
        """Those that the picture before showed as well: a card in motion is not taken."""
        still = [view for view in views if view.name in self._before]
        self._before = {view.name: view for view in views}
        return still


def _of(source: str, seconds: float, size: tuple[int, int]) -> Iterator[tuple[str, Picture, bool]]:
    path = Path(source)
    if path.is_dir():
        names = sorted((one.name for one in path.iterdir() if one.suffix.lower() in ENDINGS), key=order)
        for name in names:
            yield str(path / name), _read(path / name), False
        return
    if path.is_file():
        yield source, _read(path), False
        return
    kind = source.partition(":")[0]
    if kind not in {"v4l2", "rtsp", "rtsps", "file", "folder"}:
        raise CalibrationError(f"{source}: no such picture or folder")
    for number, image in enumerate(pictures_of(source, seconds, size), 1):
        yield f"{source} #{number}", image, True


def _read(path: Path) -> Picture:
    found = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR) if path.stat().st_size else None
    if found is None:
        raise CalibrationError(f"{path}: no picture that can be read")
    return np.asarray(found, np.uint8)


def _place(points: list[Point] | None) -> Outline | None:
    if points is None:
        return None
    if cv2.contourArea(np.array(points, np.float32), oriented=True) <= 0:
        raise CalibrationError("--place goes round the card clockwise, from the card's own top left")
    a, b, c, d = points
    return a, b, c, d


def _background(profile: Path | None) -> Picture | None:
    """The picture of the empty layout beside the camera's profile, where there is one."""
    name = "" if profile is None else profiles.load(profile).background
    return _read(profile.parent / name) if profile is not None and name else None


def _incomplete(args: argparse.Namespace, enrolment: Enrolment, drawn: Path) -> int:
    for words in enrolment.doubts:
        _say(f"in doubt: {words}")
    left = enrolment.wanted(_wanted(args))
    ways = () if args.one_way else enrolment.one_way
    told = {"deck": None, "missing": left, "other_way": ways, "sheet": str(drawn)}
    sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
    _say(f"no deck written: show {' '.join((*left, *(f'{name} the other way up' for name in ways)))}")
    return 1


def _enter(path: Path, folder: Path, deck: Deck) -> None:
    """Name the deck in the camera's profile, in place of one of the same name."""
    found = profiles.load(path)
    if found.camera != deck.file.camera:
        raise CalibrationError(f"{path}: is for the camera {found.camera!r}, the deck for {deck.file.camera!r}")
    where = folder.resolve()
    beside = path.parent.resolve()
    shown = where.relative_to(beside) if where.is_relative_to(beside) else where
    others = tuple(one for one in found.decks if one.name != deck.file.name)
    entry = profiles.EnrolledDeck(deck.file.name, str(shown))
    profiles.save(msgspec.structs.replace(found, decks=(*others, entry)), path)


def _few(names: tuple[str, ...] | list[str]) -> str:
    return " ".join(names[:MANY]) + (f" and {len(names) - MANY} more" if len(names) > MANY else "")


def _say(words: str) -> None:
    sys.stderr.write(f"calibrate: {words}\n")
