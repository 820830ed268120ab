"""Where a table is, from its file or from the command line."""

import argparse
from pathlib import Path

import pytest

from bridge.commands import Role
from bridge.config import ConfigError
from bridge.verbs.where import find

FILE = """
table = "t1"
game = "tcp_live"
journal = "j"
[stream]
events = "tcp://0.0.0.0:7700"
[stream.desk]
engine = "tcp://*:7701"
viewer = "ipc:///run/t1/viewer"
"""


def named(config: Path | None = None) -> argparse.Namespace:
    return argparse.Namespace(config=config, keys=None)


def test_a_file_names_everything_as_seen_from_here(tmp_path: Path) -> None:
    path = tmp_path / "t1.toml"
    path.write_text(FILE, encoding="utf-8")
    found = find(named(path), "", "")
    assert (found.table, found.events) == ("t1", "tcp://127.0.0.1:7700")
    assert found.at(Role.SUPERVISOR, Role.ENGINE) == "tcp://127.0.0.1:7701"
    assert found.at(Role.VIEWER) == "ipc:///run/t1/viewer"
    with pytest.raises(ConfigError, match="no desk for supervisor"):
        found.at(Role.SUPERVISOR)


def test_addresses_given_stand_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "t1.toml"
    path.write_text(FILE, encoding="utf-8")
    found = find(named(path), "ipc:///e", "ipc:///d")
    assert (found.table, found.events, found.at(Role.SUPERVISOR)) == ("t1", "ipc:///e", "ipc:///d")


def test_nothing_named_is_refused() -> None:
    with pytest.raises(ConfigError, match="--config"):
        find(named(), "", "")


@pytest.mark.parametrize(("events", "desk"), [("foo", "ipc:///d"), ("ipc:///e", "bar"), ("", "tcp://127.0.0.1:99999")])
def test_an_address_that_is_none_is_refused(events: str, desk: str) -> None:
    with pytest.raises(ConfigError, match="HOST:PORT"):
        find(named(), events, desk)
