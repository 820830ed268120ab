"""Cards outside every spot: faces that lie in the open, and cards that have gone for good.

A face that rests in no spot is told once, however often a hand passes over it. A card on its way face down is
not told at all. A card last seen in an exit has left over that edge.
"""

from collections.abc import Sequence

import msgspec

from games.spots import NOWHERE
from scanner.geometry import inside
from scanner.sighting import View
from scanner.spotviews import EMPTY, NS, Told, successor
from scanner.tracks import Sight
from scanner.views import NO_PLACE, UNREAD, SpotView, Track, Verdict


def gone(
    sight: Sight, tracks: Sequence[Track], spots: Sequence[SpotView]
) -> tuple[tuple[Track, ...], list[SpotView], list[Told]]:
    """The tracks and spots without the cards that have left, and what is to be told of these."""
    kept: list[Track] = []
    after = list(spots)
    told: list[Told] = []
    debounce = sight.debounce
    for track in tracks:
        if track.unseen < debounce:
            kept.append(track)
            continue
        heir = successor(sight, tracks, track.told_card or track.card, track.unseen_at)
        edge = "" if heir else _edge(sight, track)
        past = sight.at - track.unseen_at >= sight.profile.thresholds.gone_ms * NS
        owners = [i for i, spot in enumerate(after) if edge and spot.track == track.id]
        for i in owners:
            after[i] = EMPTY
            told.append((sight.profile.spots[i].spot, _empty(track), edge))
        if track.told and not owners and (edge or (past and not heir)):
            told.append((NOWHERE, msgspec.structs.replace(_empty(track), card=track.told_card), edge))
        elif not owners and not past:
            kept.append(track)
    return tuple(kept), after, told


def _edge(sight: Sight, track: Track) -> str:
    """The exit in which a track was last seen, or empty."""
    return next((edge.name for edge in sight.profile.exits if inside(edge.polygon, track.centre)), "")


def _empty(track: Track) -> Verdict:
    return Verdict(View.EMPTY, None, track.unseen_at, track.unseen_frame)


def loose(sight: Sight, tracks: Sequence[Track]) -> tuple[tuple[Track, ...], list[Told]]:
    """The tracks with each face outside the spots marked as told, and those told in this frame."""
    after: list[Track] = []
    told: list[Told] = []
    dropped: set[int] = set()
    debounce = sight.debounce
    for track in tracks:
        if track.place != NO_PLACE and not track.told:
            after.append(track)
            continue
        found = track.verdict(debounce) if track.seen else None
        if found is None or found.view is not View.FACE:
            after.append(track)
        elif track.place != NO_PLACE:
            after.append(msgspec.structs.replace(track, told=False, told_card=None) if track.told else track)
        elif (track.told and found.card in {None, track.told_card}) or _under_hand(sight, track):
            after.append(track)
        else:
            after.append(msgspec.structs.replace(track, told=True, told_card=found.card))
            before = _same_before(tracks, track, found)
            if before:
                dropped.add(before)
            else:
                told.append((NOWHERE, found, ""))
    return tuple(track for track in after if track.id not in dropped), told


def _same_before(tracks: Sequence[Track], track: Track, found: Verdict) -> int:
    """A card told before that is out of sight and had this value: it has come out elsewhere."""
    for other in tracks:
        if other.told and not other.seen and other.id != track.id and other.told_card is found.card:
            return other.id
    return 0


def _under_hand(sight: Sight, track: Track) -> bool:
    """Whether a hand touches a face that has not rested for long: it is being laid, or half covers a spot's card."""
    return track.rest < sight.debounce * UNREAD and sight.touched(track.outline)


def undecided(sight: Sight, track: Track) -> bool:
    """Whether further frames like this one would say more of a track."""
    if track.hidden or track.unseen:
        return track.unseen > 0
    found = track.verdict(sight.debounce)
    if found is None or (found.view is View.FACE and found.card is None and track.votes > 0):
        return True
    return found.view is View.FACE and track.place == NO_PLACE and _under_hand(sight, track)
