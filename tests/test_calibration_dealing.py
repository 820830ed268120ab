"""The line while a known order is dealt: pulled, busy, far away, something waiting on it, or left by the person."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.cli import main
from calibration.known import NEW_DECK
from shoe import profile as profiles
from shoe.dialects import Serial
from shoe.port import open_port
from tests.dealt import BARCODE, Dealing, dealt, house_codes, scan, send, write_table
from tests.port_rig import Line

Captured = pytest.CaptureFixture[str]
FEW = NEW_DECK[:6]
SCANS = [scan(code) for code in house_codes(NEW_DECK).values()]
SHORT = ("--short", "--order", *FEW)


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    made.unplug()


@pytest.fixture
def reader(tmp_path: Path, line: Line) -> Path:
    """A table whose reader scans codes of the house."""
    return write_table(tmp_path, f'path = "{line.path}"', BARCODE)


def test_a_line_that_is_pulled_ends_the_deal(reader: Path, line: Line, tmp_path: Path) -> None:
    made = Dealing(reader, "--out", str(tmp_path / "cards.json"), *SHORT)
    made.ready()
    send(line, SCANS[:2])
    made.says("next 3s")
    line.unplug()
    ended = made.end()
    assert ended.code == 2
    assert "2 of 6 cards came in pass 1" in ended.words


def test_a_deal_that_is_broken_off_writes_nothing(reader: Path, line: Line, tmp_path: Path) -> None:
    made = Dealing(reader, "--out", str(tmp_path / "cards.json"), *SHORT)
    made.ready()
    send(line, SCANS[:2])
    made.interrupt()
    ended = made.end()
    assert ended.code == 2
    assert ended.words.endswith("calibrate: broken off\n")
    assert "Traceback" not in ended.words
    assert not (tmp_path / "cards.json").exists()


def test_what_waited_on_the_line_is_no_card_of_the_deal(reader: Path, line: Line, tmp_path: Path) -> None:
    os.write(line.device, SCANS[40])
    ended = dealt(line, reader, SCANS[:6] * 2, "--out", str(tmp_path / "cards.json"), *SHORT)
    assert ended.code == 0, ended.words
    assert f"{len(SCANS[40])} bytes that waited on the line are left out" in ended.words


def test_a_device_behind_a_serial_server(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        table = write_table(tmp_path, f'tcp = "127.0.0.1:{server.getsockname()[1]}"', BARCODE)
        made = Dealing(table, "--out", str(tmp_path / "cards.json"), *SHORT)
        link, _ = server.accept()
        made.ready()
        with link:
            link.sendall(b"".join(SCANS[:6] * 2))
            ended = made.end()
    assert ended.code == 0, ended.words
    assert profiles.load(tmp_path / "cards.json").cards == 6


def test_a_device_that_the_daemon_holds_is_named_with_the_cure(
    reader: Path, line: Line, tmp_path: Path, capsys: Captured
) -> None:
    held = open_port(line.path, "", Serial(9600), False)  # noqa: FBT003  # the contract's order
    assert main(["calibrate", "shoe", str(reader), "--out", str(tmp_path / "cards.json")]) == 2
    assert "a running daemon holds it: stop the table first" in capsys.readouterr().err
    held.close()
