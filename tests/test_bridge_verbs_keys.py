"""`truedeal keys`: what it makes, what it refuses, and that it never leaves half of it."""

import json
import os
from pathlib import Path

import pytest

from bridge.cli import main
from bridge.commands import Role
from bridge.config import load
from bridge.daemon.prepare import resolve
from bridge.stream.key_files import keys_of, load_credentials, read_list
from bridge.stream.keys import public_of
from tests.keyed_rig import Guarded


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Guarded:
    monkeypatch.chdir(tmp_path)
    return Guarded(tmp_path)


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_tables_keys_from_the_first_to_the_last(table: Guarded, capsys: pytest.CaptureFixture[str]) -> None:
    assert table.keys("new", "--role", "table") == 0
    assert table.keys("new", "--role", "engine", "--name", "casino-1") == 0
    assert table.keys("new", "--role", "viewer", "--name", "screen", "--out", "screen.toml") == 0
    mine = table.folder / "engine-casino-1.key.toml"
    assert [rights(path) for path in (mine, table.folder / "screen.toml", table.folder / "secret.toml")] == [0o600] * 3
    assert rights(table.folder / "keys.toml") == 0o644
    keys = keys_of(resolve(load(table.file), table.folder).stream)
    assert keys is not None
    assert sorted(keys.people.values()) == [(Role.ENGINE, "casino-1"), (Role.VIEWER, "screen")]
    credentials = load_credentials(mine)
    assert credentials.server == public_of(keys.secret)
    assert keys.people[public_of(credentials.secret)] == (Role.ENGINE, "casino-1")
    assert credentials.public == public_of(credentials.secret)
    said = capsys.readouterr()
    assert "systemctl reload truedeal@t1" in said.err
    assert credentials.secret not in said.out + said.err + (table.folder / "keys.toml").read_text()

    assert table.keys("revoke", "--name", "casino-1") == 0
    assert "systemctl reload truedeal@t1" in capsys.readouterr().err
    assert table.keys("list") == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["role"], row["name"], row["state"][:9]) for row in rows] == [
        ("table", "", "good"),
        ("viewer", "screen", "good"),
        ("engine", "casino-1", "revoked 2"),
    ]
    assert table.keys("new", "--role", "engine", "--name", "casino-1", "--out", "second.toml") == 0
    assert len(read_list(table.folder / "keys.toml").revoked) == 1


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("new --role engine --name anna", "engine anna has a key: revoke it first"),
        ("new --role viewer --name anna --out there.toml", "there.toml: there is a file already and it may hold a key"),
        ("new --role table", "secret.toml: there is a file already and it may hold a key"),
        ("new --role viewer --name a:b", "a name is 1 to 64 of"),
        ("new --role viewer", "--name NAME"),
        ("new --role viewer --name bert --out none/x.toml", "No such file or directory"),
        ("revoke --name nobody", "no such key"),
        ("revoke --name both", "both has a key as dealer, supervisor: say which: --role"),
    ],
)
def test_what_is_refused_changes_nothing(
    table: Guarded, capsys: pytest.CaptureFixture[str], words: str, why: str
) -> None:
    assert table.keys("new", "--role", "table") == 0
    for role, name in (("engine", "anna"), ("dealer", "both"), ("supervisor", "both")):
        assert table.keys("new", "--role", role, "--name", name) == 0
    (table.folder / "there.toml").write_text("mine")
    before = {path.name: path.read_bytes() for path in table.folder.iterdir()}
    capsys.readouterr()
    assert table.keys(*words.split()) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert said.out == ""
    assert {path.name: path.read_bytes() for path in table.folder.iterdir()} == before


def test_the_tables_own_key_comes_first(table: Guarded, capsys: pytest.CaptureFixture[str]) -> None:
    assert table.keys("new", "--role", "viewer", "--name", "anna") == 2
    assert "keys.toml: cannot be read" in capsys.readouterr().err
    assert table.keys("list") == 2
    assert sorted(os.listdir(table.folder)) == ["t1.toml"]  # noqa: PTH208 - names alone


def test_a_secret_that_the_service_manager_hands_over_is_made_elsewhere(
    table: Guarded, capsys: pytest.CaptureFixture[str]
) -> None:
    text = table.file.read_text().replace('"secret.toml"', '"/run/credentials/truedeal@t1.service/table-key"')
    table.file.write_text(text)
    assert table.keys("new", "--role", "table") == 2
    assert "--out FILE, the one that LoadCredential= names" in capsys.readouterr().err
    assert table.keys("new", "--role", "table", "--out", "mine.toml") == 0
    assert rights(table.folder / "mine.toml") == 0o600


def test_a_new_key_of_the_table_keeps_the_list(table: Guarded, capsys: pytest.CaptureFixture[str]) -> None:
    assert table.keys("new", "--role", "table") == 0
    assert table.keys("new", "--role", "viewer", "--name", "anna") == 0
    before = read_list(table.folder / "keys.toml")
    (table.folder / "secret.toml").rename(table.folder / "old.toml")
    capsys.readouterr()
    assert table.keys("new", "--role", "table") == 0
    after = read_list(table.folder / "keys.toml")
    assert after.viewer == before.viewer
    assert after.table != before.table
    assert f"every client's file needs this new key of the table: server = {after.table}" in capsys.readouterr().err


def test_a_table_without_keys_says_what_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Guarded(tmp_path)
    table.file.write_text(
        table.file.read_text().replace('keys = "keys.toml"', "").replace('secret = "secret.toml"', "")
    )
    assert table.keys("list") == 2
    assert 'write keys = "keys.toml" under [stream]' in capsys.readouterr().err
    assert main(["keys", "list", "--config", str(tmp_path / "none.toml")]) == 2


def test_a_list_that_cannot_be_written_takes_the_secret_back(
    table: Guarded, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert table.keys("new", "--role", "table") == 0
    elsewhere = table.folder / "elsewhere"
    elsewhere.mkdir()
    listed = (table.folder / "keys.toml").read_text()
    syncs: list[int] = []

    def sync(file: int) -> None:
        """The secret and its folder reach the disk; the list finds it full."""
        syncs.append(file)
        if len(syncs) > 2:
            raise OSError(28, "No space left on device", str(table.folder / "keys.toml"))

    monkeypatch.setattr("bridge.stream.key_files.os.fsync", sync)
    assert table.keys("new", "--role", "viewer", "--name", "anna", "--out", str(elsewhere / "a.toml")) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert list(elsewhere.iterdir()) == []
    assert (table.folder / "keys.toml").read_text() == listed
