"""What lies over the layout: a hand and an arm do, a shadow, noise and the cards themselves do not."""

import cv2
import pytest

from scanner.frames import Outline
from scanner.geometry import inside, overlap
from scanner.hands import covered, ground_of, is_print, regions
from scanner.quality import Image
from tests.layouts import CENTRES, D1, P1, P2, box, profile
from tests.pictures import hand_over, lay, layout, noisy, shadow

HOMOGRAPHY = profile().homography
GROUND = ground_of(noisy(layout(), 1000))


def over(picture: Image, *cards: Outline) -> tuple[Outline, ...]:
    return regions(GROUND, covered(GROUND, picture), cards, (HOMOGRAPHY, None), 63)


def test_the_empty_layout_has_nothing_over_it() -> None:
    for seed in range(5):
        assert over(noisy(layout(), seed, 4)) == ()


@pytest.mark.parametrize("factor", [0.35, 0.7, 1.3])
def test_another_light_is_nothing(factor: float) -> None:
    assert over(noisy(cv2.convertScaleAbs(layout(), alpha=factor), 3)) == ()


def test_a_shadow_is_nothing() -> None:
    assert over(noisy(shadow(layout(), 100, 500), 1)) == ()


def test_a_hand_hides_the_spot_under_it_and_no_other() -> None:
    boxes = over(noisy(hand_over(shadow(layout(), 100, 500), CENTRES[P2]), 1))
    spots = {area.spot: area.polygon for area in profile().spots}
    assert any(overlap(one, spots[P2]) for one in boxes)
    assert not any(overlap(one, spots[spot]) for one in boxes for spot in (P1, D1))


def test_an_arm_laid_across_does_not_hide_its_whole_box() -> None:
    picture = layout()
    cv2.line(picture, (100, 520), (560, 80), (130, 160, 215), 60)
    boxes = over(noisy(picture, 1))
    assert any(inside(one, (330, 300)) for one in boxes)
    assert not any(inside(one, point) for one in boxes for point in ((130, 120), (530, 480)))


def test_a_card_is_nothing_over_the_layout_but_a_hand_on_it_is() -> None:
    card = box(CENTRES[P1], 63, 88)
    picture = lay(layout(), CENTRES[P1])
    assert over(noisy(picture, 1), card) == ()
    assert over(noisy(hand_over(picture, (CENTRES[P1][0], 330)), 1), card)


def test_equal_tables_with_other_noise_give_equal_boxes() -> None:
    picture = hand_over(layout(), CENTRES[P2])
    assert len({over(noisy(picture, seed, 1)) for seed in range(6)}) <= 2


def test_print_on_the_layout_is_told_from_a_card() -> None:
    place = box(CENTRES[P1], 63, 88)
    assert is_print(GROUND, covered(GROUND, noisy(shadow(layout(), 100, 500), 1)), place)
    assert not is_print(GROUND, covered(GROUND, noisy(lay(layout(), CENTRES[P1], None), 1)), place)
    assert not is_print(GROUND, covered(GROUND, noisy(lay(layout(), CENTRES[P1]), 1)), place)
