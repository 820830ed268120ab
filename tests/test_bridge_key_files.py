"""Key files: what is read, what is refused by name, and that a write is whole or nothing."""

import os
import threading
from pathlib import Path

import pytest

from bridge.commands import Role
from bridge.config import ConfigError, StreamConfig
from bridge.stream.key_files import KeyList, alone, keys_of, load_credentials, load_keys, read_list, store
from bridge.stream.keys import Credentials, new_pair

PUBLIC, SECRET = new_pair()
ANNA, BERT = new_pair()[0], new_pair()[0]


def files(folder: Path, text: str, secret: str = f'secret = "{SECRET}"') -> tuple[Path, Path]:
    """A list and the table's secret."""
    listed, hidden = folder / "keys.toml", folder / "secret.toml"
    listed.write_text(text, encoding="utf-8")
    listed.chmod(0o644)
    hidden.write_text(secret, encoding="utf-8")
    hidden.chmod(0o600)
    return listed, hidden


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    made = KeyList(table=PUBLIC, engine={"casino-1": ANNA}, viewer={"a.b_c": BERT}, revoked={"old": "dealer x, 2026"})
    listed, hidden = files(tmp_path, made.text())
    assert read_list(listed) == made
    keys = load_keys(listed, hidden)
    assert keys.people == {ANNA: (Role.ENGINE, "casino-1"), BERT: (Role.VIEWER, "a.b_c")}
    assert (keys.secret, keys.revoked) == (SECRET, {"old": "dealer x, 2026"})


GOOD = f'table = "{PUBLIC}"\n'
TABLE = 'table = "{table}"\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no TOML [", "no TOML"),
        ('table = "short"', "table: a key is 40"),
        (TABLE + '[engine]\nanna = "{anna}x"', "engine.anna: a key is 40"),
        (TABLE + '[engine]\nanna = "{anna}"\n[viewer]\nbert = "{anna}"', "viewer.bert: this key stands at engine.anna"),
        (TABLE + '[engine]\nanna = "{anna}"\n[revoked]\n"{anna}" = "engine anna"', "stands at revoked"),
        (TABLE + '[boss]\nanna = "{anna}"', "boss"),
        (TABLE + '[engine]\n"a:b" = "{anna}"', "engine"),
        ('table = "{anna}"', "not the public key of"),
        ('[engine]\nanna = "{anna}"', "not the public key of"),
    ],
)
def test_a_wrong_list_is_refused_by_name(tmp_path: Path, text: str, why: str) -> None:
    listed, hidden = files(tmp_path, text.format(table=PUBLIC, anna=ANNA))
    with pytest.raises(ConfigError, match=why) as raised:
        load_keys(listed, hidden)
    assert str(raised.value).startswith(f"{listed}: ")


def test_wrong_secrets_and_rights_are_refused_with_their_cure(tmp_path: Path) -> None:
    listed, hidden = files(tmp_path, GOOD, 'secret = "short"')
    with pytest.raises(ConfigError, match=r"secret\.toml: secret: a key is 40"):
        load_keys(listed, hidden)
    listed, hidden = files(tmp_path, GOOD)
    hidden.chmod(0o604)
    with pytest.raises(ConfigError, match=f"everyone on this machine can read this secret: chmod o= {hidden}"):
        load_keys(listed, hidden)
    hidden.chmod(0o600)
    for mode in (0o664, 0o646):
        listed.chmod(mode)
        with pytest.raises(ConfigError, match=f"let themselves in: chmod go-w {listed}"):
            load_keys(listed, hidden)
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        load_keys(tmp_path / "none.toml", hidden)


def test_a_clients_file_is_guarded_too(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'server = "{PUBLIC}"\nsecret = "{SECRET}"', encoding="utf-8")
    path.chmod(0o600)
    assert load_credentials(path) == Credentials(server=PUBLIC, secret=SECRET)
    path.chmod(0o604)
    with pytest.raises(ConfigError, match="everyone on this machine"):
        load_credentials(path)


def test_list_and_secret_are_named_together_or_not_at_all(tmp_path: Path) -> None:
    listed, hidden = files(tmp_path, GOOD)

    def stream(keys: str, secret: str) -> StreamConfig:
        return StreamConfig(events="tcp://127.0.0.1:1", desk={}, keys=keys, secret=secret)

    assert keys_of(stream("", "")) is None
    found = keys_of(stream(str(listed), str(hidden)))
    assert found is not None
    assert found.secret == SECRET
    with pytest.raises(ConfigError, match=r"stream\.secret is not"):
        keys_of(stream(str(listed), ""))
    with pytest.raises(ConfigError, match=r"stream\.keys is not"):
        keys_of(stream("", str(hidden)))


def test_nothing_is_overwritten_and_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    store(path, "one", 0o600, replace=False)
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("one", 0o600)
    with pytest.raises(FileExistsError):
        store(path, "two", 0o600, replace=False)
    with pytest.raises(UnicodeEncodeError):
        store(path, "\u00e4", 0o644, replace=True)
    assert path.read_text() == "one"
    assert os.listdir(tmp_path) == ["a.toml"]  # noqa: PTH208 - names alone
    store(path, "three", 0o644, replace=True)
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("three", 0o644)
    assert os.listdir(tmp_path) == ["a.toml"]  # noqa: PTH208 - as above


def test_a_reader_never_sees_half_a_list(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    short, long = KeyList(table=PUBLIC), KeyList(table=PUBLIC, viewer={f"v{n}": new_pair()[0] for n in range(50)})
    store(path, short.text(), 0o644, replace=True)

    def write() -> None:
        for n in range(100):
            store(path, (long if n % 2 else short).text(), 0o644, replace=True)

    writer = threading.Thread(target=write)
    writer.start()
    seen = []
    while writer.is_alive():
        seen.append(read_list(path))
    writer.join()
    assert all(one in (short, long) for one in seen)


def test_two_who_write_wait_for_each_other(tmp_path: Path) -> None:
    path, order = tmp_path / "keys.toml", list[str]()

    def second() -> None:
        with alone(path):
            order.append("second")

    with alone(path):
        other = threading.Thread(target=second)
        other.start()
        other.join(0.2)
        order.append("first")
    other.join(5)
    assert order == ["first", "second"]
