"""The short way through a frame at rest, held against the whole way: the same tracks, spots and silence."""

import random

import msgspec
import pytest

from games.cards import PACK, Card
from games.spots import Spot
from scanner.frames import CardSeen, FrameSeen, Outline, Quality, Side
from scanner.loose import gone, loose, undecided
from scanner.profile import Profile
from scanner.resting import entered, rested
from scanner.sightings import watch
from scanner.spotviews import look
from scanner.tracks import Sight, follow
from scanner.views import SpotView, Track, Verdict, Views
from tests import layouts
from tests.layouts import CENTRES
from tests.rig import FRAME
from tests.rig_table import TCP_SPOTS, profile

Place = tuple[float, float]


def outline(at: Place, draw: random.Random, tremble: float) -> Outline:
    x, y = at
    corners = ((x, y), (x + 63, y), (x + 63, y + 88), (x, y + 88))
    return tuple(  # type: ignore[return-value]  # four corners stay four
        (float(round(p + draw.uniform(-tremble, tremble))), float(round(q + draw.uniform(-tremble, tremble))))
        for p, q in corners
    )


class Layout:
    """Cards that somebody lays, nudges, turns, takes and covers, drawn by a seed."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.cards: list[tuple[Place, Side, Card | None]] = []
        self.hand: Place | None = None
        self.tremble = self.draw.choice((0.0, 1.0, 2.0))

    def act(self) -> None:
        """Something happens, or mostly nothing."""
        draw = self.draw
        deed = draw.randrange(80)
        place = (draw.uniform(0, 690), draw.uniform(0, 120)) if draw.random() < 0.1 else self.spot()
        if (deed == 0 and len(self.cards) < 6) or not self.cards:
            self.cards.append((place, Side.BACK, None))
            return
        i = draw.randrange(len(self.cards))
        (x, y), side, card = self.cards[i]
        if deed == 1:
            self.cards[i] = ((x, y), Side.FACE, draw.choice(PACK))
        elif deed == 2:
            self.cards[i] = ((x, y), draw.choice((Side.FACE, Side.BACK)), None)
        elif deed == 3:
            far = draw.choice((6, 80))
            self.cards[i] = ((x + draw.uniform(-far, far), y + draw.uniform(-far, far)), side, card)
        elif deed == 4:
            self.cards[i] = (place, side, card)
        elif deed == 5:
            self.hand = (x + draw.uniform(-60, 60), y + draw.uniform(-60, 60))
        elif deed == 6:
            self.hand = None
        elif deed == 7:
            draw.shuffle(self.cards)
        elif deed == 10 and len(self.cards) < 6:
            self.cards.append(((x + draw.uniform(-18, 18), y + draw.uniform(-18, 18)), side, card))
        elif deed in {8, 9} and len(self.cards) > 1:
            del self.cards[i]

    def spot(self) -> Place:
        x, y = self.draw.choice(list(CENTRES.values()))
        return x - 31, y - 44

    def seen(self) -> tuple[CardSeen, ...]:
        cards = []
        for at, side, card in self.cards:
            read = card if self.draw.random() < 0.95 else None
            cards.append(CardSeen(outline(at, self.draw, self.tremble), side, read, 0.9))
        if self.hand is not None:
            cards.append(CardSeen(outline(self.hand, self.draw, self.tremble), Side.OTHER))
        return tuple(cards)


def wholly(seen: Profile, views: Views, frame: FrameSeen) -> tuple[Views, list[tuple[Spot, Verdict]]]:
    """The whole way: the views, and what is told."""
    sight = Sight.of(seen, frame.at, frame.frame, frame.cards)
    tracks, next_id = follow(sight, views.tracks, views.next_id)
    tracks, spots, told = gone(sight, tracks, views.spots or tuple(SpotView() for _ in seen.spots))
    tracks, faces = loose(sight, tracks)
    said = [(spot, found) for spot, found, _ in (*told, *faces)]
    pending = any(undecided(sight, track) for track in tracks)
    for i, spot in enumerate(spots):
        spots[i], news, waits = look(sight, i, spot, tracks, spots)
        pending = pending or waits
        if news is not None:
            said.append((seen.spots[i].spot, news))
    after = Views(frame.cards, tracks, tuple(spots), next_id, settled=not pending, frame=frame.frame)
    return after, said


def short_way(views: Views, cards: tuple[CardSeen, ...]) -> tuple[Track, ...] | None:
    return rested(entered(views).tracks, FrameSeen("top", 99, 99 * FRAME, 0, Quality.FRESH, cards=cards), 3)


def followed(seed: int) -> tuple[int, int]:
    """A layout over 200 frames; how many of them took the short way, and how many were only counted."""
    table = layouts.profile(debounce=2 + seed % 3)
    layout = Layout(seed)
    views, short, counted = Views(), 0, 0
    for number in range(1, 201):
        if seed % 2 or number % 6 == 0:
            layout.act()
        frame = FrameSeen("top", number, number * FRAME, 0, Quality.FRESH, 100.0, cards=layout.seen())
        short += rested(entered(views).tracks, frame, table.thresholds.debounce) is not None
        after, sightings = watch(table, views, frame)
        if after is not views:
            whole, said = wholly(table, entered(views), frame)
            counted += after.rests > 0
            assert msgspec.structs.replace(entered(after), lone=False) == whole
            assert [(one.spot, one.view, one.card, one.at, one.frame) for one in sightings] == [
                (spot, found.view, found.card, found.at, found.frame) for spot, found in said
            ]
        views = after
    return short, counted


@pytest.mark.parametrize("block", range(4))
def test_a_frame_at_rest_says_what_the_whole_way_says(block: int) -> None:
    found = [followed(seed) for seed in range(block * 30, block * 30 + 30)]
    assert sum(short for short, _ in found) > 500
    assert sum(counted for _, counted in found) > 300


def test_trembling_cards_take_the_short_way() -> None:
    table = profile("top", TCP_SPOTS)
    draw = random.Random(1)
    views, short = Views(), 0
    for number in range(1, 101):
        cards = tuple(CardSeen(outline((i * 120.0 + 28, 16.0), draw, 1.0), Side.BACK) for i in range(6))
        short += short_way(views, cards) is not None
        views, _ = watch(table, views, FrameSeen("top", number, number * FRAME, 0, Quality.FRESH, 100.0, cards=cards))
    assert short >= 96
    assert views.rests >= 60


@pytest.mark.parametrize("change", ["hand", "turned", "moved", "other", "fewer"])
def test_whatever_is_more_than_rest_takes_the_whole_way(change: str) -> None:
    table = profile("top", TCP_SPOTS)
    draw = random.Random(1)
    cards = [CardSeen(outline((i * 120.0 + 28, 16.0), draw, 0.0), Side.FACE, PACK[i]) for i in range(3)]
    views = Views()
    for number in range(1, 6):
        views, _ = watch(table, views, FrameSeen("top", number, number, 0, Quality.FRESH, cards=tuple(cards)))
    assert short_way(views, tuple(cards)) is not None
    match change:
        case "hand":
            cards.append(CardSeen(outline((100.0, 0.0), draw, 0.0), Side.OTHER))
        case "turned":
            cards[:2] = [msgspec.structs.replace(card, side=Side.BACK, card=None) for card in cards[:2]]
        case "moved":
            cards[1] = msgspec.structs.replace(cards[1], outline=outline((152.0, 16.0), draw, 0.0))
        case "other":
            cards[1] = msgspec.structs.replace(cards[1], card=PACK[9])
        case _:
            del cards[1]
    assert short_way(views, tuple(cards)) is None


def test_two_outlines_that_become_one_card_take_the_whole_way() -> None:
    table = profile("top", TCP_SPOTS)
    draw = random.Random(1)
    views = Views()
    for number in range(1, 20):
        apart = ((85.0, 16.0), (90.0, 36.0))
        cards = tuple(CardSeen(outline(at, draw, 0.0), Side.BACK) for at in apart)
        views, _ = watch(table, views, FrameSeen("top", number, number * FRAME, 0, Quality.FRESH, cards=cards))
    assert {track.place for track in views.tracks} == {0, 1}
    assert short_way(views, cards) is not None
    near = tuple(CardSeen(outline(at, draw, 0.0), Side.BACK) for at in ((87.0, 19.0), (87.0, 33.0)))
    assert short_way(views, near) is None


def test_frames_are_counted_from_the_one_after_a_card_was_told() -> None:
    table = profile("top", TCP_SPOTS)
    draw = random.Random(1)
    views, told = Views(), []
    for number in range(1, 9):
        by = number % 2 * 2.0
        backs = [CardSeen(outline((i * 120.0 + 28 + by, 16.0 + by), draw, 0.0), Side.BACK) for i in range(3)]
        if number > 4:
            backs[1] = msgspec.structs.replace(backs[1], side=Side.FACE, card=PACK[1])
        frame = FrameSeen("top", number, number * FRAME, 0, Quality.FRESH, cards=tuple(backs))
        views, news = watch(table, views, frame)
        told.append((len(news), views.lone, views.rests))
    waits = (0, False, 0)
    assert told == [waits, waits, waits, (3, True, 0), waits, waits, (1, True, 0), (0, True, 1)]


@pytest.mark.parametrize(("apart", "lone"), [(20.0, False), (26.0, True)])
def test_frames_are_counted_only_where_cards_rest_far_from_each_other(apart: float, lone: bool) -> None:  # noqa: FBT001  # a column of the table
    table = profile("top", TCP_SPOTS)
    draw = random.Random(1)
    views = Views()
    for number in range(1, 20):
        by = number % 2 * 2.0
        places = ((85.0 + by, 16.0 + by), (90.0 + by, 16.0 + apart + by))
        cards = tuple(CardSeen(outline(at, draw, 0.0), Side.BACK) for at in places)
        views, _ = watch(table, views, FrameSeen("top", number, number * FRAME, 0, Quality.FRESH, cards=cards))
    assert views.settled
    assert views.lone is lone
    assert bool(views.rests) is lone
