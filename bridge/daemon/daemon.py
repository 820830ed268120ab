"""The daemon: parts put together, started in order, ended in order. Nothing here decides anything about cards.

The core runs in the main thread, so that a signal reaches it at once; each device, each camera and the desk have a
thread of their own.
"""

import datetime as dt
import gc
import os
import secrets
import signal
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from bridge.config import Config, ConfigError
from bridge.daemon.book import TableBook
from bridge.daemon.cameras import Camera
from bridge.daemon.inbox import Inbox
from bridge.daemon.lines_in import LineIn
from bridge.daemon.log import Repeats, Said, logger
from bridge.daemon.loop import GivenUp, Loop, Parts
from bridge.daemon.notify import Notify
from bridge.daemon.outlets import Outlets
from bridge.daemon.prepare import boot_id, header, misplaced
from bridge.daemon.stage import Progress, Stage, stamp
from bridge.drive import Core, encode_state, refold
from bridge.journal.journal import Journal
from bridge.readings import LinkDown, Started
from bridge.records import Header, JournalError, JournalFull, Recovered
from bridge.session import SessionState, Setup, begin
from bridge.stream.key_files import keys_of
from bridge.stream.keys import KeyRing
from bridge.stream.schema import schema_hash
from shoe.device import line_of
from shoe.profile import CURE, stale

RECOVERY_S = 60.0
"""What reading back a long journal on a slow disk may take before the service manager gives up."""
ENDING_NS = 2_500_000_000
"""How long the stop waits for the threads; one that hangs in a call is left behind, the process ends with it."""
DAY_NS = 86_400 * 1_000_000_000
LOOK_BACK = 500
"""Events in which an open round of another program version is looked for: more than any round has."""


def left_open(journal: Journal) -> str:
    """The round that the newest events leave open, or nothing."""
    found = ""
    for stored in journal.stored(max(1, journal.head[0] - LOOK_BACK), LOOK_BACK + 1):
        if stored.kind == "RoundOpened":
            found = stored.round
        elif stored.kind in ("Voided", "Submitted", "RoundCancelled") and stored.round == found:
            found = ""
    return found


def _words(error: Exception) -> str:
    """A fault of the journal for people: a path and what is wrong with it."""
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else str(error)


