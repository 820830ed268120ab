"""`truedeal verify` as it is called."""

from pathlib import Path

import msgspec
import pytest

from bridge.cli import main
from tests.journal_parts import file_of, write


def test_exit_codes_and_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, 2)
    assert main(["verify", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert msgspec.json.decode(said.out)["ok"] is True
    assert "whole: 11 lines in 1 files, to reading 4 and event 4" in said.err
    path = file_of(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"port 2", b"port 3", 1))
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr()
    broken = msgspec.json.decode(said.out)["broken"]
    assert (broken["file"], broken["line"]) == (str(path), 5)
    assert f"{path}:5: its bytes are not those its CRC was made of" in said.err
    assert main(["verify", str(tmp_path / "nothing")]) == 2
    assert "no journal there" in capsys.readouterr().err


def test_nothing_to_prove(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path)]) == 2
    assert "the directory holds no journal file" in capsys.readouterr().err
    (tmp_path / "t1-2026-11-29-001.jsonl").touch()
    for asked in (str(tmp_path), str(tmp_path / "t1-2026-11-29-001.jsonl"), "/dev/null"):
        assert main(["verify", asked]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert "empty: there is nothing to prove" in said.err
