"""One spot over time: what lies in it now, what was last said of it, and when it may be called empty.

A spot is empty only when it is seen to be: nothing lies over it, its card is nowhere else on the layout, and
that has lasted for `gone_ms`. A discard is no place a card is held in: what lies there has left the game.
"""

from collections.abc import Iterable, Sequence

import msgspec

from games.cards import Card
from games.spots import Spot, SpotKind
from scanner.frames import Side
from scanner.geometry import centre, inside
from scanner.sighting import View
from scanner.tracks import Sight
from scanner.views import NO_PLACE, SpotView, Track, Verdict

Told = tuple[Spot, Verdict, str]
"""A spot, what is said of it, and the exit its card went over (or empty)."""
PILES = frozenset({SpotKind.BURN, SpotKind.DISCARD})
"""Spots in which many cards may lie: of these the topmost face counts."""
EMPTY = SpotView(view=View.EMPTY)
NS = 1_000_000


def look(
    sight: Sight, i: int, spot: SpotView, tracks: Sequence[Track], spots: Sequence[SpotView]
) -> tuple[SpotView, Verdict | None, bool]:
    """The spot after a frame, what is to be told of it, and whether frames like this one would change more."""
    here = [track for track in tracks if track.place == i]
    seen = [track for track in here if track.seen]
    if not seen:
        return _absent(sight, i, spot, tracks, spots)
    if spot.lost_at or spot.empty:
        spot = msgspec.structs.replace(spot, lost_at=0, empty=0, empty_at=0, empty_frame=0)
    pile = sight.profile.spots[i].spot.kind in PILES
    if spot.view is View.MANY and len(seen) == 1 and any(track.unseen for track in here):
        return spot, None, True
    track = _topmost(sight, seen) if pile else seen[0]
    found = track.verdict(sight.debounce) if pile or len(seen) == 1 else _many(sight, seen)
    if found is None:
        return spot, None, True
    number = 0 if found.view is View.MANY else track.id
    news = found if _differs(spot, found, number, i, tracks) else None
    card = found.card or (spot.card if news is None else None)
    return SpotView(found.view, card, number, track.outline), news, False


def _many(sight: Sight, seen: Sequence[Track]) -> Verdict | None:
    """Two cards or more where one belongs, once all have come to rest."""
    if any(track.rest < sight.debounce for track in seen):
        return None
    last = max(seen, key=lambda track: track.rest_at)
    return Verdict(View.MANY, None, last.rest_at, last.rest_frame)


def _topmost(sight: Sight, seen: Sequence[Track]) -> Track:
    """Of a pile, the card that came last; a face that is sure counts before any back."""
    faces = [track for track in seen if track.side is Side.FACE and track.verdict(sight.debounce)]
    return max(faces or seen, key=lambda track: (track.born, track.id))


def _differs(spot: SpotView, found: Verdict, number: int, i: int, tracks: Sequence[Track]) -> bool:
    """Whether this has not been said: another view, another value, or an equal card while the first lies elsewhere."""
    if found.view is not spot.view:
        return True
    if found.view is View.MANY or number == spot.track:
        return found.card is not None and found.card is not spot.card
    if any(track.id == spot.track and track.place != i and track.seen for track in tracks):
        return True
    return found.card is not None and found.card is not spot.card


def _absent(
    sight: Sight, i: int, spot: SpotView, tracks: Sequence[Track], spots: Sequence[SpotView]
) -> tuple[SpotView, Verdict | None, bool]:
    """A spot in which no card is seen: hidden, held elsewhere, or on its way to be told empty."""
    if spot.view is None or spot.view is View.EMPTY:
        return spot, None, False
    if not spot.lost_at:
        spot = msgspec.structs.replace(spot, lost_at=sight.at)
    mate = _holder(sight, i, spot, tracks, spots)
    if mate or _covered(sight, i, spot, tracks):
        kept = msgspec.structs.replace(
            spot,
            track=mate.id if mate and mate.verdict(sight.debounce) else spot.track,
            empty=0,
            empty_at=0,
            empty_frame=0,
        )
        return kept, None, False
    if not spot.empty or sight.at < spot.empty_at:
        spot = msgspec.structs.replace(spot, empty=1, empty_at=sight.at, empty_frame=sight.frame)
    else:
        spot = msgspec.structs.replace(spot, empty=spot.empty + 1)
    if spot.empty < sight.debounce or sight.at - spot.empty_at < sight.profile.thresholds.gone_ms * NS:
        return spot, None, True
    return EMPTY, Verdict(View.EMPTY, None, spot.empty_at, spot.empty_frame), False


def _covered(sight: Sight, i: int, spot: SpotView, tracks: Sequence[Track]) -> bool:
    """Whether something lies over the spot, or another card over the place where its card lay."""
    if sight.touched(sight.profile.spots[i].polygon):
        return True
    if spot.outline is None:
        return False
    if sight.touched(spot.outline):
        return True
    middle = centre(spot.outline)
    return any(track.seen and track.place != i and inside(track.outline, middle) for track in tracks)


def _holder(sight: Sight, i: int, spot: SpotView, tracks: Sequence[Track], spots: Sequence[SpotView]) -> Track | None:
    """The track that is this spot's card somewhere else.

    Its own track, followed there; else a card that turned up since and may be it: of the same value, face
    down in no spot where it had no value, or still unread.
    """
    others = [track for track in tracks if track.place != i and not _discarded(sight, track)]
    own = next((track for track in others if track.id == spot.track), None)
    if own is not None:
        return own
    claimed = {other.track for k, other in enumerate(spots) if k != i}
    free = (track for track in others if track.id not in claimed)
    return successor(sight, free, spot.card, spot.lost_at)


def successor(sight: Sight, tracks: Iterable[Track], card: Card | None, since: int) -> Track | None:
    """The first track born since a card was lost that may be that card."""
    for track in tracks:
        if not track.seen or track.born < since:
            continue
        found = track.verdict(sight.debounce)
        if found is None or (found.card is card if card else track.place == NO_PLACE):
            return track
    return None


def _discarded(sight: Sight, track: Track) -> bool:
    return track.place != NO_PLACE and sight.profile.spots[track.place].spot.kind is SpotKind.DISCARD
