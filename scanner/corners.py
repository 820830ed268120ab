"""What an index pair shows: two readers of its blobs, the index network, the ink's colour and the paper around it.

A value needs two readers that name it, and none that plainly names another. The network was taught on corners of
whole cards; here it sees corners cut by other cards, so that its word weighs less.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from games.cards import Card, Rank, Suit
from scanner.flatten import INDEX_INPUT, Picture
from scanner.frames import Evidence
from scanner.glyphs import Glyphs
from scanner.pairs import Pair, half_of_ten, on_stock, one_sheet
from scanner.profile import Thresholds
from scanner.readers import RANKS, SUITS, Chances, IndexRead, Readers
from scanner.stock import Floats, Piece

RED: Final = (Suit.HEARTS, Suit.DIAMONDS)
LIKELY: Final = (0.66, 0.78)
"""The least likeness of rank and suit to a model shape for which a pair is looked at further."""
OBJECTS: Final = 0.9
"""The chance from which the network's other word forbids a value."""
REDDER: Final = (0.12, 0.2)
"""How much redder than its paper black ink is at most, and red ink at least."""
LEANS: Final = 0.55
"""The least chance that the strokes must give a value which two others name."""
BACKS: Final = 0.3
"""The chance from which the network backs a value that it finds likeliest."""
ALONE: Final = 0.72
"""The least chance that shape and strokes must both give a rank which the network does not back, strokes every suit:
a suit that does not stand upright below its rank is that of another card, or its rank is cut."""
QUEEN: Final = RANKS.index(Rank.QUEEN)
"""The nought of a ten looks like it where its one touches other print."""
CROP: Final = (48.0, 9.0, 17.0)
"""Where a pair stands in the crop that the network reads: its height, its top and its middle, px."""
TWINS: Final = 0.012
"""The lead in likeness with which spade and club, alike in outline, are told apart."""


Doubles = NDArray[np.float64]


class Corner(NamedTuple):
    """A pair and what it shows; `card` None where the readers do not agree. Places are in pixels of the picture."""

    pair: Pair
    middle: tuple[float, float]
    card: Card | None
    score: float
    evidence: tuple[Evidence, ...]


def _redness(image: Picture, piece: Piece, pair: Pair) -> tuple[float, float]:
    """How much redder than its paper the ink of the rank and of the suit is, as a part of full light."""
    found = []
    for blob in (pair.rank, pair.suit):
        x, y, right, bottom = blob.box
        ink = piece.ink[y:bottom, x:right]
        dark = ink > 0.8 * np.percentile(ink, 90)
        area = (slice(y + piece.top, bottom + piece.top), slice(x + piece.left, right + piece.left))
        share = image[area][dark] / np.maximum(piece.paper[y:bottom, x:right][dark].astype(np.float32), 30)
        found.append(float(np.median(share[:, 2] - np.maximum(share[:, 0], share[:, 1]))))
    return found[0], found[1]


def ink_is_red(rank: float, suit: float) -> bool | None:
    """Whether ink is red; None where it is neither plainly red nor black, or where rank and suit are not of one ink."""
    mean = (rank + suit) / 2
    if mean > REDDER[1] and min(rank, suit) > REDDER[0]:
        return True
    return False if mean < REDDER[0] and max(rank, suit) < REDDER[1] else None


