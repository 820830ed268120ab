"""The report on one camera over its table: every figure with what it must be, and the cure where it is not."""

from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Literal

import msgspec
import numpy as np

from calibration.reading import Reading
from calibration.sight import SpotFigures
from games.spots import SpotKind, parse_spot
from scanner.deck_file import check as deck_check
from scanner.geometry import distance, to_mm
from scanner.lens import check_lens
from scanner.profile import Profile, check

VERSION = 1


class Wanted(msgspec.Struct, frozen=True):
    """What a camera must give to be fit. Beside `good` values stand those below which a note is made."""

    card_px: float = 60.0
    card_px_good: float = 100.0
    blur_percent: float = 3.0
    blur_percent_good: float = 1.5
    light: float = 25.0
    light_ratio: float = 2.5
    glare: float = 0.02
    residual_mm: float = 4.0
    unread_percent: float = 5.0
    labelled: int = 104
    """Cards after which 0 wrong says something: each of a deck twice."""
    soon_days: int = 14


class Item(msgspec.Struct, frozen=True):
    """One thing looked at: `bad` makes the camera not fit, `note` is to be known."""

    about: str
    level: Literal["ok", "note", "bad"]
    what: str
    cure: str = ""


class Residuals(msgspec.Struct, frozen=True):
    """How far the marks lie from where the homography puts them, in mm; of four marks always 0."""

    marks: int
    mean_mm: float
    most_mm: float


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the report says, as `--json` prints it."""

    version: int = VERSION
    verdict: Literal["fit", "not fit"]
    profile: str
    camera: str
    made: str
    profile_made: str
    expires: str
    fingerprint: str
    lens_fingerprint: str
    lens_error_px: float | None
    pictures: int
    shift_mm: float | None
    light_ratio: float
    residuals: Residuals
    spots: tuple[SpotFigures, ...]
    reading: Reading | None
    items: tuple[Item, ...]


def residuals(profile: Profile) -> Residuals:
    """The homography against the marks it was measured from."""
    off = [distance(to_mm(profile.homography, mark.px, profile.optics), mark.mm) for mark in profile.places]
    if not off:
        return Residuals(0, 0.0, 0.0)
    return Residuals(len(off), round(float(np.mean(off)), 2), round(max(off), 2))


class Looked(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured in the pictures: `shifts` in mm of each picture, None where it could not be told."""

    pictures: int
    shifts: tuple[float | None, ...]
    spots: tuple[SpotFigures, ...]
    empty: tuple[SpotFigures, ...]
    reading: Reading | None


def judge(profile: Profile, path: Path, looked: Looked, today: date, wanted: Wanted) -> Report:
    """The report. `empty` of what was looked at are the spots' figures in the profile's own picture."""
    lights = [one.light for one in looked.empty or looked.spots]
    ratio = round(max(lights, default=0.0) / max(1.0, min(lights, default=0.0)), 2)
    told = [shift for shift in looked.shifts if shift is not None]
    shift = median(told) if told else None
    off = residuals(profile)
    items = (
        *_holds(profile, path, today, wanted),
        *_place(profile, looked, shift),
        *_homography(off, wanted),
        *(item for one in looked.spots for item in _spot(one, wanted)),
        *_light(looked, ratio, wanted),
        *_reading(looked.reading, wanted),
    )
    lens = profile.optics
    return Report(
        verdict="not fit" if any(item.level == "bad" for item in items) else "fit",
        profile=str(path),
        camera=profile.camera,
        made=today.isoformat(),
        profile_made=profile.made,
        expires=profile.expires,
        fingerprint=profile.fingerprint,
        lens_fingerprint=lens.fingerprint if lens else "",
        lens_error_px=lens.error_px if lens else None,
        pictures=looked.pictures,
        shift_mm=shift,
        light_ratio=ratio,
        residuals=off,
        spots=looked.spots,
        reading=looked.reading,
        items=items,
    )


def _holds(profile: Profile, path: Path, today: date, wanted: Wanted) -> list[Item]:
    """Whether profile, decks and lens hold today."""
    layout, board = "truedeal calibrate layout", "truedeal calibrate lens"
    within = today + timedelta(days=wanted.soon_days)
    found = [Item("profile", "bad", what, layout) for what in check(profile, path, today)]
    if not found:
        found.append(_held("profile", f"made on {profile.made}", profile.expires, layout, within))
    decks = [*deck_check(profile.decks, path.parent, profile.camera, today)]
    found += [Item("deck", "bad", what, "truedeal calibrate deck") for what in decks]
    if not profile.decks:
        words = "no deck was shown to this camera: it reads by what all decks have in common"
        found.append(Item("deck", "note", words, "truedeal calibrate deck"))
    return [*found, *_lens(profile, board, today, within)]


def _lens(profile: Profile, board: str, today: date, within: date) -> list[Item]:
    lens = profile.optics
    if lens is None:
        words = "no lens was measured: straight lines must be straight in the picture"
        return [Item("lens", "note", words, f"{board}, where they are not")]
    reasons = check_lens(lens, profile.camera, (profile.width, profile.height), today)
    if reasons:
        return [Item("lens", "bad", what, board) for what in reasons]
    words = f"made on {lens.made} from {lens.views} views, {lens.error_px:.2f} px off"
    return [_held("lens", words, lens.expires, board, within)]


