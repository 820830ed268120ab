"""From a table's file to a header: paths from the file's folder, profiles of the right camera, dialects by name."""

from pathlib import Path

import msgspec
import pytest

from bridge.config import Config, ConfigError, load
from bridge.daemon.prepare import boot_id, header, resolve
from bridge.records import Header
from bridge.setup import Setup
from games.cards import PACK
from shoe import profile as shoe_profile
from shoe.device import DeviceConfig
from shoe.dialects import Pending
from shoe.messages import CardDrawn, Garbled
from tests.pictures import write_profile
from tests.test_shoe_profile import MADE

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "config" / "tcp_live.toml"
TAUGHT = shoe_profile.sealed(msgspec.structs.replace(MADE, deck="", fingerprint=""))


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """The example, with its camera's profile beside it."""
    made = write_profile(tmp_path)
    text = EXAMPLE.read_text().replace("main-overhead.json", made.name).replace('name = "overhead"', 'name = "top"')
    (tmp_path / "main.toml").write_text(text)
    return resolve(load(tmp_path / "main.toml"), tmp_path)


def test_the_example_is_a_table_that_can_be_set_up(config: Config) -> None:
    made = Setup.of(header(config, 7))
    assert made.game.id == "tcp_live"
    assert made.header.wall == 7
    assert made.header.dialects["shoe"].startswith("reference ")
    assert made.header.boot == boot_id() != ""
    assert msgspec.json.decode(msgspec.json.encode(made.header), type=type(made.header)) == made.header


def test_every_commented_variant_of_the_example_is_taken(config: Config, tmp_path: Path) -> None:
    text = (tmp_path / "main.toml").read_text()
    at = text.index("# [[device]]")
    lines = text[at : text.index("# --- The cameras")].splitlines()
    variant = "\n".join(line.removeprefix("#").removeprefix(" ") for line in lines) + "\n"
    shoe = text.index("[[device]]\n")
    (tmp_path / "main.toml").write_text(text[:shoe] + variant + text[text.index("# --- The cameras") :])
    made = Setup.of(header(resolve(load(tmp_path / "main.toml"), tmp_path), 7))
    assert set(made.devices) == {"shuffler", "reader"}
    assert config.device[0].name == "shoe"
    shoe_profile.save(TAUGHT, tmp_path / "main-reader.json")
    text = (tmp_path / "main.toml").read_text()
    assert "\n# profile = " in text
    (tmp_path / "main.toml").write_text(text.replace("\n# profile = ", "\nprofile = "))
    taught_one = Setup.of(header(resolve(load(tmp_path / "main.toml"), tmp_path), 7))
    assert taught_one.devices["reader"].dialect != made.devices["reader"].dialect
    assert taught_one.header.learnt == {"reader": TAUGHT}


def test_relative_paths_are_of_the_files_folder(tmp_path: Path) -> None:
    text = (
        EXAMPLE.read_text().replace("/var/lib/truedeal/main", "journal").replace("v4l2:/dev/truedeal/main-", "folder:")
    )
    (tmp_path / "main.toml").write_text(text)
    found = resolve(load(tmp_path / "main.toml"), tmp_path)
    assert found.journal == str(tmp_path / "journal")
    assert found.camera[0].source == f"folder:{tmp_path}/overhead"
    assert found.camera[0].profile == str(tmp_path / "main-overhead.json")
    assert found.camera[0].socket == ""
    assert found.stream.keys == ""
    assert found.device[0].path == "/dev/truedeal/main-shoe"


def test_another_cameras_profile_is_refused(config: Config) -> None:
    camera = msgspec.structs.replace(config.camera[0], name="side")
    with pytest.raises(ConfigError, match="profile of camera 'top'"):
        header(msgspec.structs.replace(config, camera=(camera,)), 7)


def test_a_missing_profile_is_named(config: Config) -> None:
    camera = msgspec.structs.replace(config.camera[0], profile="/nowhere.json")
    with pytest.raises(ConfigError, match=r"camera 'top': /nowhere\.json"):
        header(msgspec.structs.replace(config, camera=(camera,)), 7)


def test_an_unknown_dialect_is_named_with_those_there_are(config: Config) -> None:
    device = DeviceConfig(name="shoe", role="shoe", dialect="morse", path="/dev/x")
    with pytest.raises(ConfigError, match=r"'morse'.*angel2ex, barcode, beetek, line, reference"):
        header(msgspec.structs.replace(config, device=(device,)), 7)


