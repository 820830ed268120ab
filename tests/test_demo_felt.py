"""The empty layout's picture is drawn once and always the same."""

import numpy as np

from demo.felt import background
from demo.layout import HEADS_UP


def test_it_is_of_the_cameras_size_and_drawn_once() -> None:
    assert background().shape == (HEADS_UP.picture[1], HEADS_UP.picture[0], 3)
    assert background() is background()


def test_words_and_boxes_are_printed_on_it() -> None:
    pale = (background().min(axis=2) > 110).mean()
    assert 0.005 < pale < 0.05


def test_it_has_no_flat_places_that_a_frozen_sensor_would_have() -> None:
    assert np.std(background()[300:340, 100:140].astype(np.float32)) > 1.5
