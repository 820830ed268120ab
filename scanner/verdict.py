"""From what the readers say of an outline to what it is: a value only where two independent readers agree.

A number card has three witnesses (either index, and the pips between them), a court two (the indices), with the
picture between them as a check. A confident contradiction by any of them, or ink of a colour that its suit is not
printed in, leaves the card unread. So do lukewarm words beside a corner that shows no index: an outline with such a
corner may run around several cards.
"""

from typing import Final, NamedTuple

import numpy as np

from games.cards import Card, Rank, Suit
from scanner.frames import Evidence, Side
from scanner.profile import Thresholds
from scanner.readers import PIPS, RANKS, SUITS, BodyRead, Chances, IndexRead

OBJECTS: Final = 0.5
"""A reader that finds something else more likely than not, by the profile's margin, forbids the value."""
FIGURE: Final = 0.4
"""The lead by which the suit beside a court's figure must differ to forbid: it is small, and often half hidden."""
TWINS: Final = (SUITS.index(Suit.SPADES), SUITS.index(Suit.CLUBS))
TWINS_LEAD: Final = 0.5
"""Spade and club are one shape once blurred: a reader must prefer one by this to name it."""
COURTS: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)
SOLE: Final = 0.8
"""The least word that counts beside a corner without an index: on whole cards the hidden one's mates are sure."""


class Verdict(NamedTuple):
    """What an outline is; `side` OTHER for no card."""

    side: Side
    card: Card | None
    score: float
    evidence: tuple[Evidence, ...]


def _best(chances: Chances) -> tuple[int, float, float]:
    order = np.argsort(chances)
    return int(order[-1]), float(chances[order[-1]]), float(chances[order[-1]] - chances[order[-2]])


def _says(chances: Chances, classes: int, limits: Thresholds) -> tuple[int | None, float]:
    """The class that a reader names and its chance; None where it is not sure or sees none."""
    what, chance, lead = _best(chances)
    if classes == len(SUITS) and {what, int(np.argsort(chances)[-2])} == set(TWINS):
        lead -= TWINS_LEAD - limits.margin
    sure = what < classes and chance >= limits.accept and lead >= limits.margin
    return what if sure else None, chance


def _supported(
    witnesses: list[Chances], classes: int, limits: Thresholds, last_lead: float
) -> tuple[int, float] | None:
    """The class that at least two witnesses name and none forbids, and the second best support for it.

    `last_lead` is the lead that the last witness needs to forbid.
    """
    named: dict[int, list[float]] = {}
    objections = set()
    for number, chances in enumerate(witnesses, 1):
        what, chance, lead = _best(chances)
        if what < classes and chance >= OBJECTS and lead >= (last_lead if number == len(witnesses) else limits.margin):
            objections.add(what)
        said, score = _says(chances, classes, limits)
        if said is not None:
            named.setdefault(said, []).append(score)
    agreed = [(what, sorted(scores)[-2]) for what, scores in named.items() if len(scores) > 1]
    if len(agreed) != 1 or not objections <= {agreed[0][0]}:
        return None
    return agreed[0]


def _named(rank: Chances, suit: Chances, limits: Thresholds) -> tuple[Card | None, float]:
    (r, p), (s, q) = _says(rank, len(RANKS), limits), _says(suit, len(SUITS), limits)
    score = round(min(p, q), 2)
    return (None if r is None or s is None else Card(RANKS[r] + SUITS[s])), score


def _pip_ranks(body: BodyRead) -> Chances:
    """The body's chances in the order of the indices' classes: ace to ten, no word on which court, none."""
    return np.concatenate([body.kind[:PIPS], np.zeros(3), [body.kind[PIPS:].sum()]])


def judge(corners: tuple[IndexRead, IndexRead], body: BodyRead, limits: Thresholds, inks: frozenset[Suit]) -> Verdict:
    """What the readers together make of an outline; `inks` are the suits that the indices' ink may be of."""
    pips = _pip_ranks(body)
    evidence = (
        *(Evidence(f"index_{name}", *_named(*read, limits)) for name, read in zip("ab", corners, strict=True)),
        Evidence("pips", *_named(pips, body.suit, limits)),
    )
    found = _value(corners, body, pips, limits)
    if found is not None and found[0].suit not in inks:
        found = None
    if found is not None:
        return Verdict(Side.FACE, found[0], found[1], evidence)
    printed = max(1 - read.rank[-1] for read in corners)
    if body.back > 0.7 and printed < 0.5:
        return Verdict(Side.BACK, None, round(body.back, 2), evidence)
    if body.face > 0.6 and (printed > 0.3 or body.face > 0.9):
        return Verdict(Side.FACE, None, round(body.face, 2), evidence)
    return Verdict(Side.OTHER, None, round(float(body.kind[-1]), 2), evidence)


def _value(
    corners: tuple[IndexRead, IndexRead], body: BodyRead, pips: Chances, limits: Thresholds
) -> tuple[Card, float] | None:
    small = FIGURE if body.court >= OBJECTS else limits.margin
    rank = _supported([corners[0].rank, corners[1].rank, pips], len(RANKS), limits, limits.margin)
    suit = _supported([corners[0].suit, corners[1].suit, body.suit], len(SUITS), limits, small)
    if rank is None or suit is None:
        return None
    score = min(rank[1], suit[1])
    if score < SOLE and any(max(one.rank[-1], one.suit[-1]) >= OBJECTS for one in corners):
        return None
    card = Card(RANKS[rank[0]] + SUITS[suit[0]])
    numbers = float(body.kind[:PIPS].sum())
    if card.rank in COURTS and (numbers >= OBJECTS or body.court < 0.2):
        return None
    if card.rank not in COURTS and body.court >= OBJECTS:
        return None
    if body.back >= OBJECTS:
        return None
    return card, round(score, 2)
