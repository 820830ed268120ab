"""From a table's file to a header: paths from the file's folder, profiles of the right camera, dialects by name."""

from pathlib import Path

import msgspec
import pytest

from bridge.config import Config, ConfigError, load
from bridge.daemon.prepare import boot_id, header, resolve
from bridge.setup import Setup
from shoe.device import DeviceConfig
from tests.pictures import write_profile

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "config" / "tcp_live.toml"


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
