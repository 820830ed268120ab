"""Ports over real pseudo-terminals and real sockets: cut, unplugged, back under another name, held by another."""

import os
import pty
import socket
import termios
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from shoe.dialects import Serial
from shoe.dialects.reference import frame
from shoe.port import Backoff, Port, open_port

SERIAL = Serial(9600)
CARD = frame("C100KH")


class Line:
    """A linked pair of pseudo-terminals: `path` is the daemon's end, the rest the device's."""

    def __init__(self) -> None:
        self.device, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._slave = slave

    def send(self, data: bytes) -> None:
        os.write(self.device, data)

    def unplug(self) -> None:
        for fd in (self._slave, self.device):
            if fd >= 0:
                os.close(fd)
        self._slave = self.device = -1


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


def read_until(port: Port, size: int) -> bytes:
    got = b""
    for _ in range(50):
        got += port.read()
        if len(got) >= size:
            break
    return got


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


def test_settings_of_a_cooked_terminal_are_taken_away(line: Line) -> None:
    tty.setcbreak(line._slave)  # noqa: SLF001  # the device end of this test
    opened = open_port(line.path, "", SERIAL, write=True)
    line.send(b"\x11\x13\x1a\x7f\n\r\x03\x04")
    assert read_until(opened, 8) == b"\x11\x13\x1a\x7f\n\r\x03\x04"
    opened.write(b"a\nb\x13")
    assert os.read(line.device, 10) == b"a\nb\x13"
    line.send(b"\x13")
    assert opened.read() == b"\x13"
    opened.write(b"still")
    assert os.read(line.device, 10) == b"still"
    opened.close()


def test_a_closed_port_keeps_its_modem_lines_and_an_empty_read_means_gone(line: Line) -> None:
    slave = os.open(line.path, os.O_RDWR | os.O_NOCTTY)
    before = termios.tcgetattr(slave)
    before[0] |= termios.BRKINT
    before[2] |= termios.HUPCL
    termios.tcsetattr(slave, termios.TCSANOW, before)
    opened = open_port(line.path, "", SERIAL, write=False)
    iflag, _, cflag, _, _, _, cc = termios.tcgetattr(slave)
    assert not iflag & termios.BRKINT
    assert not cflag & termios.HUPCL
    assert cc[termios.VMIN] == 1
    opened.close()
    os.close(slave)


def test_what_came_before_the_opening_is_kept(line: Line) -> None:
    line.send(CARD)
    opened = open_port(line.path, "", SERIAL, write=False)
    assert opened.read() == CARD
    opened.close()


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


def test_back_under_another_name_by_its_stable_path(tmp_path: Path) -> None:
    first, second = Line(), Line()
    stable = tmp_path / "shoe"
    stable.symlink_to(first.path)
    opened = open_port(str(stable), "", SERIAL, write=False)
    assert opened.where == first.path
    first.unplug()
    with pytest.raises(OSError, match=r"."):
        opened.read()
    opened.close()
    stable.unlink()
    with pytest.raises(FileNotFoundError, match="shoe"):
        open_port(str(stable), "", SERIAL, write=False)
    stable.symlink_to(second.path)
    again = open_port(str(stable), "", SERIAL, write=False)
    assert again.where == second.path
    second.send(CARD)
    assert again.read() == CARD
    again.close()
    second.unplug()


def test_a_second_opener_is_refused_and_the_first_still_hears(line: Line, port: Port) -> None:
    with pytest.raises(OSError, match=f"{line.path}: another process holds this port"):
        open_port(line.path, "", SERIAL, write=False)
    line.send(CARD)
    assert port.read() == CARD


def test_a_closed_port_can_be_opened_again(line: Line) -> None:
    for _ in range(2):
        opened = open_port(line.path, "", SERIAL, write=False)
        opened.close()
        opened.close()
        with pytest.raises(OSError, match="closed"):
            opened.read()


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


def test_what_is_no_serial_line_is_refused_by_name(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(b"0123456789")
    with pytest.raises(OSError, match=str(plain)):
        open_port(str(plain), "", SERIAL, write=False)
    assert plain.read_bytes() == b"0123456789"
    with pytest.raises(OSError, match="either"):
        open_port("", "", SERIAL, write=False)


def test_settings_that_no_line_has_are_an_oserror(line: Line) -> None:
    with pytest.raises(OSError, match=line.path):
        open_port(line.path, "", Serial(9600, stop=7), write=False)


@pytest.fixture
def stranger() -> Iterator[None]:
    """The rights of nobody, also where the tests run as root."""
    own = os.geteuid()
    if own == 0:
        os.seteuid(65534)
    yield
    os.seteuid(own)


def test_no_permission_names_owner_and_group(locked: str, stranger: None) -> None:
    assert stranger is None
    with pytest.raises(PermissionError, match=f"{locked}: no permission, it belongs to owner .* and group .*, mode 0"):
        open_port(locked, "", SERIAL, write=False)


@pytest.fixture
def locked(line: Line) -> str:
    Path(line.path).chmod(0o000)
    return line.path


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


def tcp_port(server: socket.socket, *, write: bool = False) -> tuple[Port, socket.socket]:
    opened = open_port("", f"127.0.0.1:{server.getsockname()[1]}", SERIAL, write)
    return opened, server.accept()[0]


def test_a_tcp_serial_server(server: socket.socket) -> None:
    opened, peer = tcp_port(server, write=True)
    assert opened.where == f"127.0.0.1:{server.getsockname()[1]}"
    assert opened.read() == b""
    peer.sendall(CARD)
    assert opened.read() == CARD
    opened.write(b"order")
    assert peer.recv(10) == b"order"
    peer.close()
    with pytest.raises(ConnectionResetError, match="gone"):
        opened.read()
    opened.close()


def test_a_tcp_server_that_is_not_there(server: socket.socket) -> None:
    address = f"127.0.0.1:{server.getsockname()[1]}"
    server.close()
    with pytest.raises(ConnectionRefusedError, match=address):
        open_port("", address, SERIAL, write=False)


@pytest.mark.parametrize("address", ["nowhere", ":4001", "host:", "host:x", "127.0.0.1:99999"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(OSError, match=address):
        open_port("", address, SERIAL, write=False)


def test_backoff_doubles_to_its_cap_and_begins_anew() -> None:
    backoff = Backoff(lambda: 0.0)
    assert [round(backoff.wait(), 3) for _ in range(8)] == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    for _ in range(3_000):
        assert backoff.wait() == 5.0
    backoff.reset()
    assert backoff.wait() == 0.1


def test_backoff_is_spread_by_chance() -> None:
    assert Backoff(lambda: 0.999).wait() == pytest.approx(0.05, rel=0.01)
    assert Backoff(lambda: 0.5, base=2.0, cap=1.0).wait() == 0.75
