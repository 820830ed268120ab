"""The real daemon as a process, with a real line, real sockets, real signals and a real end."""

import signal
import time
from pathlib import Path

from games.cards import Card
from shoe.messages import CardDrawn, Heartbeat
from tests.daemon_rig import SHOE, until
from tests.daemon_rig import table as real_table


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
