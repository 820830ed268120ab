"""The frame that a camera gives nearly always: every card rests in its spot, and none came or went.

What it makes of tracks and spots is exactly what `tracks.follow`, `loose` and `spotviews.look` make of it, without
their search for which outline is which card: outlines in the order of the tracks, each within `NEAR` of its track
and of where that came to rest, and `APART` from all others, can be paired in one way only. Where anything else is
to be seen, or anything is to be told, there is no answer here and those are asked.
"""

from collections.abc import Sequence

from scanner.frames import CardSeen, Outline, Point, Side
from scanner.sighting import View
from scanner.views import NO_PLACE, UNREAD, SpotView, Track, Views

NEAR = 3.5
"""Centres this near in x and in y, in mm, are less than `tracks.REST_MM` apart."""
APART = 20.0
"""Centres this far apart in x or in y, in mm, belong to outlines that `tracks.distinct` never takes for one card; each
is then at least 15 mm from the other's track, and less than 5 mm from its own."""


def rested(views: Views, frame: int, cards: tuple[CardSeen, ...], debounce: int) -> Views | None:
    """The views after such a frame, of which nothing is to be told; None where it may be another."""
    tracks = _tracks(views.tracks, cards, debounce) if views.spots else None
    found = None if tracks is None else _spots(tracks, views.spots, debounce)
    if tracks is None or found is None:
        return None
    spots, pending = found
    return Views(cards, tuple(tracks), spots, views.next_id, settled=not pending, frame=frame)


def _tracks(tracks: Sequence[Track], cards: Sequence[CardSeen], debounce: int) -> list[Track] | None:
    """The tracks with one more frame at rest, or None where this frame may show anything else."""
    if len(cards) != len(tracks) or debounce < 1:
        return None
    after: list[Track] = []
    middles: list[Point] = []
    for track, card in zip(tracks, cards, strict=True):
        side, value, votes = track.side, track.card, track.votes
        if card.side is not side or track.hidden or track.unseen or track.told:
            return None
        if track.place == NO_PLACE or not track.rest:
            return None
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = card.outline
        x, y = middle = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
        p, q = track.centre
        r, s = track.anchor
        if not (-NEAR < x - p < NEAR and -NEAR < y - q < NEAR and -NEAR < x - r < NEAR and -NEAR < y - s < NEAR):
            return None
        for p, q in middles:
            if -APART < x - p < APART and -APART < y - q < APART:
                return None
        middles.append(middle)
        if card.card is not None:
            if card.card is not value or side is not Side.FACE or not votes:
                return None
            votes += 1
        elif votes < debounce and (votes or value is not None) and track.rest >= debounce * UNREAD:
            return None
        after.append(_longer(track, card.outline, middle, votes))
    return after


def _longer(track: Track, outline: Outline, middle: Point, votes: int) -> Track:
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
    )


def _spots(
    tracks: Sequence[Track], spots: Sequence[SpotView], debounce: int
) -> tuple[tuple[SpotView, ...], bool] | None:
    """The spots after such a frame, and whether more of its like would change more; None where any has news."""
    here: list[Track | None] = [None] * len(spots)
    for one in tracks:
        if here[one.place] is not None:
            return None
        here[one.place] = one
    after = list(spots)
    pending = False
    for i, (track, spot) in enumerate(zip(here, spots, strict=True)):
        view = spot.view
        if track is None:
            if view is not None and view is not View.EMPTY:
                return None
            continue
        if track.side is Side.BACK:
            shows, value, sure = View.BACK, None, track.rest >= debounce
        elif track.card is not None and track.votes >= debounce:
            shows, value, sure = View.FACE, track.card, True
        else:
            shows, value, sure = View.FACE, None, track.rest >= debounce * UNREAD
            pending = pending or track.votes > 0
        if spot.lost_at or spot.empty:
            return None
        if not sure:
            pending = True
        elif view is not shows or spot.track != track.id or (value is not None and value is not spot.card):
            return None
        else:
            after[i] = SpotView(view, spot.card, track.id, track.outline)
    return tuple(after), pending
