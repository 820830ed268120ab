"""The core's loop in a thread of the test: a real journal and real sockets, everything but devices and cameras."""

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bridge.commands import Role
from bridge.config import Config, StreamConfig, Timing
from bridge.daemon.book import TableBook
from bridge.daemon.inbox import Inbox
from bridge.daemon.log import Repeats, logger
from bridge.daemon.loop import GivenUp, Loop, Parts
from bridge.daemon.notify import Notify
from bridge.daemon.outlets import Outlets
from bridge.daemon.stage import stamp
from bridge.drive import Core, refold
from bridge.journal.journal import Journal
from bridge.readings import Reading, Started
from bridge.records import JournalBroken
from bridge.session import Setup
from bridge.stream.client import Client
from bridge.stream.cursor import Beat
from tests import rig_table


class Table:
    """A loop in a thread of the test, with everything real but the devices."""

    def __init__(self, folder: Path, sync: Callable[[int], None], environ: Mapping[str, str]) -> None:
        stream = StreamConfig(
            events=f"ipc://{folder}/events", desk={Role.ENGINE: f"ipc://{folder}/engine"}, heartbeat_ms=50
        )
        plain = rig_table.config("s", timing=Timing(again_ms=200))
        self.config: Config = msgspec.structs.replace(
            plain,
            journal=str(folder / "journal"),
            stream=stream,
            device=tuple(msgspec.structs.replace(device, write=True) for device in plain.device),
        )
        head = rig_table.header(self.config, {})
        self.journal, recovered = Journal.open(folder / "journal", head, lambda count: b"\5" * count, sync)
        state, _ = refold(Setup.of(recovered.header), recovered)
        self.core = Core(Setup.of(self.journal.header), state, self.journal)
        self.inbox = Inbox()
        self.older: list[str] = []
        self.book = TableBook(self.core, self.journal, self.inbox, "schema", self.older.append)
        log = logger()
        self.outlets = Outlets(stream, self.book, None, Repeats(log), lambda *_: None)
        self.notify = Notify(environ, 1)
        self.loop = Loop(Parts(self.core, self.config, self.inbox, self.outlets, self.book, self.notify, log))
        self.failed: list[BaseException] = []
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            self.loop.run()
        except (GivenUp, JournalBroken) as error:
            self.failed.append(error)

    def put(self, *readings: Reading) -> None:
        for reading in readings:
            self.inbox.put(reading)

    def on_disk(self, kind: type) -> list[Reading]:
        found = []
        for path in sorted((Path(self.config.journal)).glob("*.jsonl")):
            lines = path.read_bytes().split(b"\n")[:-1]
            found += [msgspec.json.decode(line, type=_Line).reading for line in lines if line.startswith(b'{"reading"')]
        return [reading for reading in found if isinstance(reading, kind)]


class _Line(msgspec.Struct):
    reading: Reading


@contextmanager
def a_table(
    folder: Path, sync: Callable[[int], None] = os.fdatasync, environ: Mapping[str, str] | None = None
) -> Iterator[Table]:
    """A running loop that has ended afterwards."""
    made = Table(folder, sync, environ or {})
    made.outlets.open()
    made.loop.take(Started(*stamp(), "boot-1", "0.1.0"))
    made.thread.start()
    try:
        yield made
    finally:
        made.inbox.stop()
        made.thread.join(5)
        made.outlets.close()
        made.journal.close()
        made.notify.close()
        assert not made.thread.is_alive()


def addresses(folder: Path) -> tuple[str, str]:
    return f"ipc://{folder}/events", f"ipc://{folder}/engine"


def beat(client: Client) -> Beat:
    """The next heartbeat."""
    for _ in range(100):
        said = client.next(100)
        if isinstance(said, Beat):
            return said
    raise AssertionError("no heartbeat")
