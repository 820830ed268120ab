"""The third reader: a whole flat card against the decks that were shown to this camera.

It shares no step with the networks. A card is compared with every face, either way up, within the small reach by
which its outline may be off: all on a coarse grid, the few best on a fine one. What lies over a part of the card is
unlike every face there and is left out. Where a camera shows too little for the networks, the halves of a card may
vouch for each other: each is asked by itself.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np

from games.cards import Card
from scanner.deck import Deck, card_of
from scanner.deck_file import BACK, Limits
from scanner.flatten import Picture
from scanner.frames import Evidence, Side
from scanner.prints import COARSE, PARTS, Chosen, Floats, Parts, Planes, Stack, alike, coarse, half_turn, moved, planes
from scanner.verdict import Verdict

READER: Final = "enrolled"
FOREIGN: Final = "foreign"
"""What evidence says of a card that is like no face of the deck; its card is what the open readers made of it."""
FINALISTS: Final = 4
"""Faces that are compared on the fine grid."""
COVERED: Final = 0.07
"""The mean square difference from every finalist by which a part of a card counts as covered."""
UNLIKE: Final = 0.6
"""The part of the ink that a covered part has in common with any face at most: one that is only blurred has more."""
RIM: Final = 0.2
"""The part of that by which a part beside a covered one counts as covered as well."""
TELLING: Final = 0.6
"""The part of what tells two faces apart that must be in view to tell them apart."""
MOST_COVERED: Final = 5
"""Parts that may be covered; a card with more of them is not named."""


HALF: Final = 0.1
"""How much less like a face half a card may be."""
_UPPER = np.repeat(np.arange(PARTS[1])[:, None] < PARTS[1] // 2, PARTS[0], axis=1)
_LEFT = np.repeat(np.arange(PARTS[0])[None] < PARTS[0] // 2, PARTS[1], axis=0)
HALVES: Final = ((_UPPER, ~_UPPER), (_LEFT, ~_LEFT))


class Match(NamedTuple):
    """What the deck makes of a card.

    `name` is the face or `back` it is most like, by `score`; `lead` says how plainly it is that and not `second`, the
    likeliest other, from which the card differs by `away` in the mean square. `sure` says that both suffice, `halves`
    that each half of the card alone names the same, `foreign` that it is like no face.
    """

    deck: str
    name: str
    score: float
    lead: float
    second: str
    away: float
    sure: bool
    halves: bool
    foreign: bool

    @property
    def card(self) -> Card | None:
        """The card it names, None for a back or where it is not sure."""
        return card_of(self.name) if self.sure else None

    @property
    def back(self) -> bool:
        """Whether it names the back."""
        return self.sure and self.name == BACK


class Enrolled:
    """One deck, ready to be compared with."""

    def __init__(self, deck: Deck) -> None:
        self.file = deck.file
        self.windowed = deck.file.place is not None
        upright = {name: planes(face, windowed=self.windowed) for name, face in deck.faces.items()}
        self._names = [name for name in upright for _ in (0, 1)]
        self._fine = np.stack([way for one in upright.values() for way in (one, half_turn(one))])
        self._coarse = Stack.of(np.stack([coarse(one) for one in self._fine]))
        across, down = deck.file.limits.reach
        self._steps = _steps(across * COARSE[0], down * COARSE[1])

    def match(self, flat: Picture) -> Match:
        """What this deck makes of a flat card."""
        print_ = planes(flat, windowed=self.windowed)
        likeness = alike(Stack.of(moved(coarse(print_), self._steps)), self._coarse)
        best = likeness.max(axis=0)
        steps = likeness.argmax(axis=0)
        few: dict[str, int] = {}
        for k in np.argsort(-best).tolist():
            few.setdefault(self._names[k], k)
            if len(few) == FINALISTS:
                break
        faces = np.stack([self._placed(print_, k, self._steps[int(steps[k])]) for k in few.values()])
        return decided(self.file.name, list(few), Parts.of(print_, faces), self.file.limits)

    def _placed(self, print_: Planes, k: int, step: tuple[int, int]) -> Planes:
        """The k-th face moved to where it fits the print best on the fine grid."""
        steps = [(x - 2 * step[0], y - 2 * step[1]) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        ways = moved(self._fine[k], steps)
        found = alike(Stack.of(print_[None]), Stack.of(ways))
        return np.asarray(ways[int(found[0].argmax())], np.float32)


def decided(deck: str, names: list[str], parts: Parts, limits: Limits) -> Match:
    """What a card's parts say of faces, by name."""
    open_ = _open(parts)
    if int((~open_).sum()) > MOST_COVERED:
        return Match(deck, names[0], 0.0, 0.0, names[-1], 0.0, sure=False, halves=False, foreign=False)
    whole = parts.alike(open_)
    first = int(whole.argmax())
    unlike = parts.unlike(first)
    leads = parts.leads(first, open_, unlike, limits.noise)
    # What is covered may be just what tells two faces apart.
    leads[unlike[:, open_].sum(axis=1) < TELLING * unlike.sum(axis=(1, 2))] = 0
    leads[first] = np.inf
    second = int(leads.argmin())
    score, lead = float(whole[first]), float(leads[second])
    sure = score >= limits.accept and lead >= limits.margin
    vouched = (
        sure
        and score >= limits.alone
        and any(all(_names(parts, first, open_ & half, unlike, limits) for half in halves) for halves in HALVES)
    )
    away = float(parts.apart[second].mean())
    foreign = score < limits.foreign
    return Match(deck, names[first], round(score, 3), round(lead, 3), names[second], away, sure, vouched, foreign)


