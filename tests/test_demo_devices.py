"""Device ends over real pseudo-terminals: bytes, pace, and a cable that comes back under another name."""

import os
import select
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from demo.devices import DeviceEnd, close_line, open_line, point
from games.cards import Card
from shoe import dialects
from shoe.dialects import Pending
from shoe.messages import CardDrawn, Heartbeat, Jam, Message

REFERENCE = dialects.find("reference", {})
KING = Card.KING_OF_HEARTS
REPORT = len(REFERENCE.encode(CardDrawn(KING, 0, 1000)))
"""Bytes of one card's report."""


@pytest.fixture
def end(tmp_path: Path) -> Iterator[DeviceEnd]:
    device = DeviceEnd(REFERENCE, tmp_path / "line")
    device.start()
    yield device
    device.close()


def opened(link: Path) -> int:
    return os.open(link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)


def heard(fd: int, count: int) -> bytes:
    """What came to the host: at least `count` bytes, which the machine may deliver later than they were written."""
    data = b""
    while len(data) < count:
        assert select.select([fd], [], [], 5)[0], data
        data += os.read(fd, 4096)
    return data


def to_the_end(fd: int) -> bytes:
    """What came to the host before the cable was pulled."""
    data = b""
    while select.select([fd], [], [], 5)[0]:
        try:
            more = os.read(fd, 4096)
        except OSError:
            return data
        if not more:
            return data
        data += more
    raise AssertionError(f"the cable is not pulled after {data!r}")


def messages(data: bytes) -> tuple[Message, ...]:
    _, found = REFERENCE.decode(Pending(), data, 0)
    return tuple(message for message in found if not isinstance(message, Heartbeat))


def test_cards_are_counted_by_the_device(end: DeviceEnd) -> None:
    fd = opened(end.link)
    end.name(KING)
    end.name(Card.TWO_OF_CLUBS)
    end.settle()
    found = messages(heard(fd, 2 * REPORT))
    assert found == (CardDrawn(Card.KING_OF_HEARTS, 0, 1000), CardDrawn(Card.TWO_OF_CLUBS, 1, 1000))
    os.close(fd)


def test_bytes_leave_at_the_lines_speed(end: DeviceEnd) -> None:
    fd = opened(end.link)
    began = time.monotonic()
    for _ in range(5):
        end.name(KING)
    end.settle()
    took = time.monotonic() - began
    count = len(heard(fd, 5 * REPORT))
    assert count >= 5 * REPORT
    assert took >= 0.95 * 5 * REPORT * 10 / 9600
    os.close(fd)


def test_a_report_can_be_said_again_as_it_was(end: DeviceEnd) -> None:
    fd = opened(end.link)
    end.name(KING)
    end.settle()
    first = heard(fd, REPORT)
    end.again()
    end.settle()
    assert heard(fd, REPORT) == first
    os.close(fd)


def test_a_pulled_cable_ends_in_mid_report_and_comes_back_under_another_name(end: DeviceEnd) -> None:
    fd = opened(end.link)
    end.pull(4)
    end.name(KING)
    assert to_the_end(fd) == REFERENCE.encode(CardDrawn(Card.KING_OF_HEARTS, 0, 1000))[:4]
    end.settle()
    end.plug()
    end.settle()
    again = opened(end.link)
    end.again()
    end.settle()
    assert messages(heard(again, REPORT)) == (CardDrawn(Card.KING_OF_HEARTS, 0, 1000),)
    assert len(set(end.names)) == 2
    os.close(fd)
    os.close(again)


def test_the_link_is_stable_and_points_to_the_line(tmp_path: Path) -> None:
    link = tmp_path / "line"
    lines = [open_line(), open_line()]
    for line in lines:
        point(link, line)
        assert str(link.readlink()) == line.name
    for line in lines:
        close_line(line)


@pytest.mark.parametrize("name", ["angel2ex", "beetek", "barcode"])
def test_every_device_that_names_cards_is_read_by_its_own_dialect(tmp_path: Path, name: str) -> None:
    dialect = dialects.find(name, {})
    device = DeviceEnd(dialect, tmp_path / "line")
    assert not device.can_say(Jam(on=True))
    device.start()
    fd = opened(device.link)
    device.name(KING)
    device.settle()
    pending, cards = Pending(), list[Card]()
    while not cards:
        pending, found = dialect.decode(pending, heard(fd, 1), 0)
        cards += [message.card for message in found if isinstance(message, CardDrawn)]
    assert cards == [KING]
    os.close(fd)
    device.close()


def test_what_a_device_cannot_say_is_known_before(end: DeviceEnd) -> None:
    assert end.can_say(Jam(on=True))
    with pytest.raises(ValueError, match="cannot say"):
        end.say(CardDrawn(KING))
