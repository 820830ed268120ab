"""Court pictures: figures drawn by lot, or CC0 ones, in a frame or up to the card's edge."""

import cv2
import numpy as np
from numpy.random import Generator

from training.design import HEIGHT, WIDTH, Colour, Design, Picture, colour


def _palette(rng: Generator, made: Design) -> list[Colour]:
    """Flat printer's inks, or a painter's tones."""
    if rng.random() < 0.5:
        return [made.inks["h"], made.inks["s"], (30, 200, 240), (160, 60, 30), (80, 140, 60), made.paper]
    return [colour(rng, (10, 20, 30), (160, 190, 240)) for _ in range(7)]


def _shapes(rng: Generator, half: Picture, inks: list[Colour], count: int) -> None:
    height, width = half.shape[:2]
    for _ in range(count):
        ink = inks[int(rng.integers(len(inks)))]
        kind = rng.integers(4)
        (ax, ay), (bx, by) = ((rng.uniform(-0.1, 1.1, 2) * (width, height)).astype(int).tolist() for _ in range(2))
        if kind == 0:
            cv2.line(half, (ax, ay), (bx, by), ink, int(rng.integers(1, 6)), cv2.LINE_AA)
        elif kind == 1:
            thick = int(rng.choice([-1, 1, 2, 4]))
            cv2.circle(half, (ax, ay), int(rng.uniform(3, width / 6)), ink, thick, cv2.LINE_AA)
        elif kind == 2:
            spread = rng.normal(0, width / 5, (int(rng.integers(3, 6)), 2))
            points = (np.array([ax, ay]) + spread).astype(np.int32)
            cv2.fillPoly(half, [points], ink, cv2.LINE_AA)
        else:
            slope = int(rng.integers(-2, 3))
            for step in range(int(rng.integers(3, 9))):
                cv2.circle(half, (ax + step * 7, ay + step * slope), 2, ink, -1)


def _person(rng: Generator, half: Picture, inks: list[Colour]) -> None:
    """A robe, arms, a head with hair and something on it."""
    height, width = half.shape[:2]
    middle, chin = width * rng.uniform(0.4, 0.6), height * rng.uniform(0.38, 0.5)
    robe, hair, hat = (inks[int(rng.integers(len(inks)))] for _ in range(3))
    skin = colour(rng, (140, 165, 200), (200, 220, 255))
    wide = width * rng.uniform(0.35, 0.6)
    body = [
        (middle - wide, height),
        (middle - wide * 0.7, chin * 1.2),
        (middle, chin),
        (middle + wide * 0.7, chin * 1.2),
    ]
    cv2.fillPoly(half, [np.array([*body, (middle + wide, height)], np.int32)], robe, cv2.LINE_AA)
    _shapes(rng, half[int(chin) :], inks, int(rng.integers(6, 30)))
    tall = height * rng.uniform(0.13, 0.19)
    head = (int(middle), int(chin - tall * 0.7))
    cv2.ellipse(half, head, (int(tall * 1.05), int(tall * 1.25)), 0, 0, 360, hair, -1, cv2.LINE_AA)
    cv2.ellipse(half, (head[0], head[1] + 3), (int(tall * 0.7), int(tall)), 0, 0, 360, skin, -1, cv2.LINE_AA)
    top = head[1] - tall * 0.8
    points = [(middle - tall, top), (middle + tall, top)]
    points += [(middle + (2 - k) * tall / 2, top - tall * rng.uniform(0.2, 0.9)) for k in range(5)]
    cv2.fillPoly(half, [np.array(points, np.int32)], hat, cv2.LINE_AA)
    for side in (-1, 1):
        hand = (int(middle + side * wide * rng.uniform(0.3, 0.9)), int(height * rng.uniform(0.6, 0.95)))
        cv2.circle(half, hand, int(tall * 0.4), skin, -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            end = (hand[0] + int(rng.normal() * 20), int(hand[1] - height * rng.uniform(0.3, 0.8)))
            cv2.line(half, hand, end, hat, int(rng.integers(2, 7)), cv2.LINE_AA)


def _drawn(rng: Generator, made: Design, width: int, height: int) -> Picture:
    """A figure and its mirror image; now and then one figure alone."""
    alone = rng.random() < 0.1
    half = np.full((height if alone else (height + 1) // 2, width, 3), made.paper, np.uint8)
    inks = _palette(rng, made)
    if made.court == "plain":
        _shapes(rng, half, inks[:2], int(rng.integers(2, 8)))
    else:
        _shapes(rng, half, inks, int(rng.integers(0, 25)))
        if rng.random() < 0.8:
            _person(rng, half, inks)
    if rng.random() < 0.4:
        rough = rng.normal(0, rng.uniform(5, 25), (half.shape[0] // 4, width // 4)).astype(np.float32)
        grain = cv2.resize(rough, (width, half.shape[0]), interpolation=cv2.INTER_CUBIC)
        half = np.clip(half + grain[..., None], 0, 255).astype(np.uint8)
    return half if alone else np.concatenate([half, half[::-1, ::-1]])[:height]


def court(rng: Generator, made: Design, card: Picture, art: list[Picture]) -> tuple[int, int]:
    """Draw a court's picture; where its upper left corner is, px."""
    full = made.court == "full"
    least = min(0.22, 1.6 * made.index_x) if rng.random() < 0.8 else 0.11
    x = int(WIDTH * (rng.uniform(0.02, 0.06) if full else rng.uniform(least, 0.25)))
    y = int(HEIGHT * (rng.uniform(0.02, 0.05) if full else rng.uniform(0.06, 0.14)))
    width, height = WIDTH - 2 * x, HEIGHT - 2 * y
    if art and rng.random() < 0.45 and made.court != "plain":
        figure = cv2.resize(art[int(rng.integers(len(art)))], (width, height), interpolation=cv2.INTER_AREA)
    else:
        figure = _drawn(rng, made, width, height)
    card[y : y + height, x : x + width] = figure
    if not full and rng.random() < 0.8:
        ink = made.inks["s"] if rng.random() < 0.5 else colour(rng, (60, 40, 20), (180, 90, 60))
        cv2.rectangle(card, (x, y), (x + width, y + height), ink, int(rng.integers(1, 4)))
    return x, y
