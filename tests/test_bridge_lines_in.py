"""A device's thread on real pseudo-terminals and a real TCP server: everything read, every break told."""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bridge.daemon.inbox import Inbox, Stop
from bridge.daemon.lines_in import LineIn
from bridge.daemon.log import Repeats, logger
from bridge.readings import DeviceBytes, LinkDown, LinkUp, Reading
from shoe.device import DeviceConfig, line_of
from shoe.dialects import find
from tests.daemon_rig import Line, until


class Device:
    """A device's thread and what it queued."""

    def __init__(self, config: DeviceConfig) -> None:
        self._inbox = Inbox()
        self.deaths: list[BaseException] = []
        self.seen: list[Reading] = []
        repeats = Repeats(logger())
        serial = line_of(config, find(config.dialect, {}))
        self.thread = LineIn(config, serial, self._inbox, repeats, lambda _, error: self.deaths.append(error))
        self.thread.start()

    def all(self) -> list[Reading]:
        while (reading := self._inbox.get(0)) is not None:
            assert not isinstance(reading, Stop)
            self.seen.append(reading)
        return self.seen

    def some(self, kind: type, count: int = 1) -> list[Reading]:
        until(lambda: sum(isinstance(reading, kind) for reading in self.all()) >= count)
        return [reading for reading in self.seen if isinstance(reading, kind)]

    def data(self) -> str:
        return "".join(reading.data for reading in self.all() if isinstance(reading, DeviceBytes))


@contextmanager
def device(**where: str | bool) -> Iterator[Device]:
    made = Device(DeviceConfig(name="shoe", role="shoe", dialect="reference", **where))  # type: ignore[arg-type]  # as the table's file has it
    try:
        yield made
    finally:
        made.thread.ending.set()
        made.thread.join(5)
        assert not made.thread.is_alive()
        assert made.deaths == []


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    made = Line(tmp_path / "shoe")
    yield made
    made.unplug()


def test_every_byte_is_queued_with_both_stamps(tmp_path: Path, line: Line) -> None:
    name = line.plug()
    with device(path=str(tmp_path / "shoe")) as shoe:
        up = shoe.some(LinkUp)[0]
        assert up == LinkUp("shoe", up.at, up.wall, name)
        before = time.monotonic_ns(), time.time_ns()
        whole = bytes(range(256))
        line.send(whole[:100])
        line.send(whole[100:])
        until(lambda: shoe.data() == whole.hex())
        first = shoe.some(DeviceBytes)[0]
        assert before[0] <= first.at <= time.monotonic_ns()
        assert abs(first.wall - before[1]) < 5_000_000_000


def test_a_pulled_plug_is_told_and_the_device_is_found_again(tmp_path: Path, line: Line) -> None:
    line.plug()
    with device(path=str(tmp_path / "shoe")) as shoe:
        for number in range(1, 4):
            shoe.some(LinkUp, number)
            line.send(bytes([number]))
            until(lambda: shoe.data().endswith(f"{number:02x}"))  # noqa: B023  # asked for within this turn
            line.unplug()
            shoe.some(LinkDown, number)
            line.plug()
        assert shoe.data() == "010203"


def test_an_absent_device_costs_one_reading_and_no_load(tmp_path: Path) -> None:
    with device(path=str(tmp_path / "absent")) as shoe:
        shoe.some(LinkDown)
        before = time.process_time()
        time.sleep(1.0)
        assert time.process_time() - before < 0.5
        assert len(shoe.some(LinkDown)) == 1


def test_a_changed_cause_is_told(tmp_path: Path) -> None:
    with device(path=str(tmp_path / "shoe")) as shoe:
        shoe.some(LinkDown)
        (tmp_path / "shoe").write_text("no port")
        downs = shoe.some(LinkDown, 2)
        assert [down.cause for down in downs if isinstance(down, LinkDown) and str(tmp_path) not in down.cause] == []


def test_a_port_held_by_another_is_left_alone(tmp_path: Path, line: Line) -> None:
    line.plug()
    with device(path=str(tmp_path / "shoe")) as first:
        first.some(LinkUp)
        with device(path=str(tmp_path / "shoe")) as second:
            down = second.some(LinkDown)[0]
            assert isinstance(down, LinkDown)
            assert "another process holds this port" in down.cause
            line.send(b"\x01")
            until(lambda: first.data() == "01")
            assert second.data() == ""


def test_a_serial_server_is_read_and_found_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        host, port = server.getsockname()
        with device(tcp=f"{host}:{port}") as shoe:
            for number in (1, 2):
                link, _ = server.accept()
                with link:
                    link.sendall(bytes([number]))
                    until(lambda: shoe.data().endswith(f"{number:02x}"))  # noqa: B023  # asked for within this turn
                shoe.some(LinkDown, number)


def test_the_set_speed_is_the_tables(tmp_path: Path, line: Line) -> None:
    import termios  # noqa: PLC0415  # only here

    name = line.plug()
    made = Device(DeviceConfig(name="shoe", role="shoe", dialect="reference", path=str(tmp_path / "shoe"), baud=4800))
    try:
        made.some(LinkUp)
        seen = os.open(name, os.O_RDWR | os.O_NOCTTY)
        assert termios.tcgetattr(seen)[4] == termios.B4800
        os.close(seen)
    finally:
        made.thread.ending.set()
        made.thread.join(5)


def test_what_is_ordered_comes_out_at_the_devices_end(line: Line) -> None:
    line.plug()
    with device(path=str(line.link), write=True) as shoe:
        shoe.some(LinkUp)
        whole = bytes(range(256))
        shoe.thread.order(whole[:100])
        shoe.thread.order(whole[100:])
        assert line.arrived(256) == whole
        assert shoe.data() == ""


def test_what_was_ordered_of_a_lost_line_is_not_for_the_next(line: Line) -> None:
    with device(path=str(line.link), write=True) as shoe:
        shoe.some(LinkDown)
        shoe.thread.order(b"old")
        line.plug()
        shoe.some(LinkUp)
        shoe.thread.order(b"new")
        assert line.arrived(3) == b"new"


def test_a_device_that_takes_no_order_is_a_lost_link(line: Line) -> None:
    line.plug()
    with device(path=str(line.link), write=True) as shoe:
        shoe.some(LinkUp)
        shoe.thread.order(bytes(1_000_000))
        down = shoe.some(LinkDown)[0]
        assert isinstance(down, LinkDown)
        assert "takes no bytes" in down.cause
        shoe.some(LinkUp, 2)


def test_what_may_not_be_written_is_a_lost_link_and_no_byte(line: Line) -> None:
    line.plug()
    with device(path=str(line.link)) as shoe:
        shoe.some(LinkUp)
        shoe.thread.order(b"lock")
        shoe.some(LinkDown)
        assert line.arrived(1, 0.2) == b""
