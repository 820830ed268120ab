"""The client in another language passes the same test as ours: it was written from docs/protocol.md alone."""

import json
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from bridge.commands import Role
from bridge.stream.keys import new_pair
from tests.daemon_rig import until
from tests.keyed_rig import Guarded, guarded
from tests.stream_rig import EPOCH, Line, Table
from tests.stream_table import Memory

FOLDER = Path(__file__).parents[1] / "clients" / "node"
NODE = shutil.which("node")

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="node is not installed"),
    pytest.mark.skipif(
        not (FOLDER / "node_modules" / "zeromq").is_dir(), reason="run `npm ci` in clients/node to test the Node client"
    ),
]


def start(events: str, desk: str, until: int) -> "subprocess.Popen[bytes]":
    """The client, once it has written its first event."""
    words = [str(NODE), str(FOLDER / "client.mjs"), events, desk, "t1", str(until)]
    # Unbuffered, since what `readline` would read ahead is lost to `communicate`.
    client = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    assert client.stdout is not None
    assert client.stdout.readline().rstrip() == bodies(1)[0]
    return client


def ended(client: "subprocess.Popen[bytes]", seconds: float = 20) -> tuple[int, list[bytes], str]:
    try:
        out, err = client.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        client.kill()
        out, err = client.communicate()
    return client.returncode, bodies(1) + out.splitlines(), err.decode()


def bodies(count: int) -> list[bytes]:
    memory = Memory("t1", EPOCH)
    return [memory.append().body for _ in range(count)]


def test_every_event_once_through_cuts_stalls_a_lost_tail_and_a_restart() -> None:
    table = Table(has=300)
    with Line(table.events) as events, Line(table.desk) as desk:
        client = start(events.endpoint, desk.endpoint, 6_000)
        for _ in range(3):
            table.tell("publish 300 3000")
            events.cut()
            desk.cut()
            table.tell("publish 900")
            events.mend()
            desk.mend()
            time.sleep(0.1)
        head = table.tell("hide 600")
        table.kill()
        with Table(events=table.events, desk=table.desk, has=head) as table:
            while head < 6_000:
                head = table.tell("publish 100 5000")
            code, lines, said = ended(client)
    assert lines == bodies(6_000)
    assert code == 0, said
    word, _, gaps = said.splitlines()[-1].partition("=")
    assert word == "gaps"
    assert int(gaps) >= 1


def test_a_restored_journal_stops_it() -> None:
    with Table(has=50) as table:
        client = start(table.events, table.desk, 60)
        time.sleep(0.2)
        table.tell("forget 20")
        code, lines, said = ended(client)
    assert (code, len(lines)) == (3, 50)
    assert "stopped: you name event 50" in said


def test_a_silent_table_is_told_as_gone() -> None:
    with Table(has=1) as table:
        client = start(table.events, table.desk, 2)
        time.sleep(0.3)
        table.tell("quiet")
        time.sleep(0.8)
        table.tell("loud")
        table.tell("publish 1")
        code, lines, said = ended(client)
    assert (code, len(lines)) == (0, 2)
    assert said.splitlines() == ["the table is gone", "gaps=0"]


def run(table: Guarded, role: Role, keys: Path | None) -> "subprocess.CompletedProcess[str]":
    """The client at a guarded table's desk of this role, until the table's first event."""
    words = [
        str(NODE),
        str(FOLDER / "client.mjs"),
        table.events,
        table.desk[role],
        "t1",
        "1",
        *([str(keys)] if keys else []),
    ]
    return subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)


def test_a_guarded_table_lets_it_in_with_a_key_and_else_it_says_why(tmp_path: Path) -> None:
    with guarded(tmp_path) as table:
        first = until(lambda: table.journal("event"))[0]
        key = table.key(Role.VIEWER)
        done = run(table, Role.VIEWER, key)
        assert (done.returncode, done.stderr) == (0, "gaps=0\n")
        assert json.loads(done.stdout) == first
        for role, keys, why in (
            (Role.VIEWER, None, "the table asks for a key"),
            (Role.ENGINE, key, "the table does not admit this key here"),
            (Role.VIEWER, stranger(key), "the table does not admit this key here"),
        ):
            done = run(table, role, keys)
            assert (done.returncode, done.stderr) == (2, f"{why}\n")


def stranger(key: Path) -> Path:
    """A key file with a key that no table knows."""
    public, secret = new_pair()
    text = re.sub("^public = .*$", lambda _: f'public = "{public}"', key.read_text(), flags=re.MULTILINE)
    text = re.sub("^secret = .*$", lambda _: f'secret = "{secret}"', text, flags=re.MULTILINE)
    other = key.with_name("stranger.toml")
    other.write_text(text)
    return other


def test_it_is_short() -> None:
    assert len((FOLDER / "client.mjs").read_text(encoding="utf-8").splitlines()) <= 90
