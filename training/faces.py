"""Card faces of a design: indices, pips, aces, courts."""

from typing import Final

import cv2
import numpy as np
from numpy.random import Generator

from training.courts import court
from training.design import HEIGHT, WIDTH, Colour, Design, Picture
from training.letters import glyph, hollow, leaning
from training.shapes import Mask, layout

GERMAN: Final = {"J": "B", "Q": "D"}
"""German, Dutch and Scandinavian decks write B for the jack and D for the queen, and mean nothing else by them."""


def fitted(mask: Mask, size: tuple[float, float]) -> Mask:
    """A mask at a size across and down, px."""
    wanted = (max(2, int(size[0])), max(2, int(size[1])))
    return np.asarray(cv2.resize(mask, wanted, interpolation=cv2.INTER_AREA), np.uint8)


def stamp(card: Picture, mask: Mask, centre: tuple[float, float], ink: Colour) -> None:
    """Put a mask of its final size on a card in a colour, `centre` in px; what lies outside is cut."""
    x, y = int(centre[0] - mask.shape[1] / 2), int(centre[1] - mask.shape[0] / 2)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(card.shape[1], x + mask.shape[1]), min(card.shape[0], y + mask.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    area = card[y0:y1, x0:x1].astype(np.float32)
    card[y0:y1, x0:x1] = (area * (1 - part) + part * np.array(ink, np.float32)).astype(np.uint8)


def both_ways(card: Picture) -> tuple[Picture, Picture]:
    """The card and the same card upside down, to draw on either."""
    return card, card[::-1, ::-1]


def letters(made: Design, text: str) -> Mask:
    """A text as the design writes it."""
    mask = glyph(made.font, text, made.stroke)
    if made.hollow:
        mask = hollow(mask)
    return leaning(mask, made.lean) if made.lean else mask


def index(made: Design, card: Picture, text: str, suit: str | None) -> None:
    """Both indices, or all four where the design has four: the rank's letter, with a suit the suit's symbol."""
    ink = made.inks[suit or "s"]
    mask = letters(made, text)
    tall = made.rank_h * HEIGHT
    wide = min(mask.shape[1] * tall / mask.shape[0] * made.rank_wide, 0.26 * WIDTH)
    side = made.suit_h * HEIGHT
    x, y = max(made.index_x * WIDTH, wide / 2 + 5), made.index_y * HEIGHT + tall / 2
    places = [x, WIDTH - x] if made.four else [x]
    letter, symbol = fitted(mask, (wide, tall)), fitted(made.masks[suit or "s"], (side * 0.95, side))
    for view in both_ways(card):
        for place in places:
            stamp(view, letter, (place, y), ink)
            if suit is not None:
                stamp(view, symbol, (place, y + tall / 2 + made.gap * HEIGHT + side / 2), ink)


def _pips(rng: Generator, made: Design, card: Picture, count: int, suit: str) -> None:
    side = made.pip_h * HEIGHT * (1.0 if count > 1 else rng.uniform(0.7, 2.2))
    mask = fitted(made.masks[suit], (side * 0.93, side))
    for across, down, turned in layout(count):
        x = (made.pip_x + across * (1 - 2 * made.pip_x)) * WIDTH
        y = (made.pip_y + down * (1 - 2 * made.pip_y)) * HEIGHT
        stamp(card, mask[::-1] if turned else mask, (x, y), made.inks[suit])


def _ornate_ace(rng: Generator, made: Design, card: Picture) -> None:
    side = rng.uniform(0.28, 0.5) * HEIGHT
    ink = made.inks["s"]
    stamp(card, fitted(made.masks["s"], (side * 0.9, side)), (WIDTH / 2, HEIGHT / 2), ink)
    for _ in range(int(rng.integers(3, 40))):
        spot = (WIDTH / 2 + rng.normal() * side * 0.16, HEIGHT / 2 + rng.normal() * side * 0.16)
        tone = made.paper if rng.random() < 0.6 else ink
        cv2.circle(card, (int(spot[0]), int(spot[1])), int(rng.integers(1, 7)), tone, int(rng.integers(-1, 3)))
    for line in range(int(rng.integers(0, 4))):
        y = int(HEIGHT * rng.choice([0.2, 0.78])) + line * 12
        cv2.putText(card, "".join(rng.choice(list("ABCDEMNORST"), 9)), (70, y), 2, 0.4, ink, 1, cv2.LINE_AA)


def _cleared(made: Design, card: Picture) -> None:
    """Paper under the indices of a court that reaches the card's edge."""
    right = int(made.index_x * 2.1 * WIDTH)
    low = int((made.rank_h + made.suit_h + made.gap + made.index_y) * 1.08 * HEIGHT)
    for view in both_ways(card):
        view[:low, :right] = made.paper
        if made.four:
            view[:low, WIDTH - right :] = made.paper


def _court(rng: Generator, made: Design, card: Picture, suit: str, art: list[Picture]) -> None:
    x, y = court(rng, made, card, art)
    side = made.pip_h * HEIGHT * rng.uniform(0.75, 1.1)
    if made.court == "full":
        _cleared(made, card)
        x = int(made.index_x * 2.1 * WIDTH)
    if rng.random() < (0.6 if made.court == "full" else 0.12):
        return
    boxed = rng.random() < 0.7
    symbol = fitted(made.masks[suit], (side * 0.9, side))
    for view in both_ways(card):
        if boxed:
            view[y + 2 : int(y + side * 1.1), x + 2 : int(x + side)] = made.paper
        stamp(view, symbol, (x + side * 0.55 + 3, y + side * 0.55 + 3), made.inks[suit])


def face(rng: Generator, made: Design, rank: str, suit: str, art: list[Picture]) -> Picture:
    """A face of a design; `art` are court figures to choose from beside those drawn here."""
    card = np.full((HEIGHT, WIDTH, 3), made.paper, np.uint8)
    if rank in "JQK":
        _court(rng, made, card, suit, art)
    elif rank == "A" and suit == "s" and rng.random() < 0.6:
        _ornate_ace(rng, made, card)
    else:
        _pips(rng, made, card, 10 if rank == "T" else 1 if rank == "A" else int(rank), suit)
    text = "10" if rank == "T" else GERMAN.get(rank, rank) if made.german else rank
    index(made, card, text, suit)
    return card
