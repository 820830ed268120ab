"""What a table's set-up cannot see, in words: what nobody notices unless a person declares it."""

from bridge.config import Config
from bridge.setup import Setup
from games.game import Source
from games.spots import SpotKind

NO_CAMERA = (
    "no camera: an exposed card exists only where it is declared",
    "no camera: a card dropped or out of view exists only where it is declared",
    "no camera: a hand dealt in reverse, or a card in another's spot, exists only where it is declared",
    "no camera: nothing shows that a hand was turned; the dealer says so with `reveal`",
    "no camera: nothing shows that the layout is empty; the dealer says so with `scooped`",
)
NO_READER_OF_CARDS = (
    "camera only: a card that is never turned is never known",
    "camera only: a second reading to compare with does not exist; what it reads wrongly is found by the deck alone",
    "camera only: a card drawn and never laid in a spot is not missed before the hand is incomplete",
)
NO_SHOE = (
    "no shoe: the order of the draw is known only as far as the camera sees cards laid",
    "no shoe: a skipped or doubled draw is noticed only when the hand's cards are counted",
)


def blind_spots(setup: Setup) -> tuple[str, ...]:
    """Everything this set-up cannot see."""
    sources = setup.sources
    found: list[str] = []
    if Source.CAMERA not in sources:
        found += NO_CAMERA
    elif sources == {Source.CAMERA}:
        found += NO_READER_OF_CARDS
    if Source.SHOE not in sources:
        found += NO_SHOE
    found += _readers(setup)
    found += _devices(setup.config)
    found += _cameras(setup)
    return tuple(found)


def _readers(setup: Setup) -> list[str]:
    found = []
    for name, device in setup.devices.items():
        if device.source is not None and not device.dialect.checked:
            alone = len(setup.sources) == 1
            found.append(
                f"{name}: {device.config.dialect} has no check and no counter: a damaged byte may pass for another card"
                + (", and no other source would differ" if alone else " until the other source differs")
            )
        if device.source is not None and device.dialect.heartbeat_ms is None and device.config.silent_ms is None:
            found.append(f"{name}: silence says nothing; a dead device behind a whole cable shows with the next card")
    return found


def _devices(config: Config) -> list[str]:
    roles = {device.role for device in config.device}
    found = []
    if "shuffler" not in roles and "shoe" not in roles:
        found.append("no shuffler and no shoe: a jam or a cleared deck exists only where it is declared")
    if len(config.camera) == 1:
        found.append(f"{config.camera[0].name}: one camera: a hand or an arm hides a spot from the whole table")
    return found


def _cameras(setup: Setup) -> list[str]:
    found = []
    for name, profile in setup.cameras.items():
        if not profile.exits:
            found.append(f"{name}: its profile has no exits: a card that leaves is noticed only by its empty spot")
        if not profile.background:
            found.append(f"{name}: its profile has no picture of the empty layout: a moved camera goes unnoticed")
    if setup.cameras and not any(spot.kind is SpotKind.STACK for spot in setup.watchers):
        watched = {spot.owner for spot in setup.watchers}
        unseen = [hand for hand in setup.game.hands if hand not in watched]
        if unseen:
            found.append(f"no camera has a spot of the hands {', '.join(unseen)}")
    return found
