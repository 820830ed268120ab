"""What a camera's reader makes of pictures whose cards are known: right, wrong, unread, and what is taken for what."""

from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from calibration.layout import CalibrationError
from games.cards import parse_card
from games.spots import SpotKind, parse_spot
from scanner.frames import CardSeen, Side
from scanner.geometry import centre, inside
from scanner.profile import Profile

BACK: Final = "back"
NOTHING: Final = "nothing"
UNREAD: Final = "unread"


class Label(NamedTuple):
    """A line of a label file: a picture's name, a spot, and what lies there: a card, `back` or `nothing`."""

    picture: str
    spot: str
    lies: str


class Verdict(NamedTuple):
    """What lay in a spot of a picture, and what was said: a card, `back`, `unread` or `nothing`."""

    picture: str
    spot: str
    lies: str
    said: str


class Reading(msgspec.Struct, frozen=True):
    """Counts over all labelled spots; `rate` is of unread and missed together in a hundred cards.

    `confusion` has what lay there, what was said, and how often, of everything that was not right. `missed` are cards
    that were not found at all; `wrong` counts a card, a back or a thing taken for another, also where nothing lay.
    """

    pictures: int
    labelled: int
    right: int
    wrong: int
    unread: int
    missed: int
    rate: float
    confusion: tuple[tuple[str, str, int], ...]


def read_labels(path: Path, profile: Profile) -> tuple[Label, ...]:
    """Lines of `PICTURE SPOT CARD`, with blanks or commas between; empty ones and those after `#` are left out.

    Raises:
        CalibrationError: a line is none, names a spot the profile lacks, or names a picture's spot twice.
    """
    spots = {str(area.spot) for area in profile.spots if area.spot.kind is not SpotKind.DIE}
    found: dict[tuple[str, str], Label] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CalibrationError(f"{path}: {error}; write lines of PICTURE SPOT CARD") from error
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].replace(",", " ").split()
        if not words:
            continue
        label = _label(words)
        if label is None:
            cure = f"write PICTURE SPOT CARD, as in 7.png hand/player/1 As; for CARD also {BACK} or {NOTHING}"
            raise CalibrationError(f"{path}:{number}: {line.strip()!r}: {cure}")
        if label.spot not in spots:
            raise CalibrationError(
                f"{path}:{number}: {label.spot}: no spot for cards; there are {', '.join(sorted(spots))}"
            )
        if found.setdefault((label.picture, label.spot), label) is not label:
            raise CalibrationError(f"{path}:{number}: {label.picture} {label.spot} stands twice")
    if not found:
        raise CalibrationError(f"{path}: holds no line; write PICTURE SPOT CARD")
    return tuple(found.values())


def _label(words: list[str]) -> Label | None:
    if len(words) != 3:
        return None
    card = parse_card(words[2])
    try:
        spot = str(parse_spot(words[1]))
    except ValueError:
        return None
    lies = card.value if card else words[2].lower()
    return Label(words[0], spot, lies) if card or lies in {BACK, NOTHING} else None


def judged(profile: Profile, labels: list[Label], cards: tuple[CardSeen, ...]) -> list[Verdict]:
    """Each label of one picture beside what was seen there; of two cards in a spot the surest counts."""
    areas = {str(area.spot): area.polygon for area in profile.spots}
    found = []
    for label in labels:
        here = [
            card for card in cards if inside(areas[label.spot], centre(card.outline)) and card.side is not Side.OTHER
        ]
        best = max(here, key=lambda card: (card.card is not None, card.score), default=None)
        found.append(Verdict(label.picture, label.spot, label.lies, _said(best)))
    return found


def _said(card: CardSeen | None) -> str:
    if card is None:
        return NOTHING
    if card.side is Side.BACK:
        return BACK
    return card.card.value if card.card else UNREAD


def counted(verdicts: list[Verdict]) -> Reading:
    """All verdicts together."""
    cards = sum(one.lies != NOTHING for one in verdicts)
    unread = sum(one.said == UNREAD and one.lies != NOTHING for one in verdicts)
    missed = sum(one.said == NOTHING and one.lies != NOTHING for one in verdicts)
    right = sum(one.said == one.lies for one in verdicts)
    odd = Counter((one.lies, one.said) for one in verdicts if one.said != one.lies)
    return Reading(
        pictures=len({one.picture for one in verdicts}),
        labelled=len(verdicts),
        right=right,
        wrong=sum(wrong(one) for one in verdicts),
        unread=unread,
        missed=missed,
        rate=round((unread + missed) / max(1, cards) * 100, 2),
        confusion=tuple((lies, said, times) for (lies, said), times in sorted(odd.items())),
    )


def wrong(one: Verdict) -> bool:
    """Whether something was said that is not so; an unread face on bare felt is, too, a thing that is not there."""
    return one.said not in {one.lies, NOTHING} and (one.said != UNREAD or one.lies == NOTHING)
