"""The journal as the core thread writes it: append only, one file a table and gaming day, synced before any sending.

A line is written whole or not at all: a write that fails is cut back to the last whole line (`JournalFull`, the same
call may be made again). A sync that fails is the end (`JournalBroken`): the kernel may have dropped the pages, so
trying again could succeed without the bytes. Nothing but `stored` may be called from another thread.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from bridge.drive import encode_event
from bridge.events import Event
from bridge.journal import folder, lines
from bridge.journal.index import Index, Places, stored
from bridge.journal.lines import Chain
from bridge.journal.recovery import WHOLE, Found, linked, recover, stretches
from bridge.readings import Reading
from bridge.records import Header, JournalBroken, JournalError, JournalFull, Previous, Recovered, Stored

Draw = Callable[[int], bytes]
"""This many random bytes, fit for secrets."""

_encode = msgspec.json.Encoder().encode


class Journal:
    """An open journal; `Journal.open` makes one. `header` is that of the file being written."""

    header: Header

    def __init__(self, directory: Path, draw: Draw, sync: Callable[[int], None]) -> None:
        self._directory = directory
        self._draw = draw
        self._sync = sync
        self._broken = ""
        self._fd = -1
        self._size = 0
        self._path = directory
        self._chain = Chain()
        self._index = Index((), Places(directory, 1), 0)
        self._lock = folder.lock(directory)

    @staticmethod
    def open(
        directory: Path,
        header: Header,
        draw: Draw,
        sync: Callable[[int], None] = os.fdatasync,
        whole: int = WHOLE,
    ) -> tuple["Journal", Recovered]:
        """Take the directory for this process and go on where its journal ends, or begin a new epoch in it.

        `header` is that of this program and configuration; its epoch, secret and previous file are filled in here.
        `draw` gives random bytes, `sync` is the system's fdatasync, `whole` is for tests of long files.

        Raises:
            JournalError: another daemon holds it, it is damaged in front of its tail, or it is not of this epoch.
            JournalFull: there is no room for the first file.
            OSError: the directory cannot be used.
        """
        journal = Journal(directory, draw, sync)
        try:
            paths = folder.files(directory)
            return journal, journal._resume(paths, header, whole) if paths else journal._begin(header)
        except BaseException:
            journal.close()
            raise

    def _begin(self, header: Header) -> Recovered:
        epoch, secret = folder.begin_epoch(self._directory, self._draw), self._draw(32).hex()
        self._create(msgspec.structs.replace(header, epoch=epoch, secret=secret, previous=None), 1, b"", ())
        self._index = Index((), Places(self._path, 1), 0)
        return Recovered(self.header, fresh=True, same=True)

    def _resume(self, paths: tuple[Path, ...], header: Header, whole: int) -> Recovered:
        path = paths[-1]
        written = folder.read_epoch(self._directory)
        found = recover(path, whole)
        wrong = linked(path, found.header, paths[-2] if len(paths) > 1 else None)
        if not wrong and written and found.header.epoch != written:
            wrong = f"it is of epoch {found.header.epoch}, the directory's file `epoch` says {written}"
        if wrong:
            raise JournalError(f"{path}:1: {wrong}")
        if not written:
            folder.write_epoch(self._directory, found.header.epoch)
        self.header, self._chain, self._size = found.header, found.chain, found.size
        self._go_on(path)
        self._index = Index((*stretches(paths), *found.older()), found.live, found.chain.event)
        self.sync()
        return _recovered(found, header)

    def reading(self, reading: Reading) -> int:
        """Append a reading, unsynced, and give it its number.

        Raises:
            JournalFull: it could not be written, and nothing of it was.
        """
        n = self._chain.reading + 1
        self._append([lines.reading(_encode(reading), self._draw(lines.BLIND), n)])
        self._chain.reading = n
        return n

    def events(self, events: tuple[Event, ...]) -> tuple[Stored, ...]:
        """Append all events of one reading in one write and sync once; they may be sent then.

        Raises:
            JournalFull: they could not be written, and none was.
            JournalBroken: the sync failed.
        """
        if not events:
            return ()
        written = self._append(self._in_turn(events))
        self._list(events, written)
        self.sync()
        return tuple(stored(line[:-1]) for line in written)

    def checkpoint(self, state: bytes) -> None:
        """Append a state (JSON), unsynced: a restart begins its fold here.

        Raises:
            JournalFull: it could not be written, and nothing of it was.
        """
        self._append([lines.checkpoint(state, self._chain.event, self._chain.reading)])

    def sync(self) -> None:
        """Bring everything to disk.

        Raises:
            JournalBroken: it failed, so nobody knows what is there.
        """
        self._usable()
        try:
            self._sync(self._fd)
        except OSError as error:
            self._broken = f"{self._path}: the sync failed: {error.strerror}"
            raise JournalBroken(self._broken) from error
        self._index.synced = self._chain.event

    def stored(self, first: int, limit: int) -> tuple[Stored, ...]:
        """At most `limit` synced events from number `first` on; for any thread.

        Raises:
            JournalError: a file has gone or is not what it was.
        """
        return self._index.read(first, limit)

    def rotate(self, header: Header, state: bytes = b"", owed: tuple[Event, ...] = ()) -> None:
        """Go on in a new file that begins with this header and state; only between rounds, or for another program.

        Without a state the fold begins anew in that file (`session.begin`), only its numbers go on. `owed` are
        events that the state has made already and no file holds: they stand in the new file from its first moment.

        Raises:
            JournalFull: there is no room for it; the journal goes on in the file as before.
            JournalBroken: the sync of the file before failed.
        """
        self.sync()
        done, size = self._path, self._size
        previous = Previous(done.name, self._chain.hash.decode(), self._chain.reading, self._chain.event)
        header = msgspec.structs.replace(header, epoch=self.header.epoch, secret=self.header.secret, previous=previous)
        written = self._create(header, folder.number_of(done) + 1, state, owed)
        self._index.turn(self._path, size)
        self._list(owed, written)
        self._index.synced = self._chain.event

    @property
    def oldest(self) -> int:
        """The number of the first event that `stored` can give; more than 1 where old files were taken away."""
        return self._index.oldest

    @property
    def head(self) -> tuple[int, str]:
        """The last event's number, and the hash of the last line."""
        return self._chain.event, self._chain.hash.decode()

    def close(self) -> None:
        """Sync what is open and let the directory go; a failed sync is no longer of use to anybody."""
        if self._fd >= 0:
            with suppress(OSError):
                self._sync(self._fd)
            os.close(self._fd)
        os.close(self._lock)
        self._fd, self._broken = -1, self._broken or "the journal is closed"

    def _create(self, header: Header, number: int, state: bytes, owed: tuple[Event, ...]) -> list[bytes]:
        path = self._directory / folder.file_name(header.table, header.wall, number)
        first = [lines.header(_encode(header), number)]
        if state:
            first.append(lines.checkpoint(state, self._chain.event, self._chain.reading))
        first += self._in_turn(owed)
        written, digest = _seal(first, self._chain.hash)
        try:
            folder.create(path, b"".join(written))
        except OSError as error:
            raise JournalFull(f"{path}: cannot be begun: {error.strerror}") from error
        self.header, self._chain.hash, self._size = header, digest, sum(map(len, written))
        self._go_on(path)
        return written

    def _in_turn(self, events: tuple[Event, ...]) -> list[bytes]:
        last = self._chain.event
        if [event.n for event in events] != [*range(last + 1, last + 1 + len(events))]:
            raise JournalError(f"event {events[0].n} cannot stand after event {last}")
        return [lines.event(encode_event(event), event.n) for event in events]

    def _list(self, events: tuple[Event, ...], written: list[bytes]) -> None:
        """Put the last lines written, which are these events, into the index."""
        offset = self._size - sum(map(len, written[len(written) - len(events) :]))
        for event, line in zip(events, written[len(written) - len(events) :], strict=True):
            self._index.live.add(offset, len(line) - 1)
            offset += len(line)
            self._chain.event = event.n

    def _go_on(self, path: Path) -> None:
        if self._fd >= 0:
            os.close(self._fd)
        self._path = path
        self._fd = os.open(path, os.O_WRONLY | os.O_APPEND)

    def _append(self, covered: list[bytes]) -> list[bytes]:
        self._usable()
        written, digest = _seal(covered, self._chain.hash)
        data = b"".join(written)
        try:
            folder.write_all(self._fd, data)
        except OSError as error:
            self._cut_back()
            raise JournalFull(f"{self._path}: cannot be written: {error.strerror}") from error
        self._size += len(data)
        self._chain.hash = digest
        return written

    def _cut_back(self) -> None:
        try:
            os.ftruncate(self._fd, self._size)
        except OSError as error:
            self._broken = f"{self._path}: half a line could not be cut off: {error.strerror}"
            raise JournalBroken(self._broken) from error

    def _usable(self) -> None:
        if self._broken:
            raise JournalBroken(self._broken)


def _seal(covered: list[bytes], digest: bytes) -> tuple[list[bytes], bytes]:
    """The whole lines of these covered bytes, and the hash of the last."""
    whole = []
    for part in covered:
        end = lines.proof(part, digest)
        digest = end[26:90]
        whole.append(b"%b%b\n" % (part, end))
    return whole, digest


def _recovered(found: Found, header: Header) -> Recovered:
    was = found.header
    recovered = Recovered(
        was,
        fresh=False,
        same=was.alike(header),
        cut_bytes=found.cut_bytes,
        cut_file=found.cut_file,
    )
    try:
        return msgspec.structs.replace(
            recovered, checkpoint=found.checkpoint, readings=found.readings(), events=found.events()
        )
    except msgspec.MsgspecError as error:
        if was.program == header.program:
            raise JournalError(f"{found.path}: a line after the last checkpoint cannot be read: {error}") from error
        return msgspec.structs.replace(
            recovered, foreign=f"{was.program} wrote what {header.program} cannot read: {error}"
        )
