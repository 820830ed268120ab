"""Ports over real pseudo-terminals: bytes as they come, silence, a cable that is pulled, leave to write."""

import os
import threading
import time
from collections.abc import Iterator

import pytest

from shoe.port import Port, open_port
from tests.port_rig import CARD, SERIAL, Line, read_until


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    made.unplug()


@pytest.fixture
def port(line: Line) -> Iterator[Port]:
    opened = open_port(line.path, "", SERIAL, write=False)
    yield opened
    opened.close()


def test_what_is_there_comes_at_once(line: Line, port: Port) -> None:
    line.send(CARD)
    begin = time.monotonic()
    assert port.read() == CARD
    assert time.monotonic() - begin < 0.09


def test_a_waiting_read_wakes_with_the_first_bytes(line: Line, port: Port) -> None:
    timer = threading.Timer(0.02, line.send, [CARD])
    timer.start()
    begin = time.monotonic()
    assert port.read() == CARD
    assert time.monotonic() - begin < 0.095
    timer.join()


def test_silence_is_a_value_and_costs_no_load(port: Port) -> None:
    begin, load = time.monotonic(), time.thread_time()
    assert [port.read() for _ in range(3)] == [b""] * 3
    assert 0.28 < time.monotonic() - begin < 2.0
    assert time.thread_time() - load < 0.03


def test_every_byte_passes_as_it_is(line: Line, port: Port) -> None:
    every = bytes(range(256)) * 4
    line.send(every)
    assert read_until(port, len(every)) == every


def test_a_report_in_pieces(line: Line, port: Port) -> None:
    got = b""
    for byte in CARD:
        line.send(bytes([byte]))
        got += port.read()
    assert got == CARD


def test_unplugged_in_mid_report_is_an_oserror_at_once(line: Line, port: Port) -> None:
    line.send(CARD[:4])
    assert port.read() == CARD[:4]
    timer = threading.Timer(0.02, line.unplug)
    timer.start()
    begin = time.monotonic()
    with pytest.raises(OSError, match=port.where):
        port.read()
    assert time.monotonic() - begin < 0.095
    timer.join()
    with pytest.raises(OSError, match=r"."):
        port.read()


def test_writing_needs_leave(line: Line, port: Port) -> None:
    with pytest.raises(PermissionError, match="write = true"):
        port.write(b"x")
    assert not os.get_blocking(port._fd)  # noqa: SLF001  # nothing else shows it
    port.close()
    opened = open_port(line.path, "", SERIAL, write=True)
    opened.write(b"\x02QL\x03\x1e")
    assert os.read(line.device, 10) == b"\x02QL\x03\x1e"
    opened.close()
    with pytest.raises(OSError, match="closed"):
        opened.write(b"x")


def test_a_device_that_takes_nothing_does_not_hold_for_ever(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoe.port.WRITE_S", 0.05)
    opened = open_port(line.path, "", SERIAL, write=True)
    with pytest.raises(TimeoutError):
        opened.write(b"x" * 1_000_000)
    opened.close()


def test_only_the_thread_that_opened_closes(line: Line, port: Port) -> None:
    caught = list[BaseException]()

    def close() -> None:
        try:
            port.close()
        except RuntimeError as error:
            caught.append(error)

    thread = threading.Thread(target=close)
    thread.start()
    thread.join()
    assert len(caught) == 1
    line.send(CARD)
    assert port.read() == CARD
