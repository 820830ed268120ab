"""A small layout for the tests of the camera side: three spots, a burn, a discard and an exit; 1 px is 1 mm."""

from collections.abc import Iterable, Sequence

from games.cards import Card
from games.spots import Spot, SpotKind, hand
from scanner.frames import CardSeen, FrameSeen, Outline, Point, Quality, Side
from scanner.profile import Exit, Profile, SpotArea, Thresholds
from scanner.sighting import Sighting
from scanner.sightings import watch
from scanner.views import Views

FRAME_NS = 40_000_000
"""25 frames a second."""
P1, P2, D1 = hand("player", 1), hand("player", 2), hand("dealer", 1)
BURN, DISCARD = Spot(SpotKind.BURN, "", 1), Spot(SpotKind.DISCARD, "", 1)
CENTRES: dict[Spot, Point] = {P1: (150, 300), P2: (300, 300), D1: (450, 300), BURN: (600, 300), DISCARD: (750, 300)}
OPEN: Point = (300, 100)
"""A place in no spot."""
GOING: Point = (900, 300)
"""A place in the exit `right`."""


def box(middle: Point, width: float, height: float) -> Outline:
    x, y, w, h = *middle, width / 2, height / 2
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def profile(debounce: int = 3) -> Profile:
    return Profile(
        camera="top",
        made="2026-01-01",
        width=960,
        height=540,
        homography=((1, 0, 0), (0, 1, 0), (0, 0, 1)),
        spots=tuple(SpotArea(spot, box(middle, 100, 130)) for spot, middle in CENTRES.items()),
        exits=(Exit("right", box(GOING, 120, 540)),),
        thresholds=Thresholds(debounce=debounce),
    )


def face(middle: Point, card: Card | None) -> CardSeen:
    return CardSeen(box(middle, 63, 88), Side.FACE, card, 0.9 if card else 0.0)


def back(middle: Point) -> CardSeen:
    return CardSeen(box(middle, 63, 88), Side.BACK)


def arm(middle: Point, width: float = 120, height: float = 140) -> CardSeen:
    return CardSeen(box(middle, width, height), Side.OTHER)


class Film:
    """Frames at 25 a second through the fold; keeps what was sighted."""

    def __init__(self, layout: Profile | None = None) -> None:
        self.profile = layout or profile()
        self.views = Views()
        self.frame = 0
        self.step = FRAME_NS
        self.sightings: list[Sighting] = []

    def show(self, *cards: CardSeen, frames: int = 1, quality: Quality = Quality.FRESH) -> list[Sighting]:
        """The sightings of so many frames that show these outlines."""
        before = len(self.sightings)
        for _ in range(frames):
            self.frame += 1
            at = self.frame * self.step
            seen = FrameSeen("top", self.frame, at, at, quality, cards=cards)
            self.views, more = watch(self.profile, self.views, seen)
            self.sightings += more
        return self.sightings[before:]


def said(sightings: Iterable[Sighting]) -> Sequence[str]:
    """Sightings in words: spot, view, card, exit."""
    return [" ".join(filter(None, (str(s.spot), s.view, s.card, s.exit))) for s in sightings]
