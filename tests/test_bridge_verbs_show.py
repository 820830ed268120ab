"""A round's timeline on a terminal and as a picture: text from outside moves neither."""

from xml.etree import ElementTree as ET

import pytest

from bridge.cli import main
from bridge.journal.timeline import Moment, Timeline
from bridge.verbs.show import picture, text

BAD = "\x1b]0;owned\x07\nHeld: <b>"


def _found() -> Timeline:
    moment = Moment(at=1, wall=1, lane="engine", text=f"open_round: boxes {BAD}", reading=1)
    return Timeline(
        round=BAD, table="t1", game="tcp_live", mode="live", ended="open", holds=(), sealed=0, moments=(moment,)
    )


def test_a_terminal_gets_escapes_as_words() -> None:
    rows = text(_found()).splitlines()
    assert len(rows) == 2
    assert all(row.isprintable() for row in rows)
    assert "\\x1b]0;owned\\x07\\nHeld" in rows[1]


def test_a_picture_stays_whole() -> None:
    drawn = picture(_found())
    assert "\\x1b" in drawn
    tree = ET.fromstring(drawn)  # noqa: S314  # written by this program a line above
    assert tree.attrib["viewBox"] == f"0 0 {tree.attrib['width']} {tree.attrib['height']}", "a page may scale it"


def test_a_round_that_is_not_there(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "\x1b[2J", "--journal", f"{tmp_path}/\x1b[2J"]) == 2
    assert "\x1b" not in capsys.readouterr().err
