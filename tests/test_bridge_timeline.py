"""A round's timeline, as `truedeal show` prints it."""

import re
import xml.etree.ElementTree as ET  # reads what this test has just written
from pathlib import Path

import msgspec
import pytest

from bridge.cli import main
from bridge.journal.timeline import timeline
from bridge.readings import LinkDown, LinkUp
from bridge.records import JournalError
from games.cards import PACK
from tests.journal_parts import file_of
from tests.played import Table, day, play

FACE = re.compile(r"\b[2-9TJQKA][shdc]\b")


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("day")
    day(directory)
    return directory


def test_a_clean_round_from_its_opening_to_its_last_word(journal: Path) -> None:
    found = timeline(journal, "clean-2")
    assert (found.table, found.game, found.ended, found.holds, found.sealed) == ("t1", "tcp_live", "complete", (), 0)
    assert [moment.lane for moment in found.moments[:2]] == ["engine", "table"]
    assert found.moments[1].text == "RoundOpened: boxes player"
    assert found.moments[-1].text.startswith("Checkpoint")
    assert {moment.lane for moment in found.moments} == {"engine", "table", "shoe", "dealer"}
    assert sum(moment.text.startswith("CardConfirmed") for moment in found.moments) == 6


def test_a_void_round_tells_its_holds_and_who_ended_them(journal: Path) -> None:
    found = timeline(journal, "troubled-3")
    told = "\n".join(moment.text for moment in found.moments)
    assert found.ended == "void"
    assert found.holds == ()
    for words in ("jam: on yes", "Held: hold", "void: scope round", "Voided: scope round", "repeated"):
        assert words in told


def test_no_face_is_shown_before_it_was_published(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(tmp_path)
    table.take(table.dealer.start())
    table.take(tuple(table.dealer.round("r1", PACK[:6]))[:9])
    table.close()
    assert main(["show", "r1", "--journal", str(tmp_path), "--svg", str(tmp_path / "r1.svg")]) == 0
    out = capsys.readouterr().out
    assert ": open\ncards still sealed: 6\n" in out
    assert not FACE.search(out)
    assert not FACE.search((tmp_path / "r1.svg").read_text())


def test_what_comes_between_two_rounds_is_in_neither(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.take(table.dealer.start())
    table.clean("r1")
    table.take((LinkDown("shoe", *table.dealer.stamps(), "unplugged"),))
    table.take((LinkUp("shoe", *table.dealer.stamps(), "/dev/shoe"),))
    table.clean("r2", 6)
    table.close()
    for name in ("r1", "r2"):
        assert not any("unplugged" in moment.text for moment in timeline(tmp_path, name).moments)


def test_text_json_and_picture_tell_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "j")
    assert main(["show", "r2", "--journal", str(tmp_path / "j")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Round r2 of table t1 (tcp_live), 2026-11-29 12:00:01 UTC, 1.4 s: complete"
    assert lines[1] == "    +0.000 s  engine    open_round: boxes player  [reading 19]"
    assert re.fullmatch(r" +\+0\.900 s  table  => CardConfirmed: .*card Ks.*\[event \d+\]", lines[20]), lines[20]
    picture = tmp_path / "out.svg"
    assert main(["show", "r2", "--journal", str(tmp_path / "j"), "--json", "--svg", str(picture)]) == 0
    read = msgspec.json.decode(capsys.readouterr().out)
    assert len(read["moments"]) == len(lines) - 1
    drawn = ET.parse(picture).getroot()  # noqa: S314  # as above
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == len(lines) - 1


def test_an_unknown_round_and_a_damaged_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path)
    with pytest.raises(JournalError, match="there is no round 'r9' here; the last ones are r1, r2"):
        timeline(tmp_path, "r9")
    path = file_of(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"card":"7s"', b'"card":"7h"', 1))
    assert main(["show", "r1", "--journal", str(tmp_path)]) == 2
    assert f"{path}:" in capsys.readouterr().err
