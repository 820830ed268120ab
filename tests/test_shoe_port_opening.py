"""Opening a port: what a terminal was set to, its stable path, who holds it, what may not be opened."""

import os
import termios
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from shoe.dialects import Serial
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
