"""Cards are physical: outlines of one frame become the same cards that the frames before showed.

Two outlines that cover each other are one card. A card keeps its identity while it rests, slides or is turned, and
while a hand lies over it. Only a card at rest is read: what a moving outline seems to say is never counted.
"""

from collections.abc import Iterator, Sequence

import msgspec

from scanner.frames import CardSeen, Outline, Point, Side
from scanner.geometry import centre, distance, inside, overlap, shared
from scanner.profile import Profile
from scanner.views import NO_PLACE, UNREAD, Track

REST_MM = 5.0
"""A card is at rest while its centre stays this near to where it stopped: outlines tremble by 1 to 2 mm."""
SLIDE_MM = 120.0
"""The farthest one frame carries a card: 3 m/s at 25 frames a second."""
NUDGE_MM = 90.0
"""How far from its old place a card may come out from under a hand and be the same card."""
TURN_MM = 60.0
"""How far a card's centre wanders while it is turned over."""
SWAP_MM = 10.0
"""Within this distance another value is another reading of the same card, beyond it another card."""
SAME_CARD = 0.7
"""Two outlines that share this much of their union are one card; two cards laid crosswise share 0.56."""
MOST_TRACKS = 64
"""A table shows fewer cards; a picture of confetti must not grow the state."""


def distinct(cards: Sequence[CardSeen]) -> list[CardSeen]:
    """The outlines without doubles of one card. Two readings of one card that differ make it unread."""
    kept: list[CardSeen] = []
    middles: list[Point] = []
    for card in cards:
        x, y = middle = centre(card.outline)
        for i, (p, q) in enumerate(middles):
            if abs(x - p) >= 20 or abs(y - q) >= 20:
                continue
            other = kept[i]
            if distance(middle, (p, q)) < 20 and shared(card.outline, other.outline) > SAME_CARD:
                kept[i] = _merged(other, card)
                middles[i] = centre(kept[i].outline)
                break
        else:
            kept.append(card)
            middles.append(middle)
    return kept


def _merged(one: CardSeen, other: CardSeen) -> CardSeen:
    if one.side is not other.side:
        return msgspec.structs.replace(one, side=Side.FACE, card=None)
    if one.card is None or other.card is None or one.card is other.card:
        return one if one.card is not None else other
    return msgspec.structs.replace(one, card=None)


class Sight(msgspec.Struct, frozen=True):
    """One fresh frame prepared for the fold: its stamp, its cards without doubles, and what hides others."""

    profile: Profile
    at: int
    frame: int
    cards: tuple[CardSeen, ...]
    others: tuple[Outline, ...]

    @classmethod
    def of(cls, profile: Profile, at: int, frame: int, cards: Sequence[CardSeen]) -> "Sight":
        """The sight of a frame's outlines."""
        return cls(
            profile,
            at,
            frame,
            tuple(distinct([card for card in cards if card.side is not Side.OTHER])),
            tuple(card.outline for card in cards if card.side is Side.OTHER),
        )

    @property
    def debounce(self) -> int:
        """How many frames must agree."""
        return self.profile.thresholds.debounce

    def touched(self, outline: Sequence[Point]) -> bool:
        """Whether a hand or another thing that is no card lies over an outline or a spot."""
        return bool(self.others) and any(overlap(other, outline) for other in self.others)

    def place(self, point: Point) -> int:
        """The index of the spot a point lies in."""
        for i, spot in enumerate(self.profile.spots):
            if inside(spot.polygon, point):
                return i
        return NO_PLACE


def follow(sight: Sight, tracks: tuple[Track, ...], next_id: int) -> tuple[tuple[Track, ...], int]:
    """The tracks after a frame, those it shows first, and the next free id."""
    mates = _mates(tracks, sight.cards)
    seen: list[Track] = []
    for i, card in enumerate(sight.cards):
        if i in mates:
            seen.append(_again(sight, tracks[mates[i]], card))
        else:
            seen.append(_born(sight, card, next_id))
            next_id += 1
    found = set(mates.values())
    lost = [_lost(sight, track, seen) for i, track in enumerate(tracks) if i not in found]
    return tuple((seen + lost)[:MOST_TRACKS]), next_id


def _mates(tracks: Sequence[Track], cards: Sequence[CardSeen]) -> dict[int, int]:
    """Which outline is which track, the cheapest pairs first."""
    mates: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, k in sorted(_pairs(tracks, cards)):
        if i not in mates and k not in taken:
            mates[i] = k
            taken.add(k)
    return mates


