"""The journal's files: one follows another, numbers go on, the epoch is kept, another program's file is left alone."""

from pathlib import Path

import msgspec
import pytest

from bridge.journal import lines
from bridge.journal.folder import files
from bridge.journal.verify import verify
from bridge.records import JournalError
from tests.journal_parts import HEADER, NOON, add_round, event, file_of, open_journal, shoe_bytes, write

DAY = 86_400 * 10**9


def test_files_change_and_numbers_go_on(tmp_path: Path) -> None:
    bodies = write(tmp_path, 2)
    journal, first = open_journal(tmp_path)
    journal.rotate(msgspec.structs.replace(HEADER, wall=NOON + DAY, program="0.2.0"), b'{"reading":4}')
    bodies += add_round(journal)
    live = [stored.body for stored in journal.stored(1, 100)]
    journal.close()
    again, recovered = open_journal(tmp_path)
    assert [stored.body for stored in again.stored(1, 100)] == live == bodies
    assert [stored.n for stored in again.stored(3, 3)] == [3, 4, 5]
    assert again.stored(7, 5) == ()
    again.close()
    assert file_of(tmp_path).name == "t1-2026-11-30-002.jsonl"
    assert recovered.header.previous is not None
    assert recovered.header.previous.file == "t1-2026-11-29-001.jsonl"
    assert (recovered.header.previous.reading, recovered.header.previous.event) == (4, 4)
    assert (recovered.header.secret, recovered.header.epoch) == (first.header.secret, first.header.epoch)
    assert not recovered.same
    (tmp_path / "epoch").write_text("0123456789abcdef0123456789abcdef\n")
    with pytest.raises(JournalError, match="is of epoch"):
        open_journal(tmp_path)


def test_a_new_file_may_begin_with_the_events_that_its_state_has_made(tmp_path: Path) -> None:
    bodies = write(tmp_path, 1)
    journal, _ = open_journal(tmp_path)
    with pytest.raises(JournalError, match="event 4 cannot stand after event 2"):
        journal.rotate(HEADER, b"{}", (event(4),))
    journal.rotate(HEADER, b"{}", (event(3), event(4)))
    bodies += [stored.body for stored in journal.stored(3, 9)]
    assert [stored.n for stored in journal.stored(1, 9)] == [1, 2, 3, 4]
    journal.events((event(5),))
    journal.close()
    again, recovered = open_journal(tmp_path)
    assert [stored.body for stored in again.stored(1, 4)] == bodies
    again.close()
    assert [stored.n for stored in recovered.events] == [3, 4, 5]
    assert verify(files(tmp_path)).ok


def test_a_file_before_that_is_not_the_one_before_stops_the_start(tmp_path: Path) -> None:
    write(tmp_path, 2)
    journal, _ = open_journal(tmp_path)
    journal.rotate(HEADER, b"{}")
    journal.close()
    first = file_of(tmp_path, 0)
    whole = first.read_bytes()
    first.write_bytes(whole[: whole.rfind(b"\n", 0, -1) + 1])
    with pytest.raises(JournalError, match="is not that of the last line of t1-2026-11-29-001"):
        open_journal(tmp_path)
    first.write_bytes(whole)
    other = first.rename(first.with_name("t2-2026-11-29-001.jsonl"))
    with pytest.raises(JournalError, match=r"it follows t1-2026-11-29-001\.jsonl, before it stands t2-"):
        open_journal(tmp_path)
    other.unlink()
    with pytest.raises(JournalError, match=r"002\.jsonl:1: the file before it"):
        open_journal(tmp_path)


def test_numbers_of_another_program_that_cannot_be_read_are_kept(tmp_path: Path) -> None:
    journal, _ = open_journal(tmp_path)
    later = b'{"kind":"of_tomorrow"}'
    covered = lines.reading(later, bytes(16), 1)
    end = lines.proof(covered, journal.head[1].encode())
    journal.close()
    with file_of(tmp_path).open("ab") as file:
        file.write(covered + end + b"\n")
    with pytest.raises(JournalError, match="cannot be read"):
        open_journal(tmp_path)
    other, recovered = open_journal(tmp_path, msgspec.structs.replace(HEADER, program="0.0.9"))
    assert "cannot read" in recovered.foreign
    other.rotate(msgspec.structs.replace(HEADER, program="0.0.9"))
    assert other.reading(shoe_bytes(2)) == 2
    other.close()


def test_a_lost_epoch_file_is_made_again_from_the_newest_header(tmp_path: Path) -> None:
    write(tmp_path, 1)
    journal, first = open_journal(tmp_path)
    journal.rotate(HEADER, b'{"reading":2}')
    journal.close()
    (tmp_path / "epoch").unlink()
    were = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for _ in range(2):
        again, recovered = open_journal(tmp_path)
        again.close()
        assert not recovered.fresh
        assert recovered.header.epoch == first.header.epoch
    assert (tmp_path / "epoch").read_text() == f"{first.header.epoch}\n"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name != "epoch"} == were


def test_a_damaged_journal_without_its_epoch_file_stays_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, 1)
    (tmp_path / "epoch").unlink()
    path = file_of(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"port 1", b"port 9", 1))
    with pytest.raises(JournalError, match="damaged"):
        open_journal(tmp_path)
    assert not (tmp_path / "epoch").exists()


def test_an_epoch_file_without_any_journal_begins_another_epoch(tmp_path: Path) -> None:
    write(tmp_path, 1)
    old = (tmp_path / "epoch").read_text()
    file_of(tmp_path).unlink()
    journal, recovered = open_journal(tmp_path)
    journal.close()
    assert recovered.fresh
    assert recovered.header.epoch not in old
    assert (tmp_path / "epoch").read_text() == f"{recovered.header.epoch}\n"
    again, recovered = open_journal(tmp_path)
    again.close()
    assert not recovered.fresh
