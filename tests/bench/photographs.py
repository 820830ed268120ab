"""Labelled photographs read by the recogniser and by the classic reader, in the same run, on one core.

The photographs are nobody's here to give away: where they are absent the row says so. Neither reader was made from
them, but for the classic one's setting, which is the one that suits them best.
"""

import csv
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np

from demo import drawing
from games.cards import Card, parse_card
from scanner.flatten import Picture
from scanner.recognise import Recogniser
from tests.bench import classic

PHOTOS: Final = Path(__file__).parents[3] / "shared" / "data" / "cards" / "photos"
Reader = Callable[[Picture], Counter[Card]]
HEAD: Final = "images  exact  cards  recall  precision  wrong  unread  ms an image"


class Score(NamedTuple):
    """How pictures were read: `exact` ones with every card named and none wrong; `unread` cards got no name at all."""

    images: int = 0
    exact: int = 0
    cards: int = 0
    right: int = 0
    wrong: int = 0
    unread: int = 0
    ms: float = 0.0

    def and_of(self, other: "Score") -> "Score":
        """Both together."""
        return Score(
            self.images + other.images,
            self.exact + other.exact,
            self.cards + other.cards,
            self.right + other.right,
            self.wrong + other.wrong,
            self.unread + other.unread,
            self.ms + other.ms,
        )

    def words(self) -> str:
        """The figures below `HEAD`."""
        recall = f"{self.right / self.cards:.1%}" if self.cards else "-"
        named = self.right + self.wrong
        precision = f"{self.right / named:.1%}" if named else "-"
        each = self.ms / self.images if self.images else 0.0
        return (
            f"{self.images:6}{self.exact:7}{self.cards:7}{recall:>8}{precision:>11}"
            f"{self.wrong:7}{self.unread:8}{each:13.1f}"
        )


def score(labels: str, seen: Counter[Card]) -> Score:
    """One picture's score by its labels, `AS;10H;?`: a `?` is a card more that may have any name."""
    words = [word for word in labels.split(";") if word]
    known = Counter(card for word in words if (card := parse_card(word)) is not None)
    right = (seen & known).total()
    wrong = max(0, (seen - known).total() - words.count("?"))
    unread = max(0, known.total() - right - wrong)
    return Score(1, int(right == known.total() and not wrong), known.total(), right, wrong, unread)


def timed(reader: Reader, picture: Picture, labels: str) -> Score:
    """The score of one picture with the processor's milliseconds that it took."""
    begun = time.process_time()
    seen = reader(picture)
    ms = (time.process_time() - begun) * 1000
    return score(labels, seen)._replace(ms=ms)


def recogniser() -> Reader:
    """The product's reader, with no deck shown to it and no card's size told."""
    own = Recogniser()
    return lambda picture: Counter(seen.card for seen in own.look(picture)[0] if seen.card is not None)


def warm(readers: dict[str, Reader]) -> None:
    """What a reader makes once, made before the first picture is timed."""
    picture = cv2.copyMakeBorder(drawing.face(Card.ACE_OF_SPADES), 99, 99, 99, 99, cv2.BORDER_CONSTANT)
    for reader in readers.values():
        reader(np.asarray(picture, np.uint8))


def labelled(folder: Path, every: int) -> Iterator[tuple[str, str, Picture]]:
    """Every so many-th photograph of cards: its group, its labels, the picture."""
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["kind"] != "dice"]
    for row in rows[::every]:
        picture = cv2.imread(str(folder / row["file"]))
        assert picture is not None, row["file"]
        yield row["file"].split("/")[0], row["cards"], np.asarray(picture, np.uint8)


def table(groups: dict[str, list[tuple[Score, ...]]], readers: Sequence[str]) -> list[str]:
    """A line for each group and reader, and for all groups together."""
    sums = {
        name: [reduce(Score.and_of, column) for column in zip(*scores, strict=True)] for name, scores in groups.items()
    }
    sums["total"] = [reduce(Score.and_of, column) for column in zip(*sums.values(), strict=True)]
    wide = max(len(name) for name in readers)
    return [
        f"  {name if not k else '':14}{reader:{wide}}{scores[k].words()}"
        for name, scores in sums.items()
        for k, reader in enumerate(readers)
    ]


def report(every: int, folder: Path = PHOTOS) -> list[str]:
    """The row's lines."""
    if not folder.is_dir():
        return [f"photographs: none at {folder}, nothing read"]
    cv2.setNumThreads(1)
    readers: dict[str, Reader] = {"recogniser": recogniser(), "outlines and templates": classic.look}
    warm(readers)
    groups: dict[str, list[tuple[Score, ...]]] = {}
    for group, labels, picture in labelled(folder, every):
        if group not in groups:
            print(f"photographs: {group}", file=sys.stderr, flush=True)
        groups.setdefault(group, []).append(tuple(timed(reader, picture, labels) for reader in readers.values()))
    wide = max(len(name) for name in readers)
    return [
        "photographs, one core, nothing enrolled; `wrong` is a name that no card of the picture bears",
        f"  {'':14}{'':{wide}}{HEAD}",
        *table(groups, list(readers)),
    ]
