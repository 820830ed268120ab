"""A value is said only where two readers agree and none objects."""

import numpy as np
import pytest

from games.cards import Card, Rank, Suit
from scanner.frames import Side
from scanner.ink import ALL, BLACK, RED
from scanner.profile import Thresholds
from scanner.readers import RANKS, SUITS, BodyRead, IndexRead
from scanner.verdict import judge

LIMITS = Thresholds()


def chances(classes: int, at: int, chance: float) -> np.ndarray:
    out = np.full(classes, (1 - chance) / (classes - 1))
    out[at] = chance
    return out


def index(text: str, rank: float = 0.95, suit: float = 0.95) -> IndexRead:
    """An index read as the card of a text, `--` for none."""
    r = 13 if text[0] == "-" else RANKS.index(Rank(text[0]))
    s = 4 if text[1] == "-" else SUITS.index(Suit(text[1]))
    return IndexRead(chances(14, r, rank), chances(5, s, suit))


def body(kind: str, suit: str = "-", chance: float = 0.95) -> BodyRead:
    """A body read as a rank ace to ten, `court`, `back` or `none`."""
    at = {"court": 10, "back": 11, "none": 12}.get(kind)
    at = RANKS.index(Rank(kind)) if at is None else at
    return BodyRead(chances(13, at, chance), chances(5, 4 if suit == "-" else SUITS.index(Suit(suit)), chance))


@pytest.mark.parametrize(
    ("a", "b", "between", "card"),
    [
        (index("7h"), index("7h"), body("7", "h"), "7h"),
        (index("7h"), index("--"), body("7", "h"), "7h"),
        (index("7h", 0.7), index("--"), body("7", "h"), None),
        (index("7h"), index("--"), body("7", "h", 0.7), None),
        (index("7h", 0.7), index("7h", 0.7), body("7", "h", 0.7), "7h"),
        (index("7h"), index("7h"), body("none"), "7h"),
        (index("7h"), index("--"), body("none"), None),
        (index("--"), index("--"), body("7", "h"), None),
        (index("7h"), index("7h"), body("8", "h"), None),
        (index("7h"), index("7h", 0.5), body("none"), None),
        (index("7h"), index("8h"), body("7", "h"), None),
        (index("7h"), index("7s"), body("7", "h"), None),
        (index("7h"), index("7h"), body("court", "h"), None),
        (index("7h"), index("7h"), body("back"), None),
        (index("Kh"), index("Kh"), body("court", "h"), "Kh"),
        (index("Kh"), index("--"), body("court", "h"), None),
        (index("Kh"), index("Qh"), body("court", "h"), None),
        (index("Kh"), index("Kh"), body("7", "h"), None),
        (index("Kh"), index("Kh"), body("none"), None),
    ],
)
def test_two_agree_and_none_objects(a: IndexRead, b: IndexRead, between: BodyRead, card: str | None) -> None:
    verdict = judge((a, b), between, LIMITS, ALL)
    assert verdict.card == (None if card is None else Card(card))
    if card is not None:
        assert verdict.side is Side.FACE
        assert verdict.score >= LIMITS.accept
        assert judge((b, a), between, LIMITS, ALL).card == verdict.card


def black(spade: float, club: float) -> np.ndarray:
    """A suit's chances for spade and club, the rest shared by the others."""
    rest = (1 - spade - club) / 3
    return np.array([spade, rest, rest, club, rest])


@pytest.mark.parametrize(
    ("a", "b", "between", "card"),
    [
        (black(0.1, 0.85), black(0.1, 0.85), black(0.5, 0.48), "Kc"),
        (black(0.1, 0.85), black(0.1, 0.85), black(0.72, 0.2), None),
        (black(0.28, 0.68), black(0.28, 0.68), black(0.2, 0.75), None),
        (black(0.6, 0.38), black(0.05, 0.94), black(0.1, 0.85), None),
        (black(0.1, 0.85), black(0.3, 0.4), black(0.1, 0.85), "Kc"),
    ],
)
def test_spade_and_club_are_told_apart_or_not_told(
    a: np.ndarray, b: np.ndarray, between: np.ndarray, card: str | None
) -> None:
    corners = IndexRead(index("Kc").rank, a), IndexRead(index("Kc").rank, b)
    verdict = judge(corners, BodyRead(body("court").kind, between), LIMITS, BLACK)
    assert verdict.card == (None if card is None else Card(card))


def test_ink_of_the_other_colour_forbids_the_value() -> None:
    reads = (index("7h"), index("7h"))
    assert judge(reads, body("7", "h"), LIMITS, RED).card is Card.SEVEN_OF_HEARTS
    assert judge(reads, body("7", "h"), LIMITS, BLACK).card is None
    assert judge((index("7s"), index("7s")), body("7", "s"), LIMITS, RED).card is None


def test_limits_are_the_profiles() -> None:
    reads = (index("7h", 0.9, 0.9), index("7h", 0.9, 0.9))
    assert judge(reads, body("7", "h", 0.9), Thresholds(accept=0.92), ALL).card is None
    assert judge(reads, body("7", "h", 0.9), Thresholds(margin=0.95), ALL).card is None


def test_sides() -> None:
    nothing = (index("--"), index("--"))
    assert judge(nothing, body("back"), LIMITS, ALL).side is Side.BACK
    assert judge(nothing, body("none"), LIMITS, ALL).side is Side.OTHER
    assert judge(nothing, body("court", "h"), LIMITS, ALL).side is Side.FACE
    assert judge((index("7h"), index("8s")), body("back"), LIMITS, ALL).side is not Side.BACK


def test_evidence_names_each_reader() -> None:
    verdict = judge((index("7h"), index("7s", suit=0.5)), body("court", "h"), LIMITS, ALL)
    assert [(one.reader, one.card) for one in verdict.evidence] == [
        ("index_a", Card.SEVEN_OF_HEARTS),
        ("index_b", None),
        ("pips", None),
    ]
