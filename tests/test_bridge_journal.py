"""The journal on a real disk: what is written comes back, in turn, and is synced before it is given out."""

import os
import threading
from pathlib import Path

import msgspec
import pytest

from bridge.journal.journal import Journal
from bridge.records import JournalBroken, JournalError
from tests.journal_parts import HEADER, add_round, event, file_of, frame, open_journal, shoe_bytes, write


def test_a_new_directory_is_an_epoch_for_the_owner_only(tmp_path: Path) -> None:
    journal, recovered = open_journal(tmp_path / "j")
    journal.close()
    assert recovered.fresh
    assert recovered.same
    assert sorted(path.name for path in (tmp_path / "j").iterdir()) == ["epoch", "lock", "t1-2026-11-29-001.jsonl"]
    assert (tmp_path / "j" / "epoch").read_text().strip() == recovered.header.epoch
    assert len(bytes.fromhex(recovered.header.secret)) == 32
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "j").iterdir()} == {0o600}


def test_what_was_written_comes_back_whatever_came_before(tmp_path: Path) -> None:
    write(tmp_path, 3)
    journal, _ = open_journal(tmp_path)
    assert journal.reading(shoe_bytes(7)) == 7
    stored = journal.events((event(7), event(8)))
    assert journal.reading(frame(8)) == 8
    journal.close()
    again, recovered = open_journal(tmp_path)
    again.close()
    assert recovered.checkpoint == b'{"reading":0}'
    assert recovered.readings == ((7, shoe_bytes(7)), (8, frame(8)))
    assert recovered.events == stored
    assert recovered.cut_bytes == 0
    assert again.head[0] == 8


def test_events_are_stored_as_they_are_published(tmp_path: Path) -> None:
    journal, _ = open_journal(tmp_path)
    (stored,) = journal.events((event(1),))
    journal.close()
    last = file_of(tmp_path).read_bytes().splitlines()[-1]
    assert last.startswith(b'{"event":' + stored.body + b',"n":1,"crc":"')
    assert stored.hash == msgspec.json.decode(last)["hash"] == journal.head[1]
    assert (stored.n, stored.round, stored.kind) == (1, "r1", "DeviceUp")


def test_an_event_out_of_turn_is_refused(tmp_path: Path) -> None:
    journal, _ = open_journal(tmp_path)
    with pytest.raises(JournalError, match="event 2 cannot stand after event 0"):
        journal.events((event(2),))
    journal.close()


def test_blind_bytes_are_drawn_for_each_reading(tmp_path: Path) -> None:
    journal, _ = open_journal(tmp_path)
    journal.reading(shoe_bytes(1))
    journal.reading(shoe_bytes(1))
    journal.close()
    blinds = {msgspec.json.decode(line).get("blind") for line in file_of(tmp_path).read_bytes().splitlines()[1:]}
    assert len(blinds) == 2
    assert {len(blind) for blind in blinds} == {32}


def test_one_sync_for_the_events_of_a_reading_and_none_for_a_reading(tmp_path: Path) -> None:
    synced: list[int] = []
    journal, _ = Journal.open(tmp_path, HEADER, os.urandom, sync=synced.append)
    for n in range(5):
        journal.reading(shoe_bytes(n))
    journal.checkpoint(b"{}")
    assert synced == []
    journal.events((event(1), event(2), event(3)))
    assert len(synced) == 1
    journal.close()


def test_what_is_not_synced_is_not_given_out(tmp_path: Path) -> None:
    def fail(fd: int) -> None:
        raise OSError(5, os.strerror(5), fd)

    journal, _ = Journal.open(tmp_path, HEADER, os.urandom, sync=fail)
    with pytest.raises(JournalBroken, match="Input/output error"):
        journal.events((event(1),))
    assert journal.stored(1, 10) == ()
    for call in (lambda: journal.reading(shoe_bytes(1)), journal.sync, lambda: journal.events((event(2),))):
        with pytest.raises(JournalBroken):
            call()
    journal.close()


def test_the_desk_reads_while_the_core_writes(tmp_path: Path) -> None:
    journal, _ = open_journal(tmp_path)
    wrong: list[str] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            numbers = [stored.n for stored in journal.stored(1, 10_000)]
            if numbers != [*range(1, len(numbers) + 1)]:
                wrong.append(str(numbers))

    reader = threading.Thread(target=read)
    reader.start()
    for turn in range(60):
        add_round(journal)
        if turn % 20 == 19:
            journal.rotate(HEADER, b"{}")
    done.set()
    reader.join()
    journal.close()
    assert wrong == []
