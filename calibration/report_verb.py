"""`truedeal calibrate report`: looks at a profile and at pictures of its table, and says whether the camera is fit."""

import argparse
import sys
from datetime import date
from pathlib import Path

import cv2
import msgspec
import numpy as np

from calibration.dates import today
from calibration.layout import CalibrationError, Picture, draw
from calibration.page import Shots, light_map, page
from calibration.reading import Label, Verdict, counted, judged, read_labels
from calibration.report import Item, Looked, Report, Wanted, judge
from calibration.shots import count, shots
from calibration.sight import Glance, crop, figures, glance
from scanner.capture import Taken
from scanner.frames import Quality
from scanner.lens import reaches
from scanner.printed import background_of
from scanner.profile import Profile, ProfileError, load
from scanner.reading import reader_of
from scanner.view import Viewer

PICTURES, SECONDS = 10, 60
"""So many pictures of a camera are enough, or so long."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """The words of the kind."""
    parser.add_argument("profile", type=Path, help="the camera's profile")
    parser.add_argument("--source", required=True, help="a folder of pictures, or a camera as in the table's file")
    parser.add_argument("--labels", type=Path, metavar="FILE", help="what lies there: lines of PICTURE SPOT CARD")
    parser.add_argument("--out", type=Path, metavar="HTML", help="the page to write; PROFILE-report.html without")
    parser.add_argument("--json", action="store_true", help="print all figures, not only the verdict")
    parser.add_argument("--pictures", type=int, default=PICTURES, help=f"of a camera, so many ({PICTURES})")
    parser.add_argument("--today", metavar="YYYY-MM-DD", help="the date the profile must hold on; today without")


def run(args: argparse.Namespace) -> int:
    """Write the page; 0 for a camera that is fit, 1 for one that is not.

    Raises:
        CalibrationError: profile, labels or pictures cannot be used.
        OSError: the page cannot be written, or the camera cannot be opened.
    """
    try:
        profile = load(args.profile)
        viewer = _viewer(profile, args.profile.parent)
    except ProfileError as error:
        raise CalibrationError(str(error)) from error
    day = _day(args.today)
    labels = read_labels(args.labels, profile) if args.labels else ()
    watch = _Watch(profile, viewer, labels)
    _watched(args, watch)
    report = judge(profile, args.profile, watch.looked(args.profile.parent), day, Wanted())
    out: Path = args.out or args.profile.with_name(f"{args.profile.stem}-report.html")
    out.write_text(page(report, watch.shots(args.profile.parent)), encoding="utf-8")
    _told(report, out, whole=args.json)
    return 0 if report.verdict == "fit" else 1


def _viewer(profile: Profile, folder: Path) -> Viewer:
    if profile.optics is not None and not reaches(profile.optics):
        raise CalibrationError("the profile's lens does not reach the picture's rim: measure it again")
    return Viewer(profile, background_of(folder, profile), reader_of(profile, folder))


def _day(text: str | None) -> date:
    try:
        return today() if text is None else date.fromisoformat(text)
    except ValueError as error:
        raise CalibrationError(f"--today {text}: {error}; write 2026-01-31") from error


class _Watch:
    """Takes pictures in and keeps what the report needs of them."""

    def __init__(self, profile: Profile, viewer: Viewer, labels: tuple[Label, ...]) -> None:
        self._profile, self._viewer = profile, viewer
        self._labels: dict[str, list[Label]] = {}
        for label in labels:
            self._labels.setdefault(label.picture, []).append(label)
        self._glances: dict[str, list[Glance]] = {str(area.spot): [] for area in profile.spots}
        self._shifts: list[float | None] = []
        self._verdicts: list[Verdict] = []
        self._missed: list[tuple[Verdict, Picture]] = []
        self._newest: Picture | None = None
        self.count = 0
        self.size = (profile.width, profile.height)

    @property
    def wanting(self) -> list[str]:
        """Labelled pictures that have not come."""
        return sorted(self._labels)

    def take(self, name: str, image: Picture) -> str:
        """Take a picture in; what it showed, in words.

        Raises:
            CalibrationError: it is of another size than the profile.
        """
        size, wanted = image.shape[1::-1], self.size
        if size != wanted:
            raise CalibrationError(
                f"{name}: is {size[0]} x {size[1]}, the profile is for {wanted[0]} x {wanted[1]}: another camera, or"
                " another setting of it; measure the layout again"
            )
        self.count += 1
        self._newest = image
        for area in self._profile.spots:
            part = crop(self._profile, area, image)
            if part.size:
                self._glances[str(area.spot)].append(glance(part))
        frame = self._viewer.see(Taken(self.count, 0, 0, image), Quality.FRESH)
        self._shifts.append(frame.shift_mm)
        found = judged(self._profile, self._labels.pop(name, []), frame.cards)
        self._verdicts += found
        self._missed += [(one, self._crop(one.spot, image)) for one in found if one.said != one.lies]
        read = sum(card.card is not None for card in frame.cards)
        off = sum(one.said != one.lies for one in found)
        return f"{read} cards read" + (f", {off} of {len(found)} labelled not right" if found else "")

    def _crop(self, spot: str, image: Picture) -> Picture:
        area = next(area for area in self._profile.spots if str(area.spot) == spot)
        return crop(self._profile, area, image).copy()

    def looked(self, folder: Path) -> Looked:
        """What was measured.

        Raises:
            CalibrationError: a spot lies outside the picture.
        """
        empty = background_of(folder, self._profile)
        spots, bare = [], []
        for area in self._profile.spots:
            seen = self._glances[str(area.spot)]
            if not seen:
                raise CalibrationError(f"{area.spot}: lies outside the picture; measure the layout again")
            spots.append(figures(self._profile, area, seen))
            if empty is not None:
                part = crop(self._profile, area, np.asarray(empty, np.uint8))
                bare.append(figures(self._profile, area, [glance(part)]))
        return Looked(
            pictures=self.count,
            shifts=tuple(self._shifts),
            spots=tuple(spots),
            empty=tuple(bare),
            reading=counted(self._verdicts) if self._verdicts else None,
        )

    def shots(self, folder: Path) -> Shots:
        """What the page shows."""
        assert self._newest is not None
        empty = background_of(folder, self._profile)
        bare = self._newest if empty is None else np.asarray(empty, np.uint8)
        spots = {str(area.spot): crop(self._profile, area, self._newest) for area in self._profile.spots}
        small = min(1.0, 900 / self._profile.width)
        layout = cv2.resize(draw(self._newest, self._profile), None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
        light = cv2.resize(light_map(self._profile, bare), None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
        return Shots(np.asarray(layout, np.uint8), np.asarray(light, np.uint8), spots, tuple(self._missed))


def _watched(args: argparse.Namespace, watch: _Watch) -> None:
    """Take all pictures of a folder, or some of a camera; each is told."""
    total = count(args.source)
    for number, shot in enumerate(shots(args.source, watch.size, SECONDS), 1):
        words = "cannot be read as a picture" if shot.image is None else watch.take(shot.name, shot.image)
        _say(f"{number} of {total or args.pictures}: {shot.name}: {words}")
        if total is None and watch.count >= args.pictures:
            break
    if not watch.count:
        raise CalibrationError(f"{args.source}: gave no picture that can be read")
    if wanting := watch.wanting:
        raise CalibrationError(f"{args.labels}: labels pictures that {args.source} lacks: {', '.join(wanting[:5])}")


def _told(report: Report, out: Path, *, whole: bool) -> None:
    bad = [item for item in report.items if item.level == "bad"]
    if whole:
        line = msgspec.json.encode(report)
    else:
        line = msgspec.json.encode({"report": str(out), "verdict": report.verdict, "mend": bad})
    sys.stdout.write(line.decode() + "\n")
    for item in bad:
        _say(_words(item))
    _say(f"{report.camera} is {report.verdict}; look at {out}")


def _words(item: Item) -> str:
    return f"{item.about}: {item.what}" + (f"\n           cure: {item.cure}" if item.cure else "")


def _say(words: str) -> None:
    sys.stderr.write(f"calibrate: {words}\n")
    sys.stderr.flush()
