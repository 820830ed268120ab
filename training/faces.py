"""Card faces, backs and things that are no card, each deck of its own design: font, pips, index sizes, courts."""

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from training.shapes import SUITS, Mask, draw_suit, layout

Picture = NDArray[np.uint8]
WIDTH, HEIGHT = 240, 336
RANKS = "A23456789TJQK"
HERSHEY = (0, 1, 2, 3, 4, 6)


@dataclass
class Design:
    """One deck's design. Sizes are parts of the card's width or height."""

    rng: Generator
    font: Path | None
    """None: drawn with OpenCV's own strokes."""
    index_x: float = 0.09
    index_y: float = 0.045
    rank_h: float = 0.1
    rank_wide: float = 1.0
    suit_h: float = 0.07
    gap: float = 0.015
    pip_h: float = 0.15
    pip_x: float = 0.27
    pip_y: float = 0.15
    four: bool = False
    red: tuple[int, int, int] = (40, 30, 200)
    black: tuple[int, int, int] = (25, 20, 20)
    paper: tuple[int, int, int] = (250, 250, 250)
    court: str = "figure"
    masks: dict[str, Mask] = field(default_factory=dict)
    stroke: int = 4


def design(rng: Generator, fonts: list[Path]) -> Design:
    """A design drawn by lot: a third have large indices, a sixth four of them."""
    jumbo = rng.random() < 0.3
    rank_h = rng.uniform(0.13, 0.2) if jumbo else rng.uniform(0.075, 0.125)
    tone = int(rng.uniform(232, 255))
    made = Design(
        rng,
        None if rng.random() < 0.12 else fonts[int(rng.integers(len(fonts)))],
        index_x=rng.uniform(0.1, 0.15) if jumbo else rng.uniform(0.065, 0.115),
        index_y=rng.uniform(0.025, 0.06),
        rank_h=rank_h,
        rank_wide=rng.uniform(0.7, 1.15),
        suit_h=rank_h * rng.uniform(0.55, 1.0),
        gap=rng.uniform(0.004, 0.025),
        pip_h=rng.uniform(0.12, 0.19),
        pip_x=rng.uniform(0.24, 0.33),
        pip_y=rng.uniform(0.13, 0.21),
        four=rng.random() < 0.17,
        red=(int(rng.uniform(15, 90)), int(rng.uniform(10, 70)), int(rng.uniform(150, 240))),
        black=tuple(int(v) for v in rng.uniform(5, 55, 3)),  # type: ignore[arg-type]
        paper=(int(tone - rng.uniform(0, 18)), tone, tone),
        court=str(rng.choice(["figure", "figure", "plain", "full"])),
        stroke=int(rng.integers(2, 8)),
    )
    made.masks = {suit: draw_suit(rng, suit) for suit in SUITS}
    return made


def ink(made: Design, suit: str) -> tuple[int, int, int]:
    """The colour of a suit, BGR."""
    return made.red if suit in "hd" else made.black


def _tight(mask: Mask) -> Mask:
    ys, xs = np.nonzero(mask > 40)
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1] if len(ys) else mask[:1, :1]


def glyph(made: Design, text: str) -> Mask:
    """A text in the design's letters, tight, about 96 px tall."""
    if made.font is None:
        mask = np.zeros((260, 160 + 160 * len(text)), np.uint8)
        face = HERSHEY[made.stroke % len(HERSHEY)]
        cv2.putText(mask, text, (40, 180), face, 4.2, 255, made.stroke * 3, cv2.LINE_AA)
        return _tight(mask)
    font = ImageFont.truetype(str(made.font), 110)
    image = Image.new("L", (220 + 150 * len(text), 240))
    ImageDraw.Draw(image).text((40, 30), text, fill=255, font=font)
    return _tight(np.asarray(image, np.uint8))


