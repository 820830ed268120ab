"""Every set-up names its sources."""

from demo.setups import SETUPS, Eye, Senses
from shoe import dialects


def test_the_set_ups_are_those_of_the_house() -> None:
    assert set(SETUPS) == {
        "shoe-and-camera",
        "reader-and-camera",
        "shoe-only",
        "camera-only",
        "pad-and-camera",
        "pad-only",
    }
    assert SETUPS["reader-and-camera"].eyes == {Eye.SHUFFLER, Eye.READER, Eye.CAMERA}
    for setup in SETUPS.values():
        assert setup.dialect in (*dialects.names(), "")
        assert bool(setup.dialect) == bool(setup.eyes & {Eye.SHOE, Eye.READER})


def test_a_cable_is_there_where_a_device_names_cards() -> None:
    assert Senses(camera=True, draw=False, scan=True, states=True).cable
    assert not Senses(camera=True, draw=False, scan=False, states=False).cable
