"""The ways a table may be equipped, and what each can tell: the sources that the demo's table has."""

from enum import StrEnum
from typing import NamedTuple


class Eye(StrEnum):
    """A source at the table."""

    SHOE = "shoe"  # knows each card as it is drawn
    SHUFFLER = "shuffler"  # tells its states, no card
    READER = "reader"  # knows a card when the dealer passes it over, at its turning
    CAMERA = "camera"
    PAD = "pad"  # knows the dice as the dealer types them; at every table with dice


class Setup(NamedTuple):
    """A set-up by name."""

    name: str
    words: str
    eyes: frozenset[Eye]
    dialect: str
    """The dialect of the device that reads cards, unless another is asked for; empty where none does."""


SETUPS: dict[str, Setup] = {
    setup.name: setup
    for setup in (
        Setup(
            "shoe-and-camera",
            "a shoe that reads each card, and a camera",
            frozenset({Eye.SHOE, Eye.CAMERA}),
            "reference",
        ),
        Setup(
            "reader-and-camera",
            "a shuffler that knows no cards, a pass reader at the reveal, and a camera",
            frozenset({Eye.SHUFFLER, Eye.READER, Eye.CAMERA}),
            "barcode",
        ),
        Setup("shoe-only", "a shoe that reads each card, no camera", frozenset({Eye.SHOE}), "reference"),
        Setup("camera-only", "a camera and no device", frozenset({Eye.CAMERA}), ""),
        Setup("pad-and-camera", "a key pad for the dice, and a camera", frozenset({Eye.PAD, Eye.CAMERA}), ""),
        Setup("pad-only", "a key pad for the dice, no camera", frozenset({Eye.PAD}), ""),
    )
}


class Senses(NamedTuple):
    """What this set-up with these devices notices by itself; the dealer declares the rest."""

    camera: bool
    draw: bool
    """A device names each card as it is drawn."""
    scan: bool
    """A device names each card as it is turned."""
    states: bool
    """A device tells of a jam and of a cleared deck."""
    claims: bool = False
    """The shoe names the place of each card, and the result."""
    dice: bool = False
    """A camera reads the dice, beside the key pad."""

    @property
    def cable(self) -> bool:
        """Whether a device that names cards hangs on a cable."""
        return self.draw or self.scan