def stamp(
    card: Picture, mask: Mask, centre: tuple[float, float], size: tuple[int, int], colour: tuple[int, ...]
) -> None:
    """Put a mask on a card in a colour; `centre` and `size` in px; what lies outside is cut."""
    small = cv2.resize(mask, (max(2, size[0]), max(2, size[1])), interpolation=cv2.INTER_AREA)
    x, y = int(centre[0] - small.shape[1] / 2), int(centre[1] - small.shape[0] / 2)
    x0, y0, x1, y1 = (
        max(0, x),
        max(0, y),
        min(card.shape[1], x + small.shape[1]),
        min(card.shape[0], y + small.shape[0]),
    )
    if x1 <= x0 or y1 <= y0:
        return
    part = small[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    area = card[y0:y1, x0:x1].astype(np.float32)
    card[y0:y1, x0:x1] = (area * (1 - part) + part * np.array(colour, np.float32)).astype(np.uint8)


def index(made: Design, card: Picture, text: str, suit: str | None) -> None:
    """Both indices (all four where the design has four): the rank's letter above the suit's symbol."""
    colour = ink(made, suit or "s")
    letter = glyph(made, text)
    tall = made.rank_h * HEIGHT
    wide = min(letter.shape[1] * tall / letter.shape[0] * made.rank_wide, 0.26 * WIDTH)
    x = max(made.index_x * WIDTH, wide / 2 + 5)
    y = made.index_y * HEIGHT
    places = [x, WIDTH - x] if made.four else [x]
    for _ in range(2):
        for place in places:
            stamp(card, letter, (place, y + tall / 2), (int(wide), int(tall)), colour)
            if suit is not None:
                low = y + tall + (made.gap + made.suit_h / 2) * HEIGHT
                side = int(made.suit_h * HEIGHT)
                stamp(card, made.masks[suit], (place, low), (int(side * 0.95), side), colour)
        card[:] = card[::-1, ::-1].copy()


def _pips(made: Design, card: Picture, count: int, suit: str) -> None:
    side = made.pip_h * HEIGHT * (1.0 if count > 1 else made.rng.uniform(0.9, 2.2))
    for across, down, turned in layout(count):
        mask = made.masks[suit][::-1] if turned else made.masks[suit]
        x = (made.pip_x + across * (1 - 2 * made.pip_x)) * WIDTH
        y = (made.pip_y + down * (1 - 2 * made.pip_y)) * HEIGHT
        stamp(card, mask, (x, y), (int(side * 0.93), int(side)), ink(made, suit))


def _ornate_ace(made: Design, card: Picture) -> None:
    rng = made.rng
    side = int(rng.uniform(0.28, 0.5) * HEIGHT)
    centre = (WIDTH / 2, HEIGHT / 2)
    stamp(card, made.masks["s"], centre, (int(side * 0.9), side), made.black)
    for _ in range(int(rng.integers(3, 40))):
        spot = (WIDTH / 2 + rng.normal() * side * 0.16, HEIGHT / 2 + rng.normal() * side * 0.16)
        tone = made.paper if rng.random() < 0.6 else made.black
        cv2.circle(card, (int(spot[0]), int(spot[1])), int(rng.integers(1, 7)), tone, int(rng.integers(-1, 3)))
    for line in range(int(rng.integers(0, 4))):
        y = int(HEIGHT * rng.choice([0.2, 0.78])) + line * 12
        cv2.putText(card, "".join(rng.choice(list("ABCDEMNORST"), 9)), (70, y), 2, 0.4, made.black, 1, cv2.LINE_AA)


def _half_figure(made: Design, width: int, height: int) -> Picture:
    rng = made.rng
    half = np.full((height, width, 3), made.paper, np.uint8)
    inks = [made.red, made.black, (30, 200, 240), (160, 60, 30), (80, 140, 60), made.paper, (150, 180, 225)]
    few = made.court == "plain"
    for _ in range(int(rng.integers(2, 8) if few else rng.integers(12, 60))):
        colour = inks[int(rng.integers(2 if few else len(inks)))]
        kind = rng.integers(4)
        a, b = (tuple(int(v) for v in rng.uniform(-0.1, 1.1, 2) * (width, height)) for _ in range(2))
        if kind == 0:
            cv2.line(half, a, b, colour, int(rng.integers(1, 6)), cv2.LINE_AA)
        elif kind == 1:
            cv2.circle(half, a, int(rng.uniform(3, width / 4)), colour, int(rng.choice([-1, 1, 2, 4])), cv2.LINE_AA)
        elif kind == 2:
            points = (rng.uniform(0, 1, (int(rng.integers(3, 6)), 2)) * (width, height)).astype(np.int32)
            cv2.fillPoly(half, [points], colour, cv2.LINE_AA)
        else:
            for step in range(int(rng.integers(3, 9))):
                cv2.circle(half, (a[0] + step * 7, a[1] + step * int(rng.integers(-2, 3))), 2, colour, -1)
    return half


def _court(made: Design, card: Picture, suit: str, art: list[Picture]) -> None:
    rng = made.rng
    full = made.court == "full"
    x = int(WIDTH * (rng.uniform(0.02, 0.06) if full else rng.uniform(0.13, 0.21)))
    y = int(HEIGHT * (rng.uniform(0.02, 0.05) if full else rng.uniform(0.07, 0.14)))
    width, height = WIDTH - 2 * x, HEIGHT - 2 * y
    if art and rng.random() < 0.6 and made.court != "plain":
        figure = cv2.resize(art[int(rng.integers(len(art)))], (width, height), interpolation=cv2.INTER_AREA)
    else:
        half = _half_figure(made, width, (height + 1) // 2)
        figure = np.concatenate([half, half[::-1, ::-1]])[:height]
    card[y : y + height, x : x + width] = figure
    if not full and rng.random() < 0.75:
        cv2.rectangle(
            card,
            (x, y),
            (x + width, y + height),
            made.black if rng.random() < 0.5 else (150, 70, 30),
            int(rng.integers(1, 4)),
        )
    side = int(made.pip_h * HEIGHT)
    pip = (x + side * 0.55 + 3, y + side * 0.55 + 3)
    for _ in range(2):
        if full:
            cv2.rectangle(
                card,
                (0, 0),
                (
                    int(made.index_x * 2.1 * WIDTH),
                    int((made.rank_h + made.suit_h + made.gap + made.index_y) * 1.08 * HEIGHT),
                ),
                made.paper,
                -1,
            )
        if rng.random() < 0.85:
            cv2.rectangle(card, (x + 1, y + 1), (int(x + side), int(y + side * 1.1)), made.paper, -1)
            stamp(card, made.masks[suit], pip, (int(side * 0.9), side), ink(made, suit))
        card[:] = card[::-1, ::-1].copy()


def face(made: Design, rank: str, suit: str, art: list[Picture]) -> Picture:
    """A face of a design; `art` are court figures to choose from beside those drawn here."""
    card = np.full((HEIGHT, WIDTH, 3), made.paper, np.uint8)
    if rank in "JQK":
        _court(made, card, suit, art)
    elif rank == "A" and suit == "s" and made.rng.random() < 0.6:
        _ornate_ace(made, card)
    else:
        _pips(made, card, 10 if rank == "T" else 1 if rank == "A" else int(rank), suit)
    # German, Dutch and Scandinavian decks write B for the jack and D for the queen, and mean nothing else by them.
    text = {"T": "10", "J": "B" if made.court == "full" else "J", "Q": "D" if made.court == "full" else "Q"}.get(
        rank, rank
    )
    if made.court == "full" and made.rng.random() < 0.5:
        text = {"T": "10"}.get(rank, rank)
    index(made, card, text, suit)
    return card
