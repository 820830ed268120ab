"""What is no readable face: backs, jokers, paper, chips, print."""

from typing import Final

import cv2
import numpy as np
from numpy.random import Generator

from training.design import HEIGHT, WIDTH, Colour, Design, Picture, colour
from training.faces import both_ways, fitted, index, letters, stamp
from training.grounds import chips, ground, texture

PRINT: Final = list("abcdefghijklmnop 0123456789AKQJ")


def _blank(made: Design) -> Picture:
    return np.full((HEIGHT, WIDTH, 3), made.paper, np.uint8)


def _lattice(rng: Generator, field: Picture, line: Colour) -> None:
    step, kind = int(rng.integers(7, 40)), int(rng.integers(5))
    for k in range(-HEIGHT, HEIGHT + WIDTH, step):
        thick = int(rng.integers(1, max(2, step // 2)) if kind == 4 else max(1, step // 5))
        if kind in {0, 4}:
            cv2.line(field, (k, 0), (k + HEIGHT, HEIGHT), line, thick, cv2.LINE_AA)
        if kind == 0:
            cv2.line(field, (k + HEIGHT, 0), (k, HEIGHT), line, thick, cv2.LINE_AA)
        if kind == 1:
            cv2.circle(field, (WIDTH // 2, HEIGHT // 2), abs(k), line, thick, cv2.LINE_AA)
        if kind == 2:
            for y in range(0, HEIGHT, step):
                cv2.circle(field, (k, y), step // 3, line, -1 if step % 2 else 1, cv2.LINE_AA)


def back(rng: Generator, made: Design, art: list[Picture]) -> Picture:
    """A card's back: a lattice, rings, dots, stripes or a picture, with or without a border."""
    card = _blank(made)
    edge = int(rng.integers(8, 26)) if rng.random() < 0.5 else 0
    field = np.full((HEIGHT, WIDTH, 3), rng.uniform(0, 220, 3), np.uint8)
    line = made.paper if rng.random() < 0.6 else colour(rng, (0, 0, 0), (255, 255, 255))
    _lattice(rng, field, line)
    if art and rng.random() < 0.1:
        field = np.asarray(cv2.resize(art[int(rng.integers(len(art)))], (WIDTH, HEIGHT)), np.uint8)
        field = np.ascontiguousarray(field[..., rng.permutation(3)])
    if edge:
        cv2.rectangle(field, (edge + 8, edge + 8), (WIDTH - edge - 8, HEIGHT - edge - 8), line, 2)
    inner = slice(edge, HEIGHT - edge), slice(edge, WIDTH - edge)
    card[inner] = field[inner]
    return card


def joker(rng: Generator, made: Design, art: list[Picture]) -> Picture:
    """A card whose index is no rank: a joker, a letter, a word down the side, a star."""
    card = _blank(made)
    if art and rng.random() < 0.6:
        side = int(rng.uniform(0.5, 0.8) * WIDTH)
        figure = cv2.resize(art[int(rng.integers(len(art)))], (side, int(side * 1.4)))
        y, x = (HEIGHT - figure.shape[0]) // 2, (WIDTH - side) // 2
        card[y : y + figure.shape[0], x : x + side] = figure
    if rng.random() < 0.5:
        text = str(rng.choice(list("CEFGHLMNPRSTUVWXYZ$&*#%?+")))
        index(made, card, text, None if rng.random() < 0.6 else str(rng.choice(list("shdc"))))
        return card
    word = str(rng.choice(["JOKER", "JOLLY", "CUT", "BACCARAT", "RULES"]))
    size = made.rank_h * HEIGHT * 0.6
    masks = [fitted(letters(made, letter), (size * 0.8, size)) for letter in word]
    for view in both_ways(card):
        for k, mask in enumerate(masks):
            place = (made.index_x * WIDTH, made.index_y * HEIGHT + size * (k + 0.5) * 1.1)
            stamp(view, mask, place, made.inks["s"])
    return card


def paper(rng: Generator, made: Design) -> Picture:
    """A sheet with print on it, or nothing."""
    card = _blank(made)
    for row in range(int(rng.integers(0, 24))):
        text = "".join(rng.choice(PRINT, int(rng.integers(3, 26))))
        face, size, thick = int(rng.integers(0, 5)), rng.uniform(0.3, 1), int(rng.integers(1, 3))
        cv2.putText(
            card, text, (int(rng.integers(2, 40)), 16 + row * 14), face, size, made.inks["s"], thick, cv2.LINE_AA
        )
    return card


def pips_alone(rng: Generator, made: Design) -> Picture:
    """Suit symbols anywhere, with no letter: what a corner shows where the outline was wrong, or a printed sheet."""
    card = _blank(made)
    for _ in range(int(rng.integers(1, 12))):
        suit = str(rng.choice(list("shdc")))
        side = rng.uniform(0.06, 0.35) * HEIGHT
        place = (rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT))
        stamp(card, fitted(made.masks[suit], (side * 0.93, side)), place, made.inks[suit])
    return card


def other(rng: Generator, made: Design, art: list[Picture]) -> tuple[Picture, bool]:
    """Something that is no readable face, and whether it is a back."""
    draw = rng.random()
    if draw < 0.42:
        return back(rng, made, art), True
    if draw < 0.66:
        return joker(rng, made, art), False
    if draw < 0.78:
        return paper(rng, made), False
    if draw < 0.84:
        return pips_alone(rng, made), False
    if draw < 0.92:
        return ground(rng, WIDTH, HEIGHT, WIDTH), False
    sheet = texture(rng, WIDTH, HEIGHT)
    chips(rng, sheet, WIDTH * rng.uniform(0.5, 2.5))
    return sheet, False
