"""Samples are drawn anew the same from the same seed, and each says what it shows."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.flatten import HEIGHT as FLAT_HEIGHT
from scanner.flatten import INDEX
from scanner.flatten import WIDTH as FLAT_WIDTH
from training import faces, scenes
from training.design import HEIGHT, RANKS, WIDTH, Design, Picture, design
from training.letters import families, glyph
from training.others import other
from training.samples import OTHERS, Plan, Samples, Stock, drawn, load, make, own, stock, together
from training.shapes import SUITS

PLAN = Plan(decks=2, looks=1, seed=5)


@pytest.fixture(scope="module")
def store() -> Stock:
    return stock([], [])


@pytest.fixture(scope="module")
def made(store: Stock, tmp_path_factory: pytest.TempPathFactory) -> Samples:
    folder = tmp_path_factory.mktemp("samples")
    make(PLAN, store, 2, folder)
    return load(folder)


def _design(seed: int) -> Design:
    return design(np.random.default_rng(seed), [])


def test_a_seed_gives_the_same_samples_however_many_processes_draw_them(store: Stock, made: Samples) -> None:
    parts = [together(drawn(PLAN, store, number)) for number in range(PLAN.decks)]
    for name, kept, *alone in zip(Samples._fields, made, *parts, strict=True):
        assert np.array_equal(kept, np.concatenate(alone)), name


def test_another_seed_gives_others(store: Stock, made: Samples) -> None:
    there = together(drawn(PLAN._replace(seed=6), store, 1))
    here = made.corners[PLAN.each :]
    assert there.corners.shape == here.shape
    assert not np.array_equal(there.corners, here)


def test_every_card_of_a_deck_is_named_and_what_is_none_has_no_name(made: Samples) -> None:
    faces_of = slice(PLAN.each, 2 * PLAN.each - OTHERS)
    named = made.kinds[faces_of] != scenes.NEITHER
    assert 36 < named.sum() <= 52
    expected = [(RANKS.index(rank), SUITS.index(suit)) for rank in RANKS for suit in SUITS]
    for k, (rank, suit) in enumerate(expected):
        if not named[k]:
            continue
        assert made.kinds[faces_of][k] == (scenes.COURT if RANKS[rank] in "JQK" else rank)
        assert made.body_suits[faces_of][k] == suit
        assert set(made.ranks[faces_of][k]) <= {rank, scenes.REJECT_RANK}
        assert set(made.suits[faces_of][k]) <= {suit, scenes.REJECT_SUIT}
    rest = slice(2 * PLAN.each - OTHERS, 2 * PLAN.each)
    assert (made.ranks[rest] == scenes.REJECT_RANK).all()
    assert set(made.kinds[rest]) <= {scenes.BACK, scenes.NEITHER}
    assert (made.body_suits[rest] == scenes.NO_SUIT).all()


def test_an_outline_that_still_counts_is_near_the_card_and_one_that_does_not_is_far_or_turned() -> None:
    rng = np.random.default_rng(3)
    truths = []
    for _ in range(400):
        corners = scenes.placed(rng, 100.0)
        found, true = scenes.outline(rng, corners)
        wide = float(np.linalg.norm(corners[1] - corners[0]))
        off = float(np.linalg.norm(found - corners, axis=1).mean()) / wide
        assert off < 0.1 if true else off > 0.15
        truths.append(true)
    assert 0.1 < 1 - np.mean(truths) < 0.25


def test_an_index_stands_wholly_in_the_corner_that_is_read() -> None:
    right, low = INDEX[0] * WIDTH // FLAT_WIDTH, INDEX[1] * HEIGHT // FLAT_HEIGHT
    for seed in range(60):
        one = _design(seed)
        card: Picture = np.full((HEIGHT, WIDTH, 3), one.paper, np.uint8)
        faces.index(one, card, "10", "s")
        corner = card[: HEIGHT // 2, : WIDTH // 2]
        ys, xs = np.nonzero(np.abs(corner.astype(int) - np.array(one.paper)).max(axis=2) > 60)
        assert ys.max() < low, seed
        assert xs.max() < right, seed
        assert np.array_equal(card, card[::-1, ::-1])


def test_a_german_deck_writes_b_for_its_jack() -> None:
    rng = np.random.default_rng(1)
    one = next(made for made in (design(rng, []) for _ in range(200)) if made.german)
    blank: Picture = np.full((HEIGHT, WIDTH, 3), one.paper, np.uint8)
    jack = faces.face(np.random.default_rng(2), one, "J", "h", [])
    for text, same in (("B", True), ("J", False)):
        wanted = blank.copy()
        faces.index(one, wanted, text, "h")
        inked = np.abs(wanted.astype(int) - np.array(one.inks["h"])).max(axis=2) < 2
        inked[HEIGHT // 2 :] = inked[:, WIDTH // 2 :] = False
        assert np.array_equal(jack[inked], wanted[inked]) is same, text


def test_what_is_no_face_is_drawn_in_every_kind() -> None:
    rng = np.random.default_rng(4)
    things = [other(rng, _design(seed), []) for seed in range(60)]
    assert {is_back for _, is_back in things} == {True, False}
    assert all(picture.shape == (HEIGHT, WIDTH, 3) for picture, _ in things)


def test_fonts_are_listed_by_family_and_letters_differ(tmp_path: Path) -> None:
    for name in ("b/bold/b.ttf", "b/a.ttf", "a/x.ttf", "empty/LICENSE"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = [[path.relative_to(tmp_path).as_posix() for path in family] for family in families(tmp_path)]
    assert found == [["a/x.ttf"], ["b/a.ttf", "b/bold/b.ttf"]]
    assert families(tmp_path / "none") == []
    letters = [cv2.resize(glyph(None, text, 4), (32, 32)).tobytes() for text in "A23456789JQKBD"]
    assert len(set(letters)) == 14


def test_the_simulated_tables_deck_is_whole() -> None:
    assert sorted(own()) == sorted((rank, suit) for rank in RANKS for suit in SUITS)
