"""A sighting: what a camera makes of a spot once enough fresh frames agree."""

from enum import StrEnum

import msgspec

from games.cards import Card
from games.spots import Spot


class View(StrEnum):
    """What a spot shows."""

    FACE = "face"
    BACK = "back"
    EMPTY = "empty"  # visibly empty, with no other spot holding the card, for `gone_ms`
    MANY = "many"  # more than one card in a spot for one card


class Sighting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spot's view changed, debounced over fresh frames.

    `card` is the value of a face, None while it cannot be read; `at` the capture time of the first of the
    frames that agree, `frame` its number. A face outside every spot is told with the spot `NOWHERE`.
    `exit` names the edge over which the card was last seen going, empty where it was not seen to leave.
    """

    camera: str
    spot: Spot
    view: View
    card: Card | None
    at: int
    frame: int
    exit: str = ""
    crop: str = ""