def _held(about: str, words: str, expires: str, cure: str, soon: date) -> Item:
    """Something that holds today: a note where it will not `soon`."""
    if not expires:
        return Item(about, "ok", f"{words}, never expires")
    until = f"{words}, holds until {expires}"
    return Item(about, "note", until, cure) if date.fromisoformat(expires) < soon else Item(about, "ok", until)


def _place(profile: Profile, looked: Looked, shift: float | None) -> list[Item]:
    """Whether the camera still looks at this layout from where it did."""
    limit = profile.thresholds.shift_mm
    cure = "put the camera back as it was, or `truedeal calibrate layout` anew"
    if shift is None:
        words = (
            "the layout of the profile was not found in any picture: another table, another camera, or no print on it"
        )
        return [Item("place", "bad" if looked.pictures else "note", words, cure)]
    if shift > limit:
        return [Item("place", "bad", f"the camera looks {shift:.0f} mm aside, {limit:.0f} at most", cure)]
    return [Item("place", "ok", f"the camera stands as it did, {shift:.0f} mm aside")]


def _homography(off: Residuals, wanted: Wanted) -> list[Item]:
    more = "name more places with `truedeal calibrate layout --mark`, in the middle and at the rim"
    if off.marks <= 4:
        unknown = "the profile does not say which marks it was measured from"
        words = "four marks always fit, and prove nothing" if off.marks else unknown
        return [Item("homography", "note", words, more)]
    words = f"{off.marks} marks lie {off.mean_mm:.1f} mm off, {off.most_mm:.1f} at most"
    if off.most_mm > wanted.residual_mm:
        cure = "name the marks anew; where they are right, measure the lens: `truedeal calibrate lens`"
        return [Item("homography", "bad", words, cure)]
    return [Item("homography", "ok", words)]


def _spot(one: SpotFigures, wanted: Wanted) -> list[Item]:
    """Whether cards in a spot are large and sharp enough."""
    if parse_spot(one.spot).kind is SpotKind.DIE:
        return [Item(one.spot, "ok", f"{one.mm_per_px:.2f} mm per px")]
    size = f"a card is {one.card_px:.0f} px wide, its index corner {one.index_px:.0f} px high"
    if one.card_px < wanted.card_px:
        cure = f"bring the camera nearer or take larger pictures: {wanted.card_px:.0f} px are needed"
        found = [Item(one.spot, "bad", size, cure)]
    elif one.card_px < wanted.card_px_good:
        cure = f"{wanted.card_px_good:.0f} px would be safe"
        found = [Item(one.spot, "note", size, cure)]
    else:
        found = [Item(one.spot, "ok", size)]
    if one.blur_percent is None:
        words = "no picture shows an edge there: its sharpness is not known"
        return [*found, Item(one.spot, "note", words, "lay cards there and take pictures")]
    blur = f"the blur is {one.blur_percent:.1f} % of a card's width"
    if one.blur_percent > wanted.blur_percent:
        cure = "focus the lens on the felt, clean it, shorten the exposure, add light"
        return [*found, Item(one.spot, "bad", f"{blur}, {wanted.blur_percent:g} at most", cure)]
    if one.blur_percent > wanted.blur_percent_good:
        return [*found, Item(one.spot, "note", blur, f"under {wanted.blur_percent_good:g} % is safe: focus the lens")]
    return [*found, Item(one.spot, "ok", blur)]


def _light(looked: Looked, ratio: float, wanted: Wanted) -> list[Item]:
    """Whether the light is enough, even and without glare."""
    found = []
    if looked.spots and (dim := min(looked.spots, key=lambda one: one.light)).light < wanted.light:
        words = f"{dim.spot} is dark: mean grey {dim.light:.0f}, {wanted.light:.0f} are needed"
        found.append(Item("light", "bad", words, "add light, open the lens or lengthen the exposure"))
    if ratio > wanted.light_ratio:
        words = f"the lightest spot has {ratio:.1f} times the light of the darkest, {wanted.light_ratio:g} at most"
        found.append(Item("light", "bad", words, "move the lamp or add one on the dark side"))
    for one in looked.empty:
        if one.glare > wanted.glare:
            words = f"{one.spot}: {one.glare * 100:.0f} % of the bare felt is burnt out"
            found.append(Item("light", "bad", words, "move the lamp, shade it, or shorten the exposure"))
    return found or [Item("light", "ok", f"the lightest spot has {ratio:.1f} times the light of the darkest")]


def _reading(reading: Reading | None, wanted: Wanted) -> list[Item]:
    """Whether known cards were read as they are."""
    show = "take pictures of known cards in every spot and name them with --labels"
    if reading is None:
        return [Item("reading", "note", "no labelled pictures were given: that cards are read is not proven", show)]
    words = f"{reading.labelled} labelled: {reading.right} right, {reading.wrong} wrong, {reading.rate:.1f} % unread"
    if reading.wrong:
        return [
            Item("reading", "bad", words, "show the deck: `truedeal calibrate deck`; then mend blur, scale and light")
        ]
    if reading.rate > wanted.unread_percent:
        cure = "mend blur, scale and light above; then show the deck: `truedeal calibrate deck`"
        return [Item("reading", "bad", f"{words}, {wanted.unread_percent:g} at most", cure)]
    if reading.labelled < wanted.labelled:
        few = f"{words}; {wanted.labelled} or more would say how rare a wrong one is"
        return [Item("reading", "note", few, show)]
    return [Item("reading", "ok", f"{words}; with 95 % certainty under {300 / reading.labelled:.1f} % wrong")]
