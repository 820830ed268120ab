"""What each kind of set-up cannot see."""

import msgspec

from bridge.daemon.blindspots import NO_CAMERA, NO_READER_OF_CARDS, NO_SHOE, blind_spots
from bridge.setup import Setup
from tests import rig


def setup(roles: str, *, camera: bool) -> Setup:
    return rig.Rig(roles, camera=camera, start=False).setup


def test_without_a_camera_much_exists_only_where_it_is_declared() -> None:
    found = blind_spots(setup("s", camera=False))
    assert set(NO_CAMERA) <= set(found)
    assert not set(NO_SHOE) & set(found)
    for word in ("exposed", "dropped", "reverse", "another's spot"):
        assert any(word in spot and "declared" in spot for spot in found)


def test_a_camera_alone_cannot_be_compared() -> None:
    found = blind_spots(setup("", camera=True))
    assert set(NO_READER_OF_CARDS + NO_SHOE) <= set(found)
    assert not set(NO_CAMERA) & set(found)
    assert any("a jam" in spot for spot in found)


def test_shoe_and_camera_see_most() -> None:
    found = blind_spots(setup("s", camera=True))
    assert not set(found) & set(NO_CAMERA + NO_READER_OF_CARDS + NO_SHOE)
    assert any(spot.startswith("top: its profile has no exits") for spot in found)
    assert any(spot.startswith("top: its profile has no picture") for spot in found)


def test_an_unchecked_reader_says_what_it_may_get_wrong() -> None:
    alone = blind_spots(setup("r", camera=False))
    assert any("barcode has no check" in spot and "no other source" in spot for spot in alone)
    both = blind_spots(setup("rm", camera=True))
    assert any("barcode has no check" in spot and "until the other source differs" in spot for spot in both)


def test_a_hand_that_no_camera_has_a_spot_of_is_named() -> None:
    made = setup("s", camera=True)
    profile = made.header.profiles["top"]
    half = msgspec.structs.replace(profile, spots=tuple(area for area in profile.spots if area.spot.owner == "player"))
    header = msgspec.structs.replace(made.header, profiles={"top": half})
    assert "no camera has a spot of the hands dealer" in blind_spots(Setup.of(header))
