"""The camera's picture of the table: cards through perspective with soft shadows, the dealer's hand, sensor noise.

What does not change from frame to frame is drawn once: the felt, and each card as it lies.
"""

import hashlib
from functools import lru_cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
from cv2.typing import MatLike

from demo import felt
from demo.dice_art import Die, Round, draw_dice
from demo.drawing import HEIGHT_MM, SCALE, WIDTH_MM, back, card_mask, face
from demo.layout import DIE, HEADS_UP, Layout
from demo.table import Place, Placed, Table
from games.cards import Card
from scanner.frames import Point
from scanner.profile import Exit, Profile, SpotArea, save

CAMERA = "overhead"
QUALITY = 90
_NOISE = 2.2
_PAD = 26
_DIE = 19.0
"""Side of a die, mm."""


class Lying(msgspec.Struct, frozen=True):
    """One card in the picture: its middle in mm, its turn in degrees, `card` None where the back shows."""

    at: Point
    turn: float
    card: Card | None


class Carry(msgspec.Struct, frozen=True):
    """The dealer's hand on its way from `start` at `begun` ns to `end` at `due` ns, with a card under it or none."""

    start: Point
    end: Point
    begun: int
    due: int
    card: Lying | None = None

    def at(self, now: int) -> Point:
        """Where the hand is, easing in and out."""
        part = min(1.0, max(0.0, (now - self.begun) / max(1, self.due - self.begun)))
        part = part * part * (3 - 2 * part)
        return (
            self.start[0] + (self.end[0] - self.start[0]) * part,
            self.start[1] + (self.end[1] - self.start[1]) * part,
        )


class Scene(msgspec.Struct, frozen=True):
    """What the camera looks at."""

    table: Table
    hand: Carry | None = None
    layout: Layout = HEADS_UP


def lying(placed: Placed, layout: Layout = HEADS_UP) -> Lying:
    """How a card in a spot looks."""
    assert placed.spot is not None
    area = layout.spots[placed.spot]
    at = (area.at[0] + placed.offset[0], area.at[1] + placed.offset[1])
    return Lying(at, area.turn + placed.turn, placed.card if placed.up else None)


class _Patch(msgspec.Struct, frozen=True):
    """A card as pixels: what it lets through of the ground, what it adds, and where."""

    x: int
    y: int
    through: MatLike
    added: MatLike


def _card_to_picture(card: Lying, layout: Layout) -> MatLike:
    turn = np.radians(card.turn)
    cos, sin = np.cos(turn), np.sin(turn)
    place = np.array([[cos, -sin, card.at[0]], [sin, cos, card.at[1]], [0, 0, 1]])
    centre = np.array([[1 / SCALE, 0, -WIDTH_MM / 2], [0, 1 / SCALE, -HEIGHT_MM / 2], [0, 0, 1]])
    return np.asarray(felt.to_picture(layout) @ place @ centre)


def corners(card: Lying, layout: Layout = HEADS_UP) -> MatLike:
    """The card's four corners in the picture, (4, 2), clockwise from its own top left."""
    flat = np.array(
        [[(0, 0), (WIDTH_MM * SCALE, 0), (WIDTH_MM * SCALE, HEIGHT_MM * SCALE), (0, HEIGHT_MM * SCALE)]], np.float32
    )
    return np.asarray(cv2.perspectiveTransform(flat, _card_to_picture(card, layout))[0])