def test_an_unchecked_dialect_must_be_accepted_by_name(config: Config) -> None:
    device = DeviceConfig(name="shoe", role="shoe", dialect="beetek", path="/dev/x")
    with pytest.raises(ConfigError, match="accept_unchecked"):
        Setup.of(header(msgspec.structs.replace(config, device=(device,)), 7))


def taught(folder: Path, **changes: object) -> Config:
    """A table whose reader has a profile, in its file and beside it."""
    shoe_profile.save(
        shoe_profile.sealed(msgspec.structs.replace(TAUGHT, fingerprint="", **changes)), folder / "reader.json"
    )
    text = EXAMPLE.read_text().partition("[[camera]]")[0].partition("[[device]]")[0]
    device = '[[device]]\nname = "reader"\nrole = "reader"\ndialect = "barcode"\npath = "/dev/x"\n'
    (folder / "main.toml").write_text(text + device + 'accept_unchecked = true\nprofile = "reader.json"\n')
    return resolve(load(folder / "main.toml"), folder)


def test_what_a_device_was_taught_stands_in_the_header_and_is_all_that_it_reads(tmp_path: Path) -> None:
    made = Setup.of(header(taught(tmp_path), 7))
    assert made.header.learnt == {"reader": TAUGHT}
    reader = made.devices["reader"].dialect
    assert reader.decode(Pending(), b"x3\r\n", 1)[1] == (CardDrawn(PACK[3]),)
    assert isinstance(reader.decode(Pending(), b"0003\r\n", 1)[1][0], Garbled)
    (tmp_path / "reader.json").unlink()
    again = msgspec.json.decode(msgspec.json.encode(made.header), type=Header)
    assert Setup.of(again).devices == made.devices
    assert again.alike(made.header)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"device": "shoe"}, "is the profile of the device 'shoe', not of 'reader'"),
        ({"dialect": "line"}, "was made with the dialect 'line', the device speaks 'barcode'"),
        ({"codes": {"D0001": PACK[0]}}, "badge: matches the card code 'D0001'"),
    ],
)
def test_a_device_with_what_another_was_taught_does_not_start(
    tmp_path: Path, changes: dict[str, object], words: str
) -> None:
    with pytest.raises(ConfigError) as error:
        Setup.of(header(taught(tmp_path, **changes), 7))
    assert "device 'reader'" in str(error.value)
    assert words in str(error.value)


def test_a_profile_of_another_deck_than_the_tables_does_not_start(tmp_path: Path) -> None:
    config = msgspec.structs.replace(taught(tmp_path, deck="red"), decks=("blue",))
    with pytest.raises(ConfigError, match=r"reader\.json: was made with the deck 'red', the table has blue; deal the"):
        header(config, 7)
    assert header(msgspec.structs.replace(config, decks=("blue", "red")), 7).learnt["reader"].deck == "red"


def test_a_profile_and_a_map_in_the_file_are_one_too_many(tmp_path: Path) -> None:
    config = taught(tmp_path)
    device = msgspec.structs.replace(config.device[0], options={"map": "index"})
    with pytest.raises(ConfigError, match=r"options\.map and the profile both say what codes mean: take one of them"):
        Setup.of(header(msgspec.structs.replace(config, device=(device,)), 7))


def test_an_edited_or_missing_profile_of_a_device_is_named(tmp_path: Path) -> None:
    config = taught(tmp_path)
    path = tmp_path / "reader.json"
    path.write_text(path.read_text().replace('"x3"', '"x999"'))
    with pytest.raises(ConfigError, match=r"device 'reader': .*reader\.json: .*; deal the order again"):
        header(config, 7)
    path.unlink()
    with pytest.raises(ConfigError, match=r"device 'reader': .*reader\.json: No such file or directory; write one"):
        header(config, 7)


def test_a_header_that_lost_a_devices_profile_is_refused(tmp_path: Path) -> None:
    bare = msgspec.structs.replace(header(taught(tmp_path), 7), shoes=msgspec.UNSET)
    with pytest.raises(ConfigError, match="device 'reader' has no profile"):
        Setup.of(bare)
    assert not bare.alike(header(taught(tmp_path), 7))
