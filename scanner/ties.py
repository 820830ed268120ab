"""Which index pairs are those of one card: they name it, and they lie as a card's corners do.

The two indices of a card face away from each other at a card's distance. A deck with four has two of them side by
side; so lie those of two equal cards in a row as well, and only other cards of the deck tell which it is.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from games.cards import Card
from scanner.corners import Corner

LEVEL: Final = 0.85
"""Cosine of the angle by which the directions of one card's pairs may differ: a suit may stand a little aside."""


def vouched(group: Sequence[Corner]) -> tuple[Card | None, float]:
    """The card for which two corners vouch though neither is sure: three words, both glyph readers, none against."""
    words = [(k, e) for k, one in enumerate(group) for e in one.evidence if e.card is not None]
    named = {e.card for _, e in words}
    corners, readers = {k for k, _ in words}, {e.reader for _, e in words}
    if len(named) != 1 or len(words) < 3 or len(corners) < 2 or not readers >= {"shape", "strokes"}:
        return None, 0.0
    return named.pop(), min(e.score for _, e in words)


def names(one: Corner) -> set[Card]:
    """What a corner may be: its card, or what its readers name."""
    return {one.card} if one.card else {e.card for e in one.evidence if e.card is not None}


def _step(one: Corner, other: Corner) -> tuple[float, float, float] | None:
    """From one corner to another down and across in heights of an index, and the cosine between their directions.

    None where they cannot be those of one card.
    """
    down = np.array(one.pair.down)
    same = float(down @ np.array(other.pair.down))
    if not names(one) & names(other) or abs(same) < LEVEL or not 0.6 < one.pair.tall / other.pair.tall < 1.67:
        return None
    step = (np.array(other.middle) - np.array(one.middle)) / ((one.pair.tall + other.pair.tall) / 2)
    return float(step @ down), float(step @ np.array([down[1], -down[0]])), same


def facing(one: Corner, other: Corner) -> bool:
    """Whether two corners lie as the upper and the lower index of one card."""
    found = _step(one, other)
    if found is None or found[2] > 0:
        return False
    along, aside = found[0], abs(found[1])
    straight = aside < 0.45 and 1.4 < along < 10
    return straight or (1.1 < aside < 7.5 and 0.7 < along / aside < 2.1)


def beside(one: Corner, other: Corner) -> bool:
    """Whether two corners lie as the two upper indices of a card that has four."""
    found = _step(one, other)
    return found is not None and found[2] > 0 and abs(found[0]) < 0.8 and 1.2 < abs(found[1]) < 7.5


def cards_of(corners: Sequence[Corner], four: Callable[[], bool | None]) -> list[list[Corner]]:
    """The corners of each card together, read ones first.

    `four` says whether other cards of the deck have four indices. Where nobody knows, the second of two equal corners
    side by side is left unread: it may be the same card.
    """
    groups: list[list[Corner]] = []
    for one in sorted(corners, key=lambda corner: -corner.score):
        homes = [group for group in groups if any(facing(one, other) for other in group)]
        groups = [group for group in groups if all(group is not home for home in homes)]
        groups.append([*(other for home in homes for other in home), one])
    doubtful = [(a, b) for k, a in enumerate(groups) for b in groups[k + 1 :] if _sided(a, b)]
    if not doubtful:
        return groups
    known = _four_within(groups) or four()
    if known is False:
        return groups
    return _joined(groups) if known else _one_unread(groups, doubtful)


def _sided(one: Sequence[Corner], other: Sequence[Corner]) -> bool:
    return any(beside(a, b) for a in one for b in other)


def _four_within(groups: Sequence[Sequence[Corner]]) -> bool:
    """Whether a card of which several corners are in view shows that its deck has four indices.

    Two that face each other tell nothing: the other two may be covered.
    """
    return any(beside(a, b) for group in groups for a in group for b in group if a is not b)


def _joined(groups: Sequence[list[Corner]]) -> list[list[Corner]]:
    kept: list[list[Corner]] = []
    for group in groups:
        home = next((one for one in kept if _sided(one, group)), None)
        if home is None:
            kept.append(list(group))
        else:
            home.extend(group)
    return kept


def _one_unread(
    groups: Sequence[list[Corner]], doubtful: Sequence[tuple[list[Corner], list[Corner]]]
) -> list[list[Corner]]:
    """The groups with the less sure of each doubtful two unread."""
    less = [min(two, key=lambda group: max(one.score for one in group)) for two in doubtful]
    return [
        [one._replace(card=None) for one in group] if any(group is one for one in less) else group for group in groups
    ]
