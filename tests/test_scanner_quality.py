"""What makes a picture one that is believed."""

import cv2
import numpy as np
import pytest

from scanner.quality import Last, Novelty, complete, decode, filled, grey, light, novelty, sharpness
from tests.pictures import jpeg, layout, noisy

MS = 1_000_000
FROZEN = 400 * MS


def test_the_same_picture_is_frozen_after_the_time_and_not_before() -> None:
    picture, last, kinds = noisy(layout(), 1), Last(), []
    for k in range(15):
        last, kind = novelty(last, picture.copy(), k * 40 * MS, FROZEN)
        kinds.append(kind)
    assert kinds == [Novelty.NEW] + [Novelty.REPEAT] * 9 + [Novelty.FROZEN] * 5


def test_one_picture_delivered_twice_late_is_not_frozen() -> None:
    picture = noisy(layout(), 1)
    last, _ = novelty(Last(), picture, 0, FROZEN)
    assert novelty(last, picture, 500 * MS, FROZEN)[1] is Novelty.REPEAT


def test_a_quiet_live_table_is_never_frozen_and_a_thaw_is_seen() -> None:
    last = Last()
    for k in range(12):
        last, kind = novelty(last, noisy(layout(), k, 0.6), k * 40 * MS, FROZEN)
        assert kind is Novelty.NEW
    same = noisy(layout(), 99)
    changed = same.copy()
    changed[301, 5, 1] += 1
    for k in range(12, 32):
        last, kind = novelty(last, same, k * 40 * MS, FROZEN)
    assert kind is Novelty.FROZEN
    assert novelty(last, changed, 40 * 40 * MS, FROZEN)[1] is Novelty.NEW


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.999])
@pytest.mark.parametrize("ending", [".jpg", ".png"])
def test_a_picture_that_is_cut_is_damaged(share: float, ending: str) -> None:
    data = cv2.imencode(ending, noisy(layout(), 1))[1].tobytes()
    assert complete(data)
    assert decode(data) is not None
    assert decode(data[: int(len(data) * share)]) is None


def test_what_is_no_picture_is_damaged() -> None:
    assert decode(b"") is None
    assert decode(b"\xff\xd8 not a picture \xff\xd9") is None


def test_a_cut_jpeg_with_its_end_put_back_is_seen_by_its_grey() -> None:
    data = jpeg(noisy(layout(), 1))
    image = decode(data[: int(len(data) * 0.6)] + b"\xff\xd9")
    assert image is not None
    assert filled(image)


def test_a_whole_picture_has_no_filled_band() -> None:
    assert not filled(noisy(layout(), 1))
    assert not filled(layout())
    assert not filled(np.zeros((540, 960, 3), np.uint8))
    green = noisy(layout(), 1)
    green[-60:] = (0, 135, 0)
    assert filled(green)


def test_sharpness_falls_with_blur_and_light_is_the_mean() -> None:
    picture = noisy(layout(), 1)
    assert sharpness(grey(cv2.GaussianBlur(picture, (9, 9), 0))) < sharpness(grey(picture)) / 4
    assert light(grey(np.full((1080, 1920, 3), 77, np.uint8))) == 77
    assert grey(np.zeros((1080, 1920, 3), np.uint8)).shape == (360, 640)
