"""The frame that a camera gives nearly always: every card rests in its spot, and none came or went.

What it makes of tracks and of a spot is exactly what `tracks.follow`, `loose` and `spotviews.look` make of it, without
their search for which outline is which card: outlines in the order of the tracks, each within `NEAR` of its track
and of where that came to rest, and `APART` from all others, can be paired in one way only. Where anything else is
to be seen, or anything is to be told, there is no answer here and those are asked.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from scanner.frames import CardSeen, FrameSeen, Point, Side
from scanner.geometry import centre
from scanner.sighting import View
from scanner.tracks import first_rest, rested_on
from scanner.views import NO_PLACE, UNREAD, SpotView, Track, Views

NEAR = 3.5
"""Centres this near in x and in y, in mm, are less than `tracks.REST_MM` apart."""
APART = 20.0
"""Centres this far apart in x or in y, in mm, belong to outlines that `tracks.distinct` never takes for one card; each
is then at least 15 mm from the other's track, and less than 5 mm from its own."""

CLOSE = 2.4
"""Centres this near in x and in y to where their tracks came to rest need not be entered at once: then two frames'
centres of one card are less than 7 mm apart."""
FAR = 25.0
"""Resting places this far apart in x or in y: then no outline is within 20 mm of another or of another's track."""

# Asked for every card of every frame, and a name is found five times as fast as a member of an enumeration.
_FACE, _BACK, _OTHER = Side.FACE, Side.BACK, Side.OTHER
_SHOWS_FACE, _SHOWS_BACK = View.FACE, View.BACK


def lone(tracks: Sequence[Track]) -> bool:
    """Whether tracks, each alone in its spot and sure, rest `FAR` from each other, so that frames may be counted."""
    for i, track in enumerate(tracks):
        x, y = track.anchor
        if track.card is not None and (track.side is not _FACE or not track.votes):
            return False
        for other in tracks[:i]:
            p, q = other.anchor
            if abs(x - p) < FAR and abs(y - q) < FAR:
                return False
    return True


def counted(views: Views, frame: int, cards: tuple[CardSeen, ...]) -> Views | None:
    """Lone views with one more frame of the like counted; None where this frame may be another."""
    tracks = views.tracks
    if len(cards) != len(tracks):
        return None
    low, high = -CLOSE, CLOSE
    for track, card in zip(tracks, cards, strict=True):
        if card.side is not track.side or card.card is not track.card:
            return None
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = card.outline
        x, y = track.anchor
        if not (low < (ax + bx + cx + dx) / 4 - x < high and low < (ay + by + cy + dy) / 4 - y < high):
            return None
    return Views(cards, tracks, views.spots, views.next_id, True, False, frame, True, views.rests + 1)  # noqa: FBT003  # a Struct's fields by position, for every frame


def entered(views: Views) -> Views:
    """The views with all counted frames entered into tracks and spots."""
    if not views.rests:
        return views
    more = views.rests
    tracks = tuple(
        replace(
            track,
            outline=card.outline,
            centre=centre(card.outline),
            rest=track.rest + more,
            votes=track.votes + more if card.card is not None else track.votes,
        )
        for track, card in zip(views.tracks, views.cards, strict=True)
    )
    spots = list(views.spots)
    for track in tracks:
        spots[track.place] = replace(spots[track.place], outline=track.outline)
    return replace(views, tracks=tracks, spots=tuple(spots), lone=False, rests=0)


def rested(tracks: Sequence[Track], frame: FrameSeen, debounce: int) -> tuple[Track, ...] | None:
    """The tracks with one more frame at rest, one card turned over perhaps; None where it may show anything else.

    One turned card can only be its own track: every other track is nearer to an outline of its own side.
    """
    cards = frame.cards
    turned = 0
    if len(cards) != len(tracks) or debounce < 1:
        return None
    after: list[Track] = []
    middles: list[Point] = []
    low, high = -NEAR, NEAR
    for track, card in zip(tracks, cards, strict=True):
        if track.hidden or track.unseen or track.told or track.place == NO_PLACE or card.side is _OTHER:
            return None
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = card.outline
        x, y = middle = (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
        p, q = track.centre
        r, s = track.anchor
        if not (low < x - p < high and low < y - q < high and low < x - r < high and low < y - s < high):
            return None
        for p, q in middles:
            if abs(x - p) < APART and abs(y - q) < APART:
                return None
        middles.append(middle)
        turned += card.side is not track.side
        longer = _longer(track, card, middle, frame, debounce)
        if longer is None:
            return None
        after.append(longer)
    return tuple(after) if turned <= 1 else None


def _longer(track: Track, card: CardSeen, middle: Point, frame: FrameSeen, debounce: int) -> Track | None:
    """A track with one more frame at rest, None where its value changes."""
    value, votes = track.card, track.votes
    if card.side is not track.side:
        return first_rest(frame.at, frame.frame, track, card, middle)
    if card.card is not None and value is not None and card.card is not value:
        return None
    if not track.rest:
        return first_rest(frame.at, frame.frame, track, card, middle)
    if card.card is not None:
        if card.card is not value or card.side is not _FACE or not votes:
            return None
        votes += 1
    elif votes < debounce and (votes or value is not None) and track.rest >= debounce * UNREAD:
        return None
    return rested_on(track, card.outline, middle, votes)


def alone(tracks: Sequence[Track], count: int) -> tuple[list[Track | None], set[int]]:
    """The only card in each of `count` spots, None where none lies or several do; and where several do."""
    here: list[Track | None] = [None] * count
    several: set[int] = set()
    for track in tracks:
        place = track.place
        if place == NO_PLACE:
            continue
        if here[place] is not None or place in several:
            several.add(place)
            here[place] = None
        else:
            here[place] = track
    return here, several


def again(spot: SpotView, track: Track, debounce: int) -> tuple[SpotView, bool] | None:
    """A spot whose only card is seen and is what was told of it, or is not sure yet; None where there may be news.

    The second value says whether more frames of the like would say more of the card.
    """
    if spot.lost_at or spot.empty or track.hidden or track.unseen:
        return None
    value, votes = track.card, track.votes
    if track.side is _BACK:
        view, value, sure, more = _SHOWS_BACK, None, track.rest >= debounce, False
    elif value is not None and votes >= debounce:
        view, sure, more = _SHOWS_FACE, True, False
    else:
        view, value, sure, more = _SHOWS_FACE, None, track.rest >= debounce * UNREAD, votes > 0
    if not sure:
        return spot, True
    if view is not spot.view or spot.track != track.id or (value is not None and value is not spot.card):
        return None
    return SpotView(view, spot.card, track.id, track.outline), more
