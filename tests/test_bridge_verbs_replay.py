"""`truedeal replay` and `truedeal export` as they are called."""

from pathlib import Path

import msgspec
import pytest

from bridge.cli import main
from bridge.journal.recovery import read_header
from tests.journal_parts import file_of
from tests.played import forge, play


def test_a_journal_the_same_and_different(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path)
    assert main(["replay", str(tmp_path), "--speed", "50"]) == 0
    said = capsys.readouterr()
    line = msgspec.json.decode(said.out)
    assert line["had"] == line["made"]
    assert line["readings_per_s"] > 0
    assert "the same, byte for byte" in said.err
    number = forge(file_of(tmp_path), b'"card":"7s"', b'"card":"7h"')
    assert main(["replay", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert msgspec.json.decode(said.out)["difference"]["event"] == 13
    assert f"{file_of(tmp_path)}:{number}: event 13" in said.err
    assert 'what.card: there "7h", made "7s"' in said.err


def test_what_cannot_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "j")
    assert main(["replay", str(tmp_path / "none")]) == 2
    assert main(["replay", str(tmp_path / "j"), "--accept"]) == 2
    assert "a journal is what happened" in capsys.readouterr().err
    forge(file_of(tmp_path / "j"), b'"game":"tcp_live"', b'"game":"whist"')
    assert main(["replay", str(tmp_path / "j")]) == 2
    assert "whist" in capsys.readouterr().err


def test_an_export_is_replayed_and_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "j")
    name = tmp_path / "r2"
    assert main(["export", str(tmp_path / "j"), "--rounds", "r2", str(name)]) == 0
    written = msgspec.json.decode(capsys.readouterr().out)
    scan, golden = Path(written["scan"]), Path(written["events"])
    assert main(["replay", str(scan)]) == 0
    scan_bytes, was = scan.read_bytes(), golden.read_bytes()
    golden.write_bytes(b"".join(was.splitlines(keepends=True)[:-1]).replace(b'"boxes":["player"]', b'"boxes":[]'))
    assert main(["replay", str(scan)]) == 1
    capsys.readouterr()
    assert main(["replay", str(scan), "--accept"]) == 0
    said = capsys.readouterr()
    line = msgspec.json.decode(said.out)
    assert line["changed"] is True
    assert line["kinds"]["Checkpoint"] == [0, 1]
    assert "Checkpoint: 0 -> 1" in said.err
    assert '"boxes":["player"]' in said.err
    assert golden.read_bytes() == was
    assert scan.read_bytes() == scan_bytes
    assert main(["replay", str(scan), "--accept"]) == 0
    assert "nothing changed" in capsys.readouterr().err


def test_an_export_of_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "j")
    assert main(["export", str(tmp_path / "j"), "--rounds", "r7", str(tmp_path / "r7")]) == 2
    assert "The journal has r1, r2" in capsys.readouterr().err
    assert not (tmp_path / "r7.scan.jsonl").exists()


def test_nothing_is_not_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "j")
    path = file_of(tmp_path / "j")
    header = path.read_bytes().splitlines(keepends=True)[0]
    scan = tmp_path / "r.scan.jsonl"
    scan.write_bytes(b'{"recording":1,"header":' + msgspec.json.encode(read_header(path)) + b"}\n")
    scan.with_name("r.events.jsonl").touch()
    assert main(["replay", str(scan)]) == 2
    assert main(["replay", "/dev/null"]) == 2
    for held in (b"", header[: len(header) // 2], header[:-1], header):
        path.write_bytes(held)
        for asked in (path, path.parent):
            capsys.readouterr()
            assert main(["replay", str(asked)]) == 2, held
            said = capsys.readouterr()
            assert "nothing" in said.err
            assert (said.out, said.err.count("\n")) == ("", 1)
    (tmp_path / "empty").mkdir()
    assert main(["replay", str(tmp_path / "empty")]) == 2
    assert "no journal" in capsys.readouterr().err


def test_an_emptied_file_behind_another_is_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path)
    later = file_of(tmp_path).with_name("t1-2099-01-01-999.jsonl")
    for held in (b"", b'{"header":{'):
        later.write_bytes(held)
        assert main(["replay", str(tmp_path)]) == 1
        assert f"{later}:1: it is empty or ends within its header" in capsys.readouterr().err
