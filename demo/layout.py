"""Layouts of simulated tables: where the spots lie, in millimetres, the origin at the far left corner.

Each is drawn for one table and compared by identity, since pictures are remembered under it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.orders import stacks
from games.spots import Spot, SpotKind, hand, stack
from scanner.frames import Point

BURN = Spot(SpotKind.BURN, "", 1)
DISCARD = Spot(SpotKind.DISCARD)
DIE = Spot(SpotKind.DIE, "", 1)
"""Where the cup is opened."""
PLAYER = tuple(hand("player", index) for index in (1, 2, 3))
DEALER = tuple(hand("dealer", index) for index in (1, 2, 3))
IN_PLAY = PLAYER + DEALER

HD, FULL_HD = (1280, 720), (1920, 1080)


class Area(NamedTuple):
    """A spot: its middle, its size (a card's and the play that a dealer has), how far its cards are turned, degrees."""

    at: Point
    size: Point = (84.0, 108.0)
    turn: float = 0.0


class Print(NamedTuple):
    """A word on the felt."""

    text: str
    at: Point
    size: float
    gold: bool = False


@dataclass(frozen=True, eq=False)
class Layout:
    """One table as the camera sees it.

    `size` is the part of the layout in view, `mouth` where shoe or shuffler gives its cards, `picture` the camera's
    picture in pixels, `marks` where round marks are printed that no card hides (none: near the corners), `edges` how
    wide the strips are over which a card leaves the view: at the sides, far and near.
    """

    size: Point
    spots: Mapping[Spot, Area]
    words: tuple[Print, ...]
    mouth: Point
    picture: tuple[int, int] = HD
    edges: Point = (30.0, 30.0)
    marks: tuple[Point, ...] = ()

    @property
    def saucer(self) -> float:
        """The radius of the saucer in mm, 0 where there is none."""
        return min(self.spots[DIE].size) * 0.45 if DIE in self.spots else 0.0

    @property
    def margin(self) -> int:
        """How far the felt goes on beyond the layout, in mm."""
        return 40 if self.picture == HD else 160

    @property
    def rest(self) -> Point:
        """Where the dealer's hand rests, out of view."""
        return self.size[0] / 2, -160.0

    def at(self, spot: Spot) -> Point:
        """The middle of a spot."""
        return self.spots[spot].at

    @property
    def corners(self) -> tuple[Point, ...]:
        """Where the layout's corners lie in the picture, clockwise from the far left.

        The camera hangs above the dealer's shoulder: what is far from it is a ninth smaller.
        """
        (across, down), (wide, tall) = self.picture, self.size
        near = min(0.99375 * across, 0.94722 * down / 0.9027 * wide / tall)
        far, high = 0.88994 * near, 0.9027 * near * tall / wide
        middle, bottom = across / 2, 0.98334 * down
        top = bottom - high
        ends = ((middle - far / 2, top), (middle + far / 2, top))
        return (*ends, (middle + near / 2, bottom), (middle - near / 2, bottom))

    def polygon(self, spot: Spot) -> tuple[Point, ...]:
        """A spot's area, clockwise from its far left corner."""
        (x, y), size, turn = self.spots[spot]
        half, tall = (size[1] / 2, size[0] / 2) if turn else (size[0] / 2, size[1] / 2)
        return (x - half, y - tall), (x + half, y - tall), (x + half, y + tall), (x - half, y + tall)

    def exits(self) -> dict[str, tuple[Point, ...]]:
        """The four edges of the view, as strips that reach beyond it."""
        (wide, tall), (side, end), out = self.size, self.edges, 120.0
        return {
            "far": ((-out, -out), (wide + out, -out), (wide + out, end), (-out, end)),
            "near": ((-out, tall - end), (wide + out, tall - end), (wide + out, tall + out), (-out, tall + out)),
            "left": ((-out, -out), (side, -out), (side, tall + out), (-out, tall + out)),
            "right": ((wide - side, -out), (wide + out, -out), (wide + out, tall + out), (wide - side, tall + out)),
        }


def row(owner: str, xs: Iterable[float], y: float) -> dict[Spot, Area]:
    """The spots of a hand side by side."""
    return {hand(owner, index): Area((x, y)) for index, x in enumerate(xs, start=1)}


def column(owner: str, x: float, ys: Iterable[float]) -> dict[Spot, Area]:
    """The spots of a hand one below the other."""
    return {hand(owner, index): Area((x, y)) for index, y in enumerate(ys, start=1)}


_COLUMNS = (216.0, 312.0, 408.0)
_STACK_STEP, _CARD_STEP, _EDGE = 96.0, 120.0, 80.0


def heads_up(near: str, far: str, title: str) -> Layout:
    """Two hands of three cards, the dealer's on the far side."""
    return Layout(
        size=(640.0, 380.0),
        spots={
            **row(far, _COLUMNS, 112.0),
            **row(near, _COLUMNS, 262.0),
            BURN: Area((90.0, 112.0)),
            DISCARD: Area((534.0, 112.0)),
        },
        words=(
            Print(far.upper(), (312, 44), 1.3),
            Print(near.upper(), (312, 330), 1.3),
            Print("BURN", (90, 178), 0.9),
            Print("DISCARD", (534, 178), 0.9),
            Print(title, (312, 187), 1.5, gold=True),
        ),
        mouth=(640.0, 64.0),
    )


def baccarat() -> Layout:
    """Player and Banker side by side, their third cards across on the outer sides."""
    across = {hand("player", 3): Area((64.0, 190.0), turn=90.0), hand("banker", 3): Area((576.0, 190.0), turn=90.0)}
    return Layout(
        size=(640.0, 380.0),
        spots={
            **row("player", (164.0, 256.0), 190.0),
            **row("banker", (384.0, 476.0), 190.0),
            **across,
            BURN: Area((64.0, 62.0)),
            DISCARD: Area((576.0, 62.0)),
        },
        words=(
            Print("PLAYER", (210, 270), 1.3),
            Print("BANKER", (430, 270), 1.3),
            Print("BACCARAT", (320, 92), 1.5, gold=True),
        ),
        mouth=(664.0, -20.0),
        edges=(8.0, 8.0),
    )


def seats() -> Layout:
    """Six boxes in front of the dealer, the first on his right."""
    rows = (250.0, 370.0, 490.0)
    boxes: dict[Spot, Area] = {}
    for number in range(1, 7):
        boxes |= column(f"p{number}", 800.0 - 120.0 * number, rows)
    return Layout(
        size=(760.0, 580.0),
        spots={
            **row("dealer", (284.0, 380.0, 476.0), 90.0),
            **boxes,
            BURN: Area((90.0, 90.0)),
            DISCARD: Area((670.0, 90.0)),
        },
        words=(
            Print("THREE CARD POKER", (380, 166), 1.5, gold=True),
            *(Print(str(number), (800 - 120 * number, 562), 1.0) for number in range(1, 7)),
        ),
        mouth=(772.0, 30.0),
        picture=FULL_HD,
        edges=(20.0, 20.0),
        marks=tuple((x, y) for x in (-26.0, 786.0) for y in range(140, 560, 100))
        + tuple((x, -26.0) for x in range(40, 700, 130)),
    )


def of_stacks(count: int, each: int, title: str) -> Layout:
    """Stacks from the left, the first card of each nearest to the dealer, and a saucer on the right."""
    ys = tuple(_EDGE + _CARD_STEP * index for index in range(each))
    xs = tuple(_EDGE + _STACK_STEP * number for number in range(count))
    places = {
        stack(name, index): Area((x, y))
        for name, x in zip(stacks(count), xs, strict=True)
        for index, y in enumerate(ys, start=1)
    }
    right, tall = xs[-1] + 160.0, ys[-1] + _EDGE
    return Layout(
        size=(right + 100.0, tall),
        spots={
            **places,
            BURN: Area((right, 80.0)),
            DISCARD: Area((right, 200.0)),
            DIE: Area((right, tall - (90.0 if each > 3 else 70.0)), (140.0, 100.0)),
        },
        words=(Print(title, (right, 290 if each > 3 else 266), 0.8, gold=True),),
        mouth=(right + 104.0, 20.0),
        picture=FULL_HD,
        edges=(20.0, 20.0),
        marks=tuple((x, float(y)) for x in (right - 80.0, right + 58.0) for y in range(40, round(tall), 60))
        + tuple((x + _STACK_STEP / 2, y + _CARD_STEP / 2) for x in xs[:-1] for y in ys[:-1]),
    )


def saucer() -> Layout:
    """A saucer and no cards."""
    return Layout(
        size=(300.0, 300.0),
        spots={DIE: Area((150.0, 150.0), (200.0, 200.0))},
        words=(Print("TAI", (40, 280), 1.2), Print("XIU", (260, 280), 1.2)),
        mouth=(400.0, -200.0),
        edges=(8.0, 8.0),
    )


HEADS_UP = heads_up("player", "dealer", "THREE CARD POKER")
"""The table of Live Three Card Poker."""
