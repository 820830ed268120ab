"""The real daemon as a process, with a real line, real sockets, real signals and a real end."""

import os
import signal
import socket
import time
from pathlib import Path

import msgspec

from bridge.commands import Cancel, OpenRound
from bridge.config import load
from bridge.daemon.prepare import header, resolve
from bridge.drive import Core, refold
from bridge.journal.journal import Journal
from bridge.journal.verify import files_of, verify
from bridge.readings import Started
from bridge.session import Setup
from games.cards import Card
from shoe.messages import CardDrawn, Heartbeat
from tests.daemon_rig import SHOE, Table, film, until, with_discs
from tests.daemon_rig import table as real_table
from tests.pictures import write_profile


def card(counter: int, name: str = "5c") -> CardDrawn:
    return CardDrawn(Card(name), counter, 1000)


def test_bytes_are_journalled_and_events_reach_a_client(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        name = table.line.plug()
        table.run()
        until(lambda: table.readings("up"))
        assert table.readings("up")[0]["where"] == name
        table.line.say(card(100))
        got = table.heard(4)
        on_disk = [event["what"]["kind"] for event in table.journal("event")]
        assert [item.event.what.__struct_config__.tag for item in got if item.event] == on_disk[:4]
        assert on_disk[:3] == ["TableNotReady", "DeviceUp", "TableReady"]
        assert table.readings("bytes")[0]["data"] == SHOE.encode(card(100)).hex()
        assert table.stop() == 0


def test_pulled_in_mid_frame_and_back_under_another_name(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        first = table.line.plug()
        table.run()
        until(lambda: table.readings("up"))
        whole = SHOE.encode(card(100))
        table.line.send(whole[:4])
        until(lambda: table.readings("bytes"))
        table.line.unplug(elsewhere=True)
        pulled = time.monotonic()
        until(lambda: table.readings("down"), 2.0)
        assert time.monotonic() - pulled < 2.0
        second = table.line.plug()
        assert second != first
        plugged = time.monotonic()
        until(lambda: len(table.readings("up")) == 2, 5.0)
        assert time.monotonic() - plugged < 5.0
        table.line.say(card(101, "3d"))
        until(lambda: len(table.readings("bytes")) == 2)
        assert table.readings("bytes")[0]["data"] == whole[:4].hex()
        assert [up["where"] for up in table.readings("up")] == [first, second]
        dealt = [event for event in table.journal("event") if event["what"]["kind"] == "CardDealt"]
        assert dealt == []
        assert table.stop() == 0


def test_a_port_that_is_absent_at_the_start_is_said_once_and_found_later(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        process = table.run()
        until(lambda: table.readings("down"))
        assert str(tmp_path / "shoe") in table.readings("down")[0]["cause"]
        time.sleep(1.5)
        assert process.poll() is None
        assert len(table.readings("down")) == 1
        assert len(table.said("link_down")) == 1
        table.line.plug()
        until(lambda: table.readings("up"), 5.0)
        assert table.said("link_up")[0]["failures"] >= 3
        assert table.stop() == 0


def test_an_orderly_stop_records_every_byte_it_took_off_the_line(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        table.line.plug()
        process = table.run()
        until(lambda: table.readings("up"))
        sent = bytearray()
        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        while process.poll() is None:
            byte = bytes([len(sent) % 256])
            table.line.send(byte)
            sent += byte
            time.sleep(0.001)
        assert time.monotonic() - began < 5.0
        assert process.returncode == 0
        read = bytes.fromhex("".join(reading["data"] for reading in table.readings("bytes")))
        assert read
        assert read + table.line.left() == bytes(sent)
        assert table.said("stopped")[0]["head"] == len(table.journal("event"))
        assert "checkpoint" in next(tmp_path.glob("journal/*.jsonl")).read_text().splitlines()[-1]


def test_killed_and_started_again_the_numbers_go_on(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        table.line.plug()
        table.run()
        until(lambda: table.readings("up"))
        for counter in range(100, 110):
            table.line.say(card(counter))
        until(lambda: len(table.journal("event")) > 5)
        table.stop(signal.SIGKILL)
        before = [event["n"] for event in table.journal("event")]
        table.run()
        until(lambda: len(table.readings("up")) == 2)
        table.line.say(card(110))
        until(lambda: len(table.journal("event")) > len(before) + 1)
        assert table.stop() == 0
        after = [event["n"] for event in table.journal("event")]
        assert after == list(range(1, len(after) + 1))
        assert after[: len(before)] == before
        assert [started["clean"] for started in table.readings("started")] == [False, False]
        table.run()
        assert [started["clean"] for started in table.readings("started")] == [False, False, True]
        assert [item.n for item in table.heard(len(after))][: len(after)] == after


def test_a_second_daemon_refuses_and_the_first_is_still_heard(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        table.line.plug()
        first = table.run()
        until(lambda: table.readings("up"))
        second = table.start()
        assert second.wait(5) == 1
        assert "another daemon" in table.said("fatal")[0]["cause"]
        table.process = first
        assert len(table.heard(3)) == 3
        assert table.stop() == 0


def test_a_plain_file_at_an_address_is_refused_and_left_alone(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        (tmp_path / "events").write_text("ten bytes.")
        assert table.start().wait(5) == 2
        assert (tmp_path / "events").read_text() == "ten bytes."
        assert f"{tmp_path}/events" in table.log.read_text()


def test_a_taken_address_is_said_once_and_taken_when_it_is_free(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as foreign, real_table(tmp_path) as table:
        port = foreign.getsockname()[1]
        text = table.file.read_text().replace(f"ipc://{tmp_path}/events", f"tcp://127.0.0.1:{port}")
        table.file.write_text(text)
        table.line.plug()
        table.run()
        until(lambda: table.readings("up"))
        time.sleep(0.5)
        assert len(table.said("stream_down")) == 1
        with table.client() as client:
            told = client.status()
        assert told is not None
        assert told["ready"] is False
        assert any("taken" in reason for reason in told["reasons"])
        foreign.close()
        until(lambda: table.said("stream_up"))
        assert table.stop() == 0


def test_the_service_manager_is_told_and_the_watchdog_is_fed(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, real_table(tmp_path) as table:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(5)
        table.line.plug()
        table.run(NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="1000000")
        said: list[bytes] = []
        while said.count(b"WATCHDOG=1") < 3:
            said.append(manager.recv(4096))
        assert b"READY=1" in said
        assert any(line.startswith(b"STATUS=event ") for line in said)
        assert table.stop() == 0
        while said[-1] != b"STOPPING=1":
            said.append(manager.recv(4096))


def test_a_deaf_engine_becomes_a_reading(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        table.line.plug()
        table.run()
        lag = until(lambda: table.readings("lag"), 4.0)[0]
        assert lag["deaf"]
        with table.client() as client:
            until(lambda: client.next(50) and client.cursor)
            client.ack(1)
            until(lambda: client.next(50) and len(table.readings("lag")) == 2, 4.0)
        assert not table.readings("lag")[1]["deaf"]
        assert table.stop() == 0


def test_a_wrong_file_is_named_with_its_place(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        table.file.write_text(table.file.read_text() + "baud = 'fast'\n")
        assert table.start().wait(5) == 2
        assert str(table.file) in table.log.read_text()
        assert "$.device[0].baud" in table.log.read_text()


def test_a_hangup_does_not_end_it_and_an_interrupt_does(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        table.line.plug()
        process = table.run()
        process.send_signal(signal.SIGHUP)
        table.line.say(Heartbeat())
        until(lambda: table.readings("bytes"))
        assert table.stop(signal.SIGINT) == 0


def begun(table: Table, *, days_ago: int = 0, program: str | None = None, checkpoint: bytes = b"") -> None:
    """A journal of this table as an earlier daemon left it, with one event."""
    config = resolve(load(table.file), table.folder)
    head = header(config, time.time_ns() - days_ago * 86_400 * 1_000_000_000)
    head = msgspec.structs.replace(head, program=program or head.program)
    journal, recovered = Journal.open(table.folder / "journal", head, os.urandom)
    setup = Setup.of(recovered.header)
    core = Core(setup, refold(setup, recovered)[0], journal)
    core.take(Started(1, 2, "boot", head.program))
    journal.checkpoint(checkpoint or core.checkpoint())
    journal.close()


def numbers(table: Table) -> list[int]:
    return [event["n"] for event in table.journal("event")]


def files(table: Table) -> list[str]:
    return sorted(path.name[-9:] for path in (table.folder / "journal").glob("*.jsonl"))


def test_another_version_never_appends_to_a_file_and_its_numbers_go_on(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        begun(table, program="0.0.9", checkpoint=b'{"of":"another version"}')
        table.line.plug()
        table.run()
        until(lambda: table.readings("up"))
        assert table.stop() == 0
        assert files(table) == ["001.jsonl", "002.jsonl"]
        assert numbers(table) == list(range(1, len(numbers(table)) + 1))
        assert len(numbers(table)) > 2
        assert verify(files_of((tmp_path / "journal",))).ok


def test_a_checkpoint_that_this_version_cannot_read_is_no_start(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        begun(table, checkpoint=b'{"of":"nobody"}')
        assert table.start().wait(5) == 1
        assert "no state of this program" in table.said("fatal")[0]["cause"]


def test_another_tables_file_begins_a_new_one(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        begun(table)
        table.file.write_text(table.file.read_text().replace("deaf_ms = 1000", "deaf_ms = 2000"))
        table.run()
        assert table.stop() == 0
        assert files(table) == ["001.jsonl", "002.jsonl"]
        assert numbers(table) == list(range(1, len(numbers(table)) + 1))


def test_a_new_day_begins_a_new_file_after_the_round(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        begun(table, days_ago=1)
        table.line.plug()
        table.run()
        until(lambda: table.readings("up"))
        assert files(table) == ["001.jsonl"]
        with table.client() as client:
            assert getattr(client.ask(OpenRound(), round_id="r1"), "done", False)
            assert files(table) == ["001.jsonl"]
            assert getattr(client.ask(Cancel(), round_id="r1"), "done", False)
        until(lambda: files(table) == ["001.jsonl", "002.jsonl"])
        assert table.stop() == 0
        assert verify(files_of((tmp_path / "journal",))).ok


CAMERA = """
[[camera]]
name = "top"
source = "folder:pictures"
profile = "top.json"
silent_ms = 1500
"""


def test_a_camera_that_hangs_makes_the_table_not_ready_and_one_eye_is_not_enough(tmp_path: Path) -> None:
    write_profile(tmp_path)
    with film(tmp_path / "pictures") as playing, real_table(tmp_path, CAMERA) as table:
        table.python = with_discs(tmp_path)
        table.line.plug()
        daemon = table.run()
        until(lambda: len(table.readings("up")) == 2, 20)
        until(lambda: "TableReady" in [event["what"]["kind"] for event in table.journal("event")], 10)
        playing.still.set()
        down = until(lambda: table.readings("down"), 10)[0]
        assert (down["device"], down["cause"][:15]) == ("top", "no frame for 1.")
        assert table.journal("event")[-1]["what"]["kind"] == "TableNotReady"
        assert "top" in str(table.journal("event")[-1]["what"]["reasons"])
        playing.still.clear()
        again = until(lambda: [up for up in table.readings("up") if up["device"] == "top"][1:], 20)[0]
        daemon.kill()
        child = Path("/proc") / again["where"].removeprefix("process ")
        until(lambda: not child.exists() or "Z" in (child / "stat").read_text().split()[2], 2)
