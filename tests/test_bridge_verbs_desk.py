"""Every command from the command line, its answer, and the watch with numbered answers."""

import argparse
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from bridge import commands as c
from bridge.cli import main
from bridge.verbs import desk, spoken
from bridge.verbs.watch import standing
from games.cards import Card
from games.game import Window
from games.spots import Spot, SpotKind, hand
from shoe.messages import Order
from tests.stream_rig import Table
from tests.stream_table import HOLD

SPOKEN: list[tuple[str, c.Command]] = [
    ("open_round", c.OpenRound()),
    ("open_round --deck red --boxes p1 p2", c.OpenRound("red", ("p1", "p2"))),
    ("window bets open --boxes-with-bet p1", c.SetWindow(Window.BETS, open=True, boxes_with_bet=("p1",))),
    ("window decision closed --at 12", c.SetWindow(Window.DECISION, open=False, at=12)),
    ("submit", c.Submit()),
    ("cancel", c.Cancel()),
    ("reveal player", c.Reveal("player")),
    ("burn 2", c.Burn(2)),
    ("dice 1 2 6", c.Dice((1, 2, 6))),
    ("shuffle start", c.Shuffling(on=True)),
    ("shuffle end --deck red --count 52", c.Shuffling(on=False, deck="red", count=52)),
    ("scooped", c.Scooped()),
    ("declare jam", c.Declare(c.Declared.JAM)),
    ("declare dropped_seen --spot hand/player/2", c.Declare(c.Declared.DROPPED_SEEN, hand("player", 2))),
    ("dealer 1234", c.DealerChange("1234")),
    ("void", c.Void()),
    ("reconstruct --hold 3", c.Reconstruct(hold=3)),
    ("reconstruct --spots hand/player/1=As", c.Reconstruct((c.Placement(hand("player", 1), Card("As")),))),
    ("assign 10h burn", c.Assign(Card("Th"), "burn")),
    ("release 3", c.Release(3)),
    ("release 3 --option void", c.Release(3, "void")),
    ("correct 118 void", c.Correct(118, "void")),
    ("deck red", c.DeckChange("red")),
    ("faces", c.Faces()),
    ("operate shoe clear_error", c.Operate("shoe", Order.CLEAR_ERROR)),
]