class Daemon:
    """One table, from start to stop."""

    def __init__(self, config: Config, environ: Mapping[str, str]) -> None:
        self._config = config
        self._log = logger(table=config.table)
        self._notify = Notify(environ, os.getpid())
        self._inbox = Inbox()
        self._sources: tuple[Stage, ...] = ()
        self._lines: dict[str, LineIn] = {}

    def run(self) -> int:
        """Run until SIGTERM or SIGINT: 0; 1 after a fatal fault.

        Raises:
            ConfigError: the table's file cannot be used on this machine.
        """
        self._log.info(Said.STARTING, version=version("truedeal"), pid=os.getpid())
        fresh = header(self._config, stamp()[1])
        Setup.of(fresh)
        self._doubt(fresh)
        if why := misplaced(Path(self._config.journal)):
            raise ConfigError(f"journal: {self._config.journal} can hold none: {why}")
        ring = self._ring()
        self._notify.more_time(RECOVERY_S)
        try:
            journal, core, started = self._recover(fresh)
        except (JournalError, OSError) as error:
            self._log.error(Said.FATAL, cause=_words(error))
            return 1
        book = TableBook(core, journal, self._inbox, schema_hash(), self._restored)
        outlets = Outlets(self._config.stream, book, ring, Repeats(self._log), self._died)
        loop = Loop(Parts(core, self._config, self._inbox, outlets, book, self._notify, self._log))
        loop.round_over = lambda: self._turn(journal, core)
        try:
            self._signals(outlets)
            outlets.open()
            self._work(loop, outlets, core.setup, started)
            self._end(loop, journal, core)
        except (JournalError, GivenUp) as error:
            self._log.error(Said.STORE_BROKEN, cause=str(error))
            return 1
        except ConfigError:
            raise
        except Exception:  # noqa: BLE001  # the one place: a fault of the program ends the table loudly
            self._log.exception(Said.FATAL)
            return 1
        finally:
            self._leave(outlets, journal)
        self._log.info(Said.STOPPED, head=journal.head[0])
        return 0

    def _ring(self) -> KeyRing | None:
        keys = keys_of(self._config.stream)
        return None if keys is None else KeyRing(keys)

    def _doubt(self, fresh: Header) -> None:
        """Say which profile of a device has ended; the table is not stopped by a date."""
        today = dt.datetime.fromtimestamp(fresh.wall // 10**9, dt.UTC).date()
        for name, profile in fresh.learnt.items():
            if why := stale(profile, today):
                self._log.warning(Said.PROFILE_DOUBTFUL, what=name, why=f"{why}; {CURE}")

    def _recover(self, fresh: Header) -> tuple[Journal, Core, Started]:
        journal, recovered = Journal.open(Path(self._config.journal), fresh, secrets.token_bytes)
        try:
            state, left = self._refold(journal, recovered, fresh)
        except BaseException:
            journal.close()
            raise
        clean = bool(recovered.checkpoint) and not recovered.readings and not recovered.cut_bytes
        if recovered.cut_bytes:
            self._log.warning(Said.RECOVERED, cut_bytes=recovered.cut_bytes, kept_in=recovered.cut_file)
        at, wall = stamp()
        started = Started(at, wall, boot_id(), version("truedeal"), recovered.cut_bytes, clean, left)
        return journal, Core(Setup.of(journal.header), state, journal), started

    def _refold(self, journal: Journal, recovered: Recovered, fresh: Header) -> tuple[SessionState, str]:
        """The state to go on with, and the round that another version left open with a state of no use here."""
        try:
            state, owed = refold(Setup.of(recovered.header), recovered)
        except (JournalError, ConfigError) as error:
            if recovered.header.program == fresh.program:
                raise
            # What another version wrote may mean something else to this one: its numbers go on, its state does not.
            journal.rotate(fresh, b"")
            self._log.warning(Said.FILE_CHANGED, why=f"version {recovered.header.program} was here: {error}")
            return begin(Setup.of(journal.header)), left_open(journal)
        if recovered.same:
            journal.events(owed)
        else:
            journal.rotate(fresh, encode_state(state), owed)
            self._log.info(Said.FILE_CHANGED, why="another program or another table's file")
        return state, ""

    def _work(self, loop: Loop, outlets: Outlets, setup: Setup, started: Started) -> None:
        loop.take(started)
        self._sources = self._stages(setup)
        for stage in self._sources:
            stage.start()
        loop.order = self._order
        loop.progress = Progress(lambda: (*self._sources, *((outlets.desk,) if outlets.desk else ())))
        gc.collect()
        gc.freeze()
        gc.disable()
        self._notify.ready()
        self._log.info(Said.READY, devices=[stage.name for stage in self._sources])
        loop.run()

    def _stages(self, setup: Setup) -> tuple[Stage, ...]:
        repeats = Repeats(self._log)
        self._lines = {
            name: LineIn(device.config, line_of(device.config, device.dialect), self._inbox, repeats, self._died)
            for name, device in setup.devices.items()
        }
        cameras = [Camera(camera, self._inbox, repeats, self._died) for camera in self._config.camera]
        return (*self._lines.values(), *cameras)

    def _order(self, device: str, data: bytes) -> None:
        """Hand an order to the thread that owns the port; one given while the table ends comes too late."""
        line = self._lines[device]
        if line.is_alive():
            line.order(data)
        else:
            self._log.warning(Said.ORDER_LOST, what=device, data=data.hex())

    def _end(self, loop: Loop, journal: Journal, core: Core) -> None:
        self._notify.stopping()
        self._log.info(Said.STOPPING)
        self._stop_sources()
        loop.drain()
        with suppress(JournalFull):
            journal.checkpoint(core.checkpoint())
        journal.sync()

    def _stop_sources(self) -> None:
        for stage in self._sources:
            stage.ending.set()
        until = stamp()[0] + ENDING_NS
        for stage in self._sources:
            stage.join(max(until - stamp()[0], 0) / 1e9)
        self._sources = ()

    def _leave(self, outlets: Outlets, journal: Journal) -> None:
        self._stop_sources()
        outlets.close()
        journal.close()
        self._notify.close()

    def _turn(self, journal: Journal, core: Core) -> None:
        """Begin a new file with a new day, between rounds."""
        at_wall = stamp()[1]
        if at_wall // DAY_NS == journal.header.wall // DAY_NS:
            return
        with suppress(JournalFull):
            journal.rotate(header(self._config, at_wall), core.checkpoint())
            core.setup = Setup.of(journal.header)
            self._log.info(Said.FILE_CHANGED, why="another day")

    def _signals(self, outlets: Outlets) -> None:
        signal.signal(signal.SIGTERM, lambda *_: self._inbox.stop())
        signal.signal(signal.SIGINT, lambda *_: self._inbox.stop())
        signal.signal(signal.SIGHUP, lambda *_: outlets.read_keys(lambda: keys_of(self._config.stream)))

    def _restored(self, why: str) -> None:
        self._log.error(Said.FATAL, cause=why)

    def _died(self, name: str, error: BaseException) -> None:
        self._log.error(Said.STAGE_DIED, what=name, exc_info=error)
        if name in {stage.name for stage in self._sources}:
            self._inbox.put(LinkDown(name, *stamp(), f"its thread died: {error!r}"))
