"""The device's end of a serial line: a real pseudo-terminal behind a stable link, written at the line's own speed.

Threads write here, so that a dealer's pause never depends on a wire. Bytes leave one by one on a schedule of their
own (start, data, parity and stop bits over the baud rate), whatever speed the demo runs at.
"""

import contextlib
import os
import queue
import threading
import time
import tty
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.cards import Card
from shoe.dialects import Dialect
from shoe.messages import CardDrawn, Claim, DrawKind, Heartbeat, Message

_ACE = Card.ACE_OF_SPADES
_FORMS = (CardDrawn(_ACE), CardDrawn(_ACE, draw=DrawKind.FREE), CardDrawn(_ACE, counter=0, wrap=1000))
"""How a device may name a card: in a game, freely where it knows no game of ours, or with a counter."""


class Line(NamedTuple):
    """An open pseudo-terminal: the device's end, the host's end kept open beside it, and the host's name for it."""

    master: int
    slave: int
    name: str


class _Pull(NamedTuple):
    """In the queue: the cable is pulled once the first `after` bytes of the next report are out."""

    after: int


class _Plug(NamedTuple):
    """In the queue: the cable is back, under whatever name the machine gives it."""


def open_line() -> Line:
    """A new pseudo-terminal, its two ends open."""
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    return Line(master, slave, os.ttyname(slave))


def point(link: Path, line: Line) -> None:
    """Let `link` name this line, replaced in one step."""
    fresh = link.with_name(f"{link.name}.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(line.name)
    fresh.replace(link)


def close_line(line: Line) -> None:
    """Close both ends: the host's open descriptor sees the line go."""
    os.close(line.slave)
    os.close(line.master)


class DeviceEnd:
    """One simulated device. `say` returns at once; `settle` waits until everything said is on the wire.

    `names` are the lines it had, `cut_at` and `back_at` (monotonic ns) when its cable last went and came.
    """

    def __init__(self, dialect: Dialect, link: Path, *, baud: int | None = None) -> None:
        """A device that speaks `dialect` at `link`; it counts its cards where the dialect has a counter."""
        self.dialect = dialect
        self.link = link
        self.names: list[str] = []
        self.cut_at = 0
        self.back_at = 0
        bits = 1 + dialect.serial.bits + dialect.serial.stop + (dialect.serial.parity != "N")
        self._byte_s = bits / (baud or dialect.serial.baud)
        self._form = next((form for form in _FORMS if self.can_say(form)), None)
        self._cards = 0
        self._reports = 0
        self._card = b""
        self._orders: queue.Queue[bytes | _Pull | _Plug | None] = queue.Queue()
        self._line: Line | None = None
        self._next: Line | None = None
        self._pull: int | None = None
        self._thread = threading.Thread(target=self._run, name=f"device {link.name}", daemon=True)

    def start(self) -> None:
        """Open the line and begin to write."""
        self._connect()
        self._thread.start()

    def can_say(self, message: Message) -> bool:
        """Whether this device has words for a message."""
        try:
            self.dialect.encode(message, 1)
        except ValueError:
            return False
        return True

    def say(self, message: Message) -> None:
        """Send a message.

        Raises:
            ValueError: this device cannot say that.
        """
        self._reports += 1
        self._orders.put(self.dialect.encode(message, self._reports))

    @property
    def claims(self) -> bool:
        """Whether this device says where a card belongs."""
        return self.can_say(CardDrawn(_ACE, claim=Claim("player", 1)))

    def name(self, card: Card, claim: Claim | None = None) -> None:
        """Send a card's report, in the device's own form and with its next counter where it has one.

        With a `claim` it says where the card belongs, as far as it has words for that.

        Raises:
            ValueError: this device names no cards.
        """
        if self._form is None:
            raise ValueError(f"{self.dialect.name} names no cards")
        message = msgspec.structs.replace(self._form, card=card)
        kind = DrawKind.GAME if claim is not None and claim.target in ("player", "banker") else DrawKind.BURN
        placed = CardDrawn(card, draw=kind, claim=claim)
        if claim is not None and self.can_say(placed):
            message = placed
        elif self._form.wrap:
            message = msgspec.structs.replace(message, counter=self._cards % self._form.wrap)
        self._cards += 1
        self._reports += 1
        self._card = self.dialect.encode(message, self._reports)
        self._orders.put(self._card)

    def again(self) -> None:
        """Send the last card's report once more, as it was."""
        self._orders.put(self._card)

    def pull(self, after: int) -> None:
        """Pull the cable when `after` bytes of the next report are out, at most its half."""
        self._orders.put(_Pull(after))

    def plug(self) -> None:
        """Plug the cable in again."""
        self._orders.put(_Plug())

    def settle(self) -> None:
        """Wait until everything said is written."""
        self._orders.join()

    def close(self) -> None:
        """Stop and close the line; the link goes too."""
        if self._thread.is_alive():
            self._orders.put(None)
            self._thread.join(timeout=5)
        for line in (self._line, self._next):
            if line is not None:
                close_line(line)
        self._line = self._next = None
        self.link.unlink(missing_ok=True)

    def _connect(self) -> None:
        self._line, self._next = self._next or open_line(), None
        point(self.link, self._line)
        self.names.append(self._line.name)

    def _disconnect(self) -> None:
        """The line goes; the next one is open before, so that it bears another name."""
        if self._line is not None:
            self._next = self._next or open_line()
            close_line(self._line)
            self._line = None

    def _run(self) -> None:
        """Write what is said; say that we live where this device has a heartbeat."""
        beat = self.dialect.heartbeat_ms if self.can_say(self._alive()) else None
        pause = beat / 2000 if beat else None
        while True:
            try:
                order = self._orders.get(timeout=pause)
            except queue.Empty:
                self._write(self.dialect.encode(self._alive()))
                continue
            try:
                if order is None:
                    return
                self._obey(order)
            finally:
                self._orders.task_done()

    def _alive(self) -> Heartbeat:
        """A heartbeat, with the counter of the last card where this device has one and can say it."""
        wrap = self._form.wrap if self._form is not None else 0
        counted = Heartbeat((self._cards - 1) % wrap, wrap) if wrap else Heartbeat()
        return counted if self.can_say(counted) else Heartbeat()

    def _obey(self, order: bytes | _Pull | _Plug) -> None:
        match order:
            case bytes():
                self._write(order)
            case _Pull(after=after):
                self._pull = after
            case _Plug():
                self._disconnect()
                self._connect()
                self.back_at = time.monotonic_ns()

    def _write(self, data: bytes) -> None:
        """Put bytes on the wire at the line's speed; a host that does not read loses them, as on a real line."""
        pulled, self._pull = self._pull, None
        part = data if pulled is None else data[: min(pulled, len(data) // 2)]
        due = time.monotonic()
        for at in range(len(part)):
            if self._line is None:
                return
            with contextlib.suppress(BlockingIOError):
                os.write(self._line.master, part[at : at + 1])
            due += self._byte_s
            time.sleep(max(0.0, due - time.monotonic()))
        if pulled is not None:
            time.sleep(0.2)
            self.cut_at = time.monotonic_ns()
            self._disconnect()
