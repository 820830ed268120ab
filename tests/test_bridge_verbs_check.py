"""`truedeal check` as a person runs it."""

import json
from pathlib import Path

import pytest

from bridge.cli import main
from tests.daemon_rig import Table

Captured = pytest.CaptureFixture[str]


def test_a_table_that_can_run(tmp_path: Path, capsys: Captured) -> None:
    table = Table(tmp_path)
    table.line.plug()
    try:
        code = main(["check", str(table.file)])
    finally:
        table.line.unplug()
    said = capsys.readouterr()
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert [line["what"] for line in lines if line["level"] == "error"] == []
    assert code == 0
    assert "this table can run" in said.err
    assert any(line["level"] == "blind" and "exposed" in line["what"] for line in lines)


def test_what_is_missing_is_told_with_the_cure(tmp_path: Path, capsys: Captured) -> None:
    table = Table(tmp_path)
    assert main(["check", str(table.file)]) == 1
    said = capsys.readouterr()
    assert [json.loads(line)["name"] for line in said.out.splitlines() if '"error"' in line] == ["shoe"]
    assert "cure:" in said.err
    assert "1 to mend" in said.err


def test_an_unchecked_dialect_must_be_accepted(tmp_path: Path, capsys: Captured) -> None:
    table = Table(tmp_path)
    table.file.write_text(table.file.read_text().replace('"reference"', '"beetek"'))
    assert main(["check", str(table.file)]) == 1
    assert "accept_unchecked" in capsys.readouterr().err


def test_a_file_that_is_none_cannot_be_checked(tmp_path: Path, capsys: Captured) -> None:
    assert main(["check", str(tmp_path / "none.toml")]) == 2
    assert "none.toml" in capsys.readouterr().err
