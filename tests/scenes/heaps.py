"""Cards that cover each other as a camera sees them: heaps, fans, spreads and hands of decks drawn by lot."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from demo import drawing
from games.cards import PACK, Card
from scanner.flatten import Corners, Picture
from tests.drawn import TALL, WIDE, cloth, corners_at, seen_by_camera
from training.design import RANKS, Design, design
from training.faces import face
from training.grounds import fingers, ground
from training.optics import lens, light, sensor
from training.others import other
from training.shapes import SUITS

SIZE: Final = (drawing.WIDTH_MM * drawing.SCALE, drawing.HEIGHT_MM * drawing.SCALE)
INDEX: Final = (0.1, 0.17)
"""Where the middle of an index lies from a card's corner, by its width and its height."""
NEAR: Final = 0.3
"""How far an index that was named may lie from one of the card of that name, by the card's width."""
MEETS: Final = 0.5
"""The part of two outlines together that both cover where they are those of one card."""


class Lain(NamedTuple):
    """A card on the table, `card` None for what is no readable face, and its corners in the picture."""

    card: Card | None
    corners: Corners


class Heap(NamedTuple):
    """A picture, and what lies in it from the lowest to the highest."""

    picture: Picture
    lain: tuple[Lain, ...]


class Pose(NamedTuple):
    """Where a card's middle lies in px, and its turn in degrees."""

    at: tuple[float, float]
    turn: float


Arranged = Callable[[Generator, float], list[Pose]]
"""Poses of cards of a width in px, the lowest first."""


def _middle(rng: Generator) -> tuple[float, float]:
    return float(rng.uniform(0.35, 0.65) * WIDE), float(rng.uniform(0.4, 0.6) * TALL)


def pile(rng: Generator, width: float) -> list[Pose]:
    """Cards thrown on each other, any way up."""
    x, y = _middle(rng)
    spread = width * rng.uniform(0.3, 1.1)
    return [Pose((x + rng.normal() * spread, y + rng.normal() * spread), rng.uniform(0, 360)) for _ in range(_few(rng))]


def _few(rng: Generator) -> int:
    return int(rng.integers(3, 10))


def fan(rng: Generator, width: float) -> list[Pose]:
    """Cards turned about a point below them, the left or the right one on top."""
    x, y = _middle(rng)
    step, far = rng.uniform(4, 16), width * rng.uniform(0.8, 2.2)
    count, start = _few(rng), rng.uniform(0, 360)
    found = []
    for k in range(count):
        turn = start + step * (k - count / 2)
        angle = np.deg2rad(turn)
        found.append(Pose((x - far * float(np.sin(angle)), y - far * float(np.cos(angle))), turn))
    return found if rng.random() < 0.7 else found[::-1]


def spread(rng: Generator, width: float) -> list[Pose]:
    """Cards in a line, each moved along its width, its height or aslant, a little turned."""
    x, y = _middle(rng)
    turn, count = rng.uniform(0, 360), _few(rng)
    step = np.array([rng.uniform(0.15, 0.7), 0] if rng.random() < 0.6 else [rng.normal() * 0.15, rng.uniform(0.2, 0.8)])
    angle = np.deg2rad(turn)
    move = step @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * width
    rough = rng.choice([0.0, 1.0, 4.0])
    found = []
    for k in range(count):
        at = np.array([x, y]) + move * (k - count / 2) + rng.normal(0, 0.01 * rough * width, 2)
        found.append(Pose((float(at[0]), float(at[1])), turn + rng.normal() * rough))
    return found if rng.random() < 0.6 else found[::-1]


def hands(rng: Generator, width: float) -> list[Pose]:
    """Two to four small hands that lie close to each other."""
    found: list[Pose] = []
    for _ in range(int(rng.integers(2, 5))):
        shift = rng.normal(0, 2.0 * width, 2)
        made = (fan, spread, pile)[int(rng.integers(3))](rng, width)[: int(rng.integers(2, 6))]
        found += [Pose((one.at[0] + shift[0], one.at[1] + shift[1]), one.turn) for one in made]
    return found