def index_view(image: Picture, piece: Piece, pair: Pair) -> Picture:
    """A pair as the index network looks at corners of flat cards, (72, 40, 3)."""
    tall, top, middle = CROP
    down = np.array(pair.down)
    across = np.array([down[1], -down[0]])
    scale = pair.tall / tall
    wide = max(pair.above.wide, pair.below.wide) / scale
    centre = (pair.above.left + pair.above.right + pair.below.left + pair.below.right) / 4
    start = down * (pair.above.top + (0.5 - top) * scale)
    start += across * (centre + (0.5 - max(middle, wide / 2 + 3)) * scale)
    start += (piece.left, piece.top)
    soft = max(1, round(scale * 0.8))
    source, shift = _around(image, start, (across * scale, down * scale), soft)
    matrix = np.stack([across * scale, down * scale, start - shift], axis=1).astype(np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(source, matrix, INDEX_INPUT, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    x, y = (pair.rank.box[0] + pair.rank.box[2]) // 2, (pair.rank.box[1] + pair.rank.box[3]) // 2
    white = np.maximum(piece.paper[y, x].astype(np.float32), 24)
    return np.asarray(np.clip(crop * (245.0 / white), 0, 255), np.uint8)


def _around(image: Picture, start: Doubles, steps: tuple[Doubles, Doubles], soft: int) -> tuple[Picture, Doubles]:
    """The part of a picture that a crop takes its pixels from, softened, and where it begins."""
    ends = np.stack([start + i * steps[0] + j * steps[1] for i in (0, INDEX_INPUT[0]) for j in (0, INDEX_INPUT[1])])
    low = np.maximum(np.floor(ends.min(axis=0)).astype(int) - soft, 0)
    high = np.maximum(np.ceil(ends.max(axis=0)).astype(int) + soft + 1, low + 1)
    part = image[low[1] : high[1], low[0] : high[0]]
    return np.asarray(cv2.blur(part, (soft, soft)) if soft > 1 else part, np.uint8), low.astype(np.float64)


def _chances(likeness: Floats, least: float, spread: float) -> Chances:
    """A likeness as the thresholds of a profile count it: `least` is nothing, `least + spread` certain."""
    return np.asarray(np.clip((likeness - least) / spread, 0, 1), np.float64)


def _names(chances: Chances, classes: int, limits: Thresholds, *, lead: float = 1.0) -> tuple[int | None, float]:
    order = np.argsort(chances)
    what, chance = int(order[-1]), float(chances[order[-1]])
    ahead = (chance - float(chances[order[-2]])) * lead
    return (what if what < classes and chance >= limits.accept and ahead >= limits.margin else None), chance


class Words(NamedTuple):
    """What one reader names, each None where it is not sure, with its chance; `leans` is what it finds likeliest."""

    reader: str
    rank: tuple[int | None, float]
    suit: tuple[int | None, float]
    leans: tuple[int, int]

    @property
    def evidence(self) -> Evidence:
        r, s = self.rank[0], self.suit[0]
        card = None if r is None or s is None else Card(RANKS[r] + SUITS[s])
        return Evidence(self.reader, card, round(min(self.rank[1], self.suit[1]), 2))


def _shape_words(rank: Floats, suit: Floats, limits: Thresholds, *, red: bool) -> Words:
    allowed = np.array([(one in RED) == red for one in SUITS])
    own = np.where(allowed, suit, -1)
    first, second = np.sort(own)[::-1][:2]
    # A shape of the other colour that fits plainly better is no suit of this one.
    sure = first - second >= TWINS and suit.max() - first < 0.06
    chance = float(_chances(first, 0.4, 0.6))
    named = int(own.argmax()) if sure and chance >= limits.accept else None
    ranks = _names(_chances(rank, 0.4, 0.6), len(RANKS), limits, lead=3.0)
    return Words("shape", ranks, (named, chance), (int(rank.argmax()), int(own.argmax())))


def _stroke_words(rank: Floats, suit: Floats, limits: Thresholds) -> Words:
    ranks, suits = (_chances(one, -1, 2) for one in (rank, suit))
    leans = int(ranks.argmax()), int(suits.argmax())
    return Words("strokes", _names(ranks, len(RANKS), limits), _names(suits, len(SUITS), limits), leans)


def _index_words(read: IndexRead, limits: Thresholds) -> Words:
    leans = int(read.rank.argmax()), int(read.suit.argmax())
    return Words("index", _names(read.rank, len(RANKS), limits), _names(read.suit, len(SUITS), limits), leans)


def _agreed(words: Sequence[Words], which: int) -> tuple[int, float] | None:
    """The class that two readers name and none forbids, with the second best support.

    What another card hides in part may look like another glyph: the strokes, which saw such ones, must lean to it.
    """
    named: dict[int, list[float]] = {}
    for one in words:
        what, chance = (one.rank, one.suit)[which]
        if what is not None and (one.reader != "index" or chance >= OBJECTS or what in named):
            named.setdefault(what, []).append(chance)
    if len(named) != 1:
        return None
    [(what, chances)] = named.items()
    backed = any(one.reader == "index" and one.leans[which] == what and _chance(one, which) >= BACKS for one in words)
    least = LEANS if backed and which == 0 else ALONE
    if any(one.reader == "strokes" and (one.leans[which] != what or _chance(one, which) < least) for one in words):
        return None
    if not backed and min(_chance(one, which) for one in words if one.reader == "shape") < ALONE:
        return None
    return (what, sorted(chances)[-2]) if len(chances) > 1 else None


def _chance(one: Words, which: int) -> float:
    return (one.rank, one.suit)[which][1]


def judged(words: Sequence[Words], *, red: bool | None) -> tuple[Card | None, float]:
    """The card that the readers agree on, with its score."""
    rank, suit = _agreed(words, 0), _agreed(words, 1)
    if rank is None or suit is None or red is None or (SUITS[suit[0]] in RED) != red:
        return None, 0.0
    return Card(RANKS[rank[0]] + SUITS[suit[0]]), round(min(rank[1], suit[1]), 2)


class Corners:
    """Reads the index pairs of a piece of card stock. One object a thread."""

    def __init__(self, readers: Readers, limits: Thresholds) -> None:
        self._readers = readers
        self._glyphs = Glyphs()
        self._limits = limits

    def read(self, image: Picture, piece: Piece, found: Sequence[Pair]) -> list[Corner]:
        """Those pairs that look like an index on paper, with what they show; of pairs that share ink the likeliest."""
        likely = []
        for pair, (rank, suit) in zip(found, self._glyphs.shapes(piece, found), strict=True):
            if rank.max() >= LIKELY[0] and suit.max() >= LIKELY[1] and on_stock(image, piece, pair):
                likely.append((pair, rank, suit))
        strokes = self._glyphs.strokes(piece, [pair for pair, _, _ in likely])
        kept = [
            (one, stroke)
            for one, stroke in zip(likely, strokes, strict=True)
            if _printed(*stroke) and not (QUEEN in {one[1].argmax(), stroke[0].argmax()} and half_of_ten(piece, one[0]))
        ]
        reads = self._readers.indices([index_view(image, piece, pair) for (pair, _, _), _ in kept])
        corners = []
        for ((pair, rank, suit), stroke), read in zip(kept, reads, strict=True):
            inks = _redness(image, piece, pair)
            words = (
                _shape_words(rank, suit, self._limits, red=sum(inks) > sum(REDDER)),
                _stroke_words(*stroke, self._limits),
                _index_words(read, self._limits),
            )
            card, score = judged(words, red=ink_is_red(*inks) if one_sheet(piece, pair) else None)
            weight = float(rank.max() + suit.max())
            corners.append((weight, Corner(pair, _middle(piece, pair), card, score, tuple(w.evidence for w in words))))
        return unshared(corners)


def _printed(rank: Floats, suit: Floats) -> bool:
    """Whether the strokes may be those of a rank and a suit: neither is plainly something else."""
    return bool(rank[:-1].max() > rank[-1] - 0.7 and suit[:-1].max() > suit[-1] - 0.5)


def _middle(piece: Piece, pair: Pair) -> tuple[float, float]:
    x, y = pair.down
    along = (pair.above.top + pair.below.bottom) / 2
    aside = (pair.above.left + pair.above.right + pair.below.left + pair.below.right) / 4
    return x * along + y * aside + piece.left, y * along - x * aside + piece.top


def _blobs(one: Corner) -> set[int]:
    return {id(contour) for contour in (*one.pair.rank.contours, *one.pair.suit.contours)}


def claimed(one: Corner) -> Card | None:
    """What a corner holds a claim to: its card, or what two of its readers name though ink or paper forbid it."""
    named = [e.card for e in one.evidence if e.card is not None]
    return one.card or next((card for card in named if named.count(card) > 1), None)


def unshared(corners: list[tuple[float, Corner]]) -> list[Corner]:
    """Of weighed corners that share a blob a ten, then one that is read, then the likeliest.

    A blob that two cards would share is an index of one and print of another side by side: neither is read.
    """
    order = sorted(corners, key=lambda one: (-len(one[1].pair.rank.contours), one[1].card is None, -one[0]))
    kept: list[Corner] = []
    for _, one in order:
        ten = one.card is not None and one.card.rank is Rank.TEN
        if len(one.pair.rank.contours) > 1 and not ten:
            continue
        rivals = [k for k, other in enumerate(kept) if _blobs(other) & _blobs(one)]
        if not rivals:
            kept.append(one)
        for k in rivals:
            if claimed(one) not in (None, kept[k].card):
                kept[k] = kept[k]._replace(card=None, score=0.0)
    return kept
