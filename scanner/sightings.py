"""Outlines over frames become sightings: `watch` folds a frame, `still` a run of frames like the last.

Both are pure: the same profile, views and frames give the same sightings. What a frozen, damaged, blurred
or shifted picture shows is not looked at. A sighting is said once; a later one of the same spot that differs is said
again, and what it means is for the reconciler.
"""

import msgspec

from scanner.frames import CardSeen, FrameSeen, FrameUnchanged, Quality
from scanner.loose import gone, loose, undecided
from scanner.profile import Profile
from scanner.resting import rested
from scanner.sighting import Sighting
from scanner.spotviews import look
from scanner.tracks import Sight, follow
from scanner.views import SpotView, Views

TREMBLE = 2.0
"""Corners that moved by no more than this many mm since the last look show the same card in the same place."""


def watch(profile: Profile, views: Views, frame: FrameSeen) -> tuple[Views, tuple[Sighting, ...]]:
    """One frame. A settled view that a fresh frame shows again is returned as it is."""
    if frame.quality is not Quality.FRESH:
        return views, ()
    limits = profile.thresholds
    if (frame.shift_mm is not None and frame.shift_mm > limits.shift_mm) or frame.sharpness < limits.sharpness_min:
        return (views if views.doubted else msgspec.structs.replace(views, doubted=True)), ()
    if views.settled and not views.doubted and (frame.cards == views.cards or _alike(frame.cards, views.cards)):
        return views, ()
    after = rested(views, frame.frame, frame.cards, limits.debounce)
    if after is not None:
        return after, ()
    return _step(profile, views, frame.camera, Sight.of(profile, frame.at, frame.frame, frame.cards), frame.cards)


def still(profile: Profile, views: Views, unchanged: FrameUnchanged) -> tuple[Views, tuple[Sighting, ...]]:
    """`count` further frames like the last, spread evenly from `since` to `last_at`."""
    sightings: tuple[Sighting, ...] = ()
    steps = max(1, unchanged.count - 1)
    for k in range(unchanged.count):
        if views.settled or views.doubted:
            break
        at = unchanged.last_at - (unchanged.last_at - unchanged.since) * (unchanged.count - 1 - k) // steps
        after = rested(views, views.frame + 1, views.cards, profile.thresholds.debounce)
        if after is not None:
            views = after
            continue
        sight = Sight.of(profile, at, views.frame + 1, views.cards)
        views, more = _step(profile, views, unchanged.camera, sight, views.cards)
        sightings += more
    return views, sightings


def _alike(cards: tuple[CardSeen, ...], others: tuple[CardSeen, ...]) -> bool:
    if len(cards) != len(others):
        return False
    for one, other in zip(cards, others, strict=True):
        if one.side is not other.side or one.card is not other.card:
            return False
        if one.outline != other.outline:
            a, _, c, _ = one.outline
            p, _, r, _ = other.outline
            if abs(a[0] - p[0]) + abs(a[1] - p[1]) > TREMBLE or abs(c[0] - r[0]) + abs(c[1] - r[1]) > TREMBLE:
                return False
    return True


def _step(
    profile: Profile, views: Views, camera: str, sight: Sight, cards: tuple[CardSeen, ...]
) -> tuple[Views, tuple[Sighting, ...]]:
    tracks, next_id = follow(sight, views.tracks, views.next_id)
    tracks, spots, told = gone(sight, tracks, views.spots or tuple(SpotView() for _ in profile.spots))
    tracks, faces = loose(sight, tracks)
    told += faces
    pending = any(undecided(sight, track) for track in tracks)
    for i, spot in enumerate(spots):
        spots[i], news, waits = look(sight, i, spot, tracks, spots)
        pending = pending or waits
        if news is not None:
            told.append((profile.spots[i].spot, news, ""))
    after = Views(cards, tracks, tuple(spots), next_id, settled=not pending, frame=sight.frame)
    return after, tuple(
        Sighting(camera, spot, found.view, found.card, found.at, found.frame, exit=edge, crop=found.crop)
        for spot, found, edge in told
    )
