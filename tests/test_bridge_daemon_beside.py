"""The real daemon among others: another daemon, taken addresses, the service manager, a deaf engine, a camera."""

import socket
import time
from pathlib import Path

from tests.daemon_rig import film, until, with_discs
from tests.daemon_rig import table as real_table
from tests.pictures import write_profile


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
