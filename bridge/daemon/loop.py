"""The core's thread: one reading at a time, whatever else is due in between, and nothing that decides.

It sleeps in the queue until a reading comes, a deadline has passed, or a heartbeat is due. What comes from outside
the fold and from no device (a passed deadline, a moved clock, a deaf engine, a full disk) becomes a reading here.
"""

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from bridge.config import Config, ConfigError
from bridge.daemon.book import TableBook
from bridge.daemon.clocks import AckWatch, WallWatch
from bridge.daemon.inbox import Inbox, Stop
from bridge.daemon.log import Repeats, Said
from bridge.daemon.notify import Notify
from bridge.daemon.outlets import Outlets
from bridge.daemon.stage import Progress, rest, stamp
from bridge.drive import Core, Step
from bridge.readings import Reading, StoreFault, Tick
from bridge.records import JournalFull
from bridge.session import next_deadline
from bridge.stream.frames import Heartbeat

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

MS = 1_000_000
FULL_EVERY = 600
"""Heartbeats between two full collections; readings and states are frozen values and make no cycles."""
AGAIN_S = 0.2
"""How long to wait before a write that did not fit the disk is tried again."""


class GivenUp(Exception):  # noqa: N818  # no mistake of the program: the disk was full when the end was asked for
    """The end was asked for while the disk is full; what waits is not recorded."""


class Parts(NamedTuple):
    """What the core's thread holds in its hands."""

    core: Core
    config: Config
    inbox: Inbox
    outlets: Outlets
    book: TableBook
    notify: Notify
    log: "FilteringBoundLogger"


class Loop:
    """Takes readings until it is told to stop. `progress`, and `order` to a device, are set once the threads exist."""

    def __init__(self, parts: Parts) -> None:
        self.progress = Progress(tuple)
        self.round_over: Callable[[], None] = lambda: None
        self.order: Callable[[str, bytes], None] = lambda _device, _data: None
        self._core, config, self._inbox, self._outlets, self._book, self._notify, self._log = parts
        self._repeats = Repeats(self._log)
        self._late = config.timing.late_ms * MS
        self._every = _interval(config.stream.heartbeat_ms * MS, self._notify.watchdog_s)
        self._ticked: int | None = None
        self._beats = 0
        at, wall = stamp()
        self._next_beat = at
        self._clock = WallWatch(at, wall)
        self._acks = AckWatch(config.stream.deaf_ms * MS)
        self._disk = ""

    def run(self) -> None:
        """Take readings until the stop, which the queue brings after everything before it.

        Raises:
            JournalBroken: nothing may be published any more.
            GivenUp: see there.
        """
        while (reading := self._next()) is not None:
            self.take(reading)

    def drain(self) -> None:
        """Take what the threads queued before they ended."""
        while (reading := self._inbox.get(0)) is not None:
            if not isinstance(reading, Stop):
                self.take(reading)

    def take(self, reading: Reading) -> None:
        """Take one reading, publish what it led to, hand on its orders and answer who asked."""
        step = self._patiently(lambda: self._core.take(reading))
        self._out(step)
        while self._core.owed is not None:
            self._out(self._patiently(self._core.settle))
        self._core.rest()

    def _next(self) -> Reading | None:
        while True:
            at, wall = stamp()
            if at >= self._next_beat:
                self._beat(at, wall)
            due = next_deadline(self._core.setup, self._core.state)
            if due == self._ticked:
                # A deadline that stays after its own tick would fill the journal; the next reading moves on.
                due = None
            wake = self._next_beat if due is None else min(self._next_beat, due + self._late)
            item = self._inbox.get(max(wake - at, 0) / 1e9)
            if isinstance(item, Stop):
                return None
            if item is not None:
                self._ticked = None
                return item
            at, wall = stamp()
            if due is not None and at >= due + self._late and self._inbox.empty():
                self._ticked = due
                return Tick(due, wall - (at - due))

    def _out(self, step: Step) -> None:
        if step.stored:
            # In this order: a quick engine acknowledges an event before `publish` returns.
            self._book.wrote(step.stored)
            self._outlets.publish(step.stored)
        for device, data in step.orders:
            self.order(device, bytes.fromhex(data))
        if step.answers:
            self._outlets.answer(step.answers)
        if step.round_over:
            self._core.rest()
            self.round_over()

    def _patiently(self, write: Callable[[], Step]) -> Step:
        """Write, and while the disk is full wait for room; the queue holds what comes meanwhile."""
        while True:
            try:
                step = write()
            except JournalFull as error:
                self._full(str(error))
            else:
                if self._disk:
                    self._writable()
                return step

    def _full(self, cause: str) -> None:
        self._disk = cause
        self._repeats.failed(Said.STORE_FULL, "journal", cause)
        if self._inbox.stopping:
            raise GivenUp(cause)
        at, wall = stamp()
        if at >= self._next_beat:
            self._next_beat = at + self._every
            self._tell(at, wall)
        rest(AGAIN_S)

    def _writable(self) -> None:
        self._repeats.works(Said.STORE_BACK, "journal")
        self._inbox.append(StoreFault(*stamp(), self._disk, self._inbox.lost()))
        self._disk = ""

    def _beat(self, at: int, wall: int) -> None:
        """What is due at every heartbeat."""
        self._next_beat = at + self._every
        try:
            self._outlets.open()
        except ConfigError as error:
            self._outlets.reasons = (str(error),)
            self._repeats.failed(Said.STREAM_DOWN, "stream", str(error))
        if (stepped := self._clock.look(at, wall)) is not None:
            self._log.warning(Said.CLOCK_STEPPED, by_ms=stepped.by_ns // MS)
            self.take(stepped)
        if (lag := self._acks.look(at, wall, self._book.head().head, self._book.acks)) is not None:
            self._log.warning(Said.ENGINE_DEAF if lag.deaf else Said.ENGINE_BACK, behind=lag.behind)
            self.take(lag)
        if lost := self._inbox.lost():
            self.take(StoreFault(at, wall, "readings came faster than they could be taken", lost))
        self._tell(at, wall)
        if not gc.isenabled():
            # The daemon turns automatic collection off: it would come in the middle of a card.
            self._beats += 1
            gc.collect(2 if self._beats % FULL_EVERY == 0 else 1)

    def _tell(self, at: int, wall: int) -> None:
        """Heartbeat and watchdog."""
        self._book.reasons = (*self._outlets.reasons, *((self._disk,) if self._disk else ()))
        told = self._book.status()
        reasons = _words(told.get("reasons"))
        ready = bool(told.get("ready", False)) and not self._book.against()
        head = self._book.head()
        beat = Heartbeat(
            epoch=self._book.epoch,
            head=head.head,
            hash=head.hash,
            ready=ready,
            reasons=reasons,
            disk=self._disk,
            wall=wall,
            interval_ms=self._every // MS,
        )
        self._outlets.heartbeat(beat)
        self._notify.status(f"event {head.head}: " + ("ready" if ready else "not ready: " + "; ".join(reasons)))
        stuck = self.progress.stuck(at)
        if not stuck:
            self._notify.alive()
            return
        self._repeats.failed(Said.STAGE_STUCK, "watchdog", ", ".join(stuck))


def _interval(heartbeat: int, watchdog_s: float | None) -> int:
    """Heartbeats also feed the watchdog, three times within its time."""
    return heartbeat if watchdog_s is None else min(heartbeat, int(watchdog_s * 1e9 / 3))


def _words(reasons: object) -> tuple[str, ...]:
    return tuple(str(reason) for reason in reasons) if isinstance(reasons, list | tuple) else ()
