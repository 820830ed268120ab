"""A table's own print is not read again and again; whatever lies on it is, also where it just covers its frame."""

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from demo import drawing, felt, view
from demo.layout import HEADS_UP, Layout, of_stacks, seats
from demo.table import Table
from games.cards import Card
from scanner.attention import STEADY, Box
from scanner.flatten import Corners, Picture
from scanner.frames import Side
from scanner.printed import Over, Printed
from scanner.profile import load
from scanner.readers import BodyRead, IndexRead, Readers
from scanner.reading import attentive
from scanner.recognise import Recogniser
from tests.drawn import TALL, WIDE, cloth, corners_at, lay, seen_by_camera

pytestmark = pytest.mark.usefixtures("one_core")

LAYOUTS = {"heads up": HEADS_UP, "seats": seats(), "six stacks": of_stacks(6, 3, "STACKS")}
LIGHTS = (0.1, 0.2, 0.5, 1.0, 1.3)
FRAMES = [corners_at((280 + 360 * k, 340), 110 + 20 * k, 0) for k in range(3)]
FRAME = FRAMES[1]
"""A frame that the tests lay a card on; those beside it stay empty."""


@pytest.fixture
def crops(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many crops the networks were given so far."""
    given = 0
    bodies, indices = Readers.bodies, Readers.indices

    def of_bodies(self: Readers, cards: Sequence[Picture]) -> list[BodyRead]:
        nonlocal given
        given += len(cards)
        return bodies(self, cards)

    def of_indices(self: Readers, corners: Sequence[Picture]) -> list[IndexRead]:
        nonlocal given
        given += len(corners)
        return indices(self, corners)

    monkeypatch.setattr(Readers, "bodies", of_bodies)
    monkeypatch.setattr(Readers, "indices", of_indices)
    return lambda: given


def lit(picture: Picture, light: float | NDArray[np.float64]) -> Picture:
    return np.asarray(np.clip(picture * light, 0, 255), np.uint8)


def framed(thick: int = 3) -> Picture:
    """Felt with frames as large as a card, their lines so many px wide."""
    empty = cloth(np.random.default_rng(7))
    for corners in FRAMES:
        cv2.polylines(empty, [np.rint(corners).astype(np.int32)], isClosed=True, color=(200, 226, 230), thickness=thick)
    return empty


def noisy(picture: Picture) -> Picture:
    """The picture with a sensor's noise."""
    return np.asarray(np.clip(picture + np.random.default_rng(5).normal(0, 2.2, picture.shape), 0, 255), np.uint8)


def box(corners: Corners) -> tuple[int, int, int, int]:
    x, y, wide, tall = cv2.boundingRect(corners)
    return x, y, wide, tall


def camouflaged() -> Picture:
    """A back of the felt's own mean colour, without a border, lined."""
    tall, wide = drawing.back().shape[:2]
    weave = np.where((np.arange(wide)[None] + np.arange(tall)[:, None]) // 12 % 2 == 0, 1.3, 0.7)[..., None]
    return np.asarray(np.array([60, 105, 40]) * weave, np.uint8)


def within(corners: Corners) -> tuple[slice, slice]:
    x, y, wide, tall = box(corners)
    return slice(y, y + tall), slice(x, x + wide)


@pytest.mark.parametrize("name", LAYOUTS)
def test_print_with_nothing_on_it_is_not_read(name: str, crops: Callable[[], int]) -> None:
    layout: Layout = LAYOUTS[name]
    empty = np.asarray(felt.background(layout), np.uint8)
    knowing = Recogniser(covered=False, printed=Printed(empty))
    picture = noisy(empty)
    for light in (light for light in LIGHTS if light <= 1):
        assert knowing.look(lit(picture, light)) == ((), ())
    assert crops() == 0
    Recogniser(covered=False).look(picture)
    assert crops() > 20


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("card", [Card.ACE_OF_SPADES, Card.NINE_OF_HEARTS, Card.KING_OF_CLUBS])
def test_a_card_that_just_covers_its_printed_frame_is_read(card: Card, light: float) -> None:
    empty, rng = framed(), np.random.default_rng(3)
    knowing, bare = Recogniser(covered=False, printed=Printed(empty)), Recogniser(covered=False)
    picture = lit(seen_by_camera(rng, lay(empty, drawing.face(card), FRAME)), light)
    told = [(one.side, one.card, one.score, one.outline) for one in bare.look(picture)[0] if one.card is not None]
    assert [one[1] for one in told] == [card]
    assert [(one.side, one.card, one.score, one.outline) for one in knowing.look(picture)[0] if one.card] == told


@pytest.mark.parametrize("light", [0.3, 0.5, 1.0, 1.3])
@pytest.mark.parametrize("art", [drawing.back, camouflaged], ids=["pale border", "colour of the felt"])
def test_a_back_that_just_covers_its_printed_frame_is_no_print(art: Callable[[], Picture], light: float) -> None:
    empty = framed()
    picture = lit(seen_by_camera(np.random.default_rng(3), lay(empty, art(), FRAME)), light)
    over = Over(Printed(empty), picture)
    assert not over.is_print(box(FRAME))
    assert over.is_print(box(FRAMES[0])) or light > 1


def test_a_plain_card_is_no_print_in_any_light() -> None:
    empty = framed()
    printed = Printed(empty)
    for light in (*LIGHTS, 0.05, 0.02):
        for level in (40, 90, 150, 245):
            blank = np.full(drawing.back().shape, level, np.uint8)
            picture = lit(seen_by_camera(np.random.default_rng(level), lay(empty, blank, FRAME)), light)
            assert not Over(printed, picture).is_print(box(FRAME))


@pytest.mark.parametrize("thick", [1, 3])
def test_a_frame_that_is_covered_by_felt_is_no_print(thick: int) -> None:
    empty = framed(thick)
    plain = cloth(np.random.default_rng(7))
    assert Over(Printed(empty), noisy(empty)).is_print(box(FRAME))
    assert not Over(Printed(empty), noisy(plain)).is_print(box(FRAME))


def test_a_weave_too_fine_for_the_reduced_picture_is_no_print() -> None:
    empty = framed()
    picture = empty.copy()
    rows, columns = np.indices(picture[within(FRAME)].shape[:2])
    weave = np.where((rows + columns) % 2 == 0, 1.2, 0.8)[..., None]
    picture[within(FRAME)] = lit(picture[within(FRAME)], weave)
    assert not Over(Printed(empty), picture).is_print(box(FRAME))


@pytest.mark.parametrize("light", [0.88, 1.15])
def test_light_that_changes_just_at_the_frame_is_no_light(light: float) -> None:
    empty = framed()
    picture = noisy(empty)
    picture[within(FRAME)] = lit(picture[within(FRAME)], light)
    assert not Over(Printed(empty), picture).is_print(box(FRAME))


def test_the_grain_is_looked_at_only_where_the_levels_are_those_of_the_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, absdiff = 0, cv2.absdiff

    def counted(one: Picture, other: Picture) -> Picture:
        nonlocal looked
        looked += 1
        return np.asarray(absdiff(one, other), np.uint8)

    over = Over(Printed(framed()), seen_by_camera(np.random.default_rng(1), lay(framed(), drawing.back(), FRAMES[2])))
    monkeypatch.setattr(cv2, "absdiff", counted)
    assert not over.is_print(box(FRAMES[2]))
    assert looked == 0
    assert over.is_print(box(FRAMES[0]))
    once = looked
    assert over.is_print(box(FRAMES[1]))
    assert looked == once > 0


def test_a_camera_that_shook_by_a_pixel_still_knows_its_print() -> None:
    empty = framed()
    assert Over(Printed(empty), noisy(np.roll(empty, 1, axis=1))).is_print(box(FRAME))
    assert not Over(Printed(empty), noisy(np.roll(empty, 6, axis=1))).is_print(box(FRAME))


def test_print_as_good_as_all_over_tells_nothing() -> None:
    chequered = (np.indices((TALL, WIDE)).sum(axis=0) // 6 % 2 * 200).astype(np.uint8)
    picture = cv2.merge([chequered] * 3).astype(np.uint8)
    assert not Over(Printed(picture), picture).is_print((300, 300, 100, 140))


def test_a_frame_beside_a_card_is_print_and_one_with_a_pip_is_not() -> None:
    empty = framed()
    picture = lay(empty, drawing.back(), FRAMES[2])
    cv2.circle(picture, (280, 340), 7, (30, 30, 180), cv2.FILLED)
    over = Over(Printed(empty), seen_by_camera(np.random.default_rng(1), picture))
    assert [over.is_print(box(corners)) for corners in FRAMES] == [False, True, False]


def test_a_part_of_the_picture_is_held_against_where_it_lies(crops: Callable[[], int]) -> None:
    empty = framed()
    picture = seen_by_camera(np.random.default_rng(1), empty)
    knowing = Recogniser(covered=False, printed=Printed(empty))
    for left, top in ((0, 0), (101, 33), (214, 117), (215, 118)):
        part = Box(left, top, left + 700, top + 500)
        assert knowing.part(picture, part) == ((), ())
        cut = np.ascontiguousarray(picture[part.top : part.bottom, part.left : part.right])
        x, y, wide, tall = box(FRAME)
        here = (x - left, y - top, wide, tall)
        assert Over(Printed(empty), cut, (left, top)).is_print(here)
        assert not Over(Printed(empty), cut, (left + 40, top)).is_print(here)
    assert crops() == 0


def test_a_part_that_shows_a_card_on_its_frame_is_read() -> None:
    empty = framed()
    picture = seen_by_camera(np.random.default_rng(2), lay(empty, drawing.face(Card.FIVE_OF_CLUBS), FRAME))
    cards, _ = Recogniser(covered=False, printed=Printed(empty)).part(picture, Box(401, 97, 901, 601))
    assert [(one.side, one.card) for one in cards] == [(Side.FACE, Card.FIVE_OF_CLUBS)]


def test_a_picture_of_another_size_is_read_whole(crops: Callable[[], int]) -> None:
    half = np.ascontiguousarray(framed()[::2, ::2])
    Recogniser(covered=False, printed=Printed(framed())).look(half)
    assert crops() > 0


def test_the_table_knows_its_print_from_its_profile(tmp_path: Path, crops: Callable[[], int]) -> None:
    reader = attentive(load(view.write_profile(tmp_path, "2026-01-01", HEADS_UP)), tmp_path)
    scene = view.Scene(Table(()), layout=HEADS_UP)
    pictures = [np.asarray(view.picture(scene, 0, frame), np.uint8) for frame in range(STEADY + 3)]
    assert all(reader.look(picture) == ((), ()) for picture in pictures[: STEADY + 1])
    assert crops() == 0
    # A hand's shadow passes over a frame: a part of the picture is read, print and all.
    shaded = pictures[STEADY + 1]
    shaded[150:330, 250:420] = lit(shaded[150:330, 250:420], 0.6)
    reader.look(shaded)
    before = crops()
    assert reader.look(pictures[STEADY + 2]) == ((), ())
    assert crops() == before
