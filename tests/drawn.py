"""Pictures of drawn cards on a cloth, with where each lies: what the tests of the recogniser look at."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from demo import drawing
from games.cards import Card
from scanner.flatten import Corners, Picture

WIDE, TALL = 1280, 720


def cloth(rng: Generator) -> Picture:
    """Green felt under a lamp that stands to one side, 720 x 1280."""
    slope = np.linspace(0.75, 1.1, WIDE)[None, :, None]
    rough = rng.normal(0, 3, (TALL, WIDE, 1))
    return np.asarray(np.clip(np.array([60, 105, 40]) * slope + rough, 0, 255), np.uint8)


def corners_at(centre: tuple[float, float], width: float, turn: float, tilt: float = 1.0) -> Corners:
    """A card's corners: its middle, its width in px, its turn in degrees, and how far the view is foreshortened."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, width * 88 / 126)
    angle = np.deg2rad(turn)
    spin = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(half @ spin * (1, tilt) + centre, np.float32)


def lay(picture: Picture, art: NDArray[np.generic], corners: Corners) -> Picture:
    """The picture with a card's art (a face or a back) laid on it."""
    tall, wide = art.shape[:2]
    source = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    width = float(np.linalg.norm(corners[1] - corners[0]))
    blurred = cv2.GaussianBlur(np.asarray(art, np.uint8), (0, 0), max(0.3, wide / width / 3))
    low, high = np.floor(corners.min(axis=0)).astype(int) - 2, np.ceil(corners.max(axis=0)).astype(int) + 3
    area = (slice(max(0, low[1]), high[1]), slice(max(0, low[0]), high[0]))
    ground = picture[area]
    matrix = cv2.getPerspectiveTransform(source, (corners - (area[1].start, area[0].start)).astype(np.float32))
    size = (ground.shape[1], ground.shape[0])
    over = cv2.warpPerspective(blurred, matrix, size, flags=cv2.INTER_LINEAR)
    part = cv2.warpPerspective(drawing.card_mask(), matrix, size)[..., None] / 255.0
    light = 0.75 + 0.35 * corners[:, 0].mean() / WIDE
    out = picture.copy()
    out[area] = np.clip(ground * (1 - part) + over * light * part, 0, 255).astype(np.uint8)
    return out


def seen_by_camera(rng: Generator, picture: Picture) -> Picture:
    """A lens's softness, a sensor's noise, and compression."""
    soft = cv2.GaussianBlur(picture, (3, 3), 0.6)
    noise = rng.normal(0, 2.5, (128, 128, 3))
    tiles = (-(-soft.shape[0] // 128), -(-soft.shape[1] // 128), 1)
    noisy = np.clip(soft + np.tile(noise, tiles)[: soft.shape[0], : soft.shape[1]], 0, 255).astype(np.uint8)
    _, code = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def six(rng: Generator, cards: list[Card], width: float) -> tuple[Picture, list[Corners]]:
    """Up to six cards in two rows, each turned and placed by lot."""
    picture = cloth(rng)
    places = []
    for k, card in enumerate(cards):
        centre = (240 + 400 * (k % 3) + rng.uniform(-60, 60), 190 + 340 * (k // 3) + rng.uniform(-30, 30))
        corners = corners_at(centre, width, rng.uniform(0, 360), rng.uniform(0.85, 1))
        picture = lay(picture, drawing.face(card), corners)
        places.append(corners)
    return seen_by_camera(rng, picture), places
