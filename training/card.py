"""The part of the networks' card that training writes: what it measured on held out samples, and the checksums."""

import hashlib
from pathlib import Path
from typing import Final, NamedTuple

BEGIN: Final = "<!-- Written by `make train`. -->"
END: Final = "<!-- Here ends what `make train` wrote. -->"


class Row(NamedTuple):
    """A network's name and the parts of held out samples whose first and second class it names right."""

    name: str
    first: float
    second: float


def written(card: str, rows: list[Row], said: str, folder: Path) -> str:
    """The card with the written part made anew for the networks in a folder; ValueError where it has no such part.

    `said` tells how many samples there were, from which seed.
    """
    head, begin, rest = card.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the card has no part between {BEGIN} and {END}")
    lines = [
        f"Trained on {said}; right on drawn decks that were held out:",
        "",
        "| file | SHA-256 | rank or kind | suit |",
        "|---|---|---|---|",
    ]
    for row in rows:
        name = f"{row.name}.onnx"
        digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        lines.append(f"| `{name}` | `{digest}` | {row.first:.4f} | {row.second:.4f} |")
    return "\n".join([head + begin, *lines, end + tail])
