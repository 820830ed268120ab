"""What lies under and around cards: cloth, wood, layout print, chips, fingers."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from training.design import Colour, Picture, colour
from training.optics import grain

WORDS = (
    "INSURANCE PAYS 2 TO 1",
    "BANKER",
    "PLAYER",
    "TIE 8:1",
    "PAIR",
    "A K Q J 10",
    "BLACKJACK",
    "BONUS",
    "1 2 3 4 5",
)


def texture(rng: Generator, width: int, height: int) -> Picture:
    """A ground, (height, width, 3): one colour with coarse and fine unevenness."""
    base = rng.uniform(0, 255, 3) * rng.uniform(0.2, 1)
    cells = (int(rng.integers(2, 40)), int(rng.integers(2, 40)))
    coarse = rng.standard_normal(cells, np.float32) * np.float32(rng.uniform(0, 40))
    rough = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    fine = grain(rng, height, width)[..., 0] * np.float32(rng.uniform(0, 18))
    return np.clip(base.astype(np.float32) + (rough + fine)[..., None], 0, 255).astype(np.uint8)


def _ink(rng: Generator) -> Colour:
    return colour(rng, (20, 20, 20), (255, 255, 255))


def _spot(rng: Generator, scene: Picture) -> tuple[int, int]:
    return int(rng.uniform(0, scene.shape[1])), int(rng.uniform(0, scene.shape[0]))


def printed(rng: Generator, scene: Picture, unit: float) -> None:
    """Words, lines, boxes and arcs of a layout; `unit` is a card's width in px."""
    for _ in range(int(rng.integers(1, 6))):
        ink, thick, spot = _ink(rng), max(1, int(unit * rng.uniform(0.01, 0.05))), _spot(rng, scene)
        match int(rng.integers(4)):
            case 0:
                word, size = str(rng.choice(WORDS)), unit * rng.uniform(0.004, 0.03)
                cv2.putText(scene, word, spot, int(rng.integers(0, 5)), size, ink, thick, cv2.LINE_AA)
            case 1:
                cv2.line(scene, spot, _spot(rng, scene), ink, thick, cv2.LINE_AA)
            case 2:
                cv2.rectangle(scene, spot, _spot(rng, scene), ink, thick)
            case _:
                cv2.circle(scene, spot, int(unit * rng.uniform(0.2, 2)), ink, thick, cv2.LINE_AA)


def chip(rng: Generator, scene: Picture, centre: tuple[int, int], radius: int) -> None:
    """A chip with spots on its rim and a figure in its middle."""
    body, rim = _ink(rng), _ink(rng)
    cv2.circle(scene, centre, radius, body, -1, cv2.LINE_AA)
    parts = int(rng.integers(4, 9))
    for k in range(parts):
        start = 360 / parts * k + rng.uniform(0, 5)
        cv2.ellipse(
            scene, centre, (radius, radius), 0, start, start + 180 / parts, rim, max(2, radius // 4), cv2.LINE_AA
        )
    cv2.circle(scene, centre, int(radius * 0.6), _ink(rng), -1, cv2.LINE_AA)
    value = str(rng.choice(["1", "5", "25", "100", "10", "A", "K"]))
    at = (centre[0] - radius // 3, centre[1] + radius // 5)
    cv2.putText(scene, value, at, int(rng.integers(0, 5)), radius / 45, _ink(rng), max(1, radius // 18), cv2.LINE_AA)


def chips(rng: Generator, scene: Picture, unit: float) -> None:
    """A few chips somewhere on a ground; a chip is about 0.63 of a card's width across."""
    for _ in range(int(rng.integers(1, 4))):
        chip(rng, scene, _spot(rng, scene), max(4, int(unit * rng.uniform(0.28, 0.36))))


def fingers(rng: Generator, scene: NDArray[np.float32], tip: tuple[float, float], unit: float) -> NDArray[np.bool_]:
    """Fingers that reach a point from outside the picture; the mask of what they cover."""
    cover = np.zeros(scene.shape[:2], np.uint8)
    turn = rng.uniform(0, 2 * np.pi)
    way, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    wide = unit * rng.uniform(0.18, 0.3)
    for k in range(int(rng.integers(1, 4))):
        start = np.array(tip) + across * wide * 1.05 * k + way * wide * rng.uniform(0, 0.6)
        end = start + way * unit * 6
        cv2.line(cover, start.astype(int).tolist(), end.astype(int).tolist(), 255, max(2, int(wide)), cv2.LINE_AA)
    skin = np.array(colour(rng, (40, 60, 90), (190, 205, 245)), np.float32)
    part = cv2.GaussianBlur(cover, (0, 0), 1.0)[..., None].astype(np.float32) / 255
    shade = cv2.GaussianBlur(cover, (0, 0), max(1.0, wide * 0.4))[..., None].astype(np.float32) / 255
    scene *= 1 - 0.35 * shade
    scene[:] = scene * (1 - part) + skin * (0.6 + 0.4 * shade) * part
    return cover > 0


def ground(rng: Generator, width: int, height: int, unit: float) -> Picture:
    """A ground with what may lie on it, (height, width, 3); `unit` is a card's width in px."""
    scene = texture(rng, width, height)
    if rng.random() < 0.35:
        printed(rng, scene, unit)
    if rng.random() < 0.25:
        chips(rng, scene, unit)
    return scene
