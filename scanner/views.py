"""What one camera has made of its table so far: the frozen state that the sightings fold over frames.

It can be written down (msgspec) and stands in the journal's checkpoints, so it holds no picture and nothing
that a frame does not say. Stamps are those of the frames. Frozen values hold no cycles, so none is searched for one.
"""

import msgspec

from games.cards import Card
from scanner.frames import CardSeen, Outline, Point, Side
from scanner.sighting import View

NO_PLACE = -1
"""The place of a card that lies in no spot."""
UNREAD = 4
"""A face at rest counts as unreadable after this many times the frames that would make it read."""


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What enough frames agree on; `at` and `frame` are the first of them."""

    view: View
    card: Card | None
    at: int
    frame: int
    crop: str = ""


class Track(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One physical card, followed from frame to frame.

    `anchor` is where it came to rest and `place` the index of the spot there; `votes` counts frames at rest that
    read `card` with no other value between, `rest` the frames at rest that showed `side`. A card that is not in
    the newest frame is `hidden` (something lies over it) or has been `unseen` for so many frames in which
    its place was visible. `told` is set once it has been sighted outside every spot.
    """

    id: int
    outline: Outline
    centre: Point
    anchor: Point
    side: Side
    card: Card | None
    born: int
    place: int = NO_PLACE
    votes: int = 0
    at: int = 0
    frame: int = 0
    rest: int = 0
    rest_at: int = 0
    rest_frame: int = 0
    crop: str = ""
    hidden: bool = False
    unseen: int = 0
    unseen_at: int = 0
    unseen_frame: int = 0
    told: bool = False
    told_card: Card | None = None

    @property
    def seen(self) -> bool:
        """Whether the newest frame shows it."""
        return not (self.hidden or self.unseen)

    def verdict(self, debounce: int) -> Verdict | None:
        """What may be said of it once `debounce` frames agree, None before."""
        if self.side is Side.BACK:
            ready = self.rest >= debounce
            return Verdict(View.BACK, None, self.rest_at, self.rest_frame, self.crop) if ready else None
        if self.card is not None and self.votes >= debounce:
            return Verdict(View.FACE, self.card, self.at, self.frame, self.crop)
        if self.rest >= debounce * UNREAD:
            return Verdict(View.FACE, None, self.rest_at, self.rest_frame, self.crop)
        return None


class SpotView(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One spot: what was last told of it, by which track, and how long it has been visibly empty since."""

    view: View | None = None
    card: Card | None = None
    track: int = 0
    outline: Outline | None = None
    lost_at: int = 0
    empty: int = 0
    empty_at: int = 0
    empty_frame: int = 0


class Views(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One camera's table. `Views()` is the start.

    `cards` are the outlines of the last frame that was looked into; `settled` says that further frames like it
    can change nothing; `doubted` that the last frame was of a moved or blurred camera. `lone` says that every track is
    at rest, alone in its spot and far from all others; then `rests` frames of the like, of which `cards` is the last,
    are counted and not yet entered into tracks and spots (`resting.entered` does that).
    """

    cards: tuple[CardSeen, ...] = ()
    tracks: tuple[Track, ...] = ()
    spots: tuple[SpotView, ...] = ()
    next_id: int = 1
    settled: bool = False
    doubted: bool = False
    frame: int = 0
    lone: bool = False
    rests: int = 0
