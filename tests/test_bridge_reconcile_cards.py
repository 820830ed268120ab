"""What the cameras over a spot have read: a value only where all of them have one and it is the same."""

import pytest

from bridge.reconcile.cards import camera_value
from bridge.reconcile.state import Look, Lying
from games.cards import Card
from games.spots import Spot, SpotKind, hand
from scanner.sighting import View
from tests.rig import Rig
from tests.rig_table import TCP_SPOTS, profile

ACE, KING = Card("As"), Card("Ks")
HERE = hand("player", 1)
UNWATCHED = Spot(SpotKind.HAND, "player", 9)


def look(camera: str, card: Card | None, view: View = View.FACE) -> Look:
    return Look(camera, view, card, 1)


@pytest.mark.parametrize(
    ("spot", "looks", "value"),
    [
        (HERE, (look("left", ACE), look("right", ACE)), ACE),
        (HERE, (look("left", ACE), look("right", KING)), None),
        (HERE, (look("left", ACE), look("right", None)), None),
        (HERE, (look("left", ACE), look("right", None, View.BACK)), None),
        (HERE, (look("left", ACE),), None),
        (HERE, (look("left", None), look("right", None)), None),
        (HERE, (), None),
        (UNWATCHED, (look("left", ACE), look("right", ACE)), None),
    ],
)
def test_the_cameras_read_a_value_where_all_have_read_the_same(
    spot: Spot, looks: tuple[Look, ...], value: Card | None
) -> None:
    rig = Rig("s", profiles={name: profile(name, TCP_SPOTS) for name in ("left", "right")}, start=False)
    assert camera_value(rig.setup, Lying(spot, 1, looks=looks)) is value
