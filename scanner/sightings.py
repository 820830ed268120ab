"""Outlines over frames become sightings: `watch` folds a frame, `still` a run of frames like the last.

Both are pure: the same profile, views and frames give the same sightings. What a frozen, damaged, blurred
or shifted picture shows is not looked at. A sighting is said once; a later one of the same spot that differs is said
again, and what it means is for the reconciler.
"""

import msgspec

from scanner.frames import CardSeen, FrameSeen, FrameUnchanged, Quality
from scanner.loose import gone, loose, undecided
from scanner.profile import Profile
from scanner.resting import again, alone, counted, entered, lone, rested
from scanner.sighting import Sighting, View
from scanner.spotviews import Told, look
from scanner.tracks import Sight, follow
from scanner.views import NO_PLACE, SpotView, Track, Views

TREMBLE = 2.0
"""Corners that moved by no more than this many mm since the last look show the same card in the same place."""

_FRESH = Quality.FRESH  # asked for every frame, and a name is found five times as fast as an enumeration's member


def watch(profile: Profile, views: Views, frame: FrameSeen) -> tuple[Views, tuple[Sighting, ...]]:
    """One frame. A settled view that a fresh frame shows again is returned as it is."""
    if frame.quality is not _FRESH:
        return views, ()
    limits = profile.thresholds
    if (frame.shift_mm is not None and frame.shift_mm > limits.shift_mm) or frame.sharpness < limits.sharpness_min:
        return (views if views.doubted else msgspec.structs.replace(views, doubted=True)), ()
    if views.settled and not views.doubted:
        if _alike(frame.cards, views.cards):
            return views, ()
        if views.lone and (after := counted(views, frame.frame, frame.cards)) is not None:
            return after, ()
    return _step(profile, views, frame)


def still(profile: Profile, views: Views, unchanged: FrameUnchanged) -> tuple[Views, tuple[Sighting, ...]]:
    """`count` further frames like the last, spread evenly from `since` to `last_at`."""
    sightings: tuple[Sighting, ...] = ()
    steps = max(1, unchanged.count - 1)
    for k in range(unchanged.count):
        if views.settled or views.doubted:
            break
        at = unchanged.last_at - (unchanged.last_at - unchanged.since) * (unchanged.count - 1 - k) // steps
        like = FrameSeen(unchanged.camera, views.frame + 1, at, unchanged.wall, Quality.FRESH, cards=views.cards)
        views, more = _step(profile, views, like)
        sightings += more
    return views, sightings


def _alike(cards: tuple[CardSeen, ...], others: tuple[CardSeen, ...]) -> bool:
    if len(cards) != len(others):
        return False
    for one, other in zip(cards, others, strict=True):
        if one.side is not other.side or one.card is not other.card:
            return False
        (ax, ay), _, (cx, cy), _ = one.outline
        (px, py), _, (rx, ry), _ = other.outline
        if abs(ax - px) + abs(ay - py) > TREMBLE or abs(cx - rx) + abs(cy - ry) > TREMBLE:
            return False
    return True


def _step(profile: Profile, views: Views, frame: FrameSeen) -> tuple[Views, tuple[Sighting, ...]]:
    views = entered(views)
    spots = list(views.spots) or [SpotView() for _ in profile.spots]
    next_id, pending = views.next_id, False
    told: list[Told] = []
    tracks = rested(views.tracks, frame, profile.thresholds.debounce)
    same = tracks is not None
    if tracks is not None:
        sight = Sight(profile, frame.at, frame.frame, frame.cards, ())
    else:
        sight = Sight.of(profile, frame.at, frame.frame, frame.cards)
        tracks, next_id = follow(sight, views.tracks, next_id)
        tracks, spots, told = gone(sight, tracks, spots)
        tracks, faces = loose(sight, tracks)
        told += faces
        pending = any(track.place == NO_PLACE and undecided(sight, track) for track in tracks)
    waits, close = _look(sight, tracks, spots, told)
    settled = not (pending or waits)
    quiet = settled and same and not close and lone(tracks)
    after = Views(frame.cards, tracks, tuple(spots), next_id, settled=settled, frame=frame.frame, lone=quiet)
    if not told:
        return after, ()
    return after, tuple(
        Sighting(frame.camera, spot, found.view, found.card, found.at, found.frame, exit=edge, crop=found.crop)
        for spot, found, edge in told
    )


def _look(sight: Sight, tracks: tuple[Track, ...], spots: list[SpotView], told: list[Told]) -> tuple[bool, bool]:
    """Look into every spot, change it, and tell its news.

    Whether frames like this one would change more, and whether any spot must be looked into closely at each of them.
    """
    debounce = sight.debounce
    pending = close = False
    here, several = alone(tracks, len(spots))
    for i, (track, spot) in enumerate(zip(here, spots, strict=True)):
        if track is not None:
            same = again(spot, track, debounce)
            if same is not None:
                spots[i], waits = same
                pending = pending or waits
                continue
        elif i not in several and (spot.view is None or spot.view is View.EMPTY):
            continue
        spots[i], news, waits = look(sight, i, spot, tracks, spots)
        close = close or track is None  # what was just told of a card alone is told: the next frame finds it so
        pending = pending or waits or any(undecided(sight, one) for one in tracks if one.place == i)
        if news is not None:
            told.append((sight.profile.spots[i].spot, news, ""))
    return pending, close
