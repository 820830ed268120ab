"""The threads' slots, a grabber that waits, and a reader that came late."""

import logging
import socket
import threading
import time
from pathlib import Path

import pytest
import structlog

from scanner.capture import Taken
from scanner.process import Grabber, Listener, Slot, Writer, notify


@pytest.fixture(autouse=True)
def _quiet() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def test_a_slot_keeps_the_newest_and_counts_the_rest() -> None:
    slot: Slot[int] = Slot()
    assert slot.take(0.001) is None
    for k in range(5):
        slot.put(k)
    assert (slot.take(1), slot.passed_over) == (4, 4)
    assert slot.take(0.001) is None


def test_a_reader_that_comes_late_gets_no_old_line(tmp_path: Path) -> None:
    listener = Listener(tmp_path / "s")
    writer = Writer(listener, lambda: None)
    for _ in range(2):
        writer.lines.put(b"old\n")
        time.sleep(0.05)
    with socket.socket(socket.AF_UNIX) as reader:
        reader.connect(str(tmp_path / "s"))
        time.sleep(0.05)
        writer.lines.put(b"new\n")
        reader.settimeout(5)
        assert reader.recv(100) == b"new\n"
        writer.finish()
    listener.close()


def test_two_do_not_listen_at_one_place(tmp_path: Path) -> None:
    listener = Listener(tmp_path / "s")
    with pytest.raises(FileExistsError, match="another process listens"):
        Listener(tmp_path / "s")
    listener.close()


class Faulty:
    """A source that is absent, then there for one picture, then gone, then at its end."""

    frozen_ms, dropped = 400, 0

    def __init__(self) -> None:
        self.opened = self.closed = 0

    def open(self) -> None:
        self.opened += 1
        if self.opened == 1:
            raise FileNotFoundError(2, "is absent", "camera")
        if self.opened == 3:
            raise EOFError

    def take(self) -> Taken | None:
        if self.closed == 1:
            self.closed += 10
            return Taken(1, 0, 0, None)
        raise OSError(5, "gives no pictures", "camera")

    def close(self) -> None:
        self.closed += 1


def test_a_source_that_fails_is_closed_and_tried_again() -> None:
    source, ending = Faulty(), threading.Event()
    grabber = Grabber(source, "top", ending)
    taken = grabber.pictures.take(5)
    assert taken is not None
    until = time.monotonic() + 5
    while not grabber.over:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert (source.opened, grabber.is_open, grabber.works) == (3, False, True)
    ending.set()


class Stuck(Faulty):
    """A camera whose call never comes back."""

    def open(self) -> None:
        threading.Event().wait(30)


def test_a_thread_stuck_in_a_call_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scanner.process.STUCK_NS", 100_000_000)
    grabber = Grabber(Stuck(), "top", threading.Event())
    assert grabber.works
    time.sleep(0.15)
    assert not grabber.works


def test_without_a_service_manager_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
