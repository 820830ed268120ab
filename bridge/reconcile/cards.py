"""What the sources say of a card of the open round, put together: who knows it, who must, and whether they agree."""

from typing import Final

from bridge.reconcile.state import Look, Lying, Round
from bridge.reconcile.windows import hand_of
from bridge.setup import Setup
from games.cards import Card
from games.game import Due, Evidence, Laid, Lay, Source
from games.spots import Spot, SpotKind
from scanner.sighting import View

_FACE: Final = View.FACE  # asked for every look, and a name is found five times as fast as an enumeration's member


def lay(round_: Round) -> Lay:
    """What lies, as the game may know it: faces that are confirmed, and spots of all others."""
    return Lay(tuple([Laid(card.spot, card.card) for card in round_.cards]), round_.boxes, round_.dice)


def due(setup: Setup, round_: Round) -> Due:
    """Where the next card belongs."""
    return setup.game.order(setup.options, lay(round_))


def at_spot(round_: Round, spot: Spot) -> Lying | None:
    """The card that belongs to a spot."""
    for card in round_.cards:
        if card.spot == spot:
            return card
    return None


def group(setup: Setup, spot: Spot) -> tuple[SpotKind, str, int]:
    """What a spot is a part of: its hand or stack, and of a hand whose later cards mean something else, which part."""
    first = setup.game.first_cards
    return spot.kind, spot.owner, spot.index if 0 < first < spot.index else 0


def faces(card: Lying) -> tuple[Look, ...]:
    """The cameras' looks that show a face."""
    return tuple([look for look in card.looks if look.view is _FACE])


def eyes(setup: Setup, card: Lying) -> tuple[str, ...]:
    """The cameras over a card: over its spot, or over where it is turned once its stack has been delivered."""
    spot = card.at if card.delivered else card.spot
    return setup.watchers.get(spot, ()) if spot is not None else ()


def camera_value(setup: Setup, card: Lying) -> Card | None:
    """The value that every camera over the spot has read, where they all have and agree."""
    value: Card | None = None
    read: list[str] = []
    for look in card.looks:
        if look.view is _FACE and look.card is not None:
            if value is not None and look.card is not value:
                return None
            value = look.card
            read.append(look.camera)
    if value is None:
        return None
    watchers = eyes(setup, card)
    return value if watchers and all(name in read for name in watchers) else None


def cameras_differ(card: Lying) -> bool:
    """Whether two cameras read two values."""
    return len({look.card for look in faces(card) if look.card is not None}) > 1


def agreed(setup: Setup, card: Lying) -> tuple[Card, tuple[Source, ...]] | None:
    """The card on which all sources that owe it agree, and who they are; None while one is missing or differs."""
    camera = camera_value(setup, card)
    said = {Source.SHOE: card.shoe, Source.READER: card.reader, Source.CAMERA: camera, Source.PEOPLE: card.placed}
    by = tuple(source for source, value in said.items() if value is not None)
    if card.placed is not None:
        same = tuple(source for source in by if said[source] is card.placed)
        return card.placed, same
    values = {said[source] for source in by}
    if len(values) != 1 or any(said[source] is None for source in required(setup, card)):
        return None
    value = values.pop()
    return (value, by) if value is not None else None


def required(setup: Setup, card: Lying) -> tuple[Source, ...]:
    """The sources without whose word a card is not confirmed."""
    found: list[Source] = [source for source in (Source.SHOE, Source.READER) if source in setup.sources]
    if Source.CAMERA in setup.sources and not card.alone and eyes(setup, card):
        found.append(Source.CAMERA)
    return tuple(found)


def turned(setup: Setup, round_: Round, card: Lying) -> bool:
    """Whether it is evident that the card's face may be seen: a camera's face, a reader's scan, or a dealer's word."""
    if faces(card) or card.reader is not None or card.placed is not None:
        return True
    blind = Source.CAMERA not in setup.sources or card.alone or not eyes(setup, card)
    hand = hand_of(round_, card.spot)
    return blind and (hand in round_.revealed or hand in setup.face_up)


def owes_back(setup: Setup, card: Lying) -> bool:
    """Whether a camera still owes that the card lies there at all."""
    if card.looks or card.alone or card.confirmed or card.delivered or not eyes(setup, card):
        return False
    return setup.owes(card.spot.owner, Source.CAMERA, Evidence.BACK) is not None


def throw_agreed(setup: Setup, round_: Round) -> bool:
    """Whether no die is awaited: every source that owes the dice has told them alike, or a person has."""
    if not setup.game.dice:
        return True
    if not round_.dice or round_.leaning:
        return False
    return round_.dice_said or setup.dice_owed <= set(round_.dice_by)