def across(rng: Generator, width: float) -> list[Pose]:
    """Cards of which the next one's edge runs through an index."""
    pose = Pose(_middle(rng), rng.uniform(0, 360))
    found = [pose]
    for _ in range(int(rng.integers(2, 6))):
        below = corners_at(pose.at, width, pose.turn)
        at = _index(below, int(rng.integers(4))) + rng.normal(0, 0.05 * width, 2)
        turn = pose.turn + rng.choice([0, 0, 90, 180, rng.uniform(0, 360)])
        angle, side = np.deg2rad(turn), rng.uniform(-0.45, 0.45)
        edge = np.array([0.5, side * 1.4] if rng.random() < 0.5 else [side, 0.7]) * rng.choice([-1, 1])
        spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        middle = at - edge * width @ spin
        pose = Pose((float(middle[0]), float(middle[1])), turn)
        found.append(pose)
    return found


def mixed(rng: Generator, width: float) -> list[Pose]:
    """Cards of which the next one hides the suit and leaves the rank, with a pip of its own below that."""
    tall = width * 88 / 63
    pose = Pose(_middle(rng), rng.uniform(0, 360))
    found = [pose]
    for _ in range(int(rng.integers(2, 6))):
        angle = np.deg2rad(pose.turn)
        side = rng.choice([-1, 1])
        column, edge = rng.choice([rng.uniform(0.24, 0.38), 0.5, rng.uniform(0.62, 0.76)]), rng.uniform(0.1, 0.22)
        step = np.array([rng.normal(0.1, 0.02) - column, edge]) * (width, tall) * side
        move = step @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        turn = pose.turn + rng.normal() * rng.choice([0.5, 4])
        pose = Pose((pose.at[0] + float(move[0]), pose.at[1] + float(move[1])), turn)
        found.append(pose)
    return found


KINDS: Final[dict[str, Arranged]] = {
    "pile": pile,
    "fan": fan,
    "spread": spread,
    "hands": hands,
    "across": across,
    "mixed": mixed,
}


def _index(corners: Corners, k: int) -> NDArray[np.float64]:
    """Where the middle of an index at the corner `k` lies."""
    x, y = INDEX if k % 2 == 0 else INDEX[::-1]
    here, after, before = (np.asarray(corners[j % 4], np.float64) for j in (k, k + 1, k + 3))
    return here + (after - here) * x + (before - here) * y


def indices(corners: Corners) -> NDArray[np.float64]:
    """Where a card's indices may lie, (4, 2)."""
    return np.stack([_index(corners, k) for k in range(4)])


class Faces:
    """The faces of one deck: of the simulated table, or by lot."""

    def __init__(self, rng: Generator, fonts: list[list[Path]]) -> None:
        self._rng = rng
        self._made: Design | None = design(rng, fonts) if rng.random() < 0.85 else None
        self._drawn: dict[Card, Picture] = {}

    def face(self, card: Card) -> Picture:
        """A face, 4 px a millimetre."""
        if self._made is None:
            return np.asarray(drawing.face(card), np.uint8)
        if card not in self._drawn:
            rank, suit = card.value[0], card.value[1]
            assert rank in RANKS and suit in SUITS  # noqa: PT018 - the two name one card
            self._drawn[card] = _sized(face(self._rng, self._made, rank, suit, []))
        return self._drawn[card]

    def stranger(self) -> Picture:
        """A back, a joker, a sheet of paper, or print."""
        made = self._made or design(self._rng, [])
        return _sized(other(self._rng, made, [])[0])


