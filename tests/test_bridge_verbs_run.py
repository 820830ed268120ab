"""`truedeal run` before anything is started: what cannot be used is named with its path, exit 2."""

from pathlib import Path

import pytest

from bridge.cli import main
from tests.daemon_rig import Table

Captured = pytest.CaptureFixture[str]


def test_a_missing_file_is_named(tmp_path: Path, capsys: Captured) -> None:
    assert main(["run", str(tmp_path / "none.toml")]) == 2
    assert str(tmp_path / "none.toml") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ('mode = "test"', 'mode = "tset"', "$.mode"),
        ('game = "tcp_live"', 'game = "tcp_life"', "tcp_life"),
        ('dialect = "reference"', 'dialect = "barcode"', "accept_unchecked"),
        ('dialect = "reference"', 'dialect = "morse"', "morse"),
        ('role = "shoe"', 'role = "shoe"\nbaud_rate = 1', "baud_rate"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(tmp_path: Path, capsys: Captured, right: str, wrong: str, named: str) -> None:
    table = Table(tmp_path)
    table.file.write_text(table.file.read_text().replace(right, wrong))
    assert main(["run", str(table.file)]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert str(table.file) in said
    assert named in said
    assert not (tmp_path / "journal").exists()


@pytest.mark.parametrize("journal", ["shoe.toml", "shoe.toml/below", "/dev/null/below"])
def test_a_journal_where_none_can_be_is_named_in_words(tmp_path: Path, capsys: Captured, journal: str) -> None:
    (tmp_path / "shoe.toml").write_text("")
    table = Table(tmp_path)
    table.file.write_text(table.file.read_text().replace('journal = "journal"', f'journal = "{journal}"'))
    assert main(["run", str(table.file)]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert "is no folder" in said
    assert "Errno" not in said
