"""A whole deck laid before the camera of the simulated table, both ways up: `python -m tests.simulated_deck FOLDER`.

Writes FOLDER/deck, the pictures, and FOLDER/deck.txt, what lies where, for `truedeal calibrate report --labels`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from demo.layout import HEADS_UP
from demo.table import Place, Placed, Table
from demo.view import Scene, jpeg, picture
from games.cards import PACK, Card
from games.spots import Spot
from scanner.deck_file import BACK, NAMES

SPOTS = tuple(HEADS_UP.spots)
TILTS = (-3.0, 2.0, 4.0, -1.5, 0.0, 3.0, -2.5, 1.0)
"""Nobody lays cards straight, degrees."""


def _lying(spot: Spot, number: int, name: str, turn: float) -> Placed:
    card = PACK[0] if name == BACK else Card(name)
    tilt = turn + TILTS[number % len(TILTS)]
    return Placed(card, Place.SPOT, spot, spot, up=name != BACK, offset=(number % 3 - 1.0, number % 2), turn=tilt)


def looks() -> Iterator[tuple[dict[Spot, str], bytes]]:
    """What lies in each spot, and the camera's picture of it (JPEG): all cards and the back, then all turned round."""
    for turn in (0.0, 180.0):
        for begin in range(0, len(NAMES), len(SPOTS)):
            names = dict(zip(SPOTS, NAMES[begin : begin + len(SPOTS)], strict=False))
            cards = tuple(_lying(spot, number, name, turn) for number, (spot, name) in enumerate(names.items()))
            yield names, jpeg(picture(Scene(Table((), cards)), 0, begin + int(turn)))


def write(folder: Path) -> None:
    """Write the pictures and the labels.

    Raises:
        OSError: they cannot be written.
    """
    pictures = folder / "deck"
    pictures.mkdir(parents=True, exist_ok=True)
    labels = []
    for number, (names, data) in enumerate(looks(), 1):
        (pictures / f"{number:02}.jpg").write_bytes(data)
        labels += [f"{number:02}.jpg {spot} {name}" for spot, name in names.items()]
    (folder / "deck.txt").write_text("\n".join(labels) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
    sys.stderr.write(f"{sys.argv[1]}/deck: a deck before the camera; {sys.argv[1]}/deck.txt: what lies where\n")
