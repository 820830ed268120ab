"""A deck from what was shown of it: which faces are there, which are wanted still, and what is enough to tell them.

Every view is compared with those before it: a second view of a card must be the same print, either way up, and two
cards must not look alike. What is enough to name a card later is measured here and written into the deck.
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

import msgspec
import numpy as np

from calibration.layout import CalibrationError
from games.cards import Card
from scanner.deck import Deck, png
from scanner.deck_file import BACK, NAMES, Closest, DeckFile, Limits, fingerprint, sealed
from scanner.enrolled import Enrolled
from scanner.flatten import Picture
from scanner.frames import Outline
from scanner.prints import Planes, Stack, alike, half_turn, moved, planes
from scanner.verdict import COURTS

ALIKE: Final = 0.001
"""Two faces that differ by less, in the mean square of ink, cannot be told apart by this camera."""
NOISE: Final = 1.2
"""How far a card may be off its own face, in parts of what that face and another differ by: of the deck's own cards
under the lamp they were shown in it is below 1, of other decks mostly above."""
PLAIN: Final = 0.1
"""Nor can a card and another when a second view of the card leads over the other by less."""
SAME: Final = 0.6
"""The least likeness of two views of one card."""
TURNS: Final = 0.93
"""A print as like its half turn as this is the same either way up."""
ACCEPT: Final = (0.6, 0.72)
"""The least and the greatest likeness that may be asked for; views of the same card differ by the rest."""
SLACK: Final = 0.12
"""How much less like a card may be at the table than the least alike of the second views."""
FOREIGN: Final = 0.5
ALONE: Final = 0.92
"""The likeness from which the halves of a card may vouch for each other though the indices of this deck are read."""
LEAD: Final = 0.25
"""How plainly a card must be one face and not another: 1 is just the one, 0 half way."""
REACH: Final = (0.05, 0.036)
WINDOW_REACH: Final = (0.1, 0.22)
"""How far a card may lie off, as parts of its width and height: found by its outline, or seen through a window."""

READ: Final = 0.4
"""The part of the corners and bodies shown that an open reader must name to be heard beside the deck."""
GROUPS: Final = {"index": ("index_a", "index_b"), "pips": ("pips",)}
"""Open readers that stand or fall together."""

_NEAR: Final = [(x, y) for y in range(-3, 4) for x in range(-3, 4)]
_FAR: Final = [(x, y) for y in range(-12, 13, 1) for x in range(-4, 5)]


class View(NamedTuple):
    """A card as it was shown: its name, the flat picture, where that came from, what the open readers named."""

    name: str
    flat: Picture
    where: str
    read: tuple[tuple[str, Card | None], ...]


class _Face(NamedTuple):
    view: View
    print_: Planes
    turns: bool


class Enrolment:
    """What has been shown of a deck so far."""

    def __init__(self, place: Outline | None = None) -> None:
        """`place` is where a camera that looks through a window sees the card."""
        self.place = place
        self._faces: dict[str, _Face] = {}
        self._turned: set[str] = set()
        self._repeats: dict[str, View] = {}
        self._least = 1.0
        self._doubtful: dict[str, str] = {}
        self._said = {group: [0, 0, 0] for group in GROUPS}

    def show(self, view: View) -> str:
        """Take in a view; what is new about it in words, or the empty text."""
        print_ = planes(view.flat, windowed=self.place is not None)
        self._hear(view)
        known = self._faces.get(view.name)
        if known is None:
            self._faces[view.name] = _Face(view, print_, self._likeness(half_turn(print_), print_) >= TURNS)
            return view.name
        upright, turned = self._likeness(print_, known.print_), self._likeness(half_turn(print_), known.print_)
        best = max(upright, turned)
        if best < SAME:
            why = f"{known.view.where} and {view.where} show different prints of it (alike {best:.2f} of 1)"
            self._doubtful[view.name] = why
            return f"{view.name} is another print than in {known.view.where}"
        self._repeats.setdefault(view.name, view)
        self._least = min(self._least, best)
        if turned > upright and view.name in self.one_way:
            self._turned.add(view.name)
            return f"{view.name} the other way up"
        return ""

    def _hear(self, view: View) -> None:
        """Count what the open readers say of a card: asked, right, wrong. Courts have no pips to be read."""
        for reader, card in view.read:
            group = reader.partition("_")[0]
            if group == "pips" and (view.name == BACK or Card(view.name).rank in COURTS):
                continue
            counts = self._said[group]
            counts[0] += 1
            counts[1] += card is not None and card.value == view.name
            counts[2] += card is not None and card.value != view.name

    @property
    def readers(self) -> tuple[str, ...]:
        """The open readers that read this deck here: of those that read often enough and named nothing wrong."""
        heard = [
            group for group, (asked, right, wrong) in self._said.items() if not wrong and right >= max(1, READ * asked)
        ]
        return tuple(one for group in heard for one in GROUPS[group])

    def _likeness(self, one: Planes, other: Planes) -> float:
        ways = moved(one, _FAR if self.place else _NEAR)
        return float(alike(Stack.of(ways), Stack.of(other[None])).max())

    def wanted(self, names: Collection[str] = NAMES) -> tuple[str, ...]:
        """Of these names those that are still to be shown, and all that are in doubt."""
        return tuple(name for name in NAMES if name in self._doubtful or (name in names and name not in self._faces))

    @property
    def one_way(self) -> tuple[str, ...]:
        """Cards whose print is another upside down and that were shown one way up only."""
        return tuple(
            name
            for name in NAMES
            if name in self._faces and not self._faces[name].turns and name not in self._turned and name != BACK
        )

    @property
    def doubts(self) -> tuple[str, ...]:
        """What is in doubt, in words."""
        return tuple(f"{name}: {why}" for name, why in self._doubtful.items())

    def pictures(self) -> dict[str, Picture]:
        """The flat pictures by name, in the order of the pack."""
        return {name: self._faces[name].view.flat for name in NAMES if name in self._faces}

    def deck(self, name: str, camera: str, made: str, expires: str) -> Deck:
        """The deck.

        Raises:
            CalibrationError: two faces look alike; the message names them and how little they differ.
        """
        faces = self.pictures()
        reach = WINDOW_REACH if self.place is not None else REACH
        draft = DeckFile(
            name=name,
            camera=camera,
            made=made,
            expires=expires,
            fingerprint=fingerprint([png(face) for face in faces.values()]),
            place=self.place,
            readers=self.readers,
            cards=tuple(faces),
            closest=Closest("", "", 1.0),
            limits=Limits(accept=0.0, margin=0.0, noise=NOISE, foreign=FOREIGN, alone=1.0, reach=reach),
        )
        reader = Enrolled(Deck(draft, faces))
        near = _closest(reader, faces)
        if near.apart < ALIKE:
            raise self._same(near.one, near.other, f"they differ by {near.apart:.4f}, {ALIKE} is needed")
        for view in self._repeats.values():
            match = reader.match(view.flat)
            other = match.second if match.name == view.name else match.name
            if match.name != view.name or match.lead < PLAIN:
                raise self._same(view.name, other, f"they differ by {match.away:.4f}, and {view.where} shows either")
        accept = round(self._accept(), 3)
        alone = max(ALONE, accept) if "index_a" in self.readers else accept
        limits = Limits(accept=accept, margin=LEAD, noise=NOISE, foreign=FOREIGN, alone=alone, reach=reach)
        return Deck(sealed(msgspec.structs.replace(draft, closest=near, limits=limits)), faces)

    def _accept(self) -> float:
        return float(np.clip(self._least - SLACK, *ACCEPT))

    def _same(self, one: str, other: str, why: str) -> CalibrationError:
        names = " and ".join(f"{name} ({self._faces[name].view.where})" for name in (one, other))
        cure = "if one was shown under the wrong name, show it again, else bring the camera nearer or give more light"
        return CalibrationError(f"{names} look alike: {why}; {cure}")


def _closest(reader: Enrolled, faces: Mapping[str, Picture]) -> Closest:
    """The two faces that differ least."""
    found = Closest("", "", 2.0)
    for name, face in faces.items():
        match = reader.match(face)
        away = match.away if match.name == name else 0.0
        if away < found.apart:
            found = Closest(name, match.second if match.name == name else match.name, round(away, 5))
    return found