def _sized(art: Picture) -> Picture:
    return np.asarray(cv2.resize(art, SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def _laid(scene: NDArray[np.float32], art: Picture, corners: Corners, shade: float) -> None:
    """Put a card on a scene, with its shadow on what lies below."""
    width = float(np.linalg.norm(corners[1] - corners[0]))
    low, high = np.floor(corners.min(axis=0)).astype(int) - 12, np.ceil(corners.max(axis=0)).astype(int) + 13
    low, high = np.maximum(low, 0), np.minimum(high, (WIDE, TALL))
    if (high - low < 2).any():
        return
    area = (slice(low[1], high[1]), slice(low[0], high[0]))
    source = np.array([[0, 0], [SIZE[0], 0], SIZE, [0, SIZE[1]]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    soft = cv2.GaussianBlur(art, (0, 0), max(0.3, SIZE[0] / width / 3))
    over = cv2.warpPerspective(soft, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part = cv2.warpPerspective(drawing.card_mask(), matrix, size).astype(np.float32)[..., None] / 255
    dark = cv2.GaussianBlur(np.roll(part[..., 0], (2, 1), (0, 1)), (0, 0), 1 + 0.02 * width)[..., None]
    scene[area] = scene[area] * (1 - shade * dark) * (1 - part) + over * part


def _tilted(rng: Generator) -> NDArray[np.float64]:
    """The view from aside: how the table's plane lies in the picture, (3, 3)."""
    frame = np.array([[0, 0], [WIDE, 0], [WIDE, TALL], [0, TALL]], np.float32)
    moved = frame + rng.normal(0, 0.04 * TALL, (4, 2)) * (rng.random() < 0.6)
    return np.asarray(cv2.getPerspectiveTransform(frame, moved.astype(np.float32)), np.float64)


def _ground(rng: Generator, width: float) -> NDArray[np.float32]:
    """Felt, or any ground with print and chips on it."""
    if rng.random() < 0.5:
        return cloth(rng).astype(np.float32)
    half = ground(rng, WIDE // 2, TALL // 2, width / 2)
    return cv2.resize(half, (WIDE, TALL), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _groups(rng: Generator, kind: str, width: float) -> list[Pose]:
    """Poses of a kind beside each other, as many times as there is room for."""
    places = int(rng.integers(1, 4)) if width < 90 else int(rng.integers(1, 3)) if width < 140 else 1
    found: list[Pose] = []
    for k in range(places):
        aside = (k - (places - 1) / 2) * WIDE / places
        found += [Pose((x + aside, y), turn) for (x, y), turn in KINDS[kind](rng, width)]
    return found


def heap(rng: Generator, kind: str, fonts: list[list[Path]]) -> Heap:
    """A scene of a kind, cards 50 to 200 px wide; a pack may hold a card twice. Three in four are seen well."""
    width = float(np.exp(rng.uniform(np.log(50), np.log(200))))
    poses, well = _groups(rng, kind, width), rng.random() < 0.75
    faces, tilt = Faces(rng, fonts), _tilted(rng)
    numbers = rng.choice(52, len(poses), replace=rng.random() < 0.3)
    scene, shade = _ground(rng, width), rng.uniform(0, 0.6)
    lain = []
    for pose, number in zip(poses, numbers.tolist(), strict=True):
        flat = corners_at(pose.at, width, pose.turn)
        corners = np.asarray(cv2.perspectiveTransform(flat[None], tilt)[0], np.float32)
        card = PACK[number] if rng.random() < 0.95 else None
        _laid(scene, faces.stranger() if card is None else faces.face(card), corners, shade)
        lain.append(Lain(card, corners))
    if rng.random() < 0.1:
        tip = lain[int(rng.integers(len(lain)))].corners[int(rng.integers(4))]
        fingers(rng, scene, (float(tip[0]), float(tip[1])), width)
    if well:
        return Heap(seen_by_camera(rng, np.clip(scene, 0, 255).astype(np.uint8)), tuple(lain))
    light(rng, scene)
    return Heap(sensor(rng, lens(rng, scene, width)), tuple(lain))


def _far(one: Lain, true: Lain) -> float | None:
    """How far an outline's indices lie from a card's, by its width; None where neither they nor the outlines meet."""
    width = float(np.linalg.norm(true.corners[1] - true.corners[0]))
    apart = float(np.linalg.norm(indices(one.corners)[:, None] - indices(true.corners)[None], axis=2).min()) / width
    common, _ = cv2.intersectConvexConvex(one.corners, true.corners)
    whole = cv2.contourArea(one.corners) + cv2.contourArea(true.corners) - common
    return apart if apart < NEAR or common > MEETS * whole else None


def matched(named: Sequence[Lain], lain: Sequence[Lain]) -> list[int | None]:
    """For each named card the card of that name that lies there, each taken once; None where there is none."""
    near = [
        (apart, i, j)
        for i, one in enumerate(named)
        for j, true in enumerate(lain)
        if one.card is not None and one.card == true.card and (apart := _far(one, true)) is not None
    ]
    found: list[int | None] = [None] * len(named)
    for _, i, j in sorted(near):
        if found[i] is None and j not in found:
            found[i] = j
    return found
