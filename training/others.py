"""What is no readable face: backs, jokers, paper, blank cards, grounds."""

import cv2
import numpy as np
from numpy.random import Generator

from training.faces import HEIGHT, WIDTH, Design, Picture, glyph, index, stamp


def texture(rng: Generator, width: int, height: int) -> Picture:
    """A ground: cloth, wood, print, or a plain colour."""
    base = rng.uniform(0, 255, 3) * rng.uniform(0.2, 1)
    coarse = rng.normal(0, rng.uniform(0, 40), (int(rng.integers(2, 40)), int(rng.integers(2, 40)), 1))
    rough = cv2.resize(coarse.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    fine = rng.normal(0, rng.uniform(0, 18), (height, width, 1))
    return np.clip(base + rough + fine, 0, 255).astype(np.uint8)


def back(made: Design) -> Picture:
    """A card's back: a lattice, rings, stripes or a plain field, with or without a border."""
    rng = made.rng
    card = np.full((HEIGHT, WIDTH, 3), made.paper, np.uint8)
    edge = int(rng.choice([0, rng.integers(8, 26)]))
    field = np.full((HEIGHT, WIDTH, 3), rng.uniform(0, 220, 3), np.uint8)
    line = made.paper if rng.random() < 0.6 else tuple(int(v) for v in rng.uniform(0, 255, 3))
    step, kind = int(rng.integers(7, 40)), int(rng.integers(5))
    for k in range(-HEIGHT, HEIGHT + WIDTH, step):
        thick = int(rng.integers(1, max(2, step // 2)) if kind == 4 else max(1, step // 5))
        if kind in (0, 4):
            cv2.line(field, (k, 0), (k + HEIGHT, HEIGHT), line, thick, cv2.LINE_AA)
        if kind == 0:
            cv2.line(field, (k + HEIGHT, 0), (k, HEIGHT), line, thick, cv2.LINE_AA)
        if kind == 1:
            cv2.circle(field, (WIDTH // 2, HEIGHT // 2), abs(k), line, thick, cv2.LINE_AA)
        if kind == 2:
            for y in range(0, HEIGHT, step):
                cv2.circle(field, (k, y), step // 3, line, -1 if step % 2 else 1, cv2.LINE_AA)
    if edge:
        cv2.rectangle(field, (edge + 8, edge + 8), (WIDTH - edge - 8, HEIGHT - edge - 8), line, 2)
    card[edge : HEIGHT - edge or None, edge : WIDTH - edge or None] = field[
        edge : HEIGHT - edge or None, edge : WIDTH - edge or None
    ]
    return card


def joker(made: Design, art: list[Picture]) -> Picture:
    """A card whose index is no rank: a joker, a letter, a word down the side, a star."""
    rng = made.rng
    card = np.full((HEIGHT, WIDTH, 3), made.paper, np.uint8)
    if art and rng.random() < 0.6:
        side = int(rng.uniform(0.5, 0.8) * WIDTH)
        figure = cv2.resize(art[int(rng.integers(len(art)))], (side, int(side * 1.4)))
        y, x = (HEIGHT - figure.shape[0]) // 2, (WIDTH - side) // 2
        card[y : y + figure.shape[0], x : x + side] = figure
    if rng.random() < 0.5:
        index(
            made,
            card,
            str(rng.choice(list("CEFGHLMNPRSTUVWXYZ$&*#%?+"))),
            None if rng.random() < 0.6 else str(rng.choice(list("shdc"))),
        )
        return card
    word = str(rng.choice(["JOKER", "JOLLY", "CUT", "BACCARAT", "RULES"]))
    size = int(made.rank_h * HEIGHT * 0.6)
    for _ in range(2):
        for k, letter in enumerate(word):
            stamp(
                card,
                glyph(made, letter),
                (made.index_x * WIDTH, made.index_y * HEIGHT + size * (k + 0.5) * 1.1),
                (int(size * 0.8), size),
                made.black,
            )
        card[:] = card[::-1, ::-1].copy()
    return card


def paper(made: Design) -> Picture:
    """A sheet with print on it, or nothing."""
    rng = made.rng
    card = np.full((HEIGHT, WIDTH, 3), made.paper, np.uint8)
    for row in range(int(rng.integers(0, 24))):
        text = "".join(rng.choice(list("abcdefghijklmnop 0123456789AKQJ"), int(rng.integers(3, 26))))
        cv2.putText(
            card,
            text,
            (int(rng.integers(2, 40)), 16 + row * 14),
            int(rng.integers(0, 5)),
            rng.uniform(0.3, 1),
            made.black,
            int(rng.integers(1, 3)),
            cv2.LINE_AA,
        )
    return card


def other(made: Design, art: list[Picture]) -> tuple[Picture, bool]:
    """Something that is no readable face, and whether it is a back."""
    draw = made.rng.random()
    if draw < 0.45:
        return back(made), True
    if draw < 0.75:
        return joker(made, art), False
    if draw < 0.9:
        return paper(made), False
    return texture(made.rng, WIDTH, HEIGHT), False
