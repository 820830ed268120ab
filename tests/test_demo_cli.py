"""`truedeal demo` as people run it: real processes, a real line, a real camera folder; and what its exit code says."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("games", "shoe", "scanner", "bridge", "demo")


def demo(*words: str, tree: Path = ROOT, wait: float = 90) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bridge.cli", "demo", *words],
        cwd=tree,
        capture_output=True,
        text=True,
        timeout=wait,
        check=False,
    )


def lines(run: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_faults_without_a_camera_are_ruled_as_expected() -> None:
    run = demo("--setup", "shoe-only", "--rounds", "1", "--faults", "exposed-bets,jam", "--speed", "6", "--json")
    assert run.returncode == 0, run.stdout + run.stderr
    *rounds, last = lines(run)
    assert [one["fault"] for one in rounds] == ["clean", "exposed-bets", "jam"]
    assert [one["result"]["end"] for one in rounds] == ["submitted", "void", "submitted"]
    assert all(slip["net"] == "0" for slip in rounds[1]["result"]["slips"])
    assert last == {"rounds": 3, "wrong": [], "skipped": {}}


CHEAP = [
    ("--game", "tai_xiu", "--setup", "pad-only", "--faults", "none", "--rounds", "2"),
    ("--game", "baccarat", "--setup", "shoe-only", "--faults", "uninsured", "--rounds", "1"),
]
WHOLE = [
    ("--game", "tcp_online", "--faults", "jam"),
    ("--game", "tcp_basic", "--faults", "exposed-decision"),
    ("--game", "three_pictures", "--faults", "reversed,exposed-bets"),
    ("--game", "baccarat", "--faults", "wrong-spot,overdrawn"),
    ("--game", "baccarat", "--faults", "cut-card,locked", "--dialect", "angel2ex"),
    ("--game", "tai_xiu", "--faults", "dice-early"),
    ("--game", "niu_niu", "--faults", "dice-changed"),
    ("--game", "tcp_jackpot", "--faults", "exposed-stack"),
    ("--game", "kap_kun", "--faults", "none"),
]


@pytest.mark.parametrize("words", CHEAP, ids=lambda words: words[1])
def test_another_game_is_dealt_ruled_and_settled(words: tuple[str, ...]) -> None:
    run = demo(*words, "--speed", "6", "--json")
    assert run.returncode == 0, run.stdout + run.stderr
    *rounds, last = lines(run)
    assert [len(one["result"]["slips"]) for one in rounds] == [3 if words[1] == "tai_xiu" else 4] * 2
    assert last == {"rounds": 2, "wrong": [], "skipped": {}}


@pytest.mark.soak
@pytest.mark.timeout(400)
@pytest.mark.parametrize("words", WHOLE, ids=lambda words: " ".join(words[1::2]))
def test_every_game_with_camera_and_recogniser(words: tuple[str, ...]) -> None:
    run = demo(*words, "--rounds", "1", "--speed", "3", "--json", wait=380)
    assert run.returncode == 0, run.stdout + run.stderr
    assert lines(run)[-1]["wrong"] == []


def test_the_whole_path_with_camera_and_recogniser() -> None:
    words = ("--rounds", "1", "--faults", "exposed-bets", "--speed", "3", "--json")
    run = demo(*words)
    assert run.returncode == 0, run.stdout + run.stderr
    clean, exposed, _ = lines(run)
    assert clean["seen"]["hands"] == clean["truth"]
    assert exposed["seen"]["ruling"] == "void at once"


def test_a_flipped_ruling_in_the_code_is_found(tmp_path: Path) -> None:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    rulings = tmp_path / "games" / "clauses.py"
    text = rulings.read_text(encoding="utf-8")
    flipped = re.sub(r"(Situation\.JAM_DEALING,\s+)Ruling\.HOLD", r"\1Ruling.VOID", text)
    assert flipped != text
    rulings.write_text(flipped, encoding="utf-8")
    words = ("--setup", "shoe-only", "--rounds", "0", "--faults", "jam", "--speed", "6")
    run = demo(*words, tree=tmp_path)
    assert run.returncode == 1, run.stdout + run.stderr
    assert "1 of 1 were not as expected" in run.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--faults", "nothing-such"), "there is no 'nothing-such'"),
        (("--dialect", "nobody"), "unknown dialect 'nobody'"),
        (("--setup", "camera-only", "--dialect", "line"), "has no device"),
        (("--speed", "0"), "--speed"),
        (("--game", "tai_xiu", "--setup", "shoe-only"), "tai_xiu is played with pad-and-camera, pad-only"),
        (("--game", "tcp_live", "--faults", "overdrawn"), "there is no 'overdrawn' in tcp_live"),
    ],
)
def test_what_cannot_run_says_why(words: tuple[str, ...], why: str) -> None:
    run = demo(*words)
    assert run.returncode == 2
    assert why in run.stderr


def test_an_earlier_demo_is_not_played_over(tmp_path: Path) -> None:
    (tmp_path / "journal").mkdir()
    run = demo("--keep", str(tmp_path))
    assert run.returncode == 2
    assert "holds an earlier demo" in run.stderr


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGHUP])
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, ending: signal.Signals) -> None:
    words = ["--setup", "shoe-only", "--faults", "none", "--keep", str(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "bridge.cli", "demo", *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    until = time.monotonic() + 20
    while b"1/3" not in process.stdout.readline() and time.monotonic() < until:
        pass
    mine = _children(process.pid)
    assert len(mine) >= 2
    process.send_signal(ending)
    _, error = process.communicate(timeout=20)
    assert process.returncode == 2
    assert b"interrupted" in error
    assert not [pid for pid in mine if Path(f"/proc/{pid}").exists()]
    assert not (tmp_path / "card-line").is_symlink()


def _children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text(encoding="ascii").split()]
    return found