def _open(parts: Parts) -> Chosen:
    """The parts of a card that nothing lies over: what does is plainly unlike every face there."""
    apart = parts.apart.min(axis=0)
    common = 2 * parts.cross / np.maximum(parts.own + parts.its, 1e-3)
    covered = (apart > COVERED) & (common.max(axis=0) < UNLIKE)
    near = cv2.dilate(covered.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return np.asarray(~(covered | (near & (apart > COVERED * RIM))), np.bool_)


def _names(parts: Parts, which: int, half: Chosen, unlike: Floats, limits: Limits) -> bool:
    """Whether half a card names this face; it shows less of what tells two apart, so half the lead is enough."""
    if not half.any():
        return False
    leads = np.delete(parts.leads(which, half, unlike, 2 * limits.noise), which)
    return float(leads.min()) >= limits.margin / 2 and float(parts.alike(half)[which]) >= limits.accept - HALF


def best_of(matches: Sequence[Match]) -> Match:
    """The match of several decks: that with the greatest likeness, sure only where no other deck names another."""
    first, *others = sorted(matches, key=lambda one: -one.score)
    if any(one.sure and one.name != first.name for one in others):
        return first._replace(sure=False, halves=False)
    return first


def _steps(across: float, down: float) -> list[tuple[int, int]]:
    x, y = round(across), round(down)
    return [(right, below) for below in range(-y, y + 1) for right in range(-x, x + 1)]


def weighed(verdict: Verdict, match: Match, heard: Sequence[str]) -> Verdict:
    """A verdict of the open readers, weighed with what the deck says; `heard` are the open readers that count here.

    The deck's word alone is not enough: an open reader must name the same card, or each half of the card must.
    Whoever names another leaves the card unread, with both in the evidence. A card like none of the deck is unread.
    """
    evidence = (*verdict.evidence, Evidence(READER, match.card, match.score))
    trusted = set(heard) >= {one.reader for one in verdict.evidence}
    named = {one.card for one in verdict.evidence if one.reader in heard and one.card is not None}
    open_card = verdict.card if trusted else None
    told = verdict._replace(card=open_card, evidence=evidence)
    if match.foreign:
        return told._replace(card=None, evidence=(*evidence, Evidence(FOREIGN, verdict.card, match.score)))
    if match.back and not named and open_card is None:
        return Verdict(Side.BACK, None, match.score, evidence)
    if not match.sure:
        return told
    own = match.card
    if own is not None and named <= {own} and open_card in (None, own) and (named or match.halves):
        return Verdict(Side.FACE, own, max(verdict.score if open_card else 0.0, match.score), evidence)
    return Verdict(Side.FACE, None, match.score, evidence)