@lru_cache(maxsize=160)
def _patch(card: Lying, layout: Layout) -> _Patch | None:
    """The card's pixels with its shadow, cut to the picture; None where it lies outside."""
    low = np.floor(corners(card, layout).min(axis=0)).astype(int) - _PAD
    high = np.ceil(corners(card, layout).max(axis=0)).astype(int) + _PAD
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(layout.picture[0], int(high[0])), min(layout.picture[1], int(high[1]))
    if right - left < 2 or bottom - top < 2:
        return None
    matrix = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ _card_to_picture(card, layout)
    size = (right - left, bottom - top)
    colours = face(card.card) if card.card else back()
    mask = cv2.warpPerspective(card_mask(), matrix, size, flags=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    seen = cv2.warpPerspective(colours, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    light = felt.lamp(layout)[top:bottom, left:right]
    shade = cv2.GaussianBlur(np.roll(mask[..., 0], (4, 3), (0, 1)), (0, 0), 5)[..., None] * 0.5
    through = (1 - mask) * (1 - shade)
    added = np.clip(seen * light * mask, 0, 255).astype(np.uint8)
    return _Patch(left, top, np.repeat(through, 3, axis=2).astype(np.float32), added)


def _lay(picture: MatLike, card: Lying, layout: Layout) -> None:
    patch = _patch(card, layout)
    if patch is None:
        return
    height, width = patch.added.shape[:2]
    part = picture[patch.y : patch.y + height, patch.x : patch.x + width]
    ground = cv2.multiply(part, patch.through, dtype=cv2.CV_8U)
    part[:] = cv2.add(ground, patch.added)


@lru_cache(maxsize=4)
def _still(cards: tuple[Lying, ...], layout: Layout, dice: tuple[int, ...] | None) -> MatLike:
    """What lies there, the dice under their cup (None) or open."""
    picture = felt.background(layout).copy()
    for card in cards:
        _lay(picture, card, layout)
    if not layout.saucer:
        return picture
    cup = Round(layout.at(DIE), layout.saucer * 0.85) if dice is None else None
    return draw_dice(picture, thrown(dice or (), layout), felt.to_picture(layout), cup=cup)


def thrown(dice: tuple[int, ...], layout: Layout) -> tuple[Die, ...]:
    """How dice lie on the saucer, apart from each other; a 0 leans on its edge."""
    x, y = layout.at(DIE)
    around, turn = 2 * np.pi / max(1, len(dice)), 17.0 * sum(dice)
    found = []
    for number, pips in enumerate(dice):
        angle = around * number + np.radians(turn)
        at = (x + float(np.cos(angle)) * layout.saucer * 0.5, y + float(np.sin(angle)) * layout.saucer * 0.5)
        found.append(Die(at, pips or 3, (turn + 40.0 * number) % 90, 0.0 if pips else 38.0, _DIE))
    return tuple(found)


def _stroke(
    picture: MatLike, layout: Layout, points: tuple[Point, ...], width_mm: float, colour: tuple[int, int, int]
) -> None:
    here = np.rint(np.array([felt.pixel(point, layout) for point in points])).astype(np.int32)
    thick = round(width_mm * felt.scale(layout) * 0.985)
    cv2.polylines(picture, [here], isClosed=False, color=colour, thickness=thick, lineType=cv2.LINE_AA)


def _hand(picture: MatLike, at: Point, layout: Layout) -> None:
    """A right hand that comes from the dealer's side, its finger tips at `at`."""
    x, y = at
    skin, edge, cuff, sleeve = (140, 172, 218), (112, 142, 190), (232, 236, 238), (40, 34, 32)
    wrist = (x + 6, y - 92)
    elbow = (x + 40 + (layout.size[0] / 2 - x) * 0.2, y - 330)
    shadow = picture.copy() if y > -60 else picture
    for colour, shift in ((None, 7.0), (skin, 0.0)):
        part = shadow if colour is None else picture
        dark = (30, 52, 18)
        fingers = ((-24, -34, -16, 4), (-9, -40, -5, 10), (7, -40, 7, 9), (22, -36, 18, 2), (-40, -58, -34, -20))
        for base_x, base_y, tip_x, tip_y in fingers:
            ends = ((x + base_x + shift, y + base_y + shift), (x + tip_x + shift, y + tip_y + shift))
            if colour is not None:
                _stroke(part, layout, ends, 17.0, edge)
            _stroke(part, layout, ends, 14.5, colour or dark)
        palm = ((x - 14 + shift, y - 54 + shift), (x + 12 + shift, y - 54 + shift))
        _stroke(part, layout, palm, 46, colour or dark)
        _stroke(part, layout, ((x + shift, y - 66 + shift), (wrist[0] + shift, wrist[1] + shift)), 40, colour or dark)
        _stroke(part, layout, (wrist, (wrist[0] + 2, wrist[1] - 12)), 50, cuff if colour else dark)
        _stroke(part, layout, ((wrist[0] + 3, wrist[1] - 22), elbow), 58, sleeve if colour else dark)
        if colour is None and shadow is not picture:
            cv2.addWeighted(shadow, 0.35, picture, 0.65, 0, picture)


@lru_cache(maxsize=2)
def _noise(size: tuple[int, int]) -> MatLike:
    """A field of sensor noise larger than the picture, from which each frame takes another part."""
    width, height = size
    shape = (height + 96, width + 96, 3)
    return np.rint(np.random.default_rng(11).normal(0, _NOISE, shape)).astype(np.int16)


def picture(scene: Scene, now: int, frame: int) -> MatLike:
    """The camera's picture at `now` ns, (rows, columns, 3) BGR; `frame` chooses its noise."""
    layout = scene.layout
    cards = tuple(lying(card, layout) for card in scene.table.cards if card.place is Place.SPOT)
    dice = scene.table.dice if scene.table.cup_open else None
    seen = _still(cards, layout, dice)
    if scene.hand is not None:
        seen = seen.copy()
        at = scene.hand.at(now)
        if scene.hand.card is not None:
            _lay(seen, msgspec.structs.replace(scene.hand.card, at=at), layout)
        _hand(seen, (at[0], at[1] - 22), layout)
    width, height = layout.picture
    x, y = frame * 37 % 96, frame * 53 % 89
    return cv2.add(seen, _noise(layout.picture)[y : y + height, x : x + width], dtype=cv2.CV_8U)


def jpeg(seen: MatLike) -> bytes:
    """A picture as the camera would send it."""
    done, data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return data.tobytes()


def write_profile(folder: Path, made: str, layout: Layout = HEADS_UP) -> Path:
    """Write the simulated camera's profile and its picture of the empty layout; `made` is a date YYYY-MM-DD.

    Raises:
        OSError: the folder cannot be written.
    """
    done, png = cv2.imencode(".png", felt.background(layout))
    assert done
    (folder / f"{CAMERA}.png").write_bytes(png.tobytes())
    rows = [(float(row[0]), float(row[1]), float(row[2])) for row in felt.to_layout(layout)]
    profile = Profile(
        camera=CAMERA,
        made=made,
        width=layout.picture[0],
        height=layout.picture[1],
        homography=(rows[0], rows[1], rows[2]),
        spots=tuple(SpotArea(spot, layout.polygon(spot)) for spot in layout.spots),
        exits=tuple(Exit(name, area) for name, area in layout.exits().items()),
        background=f"{CAMERA}.png",
        fingerprint=hashlib.sha256(png.tobytes()).hexdigest(),
    )
    path = folder / f"{CAMERA}.json"
    save(profile, path)
    return path
