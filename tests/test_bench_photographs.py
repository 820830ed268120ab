"""The reader that the recogniser is measured beside is no straw man, and both are scored by the same rule."""

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from demo import drawing
from games.cards import PACK, Card, parse_cards
from scanner.flatten import Picture
from tests.bench import classic, photographs
from tests.bench.photographs import Score, score
from tests.drawn import cloth, corners_at, lay, seen_by_camera, six

pytestmark = pytest.mark.usefixtures("one_core")


def clean(card: Card, turn: float, *, whole: bool = True) -> Picture:
    """One card on a cloth, its paper brighter than all around it; where not whole, with its lower index alone."""
    art = drawing.face(card).copy()
    if not whole:
        art[:140, :60] = 245
    ground = cloth(np.random.default_rng(3))[200:520, 480:800]
    return seen_by_camera(np.random.default_rng(3), lay(ground, art, corners_at((160, 160), 160, turn)))


def test_the_classic_reader_names_every_rank_and_suit_however_a_clean_card_lies() -> None:
    for number in range(13):
        card = PACK[number % 4 * 13 + number]
        assert classic.look(clean(card, 90.0 * (number % 4) + 20)) == Counter([card])


def test_the_classic_reader_tries_both_ends_of_a_card() -> None:
    for turn in (20, 200):
        assert classic.look(clean(Card.NINE_OF_CLUBS, turn, whole=False)) == Counter([Card.NINE_OF_CLUBS])


def test_the_classic_reader_names_nearly_every_card_of_a_table_seen_aslant() -> None:
    rng = np.random.default_rng(120)
    named, right = 0, 0
    for at in range(0, 48, 12):
        cards = list(PACK[at : at + 6])
        seen = classic.look(six(rng, cards, 120)[0])
        named, right = named + seen.total(), right + (seen & Counter(cards)).total()
    assert right >= 22
    assert named - right <= 1


def test_the_classic_reader_names_no_back_and_no_cloth() -> None:
    rng = np.random.default_rng(4)
    ground = cloth(rng)
    assert classic.look(seen_by_camera(rng, ground)) == Counter()
    assert classic.look(seen_by_camera(rng, lay(ground, drawing.back(), corners_at((640, 360), 160, 20)))) == Counter()


def test_a_card_that_differs_more_than_the_limit_has_no_name() -> None:
    picture = clean(Card.SEVEN_OF_HEARTS, 20)
    assert classic.look(picture, classic.BEST._replace(rank=0.0)) == Counter()
    assert classic.look(picture, classic.BEST._replace(suit=0.0)) == Counter()


@pytest.mark.parametrize(
    ("labels", "seen", "scored"),
    [
        ("AS;10H", "As Th", Score(1, 1, 2, 2, 0, 0)),
        ("AS;10H", "As", Score(1, 0, 2, 1, 0, 1)),
        ("AS;10H", "As Tc", Score(1, 0, 2, 1, 1, 0)),
        ("AS;10H", "As Th Th", Score(1, 0, 2, 2, 1, 0)),
        ("AS;AS", "As", Score(1, 0, 2, 1, 0, 1)),
        ("AS;?", "As 4d", Score(1, 1, 1, 1, 0, 0)),
        ("AS;?", "As 4d 5d", Score(1, 0, 1, 1, 1, 0)),
        ("AS;?", "", Score(1, 0, 1, 0, 0, 1)),
        ("", "", Score(1, 1, 0, 0, 0, 0)),
        ("", "4d", Score(1, 0, 0, 0, 1, 0)),
    ],
)
def test_right_wrong_and_unread_are_counted(labels: str, seen: str, scored: Score) -> None:
    assert score(labels, Counter(parse_cards(seen))) == scored


def test_groups_add_up_to_a_total_with_its_rates() -> None:
    one, other = Score(1, 1, 2, 2, 0, 0, 10.0), Score(1, 0, 6, 2, 1, 3, 30.0)
    lines = photographs.table({"first": [(one,)], "second": [(one,), (other,)]}, ["reader"])
    assert [line.split() for line in lines] == [
        ["first", "reader", "1", "1", "2", "100.0%", "100.0%", "0", "0", "10.0"],
        ["second", "reader", "2", "1", "8", "50.0%", "80.0%", "1", "3", "20.0"],
        ["total", "reader", "3", "2", "10", "60.0%", "85.7%", "1", "3", "16.7"],
    ]


def test_a_folder_of_photographs_is_read_by_both_and_a_missing_one_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    cv2.imwrite(str(tmp_path / "room/one.png"), clean(Card.NINE_OF_CLUBS, 20))
    row = "room/{},{},{}\n"
    (tmp_path / "labels.csv").write_text("file,kind,cards\n" + row.format("one.png", "scene", "9C"))
    lines = [line.split() for line in photographs.report(1, tmp_path)[2:]]
    assert [(line[0], line[-8:-1]) for line in lines] == [
        (name, ["1", "1", "1", "100.0%", "100.0%", "0", "0"]) for name in ("room", "outlines", "total", "outlines")
    ]
    assert photographs.report(1, tmp_path / "none") == [f"photographs: none at {tmp_path / 'none'}, nothing read"]
