"""Adrian Kennard's CC0 faces, from the npm package that `package.json` names."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import resvg_py

from training.design import HEIGHT, RANKS, WIDTH, Picture
from training.samples import Deck
from training.shapes import SUITS

ART: Final = Path(__file__).parent / "node_modules" / "@heruka_urgyen" / "react-playing-cards" / "src" / "images"


def _drawn(path: Path) -> Picture:
    code = resvg_py.svg_to_bytes(svg_path=str(path), dpi=96, background="#ffffff")
    face = cv2.imdecode(np.frombuffer(code, np.uint8), cv2.IMREAD_COLOR)
    if face is None:
        raise ValueError(f"{path} cannot be drawn")
    return np.asarray(cv2.resize(face, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def decks(folder: Path = ART) -> dict[str, Deck]:
    """The decks of a folder by its folders' names; a file is a rank and a suit, as `TH.svg`."""
    found: dict[str, Deck] = {}
    for path in sorted(folder.glob("*/??.svg")):
        rank, suit = path.stem[0], path.stem[1].lower()
        if rank in RANKS and suit in SUITS:
            found.setdefault(path.parent.name, {})[rank, suit] = _drawn(path)
    return found
