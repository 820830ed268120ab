"""What was torn or changed in a journal's file: a torn tail is cut off and kept, anything else stops the start."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.journal.journal import Journal
from bridge.records import JournalError
from tests.journal_parts import HEADER, add_round, event, file_of, open_journal, shoe_bytes, write


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of three rounds whose last line is an event, after a reading."""
    directory = tmp_path_factory.mktemp("three")
    write(directory, 3)
    journal, _ = open_journal(directory)
    journal.reading(shoe_bytes(7))
    journal.events((event(7),))
    journal.close()
    return directory


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """A directory in memory where there is one: hundreds of syncs cost seconds on a disk."""
    shm = Path("/dev/shm")  # noqa: S108  # made by mkdtemp below
    with tempfile.TemporaryDirectory(dir=shm if os.access(shm, os.W_OK) else tmp_path) as name:
        yield Path(name)


def test_a_tail_torn_at_any_byte_is_cut_set_aside_and_written_on(three: Path, memory: Path) -> None:
    whole = file_of(three).read_bytes()
    start = whole.rfind(b"\n", 0, -1) + 1
    for cut in range(start + 1, len(whole)):
        directory = memory / str(cut)
        shutil.copytree(three, directory)
        os.truncate(file_of(directory), cut)
        journal, recovered = open_journal(directory)
        kept = cut == len(whole) - 1
        assert recovered.cut_bytes == (0 if kept else cut - start)
        assert [stored.n for stored in recovered.events] == ([7] if kept else [])
        assert [n for n, _ in recovered.readings] == [7]
        assert bool(recovered.cut_file) is not kept
        if recovered.cut_file:
            assert (directory / recovered.cut_file).read_bytes() == whole[start:cut]
        add_round(journal)
        journal.close()
        assert file_of(directory).read_bytes().startswith(whole if kept else whole[:start])
        again, twice = open_journal(directory)
        again.close()
        assert twice.cut_bytes == 0
        assert again.head[0] == (9 if kept else 8)
        shutil.rmtree(directory)


def test_zeros_after_the_tail_are_torn_too(three: Path, tmp_path: Path) -> None:
    shutil.copytree(three, tmp_path, dirs_exist_ok=True)
    whole = file_of(tmp_path).read_bytes()
    file_of(tmp_path).write_bytes(whole[:-1] + bytes(50))
    journal, recovered = open_journal(tmp_path)
    journal.close()
    assert [stored.n for stored in recovered.events] == [7]
    assert file_of(tmp_path).read_bytes() == whole


def test_a_changed_byte_in_front_of_the_tail_stops_the_start(three: Path, tmp_path: Path) -> None:
    shutil.copytree(three, tmp_path, dirs_exist_ok=True)
    path = file_of(tmp_path)
    whole = path.read_bytes()
    for place in range(0, len(whole), 37):
        changed = bytearray(whole)
        changed[place] ^= 4
        path.write_bytes(changed)
        line = whole.count(b"\n", 0, place) + 1
        with pytest.raises(JournalError, match=rf"{re.escape(str(path))}:{line}: "):
            open_journal(tmp_path)
        assert path.read_bytes() == changed


def test_a_changed_last_line_feed_is_damage_and_no_torn_tail(three: Path, tmp_path: Path) -> None:
    shutil.copytree(three, tmp_path, dirs_exist_ok=True)
    path = file_of(tmp_path)
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(JournalError, match="the line feed that ended it"):
        open_journal(tmp_path)


def test_a_long_file_is_proved_from_a_late_checkpoint_on(tmp_path: Path) -> None:
    bodies = write(tmp_path, 60)
    size = file_of(tmp_path).stat().st_size
    journal, recovered = Journal.open(tmp_path, HEADER, os.urandom, whole=size // 4)
    assert [stored.body for stored in journal.stored(1, 1000)] == bodies
    add_round(journal)
    journal.rotate(HEADER, b"{}")
    assert [stored.n for stored in journal.stored(1, 1000)] == [*range(1, 123)]
    journal.close()
    assert recovered.readings == ()
    early = bytearray(file_of(tmp_path, 0).read_bytes())
    early[-200] ^= 1
    file_of(tmp_path, 0).write_bytes(early)
    file_of(tmp_path, 1).unlink()
    with pytest.raises(JournalError, match="byte"):
        Journal.open(tmp_path, HEADER, os.urandom, whole=size // 4)