def _pairs(tracks: Sequence[Track], cards: Sequence[CardSeen]) -> Iterator[tuple[float, int, int]]:
    old = [(k, track, *track.centre, SLIDE_MM if track.seen else NUDGE_MM) for k, track in enumerate(tracks)]
    for i, card in enumerate(cards):
        x, y = middle = centre(card.outline)
        for k, track, p, q, reach in old:
            if abs(x - p) > reach or abs(y - q) > reach:
                continue
            apart = distance(track.centre, middle)
            if apart > reach:
                continue
            if card.side is not track.side:
                if apart <= TURN_MM:
                    yield apart + TURN_MM, i, k
            elif card.card is None or track.card is None or card.card is track.card:
                yield apart + (0 if track.seen else SWAP_MM), i, k
            elif apart <= SWAP_MM:
                yield apart + SWAP_MM, i, k


def _born(sight: Sight, card: CardSeen, number: int) -> Track:
    middle = centre(card.outline)
    return Track(
        number, card.outline, middle, middle, card.side, card.card, sight.at, sight.place(middle), crop=card.crop
    )


def _again(sight: Sight, track: Track, card: CardSeen) -> Track:
    """The track with one more frame: moved on, or at rest and read once more."""
    middle = centre(card.outline)
    if distance(track.anchor, middle) > REST_MM:
        return msgspec.structs.replace(
            track,
            outline=card.outline,
            centre=middle,
            anchor=middle,
            place=_moved_to(sight, track, card.outline, middle),
            side=card.side,
            card=card.card,
            crop=card.crop,
            votes=0,
            rest=0,
            **_UNHIDDEN,
        )
    fresh = track.hidden and track.verdict(sight.debounce) is None
    if card.side is not track.side or fresh or not track.rest:
        return first_rest(sight.at, sight.frame, track, card, middle)
    if card.side is Side.FACE and card.card is not None:
        if card.card is track.card and track.votes:
            return rested_on(track, card.outline, middle, track.votes + 1)
        first = {"card": card.card, "votes": 1, "at": sight.at, "frame": sight.frame, "crop": card.crop}
        return msgspec.structs.replace(rested_on(track, card.outline, middle, 1), **first)
    longer = rested_on(track, card.outline, middle, track.votes)
    if track.votes < sight.debounce and track.rest >= sight.debounce * UNREAD:
        return msgspec.structs.replace(longer, card=None, votes=0)
    return longer


_UNHIDDEN = {"hidden": False, "unseen": 0, "unseen_at": 0, "unseen_frame": 0}


def rested_on(track: Track, outline: Outline, middle: Point, votes: int) -> Track:
    """The track after a further frame at rest; by position, since this is made for every card of every frame."""
    return Track(
        track.id,
        outline,
        middle,
        track.anchor,
        track.side,
        track.card,
        track.born,
        track.place,
        votes,
        track.at,
        track.frame,
        track.rest + 1,
        track.rest_at,
        track.rest_frame,
        track.crop,
        told=track.told,
        told_card=track.told_card,
    )


def first_rest(at: int, frame: int, track: Track, card: CardSeen, middle: Point) -> Track:
    """The first frame at rest, or the first that shows this side."""
    return msgspec.structs.replace(
        track,
        outline=card.outline,
        centre=middle,
        side=card.side,
        card=card.card,
        crop=card.crop,
        votes=1 if card.card is not None else 0,
        at=at,
        frame=frame,
        rest=1,
        rest_at=at,
        rest_frame=frame,
        **_UNHIDDEN,
    )


def _moved_to(sight: Sight, track: Track, outline: Outline, middle: Point) -> int:
    """The spot of a moved outline; one that a hand half covers stays where it was while any of it is there."""
    place = sight.place(middle)
    if place == NO_PLACE and track.place != NO_PLACE and sight.touched(outline):
        return track.place if overlap(outline, sight.profile.spots[track.place].polygon) else place
    return place


def _lost(sight: Sight, track: Track, seen: Sequence[Track]) -> Track:
    """The track when the frame does not show it: hidden under something, or its place is visible without it."""
    covered = sight.touched(track.outline) or any(inside(other.outline, track.centre) for other in seen)
    if covered:
        return msgspec.structs.replace(track, hidden=True, unseen=0, unseen_at=0, unseen_frame=0)
    if track.unseen:
        return msgspec.structs.replace(track, unseen=track.unseen + 1)
    return msgspec.structs.replace(track, hidden=False, unseen=1, unseen_at=sight.at, unseen_frame=sight.frame)