def parsed(words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    desk.arguments(parser)
    return parser.parse_args(words.split())


@pytest.mark.parametrize(("words", "command"), SPOKEN, ids=[words for words, _ in SPOKEN])
def test_words_make_the_command(words: str, command: c.Command) -> None:
    args = parsed(words)
    assert spoken.command(spoken.COMMANDS[args.asked], args) == command


@pytest.mark.parametrize("word", c.Declared)
def test_every_word_that_is_declared_is_spoken_and_listed(word: c.Declared) -> None:
    args = parsed(f"declare {word.value} --spot burn//1")
    assert spoken.command(c.Declare, args) == c.Declare(word, Spot(SpotKind.BURN, "", 1))
    parser = argparse.ArgumentParser()
    desk.arguments(parser)
    assert word.value in parser.format_help()
    choices = next(action.choices for action in parser._actions if action.choices)  # noqa: SLF001 - argparse has no other
    assert isinstance(choices, dict)
    told = " ".join(choices["declare"].format_help().split())
    assert f"{word.value}: {c.DECLARED[word]}" in told


def test_every_command_is_spoken() -> None:
    assert {type(command) for _, command in SPOKEN} == set(get_args(c.Command))


@pytest.mark.parametrize(
    "words",
    [
        "burn many",
        "window tea open",
        "window bets ajar",
        "declare --spot no",
        "assign 1x burn",
        "declare jam --spot a/b/c/d",
    ],
)
def test_wrong_words_are_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parsed(words)
    assert "usage" in capsys.readouterr().err


def test_answers_are_json_and_words(capsys: pytest.CaptureFixture[str]) -> None:
    with Table(has=7) as table:
        at = ["desk", "--endpoint", table.desk]
        assert main([*at, "open_round", "--round", "r1", "--id", "a"]) == 0
        said = capsys.readouterr()
        assert json.loads(said.out)["id"] == "a"
        assert said.err == "done\n"
        assert main([*at, "scooped"]) == 1
        said = capsys.readouterr()
        assert json.loads(said.out)["done"] is False
        assert said.err == "refused: engine may not say this: scooped is for the dealer\n"
        for query, key in (("status", "phase"), ("snapshot", "event"), ("hello", "epoch")):
            assert main([*at, query]) == 0
            assert key in json.loads(capsys.readouterr().out)


def test_without_a_table_there_is_no_answer(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["desk", "--endpoint", f"ipc://{tmp_path}/none", "--timeout", "0.2", "submit"]) == 2
    assert "not known" in capsys.readouterr().err
    assert main(["desk", "submit"]) == 2
    path = tmp_path / "t1.toml"
    path.write_text('table="t"\ngame="g"\njournal="j"\n[stream]\nevents="ipc:///x"\ndesk={engine="ipc:///y"}\n')
    assert main(["desk", "--config", str(path), "scooped"]) == 2
    assert "no desk for dealer or supervisor" in capsys.readouterr().err


def test_watch_gives_the_answer_of_a_number() -> None:
    with Table(has=4, role="supervisor") as table:
        table.tell("hold")
        words = [sys.executable, "-m", "bridge.cli", "desk", "--endpoint", table.desk, "watch"]
        with subprocess.Popen(words, stdin=-1, stdout=-1, stderr=-1) as watch:
            killer = threading.Timer(10, watch.kill)
            killer.start()
            assert watch.stdin is not None
            assert watch.stdout is not None
            assert watch.stderr is not None
            head = [watch.stderr.readline().decode() for _ in range(3)]
            watch.stdin.write(b"9\n2 the card was seen by all\n")
            watch.stdin.flush()
            answer = json.loads(watch.stdout.readline())
            said = [watch.stderr.readline().decode() for _ in range(2)]
            killer.cancel()
            watch.kill()
    assert head == [
        "idle   round r1   not ready: \n",
        "  hold 3 (round, exposed, hand/player/1, decide): a face was seen\n",
        "      1 go_on   2 void\n",
    ]
    assert answer["done"] is True
    assert said == ["'9' is none of the answers\n", "done\n"]


def test_a_standing_numbers_answers_over_all_holds() -> None:
    told: dict[str, Any] = {"proposed": ["hand/p1/1 As"], "unknown": "who saw it", "readings": [7, 9]}
    other: dict[str, Any] = {**HOLD, "hold": 4, "options": ["go_on"], "spot": "", **told}
    found = standing({"phase": "dealing", "ready": True, "event": 9, "next": "hand/p1/2", "holds": [HOLD, other]})
    assert [(one.hold, one.option, one.event) for one in found.options] == [
        (3, "go_on", 9),
        (3, "void", 9),
        (4, "go_on", 9),
    ]
    assert found.text.splitlines()[0] == "dealing   next hand/p1/2   ready"
    assert "      proposed: hand/p1/1 As" in found.text
    assert "      not known: who saw it\n      readings: 7, 9\n" in found.text
    assert found.text.splitlines()[-1] == "      3 go_on"
    name = "truedeal desk reconstruct --spots hand/p1/1=CARD --hold 3 --round r1"
    named = {**HOLD, "commands": [name, "truedeal desk release 3 --option void"]}
    told = {"phase": "dealing", "ready": True, "holds": [named]}
    assert standing(told).text.splitlines()[-1] == f"      to name what lies there: {name}"


def test_the_words_of_a_command_carry_over() -> None:
    args = parsed("void --round r9 --why exposed --as-of 12 --id x")
    assert (args.round_id, args.why, args.as_of, args.command_id) == ("r9", "exposed", 12, "x")
    assert msgspec.json.encode(spoken.command(c.Void, args)) == b'{"do":"void","scope":"round","hand":""}'


@pytest.mark.parametrize("asked", [*desk.QUERIES, "submit", "window bets open", "void"])
def test_the_table_is_named_before_or_after_what_is_asked(asked: str) -> None:
    table = "--config a.toml --keys k.toml --timeout 3 --endpoint ipc:///x"
    for words in (f"{table} {asked}", f"{asked} {table}"):
        args = parsed(words)
        assert (str(args.config), str(args.keys), args.timeout, args.endpoint) == ("a.toml", "k.toml", 3, "ipc:///x")
    args = parsed(f"--config a.toml {asked} --timeout 3")
    assert (str(args.config), args.timeout) == ("a.toml", 3)
    args = parsed(asked)
    assert (args.config, args.keys, args.timeout, args.endpoint) == (None, None, 10, "")


def test_a_standing_moves_no_terminal() -> None:
    bad: dict[str, Any] = {**HOLD, "text": "\x1b[2J\nhold 9", "options": ["go_on\x07"]}
    found = standing({"phase": "dealing", "round": "r\x9b1m", "ready": False, "reasons": ["\r"], "holds": [bad]})
    assert len(found.text.splitlines()) == 3
    assert all(one.isprintable() for one in found.text.split("\n"))
    assert "\\x1b[2J\\nhold 9" in found.text


def test_words_with_controls_are_refused_before_they_are_sent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desk", "--endpoint", "ipc:///nowhere", "dealer", "7\x1b[2J"]) == 2
    assert "$.badge" in capsys.readouterr().err
    with Table(has=2) as table:
        assert main(["desk", "submit", "--endpoint", table.desk, "--round", "r\x1b[2J"]) == 1
    said = capsys.readouterr().err
    assert "$.round" in said
    assert "\x1b" not in said
