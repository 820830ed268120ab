"""Stream and desk as the core holds them: tried again, refused for good, closed in time."""

import shutil
import socket
import time
from pathlib import Path

import msgspec
import pytest

from bridge.commands import Role
from bridge.config import ConfigError, StreamConfig
from bridge.daemon.log import Repeats, logger
from bridge.daemon.outlets import Outlets
from bridge.records import Stored
from bridge.stream.client import Client
from bridge.stream.cursor import Delivered
from bridge.stream.frames import prefix
from bridge.stream.sockets import new_context
from tests.daemon_rig import until
from tests.loop_rig import Table, addresses


def outlets(table: Table, stream: StreamConfig) -> Outlets:
    return Outlets(stream, table.book, None, Repeats(logger()), lambda *_: None)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table(tmp_path, lambda _: None, {})
    made.outlets.close()
    return made


def test_a_taken_address_is_a_reason_until_it_is_free(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as foreign:
        stream = msgspec.structs.replace(table.config.stream, events=f"tcp://127.0.0.1:{foreign.getsockname()[1]}")
        made = outlets(table, stream)
        for _ in range(5):
            made.open()
        assert "taken" in made.reasons[0]
        assert made.desk is not None
        assert capsys.readouterr().err.count("stream_down") == 1
    made.open()
    assert made.reasons == ()
    made.close()
    table.journal.close()


def test_an_address_that_no_waiting_frees_is_refused(table: Table, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("ten bytes.")
    made = outlets(table, msgspec.structs.replace(table.config.stream, events=f"ipc://{tmp_path}/plain"))
    with pytest.raises(ConfigError, match="plain"):
        made.open()
    made.close()
    desk = {Role.ENGINE: f"ipc://{tmp_path}/plain"}
    made = outlets(table, msgspec.structs.replace(table.config.stream, desk=desk))
    with pytest.raises(ConfigError, match="plain"):
        made.open()
    made.close()
    assert (tmp_path / "plain").read_text() == "ten bytes."
    table.journal.close()


def test_a_frozen_subscriber_does_not_hold_back_the_end(table: Table) -> None:
    made = outlets(table, table.config.stream)
    made.open()
    context = new_context()
    frozen = context.socket(2)
    frozen.set_hwm(1)
    frozen.subscribe(prefix("t1"))
    frozen.connect(table.config.stream.events)
    until(lambda: _publish(made) and frozen.poll(10))
    for _ in range(20_000):
        _publish(made)
    began = time.monotonic()
    made.close()
    assert time.monotonic() - began < 3.0
    frozen.close(0)
    context.term()
    table.journal.close()


def test_a_removed_socket_is_said_and_bound_again(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = outlets(table, table.config.stream)
    made.open()
    with Client(*addresses(tmp_path), table="t1") as before:
        assert before.hello() is not None
        for name in ("events", "engine"):
            (tmp_path / name).unlink()
        made.open()
        assert [reason.partition(": the")[0] for reason in made.reasons] == [
            f"ipc://{tmp_path}/engine",
            f"ipc://{tmp_path}/events",
        ]
        until(lambda: (tmp_path / "engine").exists() and (tmp_path / "events").exists())
        made.open()
        assert made.reasons == ()
        with Client(*addresses(tmp_path), table="t1") as after:
            assert after.hello() is not None
            until(lambda: _publish(made) and isinstance(after.next(10), Delivered))
        assert before.hello() is not None
    said = capsys.readouterr().err
    assert [said.count(name) for name in ("desk_down", "desk_up", "stream_down", "stream_up")] == [1, 2, 1, 2]
    made.close()
    table.journal.close()


def test_a_socket_is_bound_again_once_its_folder_is_back(table: Table, tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    desk = {Role.ENGINE: f"ipc://{tmp_path}/run/engine"}
    made = outlets(table, msgspec.structs.replace(table.config.stream, desk=desk))
    made.open()
    shutil.rmtree(tmp_path / "run")
    for _ in range(3):
        made.open()
    assert [reason.partition(": the")[0] for reason in made.reasons] == [desk[Role.ENGINE]]
    (tmp_path / "run").mkdir()
    made.open()
    until((tmp_path / "run" / "engine").is_socket)
    made.open()
    assert made.reasons == ()
    made.close()
    table.journal.close()


def _publish(made: Outlets) -> bool:
    made.publish([Stored(1, "", "Alarm", b"{}" * 100, "00" * 32)])
    return True
