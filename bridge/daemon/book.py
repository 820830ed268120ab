"""What the desk's thread may see of the core: the synced journal, the last frozen state, and the way into the queue."""

from collections.abc import Callable

from bridge.commands import OpenRound
from bridge.daemon.inbox import Inbox
from bridge.daemon.stage import stamp
from bridge.drive import Core
from bridge.journal.journal import Journal
from bridge.readings import Asked
from bridge.records import Stored
from bridge.session import snapshot, status
from bridge.stream.queries import Head


class TableBook:
    """One table's answers. `reasons` are the daemon's own against a new round, handed in by the core."""

    def __init__(
        self, core: Core, journal: Journal, inbox: Inbox, schema: str, restored: Callable[[str], None]
    ) -> None:
        self.table = journal.header.table
        self.epoch = journal.header.epoch
        self.schema = schema
        self.acks = 0
        self.reasons: tuple[str, ...] = ()
        self._core = core
        self._journal = journal
        self._inbox = inbox
        self._restored = restored
        self._older = ""
        newest = journal.head[0]
        last = journal.stored(newest, 1) if newest else ()
        self._head = Head(1 if last else 0, newest, last[0].hash if last else "")

    def head(self) -> Head:
        """What is synced."""
        return self._head

    def wrote(self, stored: tuple[Stored, ...]) -> None:
        """Events were synced; from the core's thread."""
        if stored:
            self._head = Head(1, stored[-1].n, stored[-1].hash)

    def stored(self, first: int, limit: int) -> tuple[Stored, ...]:
        """Synced events from number `first` on, at most `limit`."""
        return self._journal.stored(first, limit)

    def status(self) -> dict[str, object]:
        """Of the last frozen state, and what the daemon itself has against a new round."""
        told = status(self._core.setup, self._core.state)
        against = self.against()
        if not against:
            return told
        known = told.get("reasons")
        return {**told, "ready": False, "reasons": [*(known if isinstance(known, list | tuple) else ()), *against]}

    def snapshot(self) -> dict[str, object]:
        """Of the last frozen state."""
        return snapshot(self._core.setup, self._core.state)

    def clock(self) -> tuple[int, int]:
        """Monotonic and wall time in ns."""
        return stamp()

    def ask(self, asked: Asked) -> str:
        """Put a command on the core's queue; why it was not: it is full, or no round may begin on this journal."""
        if self._older and isinstance(asked.command, OpenRound):
            return self._older
        return "" if self._inbox.put(asked) else "too many readings wait for the core"

    def acked(self, n: int) -> None:
        """The engine has stored all events up to `n`."""
        self.acks = max(self.acks, n)

    def restored(self, who: str, said: int) -> None:
        """The engine has seen an event that this journal does not hold: no round begins on it any more. Said once."""
        if self._older:
            return
        self._older = f"{who} has seen event {said}, which this journal does not hold: an older one was restored."
        self._older += " Begin a new epoch: stop the daemon, move the journal's folder away, start it"
        self._restored(self._older)

    def against(self) -> tuple[str, ...]:
        """What the daemon itself has against a new round."""
        return (*self.reasons, *((self._older,) if self._older else ()))
