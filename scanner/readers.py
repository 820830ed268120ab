"""The two networks: one reads a corner's index, one what stands between the corners. Neither sees what the other sees.

`model/README.md` says what they were trained on and how well they do.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from games.cards import Rank, Suit
from scanner.flatten import Picture

MODEL: Final = Path(__file__).parent / "model"
RANKS: Final = tuple(Rank(letter) for letter in "A23456789TJQK")
SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
PIPS: Final = 10
"""The body's first classes are the ranks ace to ten; then come court, back and neither."""

Chances = NDArray[np.float64]


class IndexRead(NamedTuple):
    """What a corner shows: a chance for each of 13 ranks and for none, for each of 4 suits and for none."""

    rank: Chances
    suit: Chances


class BodyRead(NamedTuple):
    """What lies between the corners: a chance for each rank ace to ten, court, back, neither; for 4 suits and none."""

    kind: Chances
    suit: Chances

    @property
    def court(self) -> float:
        """The chance of a court."""
        return float(self.kind[PIPS])

    @property
    def back(self) -> float:
        """The chance of a back."""
        return float(self.kind[PIPS + 1])

    @property
    def face(self) -> float:
        """The chance of any face."""
        return float(self.kind[: PIPS + 1].sum())


def _chances(logits: NDArray[np.float64]) -> Chances:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float64)


def _loaded(file: Path) -> cv2.dnn.Net:
    # OpenCV 5 reads with an engine for large networks unless told otherwise: these take it up to twice the time.
    engine: int | None = getattr(cv2.dnn, "ENGINE_CLASSIC", None)
    return cv2.dnn.readNetFromONNX(str(file)) if engine is None else cv2.dnn.readNetFromONNX(str(file), engine)


class Readers:
    """Both networks, loaded once. They keep buffers: one object a thread."""

    def __init__(self, folder: Path = MODEL) -> None:
        self._index = _loaded(folder / "index.onnx")
        self._body = _loaded(folder / "body.onnx")

    @staticmethod
    def _run(net: cv2.dnn.Net, pictures: Sequence[Picture]) -> NDArray[np.float64]:
        net.setInput(cv2.dnn.blobFromImages(list(pictures), 1 / 255))
        return np.asarray(net.forward(), np.float64)

    def indices(self, corners: Sequence[Picture]) -> list[IndexRead]:
        """Read corners as `flatten.index_crop` cuts them."""
        if not corners:
            return []
        out = self._run(self._index, corners)
        return [IndexRead(*row) for row in zip(_chances(out[:, :14]), _chances(out[:, 14:]), strict=True)]

    def bodies(self, cards: Sequence[Picture]) -> list[BodyRead]:
        """Read cards as `flatten.body_crop` cuts them."""
        if not cards:
            return []
        out = self._run(self._body, cards)
        return [BodyRead(*row) for row in zip(_chances(out[:, :13]), _chances(out[:, 13:]), strict=True)]
