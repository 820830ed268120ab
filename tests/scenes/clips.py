"""Clips: pictures of a drawn table at 25 a second through the whole camera side, alone or at a table of the core.

A still is drawn once; each picture of it that the camera takes has its own noise. Nothing is recognised but by the
recogniser that the product runs, and nothing is sighted but by its own fold.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from bridge.events import Event
from demo import view
from demo.layout import Area, Layout
from demo.table import Place, Placed, Table
from demo.view import Carry, Scene
from games.cards import Card
from games.spots import Spot
from scanner.capture import FROZEN_MS, Taken
from scanner.frames import FrameSeen, Point, Quality, Side
from scanner.pipeline import Pipeline
from scanner.profile import Profile, load
from scanner.quality import Image
from scanner.sighting import Sighting
from scanner.sightings import watch
from scanner.views import Views
from tests.layouts import said
from tests.pictures import noisy
from tests.rig import FRAME, Rig


@cache
def seats(*spots: Spot, tall: float = 150.0) -> Layout:
    """One spot or two side by side, two pixels a millimetre: no larger than cards need to be read.

    No card touches the printed arc, and no box has a card's shape. With a height of 220 they lie in the lower half.
    """
    wide = 150.0 if len(spots) == 1 else 250.0
    y = tall * 0.61 if tall > 150 else 57.0
    xs = (75.0,) if len(spots) == 1 else (64.0, 186.0)
    areas = {spot: Area((x, y), (100.0, 106.0)) for spot, x in zip(spots, xs, strict=True)}
    marks = (*((x, z) for x in (10.0, wide - 10.0) for z in (10.0, tall - 14.0)), (wide / 2, tall - 12.0))
    picture = (round(wide * 2), round(tall * 2))
    return Layout((wide, tall), areas, words=(), mouth=(900.0, -900.0), picture=picture, edges=(4.0, 4.0), marks=marks)


Delivery = Callable[[int], Image | None]
"""What a camera delivers as its picture of a number, None for one that cannot be decoded."""


@dataclass(frozen=True)
class Camera:
    """A camera over a layout: its profile, and the folder with its picture of the empty layout."""

    profile: Profile
    folder: Path
    layout: Layout

    @classmethod
    def over(cls, folder: Path, layout: Layout, name: str = view.CAMERA) -> "Camera":
        """A camera that was calibrated on this layout."""
        profile = load(view.write_profile(folder, "2026-01-01", layout))
        return cls(msgspec.structs.replace(profile, camera=name), folder, layout)

    def pipeline(self) -> Pipeline:
        """Its own way from picture to line, as in its process."""
        return Pipeline(self.profile, self.folder, FROZEN_MS)


def face(spot: Spot, card: str, turn: float = 0.0, offset: Point = (0.0, 0.0)) -> Placed:
    """A face in a spot, turned by so many degrees, so many mm from the spot's middle."""
    return Placed(Card(card), Place.SPOT, spot, spot, up=True, turn=turn, offset=offset)


def back(spot: Spot, card: str = "As") -> Placed:
    """A card that lies face down in a spot."""
    return Placed(Card(card), Place.SPOT, spot, spot)


def table(layout: Layout, *cards: Placed, hand_at: Point | None = None) -> Image:
    """A still of the table with these cards, and the dealer's hand with its finger tips there."""
    over = None if hand_at is None else Carry(hand_at, hand_at, 0, 1)
    return _drawn(layout, cards, over).copy()


@cache
def _drawn(layout: Layout, cards: tuple[Placed, ...], over: Carry | None) -> Image:
    return np.asarray(view.picture(Scene(Table((), cards), over, layout), 1, 0), np.uint8)


def shadow(still: Image, left: int, right: int) -> Image:
    """A soft shadow that takes 40 % of the light between two columns, in a copy of the still."""
    light = np.ones((1, still.shape[1]), np.float32)
    light[:, max(0, left) : max(0, right)] = 0.6
    return np.asarray(still * cv2.GaussianBlur(light, (41, 1), 0)[..., None], np.uint8)


class Clip:
    """Pictures through a camera's pipeline and into sightings; `frames` is all it ever said."""

    def __init__(self, camera: Camera) -> None:
        self.profile = camera.profile
        self.pipeline = camera.pipeline()
        self.views = Views()
        self.number = 0
        self.frames: list[FrameSeen] = []
        self.told: list[Sighting] = []

    def show(self, still: Image, count: int = 1) -> list[FrameSeen]:
        """So many pictures of a still, each with noise of its own; what was said of them."""
        return [said for _ in range(count) if (said := self.take(noisy(still, self.number + 1, 1.5)))]

    def take(self, picture: Image | None) -> FrameSeen | None:
        """The next picture as the camera delivers it, None for one that cannot be decoded; what is said of it."""
        self.number += 1
        at = self.number * FRAME
        line = self.pipeline.line(Taken(self.number, at, at, picture), at)
        if line is None:
            return None
        frame = msgspec.json.decode(line, type=FrameSeen)
        self.frames.append(frame)
        self.views, more = watch(self.profile, self.views, frame)
        self.told += more
        return frame

    def values(self) -> set[str | None]:
        """Every value that any picture gave a face, None for a face that was not read."""
        faces = (card for frame in self.frames for card in frame.cards if card.side is Side.FACE)
        return {card.card and card.card.value for card in faces}

    def sighted(self) -> list[str]:
        """What was told, in words."""
        return list(said(self.told))


class Filmed(Rig):
    """A table of the core whose cameras are clips; `shows` is, by camera, the still before it or what it delivers."""

    def __init__(self, cameras: Sequence[Camera], roles: str, game: str, **more: Any) -> None:
        self.pipelines = {camera.profile.camera: camera.pipeline() for camera in cameras}
        self.shows: dict[str, Image | Delivery] = {one.profile.camera: table(one.layout) for one in cameras}
        profiles = {camera.profile.camera: camera.profile for camera in cameras}
        super().__init__(roles, profiles=profiles, game=game, **more)

    def _look(self, quality: Quality = Quality.FRESH, *, only: str = "") -> list[Event]:
        assert quality is Quality.FRESH
        self.frame += 1
        said: list[Event] = []
        for name in [only] if only else self.pipelines:
            shown = self.shows[name]
            picture = shown(self.frame) if callable(shown) else noisy(shown, self.frame, 1.5)
            line = self.pipelines[name].line(Taken(self.frame, self.at, self.wall, picture), self.at)
            said += [] if line is None else self.take(msgspec.json.decode(line, type=FrameSeen))
        return said

    def film(self, shown: Image | Delivery, count: int = 1) -> list[Event]:
        """So many pictures, alike but for their noise or as they are delivered, by every camera; what the core said."""
        self.shows = dict.fromkeys(self.shows, shown)
        return self.frames(count)
