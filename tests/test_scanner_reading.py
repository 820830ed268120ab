"""What reads a layout's pictures: a table's cards lie apart, so one that another covers is doubt there and no card."""

from pathlib import Path

import numpy as np

from demo import drawing
from games.cards import Card
from scanner.profile import Profile
from scanner.reading import reader_of
from scanner.recognise import Recogniser
from tests.drawn import cloth, corners_at, lay, seen_by_camera

CARDS = [Card.NINE_OF_HEARTS, Card.FOUR_OF_CLUBS, Card.SEVEN_OF_SPADES, Card.THREE_OF_DIAMONDS]


def test_a_table_names_no_card_of_which_only_a_corner_shows(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    picture = cloth(rng)
    for k, card in enumerate(CARDS):
        picture = lay(picture, drawing.face(card), corners_at((300 + k * 46, 360), 110, 0))
    picture = seen_by_camera(rng, picture)
    plane = ((0.5, 0.0, 0.0), (0.0, 0.5, 0.0), (0.0, 0.0, 1.0))
    profile = Profile(camera="top", made="2026-01-01", width=1280, height=720, homography=plane, spots=())
    by_table = {one.card for one in reader_of(profile, tmp_path).look(picture)[0]} - {None}
    assert by_table <= {CARDS[-1]}
    assert by_table < {one.card for one in Recogniser().look(picture)[0]} & set(CARDS)
