"""Samples in bulk: looks at every card of many decks, and at what is no card, drawn by as many processes as asked.

A deck's samples depend on the seed, its number, the fonts and the ready decks alone, so that they are the same
however many processes draw them.
"""

import multiprocessing
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from demo import drawing
from games.cards import PACK
from scanner.flatten import BODY_INPUT, INDEX_INPUT
from training.design import HEIGHT, RANKS, WIDTH, Picture, design
from training.faces import face
from training.others import other
from training.scenes import BACK, COURT, NEITHER, REJECT_RANK, REJECT_SUIT, Meaning, Sample, look
from training.shapes import SUITS

Deck = dict[tuple[str, str], Picture]
"""Faces by rank and suit, as `design.RANKS` and `shapes.SUITS` name them."""
OTHERS: Final = 10
"""Things that are no readable face, beside the 52 faces of a deck."""
EVERY: Final = 10
"""One deck in so many is a ready one."""


class Plan(NamedTuple):
    """What is drawn: how many decks, how many looks at each of their cards, from which seed."""

    decks: int
    looks: int
    seed: int

    @property
    def each(self) -> int:
        """Looks a deck gives."""
        return (len(RANKS) * len(SUITS) + OTHERS) * self.looks


class Stock(NamedTuple):
    """What is drawn from: fonts by family, ready decks, court figures."""

    fonts: list[list[Path]]
    ready: list[Deck]
    figures: list[Picture]


class Samples(NamedTuple):
    """Arrays, a row for each look: (n, 2, 72, 40, 3) corners, (n, 88, 64, 3) bodies, and their classes."""

    corners: NDArray[np.uint8]
    ranks: NDArray[np.int64]
    suits: NDArray[np.int64]
    bodies: NDArray[np.uint8]
    kinds: NDArray[np.int64]
    body_suits: NDArray[np.int64]


def own() -> Deck:
    """The faces of the simulated table."""
    small = {card.value: cv2.resize(drawing.face(card), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for card in PACK}
    return {(name[0], name[1]): np.asarray(face, np.uint8) for name, face in small.items()}


def stock(fonts: list[list[Path]], ready: list[Deck]) -> Stock:
    """What to draw from: the ready decks, that of the simulated table beside them, and the figures of their courts."""
    courts = [picture for deck in ready for (rank, _), picture in deck.items() if rank in "JQK"]
    return Stock(fonts, [*ready, own()], [np.ascontiguousarray(picture[34:-34, 44:-44]) for picture in courts])


def _meaning(rank: str, suit: str) -> Meaning:
    value = RANKS.index(rank)
    return Meaning(value, SUITS.index(suit), COURT if rank in "JQK" else value)


def drawn(plan: Plan, store: Stock, number: int) -> list[Sample]:
    """The samples of one deck."""
    rng = np.random.default_rng([plan.seed, number])
    made = design(rng, store.fonts)
    if number % EVERY == 0:
        faces = store.ready[number // EVERY % len(store.ready)]
    else:
        faces = {(rank, suit): face(rng, made, rank, suit, store.figures) for rank in RANKS for suit in SUITS}
    found = [look(rng, card, _meaning(*name)) for name, card in faces.items() for _ in range(plan.looks)]
    for _ in range(OTHERS * plan.looks):
        thing, is_back = other(rng, made, store.figures)
        found.append(look(rng, thing, Meaning(REJECT_RANK, REJECT_SUIT, BACK if is_back else NEITHER)))
    return found


def together(found: list[Sample]) -> Samples:
    """Samples as arrays."""
    return Samples(
        np.stack([np.stack(one.corners) for one in found]),
        np.array([one.ranks for one in found], np.int64),
        np.array([one.suits for one in found], np.int64),
        np.stack([one.body for one in found]),
        np.array([one.kind for one in found], np.int64),
        np.array([one.suit for one in found], np.int64),
    )


_STORE: list[Stock] = []
"""What this process draws from; given once, since it is large."""


def _begin(store: Stock) -> None:
    cv2.setNumThreads(1)
    _STORE[:] = [store]


def _deck(plan: Plan, number: int) -> Samples:
    return together(drawn(plan, _STORE[0], number))


def _each(plan: Plan, store: Stock, processes: int) -> Iterator[Samples]:
    with multiprocessing.get_context("spawn").Pool(processes, _begin, (store,)) as pool:
        yield from pool.imap(partial(_deck, plan), range(plan.decks))


def _room(plan: Plan, folder: Path | None) -> Samples:
    n = plan.decks * plan.each
    (across, down), (wide, tall) = INDEX_INPUT, BODY_INPUT

    def room(name: str, shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
        if folder is None:
            return np.empty(shape, kind)
        return open_memmap(folder / f"{name}.npy", "w+", kind, shape)

    return Samples(
        room("corners", (n, 2, down, across, 3), np.uint8),
        room("ranks", (n, 2), np.int64),
        room("suits", (n, 2), np.int64),
        room("bodies", (n, tall, wide, 3), np.uint8),
        room("kinds", (n,), np.int64),
        room("body_suits", (n,), np.int64),
    )


def make(plan: Plan, store: Stock, processes: int, folder: Path | None = None) -> Samples:
    """All samples of a plan, the decks in their order; 35 kB a look, in files where there is a folder for them."""
    made = _room(plan, folder)
    rooms: tuple[NDArray[Any], ...] = made
    for number, part in enumerate(_each(plan, store, processes)):
        rows = slice(number * plan.each, (number + 1) * plan.each)
        for room, values in zip(rooms, part, strict=True):
            room[rows] = values
        sys.stderr.write(f"\r{number + 1} of {plan.decks} decks drawn")
    sys.stderr.write("\n")
    return made


def load(folder: Path) -> Samples:
    """Samples that `make` left in a folder."""
    return Samples(*(np.load(folder / f"{name}.npy", mmap_mode="r") for name in Samples._fields))
