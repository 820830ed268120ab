"""`truedeal incident` from outside: formats, refusals, and a journal that a real daemon is writing."""

import json
from pathlib import Path

import pytest

from bridge.cli import main
from bridge.commands import OpenRound, SetWindow, Void
from bridge.stream.client import Client
from games.cards import Card
from games.game import Window
from shoe.messages import CardDrawn, Heartbeat, Jam
from tests.daemon_rig import table, until
from tests.played import play


def test_text_json_and_page_tell_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "j")
    words = ["incident", "r1", "--journal", str(tmp_path / "j")]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert text.startswith("Incident slip: round r1 of table t1 (tcp_live)\n=====")
    assert "No incident" in text
    assert main([*words, "--json", "--html", str(tmp_path / "r1.html")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["round"], told["ended"], told["findings"]) == ("r1", "complete", [])
    drawn = (tmp_path / "r1.html").read_text()
    assert "No incident" in drawn
    assert "<svg" in drawn


def test_an_unknown_round_or_journal_names_the_place_and_the_cure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path / "j")
    for round_, place in (("r9", tmp_path / "j"), ("r1", tmp_path / "none"), ("r\x1b[2J", tmp_path)):
        assert main(["incident", round_, "--journal", str(place)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert said.err.count(str(place)) == 1
        assert "--journal the table's journal directory" in said.err
        assert "\x1b" not in said.err


def test_a_page_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "j")
    assert main(["incident", "r1", "--journal", str(tmp_path / "j"), "--html", str(tmp_path / "no" / "x.html")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_the_journal_of_a_running_daemon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with table(tmp_path) as made:
        made.line.plug()
        made.run()
        made.line.say(Heartbeat())
        until(lambda: any(event["what"]["kind"] == "TableReady" for event in made.journal("event")))
        with made.client() as engine:
            assert getattr(engine.ask(OpenRound(), round_id="r1"), "done", False)
            assert getattr(engine.ask(SetWindow(Window.BETS, open=True), round_id="r1"), "done", False)
        made.line.say(CardDrawn(Card("As"), 1, 1000))
        made.line.say(Jam(on=True))
        until(lambda: any(event["what"]["kind"] == "Held" for event in made.journal("event")))
        words = ["incident", "r1", "--journal", str(tmp_path / "journal")]
        assert main(words) == 0
        text = capsys.readouterr().out
        assert "1. jam: the shuffler or shoe is jammed" in text
        assert "nobody yet: it is open" in text
        assert "As" not in text.split("Placement")[1]
        with Client("", f"ipc://{tmp_path}/supervisor", table="", recover=False) as supervisor:
            assert getattr(supervisor.ask(Void(), round_id="r1", why="two cards are torn"), "done", False)
        assert main(words) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert '"two cards are torn"' in text
        assert "jam: cards jammed in the machine during the deal, management may void" in text
        assert "all stakes of the round go back" in text
        assert made.stop() == 0
