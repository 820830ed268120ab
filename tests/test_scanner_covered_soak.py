"""Thousands of covered cards of drawn decks: whatever index pairs name lies there, and a layout's print is no card."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from demo import view
from demo.layout import DIE
from demo.show import SHOWS
from demo.table import Place, Placed, Table
from games.cards import PACK
from games.spots import Spot
from scanner.flatten import Picture
from scanner.frames import CardSeen
from scanner.recognise import Recogniser
from tests.scenes.heaps import KINDS, Heap, Lain, heap, matched
from training.letters import families

pytestmark = pytest.mark.usefixtures("one_core")

PAIRS = ("shape", "strokes")
"""Readers that only index pairs have."""

CLOSE = (
    ("pile", 117),
    ("across", 111),
    ("spread", 142),
    ("spread", 148),
    ("fan", 189),
    ("across", 209),
    ("across", 219),
    ("mixed", 192),
    ("spread", 1517),
    ("hands", 3556),
    ("fan", 3559),
)
"""Ink of two cards, an outline around several, large indices twice, half of a ten, two of four corners covered."""


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser()


class Count(NamedTuple):
    """Scenes, the cards in them, those that pairs named, right and wrong, and those of outlines alone."""

    scenes: int
    cards: int
    named: int
    right: int
    wrong: int
    outlined: int
    outlined_wrong: int

    @property
    def unread(self) -> int:
        return self.cards - self.right - self.outlined + self.outlined_wrong


def by_pairs(one: CardSeen) -> bool:
    """Whether a card was named by index pairs."""
    return one.card is not None and any(e.reader in PAIRS for e in one.evidence)


def held(recogniser: Recogniser, scene: Heap) -> tuple[Count, list[CardSeen]]:
    """What was named in a scene against what lies there, and what was named wrong."""
    named = [one for one in recogniser.look(scene.picture)[0] if one.card is not None]
    found = matched([Lain(one.card, np.array(one.outline, np.float32)) for one in named], scene.lain)
    wrong = [one for one, at in zip(named, found, strict=True) if at is None]
    pairs, pairs_wrong = sum(map(by_pairs, named)), sum(map(by_pairs, wrong))
    cards = sum(one.card is not None for one in scene.lain)
    count = Count(1, cards, pairs, pairs - pairs_wrong, pairs_wrong, len(named) - pairs, len(wrong) - pairs_wrong)
    return count, wrong


def scene(kind: str, seed: int, fonts: list[list[Path]]) -> Heap:
    return heap(np.random.default_rng([list(KINDS).index(kind), seed]), kind, fonts)


def table(rows: dict[str, Count]) -> str:
    lines = [f"{'':14} scenes cards named right wrong unread | by outline wrong"]
    for name, one in rows.items():
        lines.append(
            f"{name:14} {one.scenes:6} {one.cards:5} {one.named:5} {one.right:5} {one.wrong:5} {one.unread:6} |"
            f" {one.outlined:10} {one.outlined_wrong:5}"
        )
    return "\n".join(lines)


def campaign(recogniser: Recogniser, seeds: range, fonts: list[list[Path]]) -> tuple[dict[str, Count], list[str]]:
    """The counts of each kind and of all, and each card that was named wrong, in words."""
    rows, said = {}, []
    for kind in KINDS:
        counts = []
        for seed in seeds:
            count, wrong = held(recogniser, scene(kind, seed, fonts))
            counts.append(count)
            said += [f"{kind} {seed}: {one.card} at {one.outline}: {one.evidence}" for one in wrong if by_pairs(one)]
        rows[kind] = _summed(counts)
    rows["all"] = _summed(rows.values())
    return rows, said


def _summed(counts: Iterable[Count]) -> Count:
    return Count(*(sum(part) for part in zip(*counts, strict=True)))


def test_whatever_pairs_name_lies_there(recogniser: Recogniser) -> None:
    rows, wrong = campaign(recogniser, range(3), [])
    assert wrong == []
    assert rows["all"].right >= 20


@pytest.mark.skipif(not families(), reason="the fonts that `make train` fetches are not here")
@pytest.mark.parametrize(("kind", "seed"), CLOSE)
def test_scenes_in_which_one_rule_alone_forbids_a_value(recogniser: Recogniser, kind: str, seed: int) -> None:
    assert held(recogniser, scene(kind, seed, families()))[1] == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_thousands_of_covered_cards(recogniser: Recogniser, capsys: pytest.CaptureFixture[str]) -> None:
    rows, wrong = campaign(recogniser, range(100, 400), families())
    with capsys.disabled():
        print(f"\n{table(rows)}")  # noqa: T201 - the counts are what this campaign is for
    assert wrong == []
    assert rows["all"].right >= 3000


def _dealt(rng: np.random.Generator, name: str, spots: Sequence[Spot]) -> tuple[Picture, list[Lain]]:
    """A layout with cards on some of its spots, now and then two that lie aslant in one, and where each lies."""
    layout = SHOWS[name].layout
    cards, lain = [], []
    for spot in spots:
        for _ in range(int(rng.choice([1, 1, 2]))):
            card, up = PACK[int(rng.integers(52))], rng.random() < 0.8
            offset = (float(rng.normal() * 12), float(rng.normal() * 12))
            cards.append(Placed(card, Place.SPOT, spot, spot, up=up, turn=float(rng.normal() * 8), offset=offset))
            lain.append(
                Lain(card if up else None, np.asarray(view.corners(view.lying(cards[-1], layout), layout), np.float32))
            )
    scene = view.Scene(Table((), tuple(cards)), layout=layout)
    return np.asarray(view.picture(scene, 0, int(rng.integers(100))), np.uint8), lain


def _felts(recogniser: Recogniser, name: str, seeds: range) -> tuple[Count, list[CardSeen]]:
    layout = SHOWS[name].layout
    spots = [spot for spot in layout.spots if spot != DIE]
    counts, wrong = [], []
    for seed in seeds:
        rng = np.random.default_rng([seed, list(SHOWS).index(name)])
        some = [spot for spot in spots if rng.random() < (0, 0.25, 0.6)[seed % 3]]
        picture, lain = _dealt(rng, name, some)
        count, bad = held(recogniser, Heap(picture, tuple(lain)))
        counts.append(count)
        wrong += bad
    return _summed(counts), wrong


@pytest.mark.parametrize("name", SHOWS)
def test_print_of_a_layout_is_no_card(recogniser: Recogniser, name: str) -> None:
    assert _felts(recogniser, name, range(2))[1] == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_print_of_every_layout_many_times(recogniser: Recogniser, capsys: pytest.CaptureFixture[str]) -> None:
    found = {name: _felts(recogniser, name, range(100, 130)) for name in SHOWS}
    with capsys.disabled():
        print(f"\n{table({name: count for name, (count, _) in found.items()})}")  # noqa: T201 - as above
    assert {name: wrong for name, (_, wrong) in found.items() if wrong} == {}
