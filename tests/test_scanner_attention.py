"""What has settled is not read again; what has changed is, often enough, and where it changed."""

import numpy as np
import pytest

from games.cards import Card
from scanner.attention import REFRESH, STEADY, Attention, Box, box_of
from scanner.frames import CardSeen, DieSeen, Outline, Side
from scanner.quality import Image

WIDTH, HEIGHT = 640, 360
RNG = np.random.default_rng(4)


def outline(x: float, y: float) -> Outline:
    return ((x, y), (x + 40, y), (x + 40, y + 56), (x, y + 56))


class Table:
    """A felt with white patches for cards, and a reader that finds them and counts what it was shown."""

    def __init__(self) -> None:
        self.cards: dict[tuple[int, int], Card] = {}
        self.shown: list[tuple[int, int]] = []
        self.lie = False

    def picture(self) -> Image:
        image = np.full((HEIGHT, WIDTH, 3), 70, np.uint8)
        for x, y in self.cards:
            image[y : y + 56, x : x + 40] = 230
        noise = np.tile(RNG.normal(0, 2.2, (HEIGHT // 4, WIDTH // 4, 3)), (4, 4, 1))
        return np.clip(image + noise, 0, 255).astype(np.uint8)

    def look(self, image: Image, /) -> tuple[tuple[CardSeen, ...], tuple[DieSeen, ...]]:
        self.shown.append((image.shape[1], image.shape[0]))
        ys, xs = np.nonzero(image[:, :, 0] > 200)
        if not len(xs):
            return (), ()
        found = []
        for card in self.cards.values():
            x, y = (int(xs[0]), int(ys[0])) if len(self.cards) == 1 else self._corner(image, card)
            if x < 0:
                continue
            value = Card("2c") if self.lie else card
            found.append(CardSeen(outline(float(x), float(y)), Side.FACE, value, 0.9))
        return tuple(found), ()

    def _corner(self, image: Image, card: Card) -> tuple[int, int]:
        x, y = next(at for at, one in self.cards.items() if one is card)
        height, width = image.shape[:2]
        if (width, height) == (WIDTH, HEIGHT):
            return x, y
        white = image[:, :, 0] > 200
        corner = white[:-55, :-39] & white[55:, 39:]
        corner[:, 1:] &= ~white[:-55, :-40]
        tops, lefts = np.nonzero(corner)
        return (int(lefts[0]), int(tops[0])) if len(tops) else (-1, -1)


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_still_table_is_read_a_few_times_and_then_remembered(table: Table) -> None:
    table.cards[300, 100] = Card("As")
    attention = Attention(table, 70)
    told = [attention.look(table.picture()) for _ in range(20)]
    assert len(table.shown) == STEADY
    assert all(cards[0].card is Card("As") for cards, _ in told)


def test_an_answer_is_remembered_only_once_it_has_come_often_enough(table: Table) -> None:
    table.cards[300, 100] = Card("As")
    attention = Attention(table, 70)
    for _ in range(STEADY - 1):
        attention.look(table.picture())
    table.lie = True
    attention.look(table.picture())
    table.lie = False
    for _ in range(STEADY):
        cards, _ = attention.look(table.picture())
    assert cards[0].card is Card("As")
    assert len(table.shown) == 2 * STEADY


def test_only_where_it_changed_is_read(table: Table) -> None:
    table.cards[40, 40] = Card("As")
    attention = Attention(table, 70)
    for _ in range(8):
        attention.look(table.picture())
    table.shown.clear()
    table.cards = {(500, 250): Card("Kd"), (40, 40): Card("As")}
    cards, _ = attention.look(table.picture())
    assert all(width < WIDTH // 2 and height < HEIGHT for width, height in table.shown)
    assert {(round(card.outline[0][0]), round(card.outline[0][1])) for card in cards} == {(40, 40), (500, 250)}


def test_a_card_that_goes_is_gone(table: Table) -> None:
    table.cards[300, 100] = Card("As")
    attention = Attention(table, 70)
    for _ in range(8):
        attention.look(table.picture())
    table.cards.clear()
    assert attention.look(table.picture()) == ((), ())


def test_everything_is_read_anew_now_and_then(table: Table) -> None:
    table.cards[300, 100] = Card("As")
    attention = Attention(table, 70)
    for _ in range(REFRESH + 1):
        attention.look(table.picture())
    assert table.shown[-1] == (WIDTH, HEIGHT)
    assert len(table.shown) == STEADY + 1


def begun(one: Outline, k: int) -> Outline:
    """The same outline from another corner on."""
    a, b, c, d = (one[(k + j) % 4] for j in range(4))
    return a, b, c, d


class Turning:
    """Two outlines of no card that begin at another corner in each picture and are told in the other order."""

    def __init__(self) -> None:
        self.looks = 0

    def look(self, image: Image, /) -> tuple[tuple[CardSeen, ...], tuple[DieSeen, ...]]:
        del image
        self.looks += 1
        k = self.looks % 4
        # Their upper ends lie within a pixel of the border between two rows of the order that they are told in.
        places = ((300.0, 95.6 + self.looks % 2), (100.0, 96.4 - self.looks % 2))
        found = (outline(*place) for place in places)
        return tuple(CardSeen(begun(one, k), Side.OTHER) for one in found), ()


def test_an_outline_that_begins_at_another_corner_is_the_same(table: Table) -> None:
    turning = Turning()
    attention = Attention(turning, 70)
    for _ in range(20):
        attention.look(table.picture())
    assert turning.looks == STEADY


def test_boxes() -> None:
    assert box_of(outline(3.5, 4.5)) == Box(3, 4, 44, 61)
    assert Box(0, 0, 5, 5).meets(Box(4, 4, 9, 9))
    assert not Box(0, 0, 5, 5).meets(Box(5, 0, 9, 9))
    assert Box(0, 0, 5, 5).joined(Box(4, 4, 9, 9)) == Box(0, 0, 9, 9)
