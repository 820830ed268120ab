"""What can be no table's file is refused by `check` and `run` alike: one line that names file and key, exit 2."""

from pathlib import Path

import pytest

from bridge.cli import main
from bridge.config import ConfigError, load, toml_of
from tests.daemon_rig import Table

Captured = pytest.CaptureFixture[str]
PORT = "a number from 1 to 65535"


@pytest.mark.parametrize("verb", ["check", "run"])
@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ('events = "ipc://{at}/events"', 'events = "tcp://127.0.0.1:99999"', PORT),
        ('events = "ipc://{at}/events"', 'events = "tcp://127.0.0.1:0"', PORT),
        ('events = "ipc://{at}/events"', 'events = "tcp://127.0.0.1"', "tcp://HOST:PORT"),
        ('engine = "ipc://{at}/engine"', 'engine = "tcp://127.0.0.1:65536"', "stream.desk.engine"),
        ('engine = "ipc://{at}/engine"', 'engine = "ipc://{at}/events"', "stream.desk.engine and stream.events"),
        ('engine = "ipc://{at}/engine"', 'engine = "ipc://{at}/supervisor"', "have one address"),
        ('engine = "ipc://{at}/engine"', f'engine = "ipc:///tmp/{"x" * 108}"', "107 bytes"),
        ("deaf_ms = 1000", "high_water = 99999999999", "high_water"),
        ("deaf_ms = 1000", "high_water = 0", "high_water"),
        ('role = "shoe"', 'role = "shoe"\nbaud = 999999999999', "baud"),
        ('role = "shoe"', 'role = "shoe"\nbaud = 0', "baud"),
        ('role = "shoe"', 'role = "shoe"\nbaud = -9600', "baud"),
        ('path = "{at}/shoe"', 'path = "/dev/a\\u0000b"', "device[0].path: holds the control character"),
        ('path = "{at}/shoe"', 'tcp = "127.0.0.1:70000"', PORT),
        ('path = "{at}/shoe"', f'path = "/{"x" * 5000}"', "4095"),
        ('journal = "journal"', 'journal = "a\\u0000b"', "journal: holds the control character"),
        ('journal = "journal"', 'journal = "a\\nb"', "journal: holds the control character"),
        ('events = "ipc://{at}/events"', 'events = "ipc://{at}/events"\nkeys = "a\\u0000"', "stream.keys"),
        ('table = "t1"', 'table = "t1\\n"', "control character"),
        ('path = "{at}/shoe"', 'path = "x"\noptions.repeat_ms = 99999999999999999999999', "options.repeat_ms"),
        ("[[device]]", "[policy]\nrounds_after_cut = 99999999999999999999999\n[[device]]", "rounds_after_cut"),
    ],
)
def test_what_can_be_no_table(  # noqa: PLR0917 - columns of the table above
    tmp_path: Path, capsys: Captured, verb: str, right: str, wrong: str, named: str
) -> None:
    table = Table(tmp_path)
    text = table.file.read_text()
    old = right.replace("{at}", str(tmp_path))
    assert old in text
    table.file.write_text(text.replace(old, wrong.replace("{at}", str(tmp_path))))
    assert main([verb, str(table.file)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"{table.file}: ")
    assert named in said
    assert not (tmp_path / "journal").exists()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'\xef\xbb\xbftable = "t1"\n', "byte order mark"),
        (b"\xff\xfet\0a\0", "byte order mark"),
        (b'table = "t1"\ngame = "caf\xe9"\n', "line 2 holds the byte 0xe9.*save the file as UTF-8"),
        (b"table = ", "no TOML"),
    ],
)
def test_a_file_that_is_no_text_of_ours(tmp_path: Path, data: bytes, why: str) -> None:
    path = tmp_path / "t.toml"
    path.write_bytes(data)
    with pytest.raises(ConfigError, match=why) as raised:
        toml_of(path)
    assert str(raised.value).count(str(path)) == 1


def test_a_missing_file_is_named_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file") as raised:
        load(tmp_path / "none.toml")
    assert str(raised.value).count("none.toml") == 1


def test_a_dialects_own_options_may_hold_control_characters(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.file.write_text(table.file.read_text() + '[device.options]\nprefix = "\\u0002"\n')
    assert load(table.file).device[0].options == {"prefix": "\x02"}
