"""The simulated table's geometry: where the spots lie on the layout, in millimetres, origin at its far left corner."""

from games.spots import Spot, SpotKind, hand
from scanner.frames import Point

WIDTH = 640
HEIGHT = 380
"""The part of the layout that the camera sees."""

BURN = Spot(SpotKind.BURN, "", 1)
DISCARD = Spot(SpotKind.DISCARD)
PLAYER = tuple(hand("player", index) for index in (1, 2, 3))
DEALER = tuple(hand("dealer", index) for index in (1, 2, 3))
IN_PLAY = PLAYER + DEALER

_COLUMNS = (216.0, 312.0, 408.0)
CENTRES: dict[Spot, Point] = {
    **{spot: (x, 112.0) for spot, x in zip(DEALER, _COLUMNS, strict=True)},
    **{spot: (x, 262.0) for spot, x in zip(PLAYER, _COLUMNS, strict=True)},
    BURN: (90.0, 112.0),
    DISCARD: (534.0, 112.0),
}
MOUTH: Point = (640.0, 64.0)
"""Where the shoe or shuffler gives its cards, beside the dealer at the right edge of the view."""
REST: Point = (320.0, -160.0)
"""Where the dealer's hand rests, out of view."""
AREA = (84.0, 108.0)
"""A spot's area: a card's size and the play a dealer has."""


def polygon(spot: Spot) -> tuple[Point, ...]:
    """A spot's area, clockwise from its far left corner."""
    x, y = CENTRES[spot]
    half, tall = AREA[0] / 2, AREA[1] / 2
    return ((x - half, y - tall), (x + half, y - tall), (x + half, y + tall), (x - half, y + tall))


def exits() -> dict[str, tuple[Point, ...]]:
    """The four edges of the view, as strips 30 mm wide that reach beyond it."""
    edge, out = 30.0, 120.0
    return {
        "far": ((-out, -out), (WIDTH + out, -out), (WIDTH + out, edge), (-out, edge)),
        "near": (
            (-out, HEIGHT - edge),
            (WIDTH + out, HEIGHT - edge),
            (WIDTH + out, HEIGHT + out),
            (-out, HEIGHT + out),
        ),
        "left": ((-out, -out), (edge, -out), (edge, HEIGHT + out), (-out, HEIGHT + out)),
        "right": ((WIDTH - edge, -out), (WIDTH + out, -out), (WIDTH + out, HEIGHT + out), (WIDTH - edge, HEIGHT + out)),
    }
