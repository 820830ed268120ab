"""A table's constants from a header: what cannot be a table is refused, with the key that is wrong."""

from typing import Any

import msgspec
import pytest

from bridge.config import CameraConfig, Config, ConfigError, load
from bridge.setup import Setup
from games.game import Evidence, Source
from games.spots import hand
from scanner.profile import Profile
from shoe.device import DeviceConfig
from tests.rig_table import TCP_SPOTS, config, header, profile

TOP = {"top": profile("top", TCP_SPOTS)}


def shoe(**changes: Any) -> DeviceConfig:
    made = DeviceConfig(name="shoe", role="shoe", dialect="reference", path="/dev/shoe")
    return msgspec.structs.replace(made, **changes)


def setup(profiles: dict[str, Profile] | None = None, **changes: Any) -> Setup:
    return Setup.of(header(msgspec.structs.replace(config("s"), **changes), profiles or {}))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "whist"}, "game: game 'whist' does not exist"),
        ({"game_options": {"colour": 1}}, "option 'colour' does not exist"),
        ({"device": (shoe(dialect="morse"),)}, "unknown dialect 'morse'"),
        ({"device": (shoe(dialect="beetek"),)}, "accept_unchecked = true"),
        ({"device": (shoe(tcp="192.0.2.1:4001"),)}, "exactly one of path and tcp"),
        ({"device": (shoe(path=""),)}, "exactly one of path and tcp"),
        ({"device": (shoe(), shoe())}, "two devices or cameras are called 'shoe'"),
        ({"device": (shoe(role="shuffler"),)}, "no source knows a card"),
        ({"device": (shoe(options={"speed": 3}),)}, "device 'shoe'"),
        ({"camera": (CameraConfig(name="top", source="folder:x", profile="x"),)}, "no layout profile"),
    ],
)
def test_what_can_be_no_table_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        setup(**changes)


def test_an_unchecked_dialect_is_taken_by_name() -> None:
    assert setup(device=(shoe(dialect="beetek", accept_unchecked=True),)).sources == {Source.SHOE}


@pytest.mark.parametrize(
    ("roles", "camera", "first"),
    [("s", True, Source.SHOE), ("mr", True, Source.CAMERA), ("r", False, Source.READER), ("m", True, Source.CAMERA)],
)
def test_who_tells_first_that_a_card_is_dealt(roles: str, camera: bool, first: Source) -> None:  # noqa: FBT001  # a table's column
    table = config(roles, cameras=("top",) if camera else ())
    assert Setup.of(header(table, TOP if camera else {})).first is first


def test_only_the_sources_that_are_there_owe_anything() -> None:
    blind = setup()
    assert blind.owes("player", Source.SHOE, Evidence.IDENTITY) is not None
    assert blind.owes("player", Source.CAMERA, Evidence.FACE) is None
    assert blind.watchers == {}
    seeing = Setup.of(header(config("s", cameras=("top",)), TOP))
    assert seeing.owes("player", Source.CAMERA, Evidence.FACE) is not None
    assert seeing.watchers[hand("player", 1)] == ("top",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('table = "t1"\ngame = "x"\njournal = "j"\ncolour = 1\n[stream]\nevents = "e"\n[stream.desk]', "colour"),
        ('table = "T 1"\ngame = "x"\njournal = "j"\n[stream]\nevents = "e"\n[stream.desk]', r"\$\.table"),
        (
            'table = "t1"\ngame = "x"\njournal = "j"\n[timing]\nlay_ms = 0\n[stream]\nevents = "e"\n[stream.desk]',
            "lay_ms",
        ),
        ("table = ", "no TOML"),
    ],
)
def test_a_tables_file_names_its_wrong_key(text: str, why: str, tmp_path: Any) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=why) as raised:
        load(path)
    assert str(path) in str(raised.value)


def test_a_missing_file_is_named(tmp_path: Any) -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.toml"):
        load(tmp_path / "nowhere.toml")
    assert Config.__struct_config__.forbid_unknown_fields
