"""Following a table from the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.cli import main
from bridge.verbs.tail import line
from tests.stream_rig import Table
from tests.stream_table import EPOCH, Memory

FILE = """
table = "t1"
game = "tcp_live"
journal = "journal"
[stream]
events = "{events}"
[stream.desk]
viewer = "{desk}"
"""


def test_json_is_what_was_published(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with Table(has=5) as table:
        asked = ["tail", "--events", table.events, "--desk", table.desk, "--json", "--from", "3", "--until", "5"]
        assert main(asked) == 0
    memory = Memory("t1", EPOCH)
    assert capfdbinary.readouterr().out.splitlines() == [memory.append().body for _ in range(5)][2:]


def test_words_are_a_line_an_event_and_kinds_are_chosen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with Table(has=3, role="viewer") as table:
        path = tmp_path / "t1.toml"
        path.write_text(FILE.format(events=table.events, desk=table.desk), encoding="utf-8")
        assert main(["tail", "--config", str(path), "--from", "1", "--until", "3"]) == 0
        words = capsys.readouterr().out.splitlines()
        assert [word.split()[0] for word in words] == ["1", "2", "3"]
        assert all("Alarm: device shoe, text event" in word for word in words)
        assert main(["tail", "--config", str(path), "--from", "1", "--until", "3", "--kind", "Held"]) == 0
        assert capsys.readouterr().out == ""


def test_the_first_heartbeat_says_whether_it_is_ready(capsys: pytest.CaptureFixture[str]) -> None:
    with Table(has=1) as table:
        table.tell("beat")
        assert main(["tail", "--events", table.events, "--desk", table.desk, "--from", "1", "--until", "1"]) == 0
        table.send("publish 1")
        assert main(["tail", "--events", table.events, "--desk", table.desk, "--from", "2", "--until", "2"]) == 0
        assert table.done() == 2
    assert set(capsys.readouterr().err.splitlines()) <= {"ready"}


def test_a_restored_journal_ends_it_with_1() -> None:
    with Table(has=3) as table:
        words = ["tail", "--events", table.events, "--desk", table.desk, "--from", "1"]
        with subprocess.Popen([sys.executable, "-m", "bridge.cli", *words], stdout=-1, stderr=-1, bufsize=0) as tail:
            assert tail.stdout is not None
            assert [tail.stdout.readline().split()[0] for _ in range(3)] == [b"1", b"2", b"3"]
            table.tell("forget 2")
            _, said = tail.communicate(timeout=10)
    assert tail.returncode == 1
    assert b"an older journal was restored" in said


def test_without_an_address_it_cannot_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tail"]) == 2
    assert "--config" in capsys.readouterr().err
    with Table() as table:
        assert main(["tail", "--desk", table.desk]) == 2
    assert "--events" in capsys.readouterr().err


def test_a_line_names_number_time_and_round() -> None:
    what = {"kind": "CardDealt", "spot": {"kind": "hand", "owner": "p1", "index": 2}, "seal": "ab", "by": ["shoe"]}
    event: dict[str, object] = {"n": 7, "wall": 1_700_000_000_123_000_000, "round": "r-1", "what": what}
    written = line(event)
    assert written.startswith("      7  ")
    assert ".123  r-1         CardDealt: spot hand/p1/2, by shoe, sealed\n" in written
    assert json.loads(line({"odd": 1})) == {"odd": 1}


def test_a_line_moves_no_terminal() -> None:
    what = {"kind": "RoundOpened", "boxes": ["p1\nHeld: x", "\x1b]0;owned\x07"]}
    written = line({"n": 7, "wall": 1_700_000_000_123_000_000, "round": "r\x9b", "what": what})
    assert written.count("\n") == 1
    assert written[:-1].isprintable()
    assert "p1\\nHeld: x \\x1b]0;owned\\x07" in written
    assert line({"odd": "\x9b"})[:-1].isprintable()
