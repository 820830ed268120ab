"""A journal's directory: names, order, the epoch, whole files only."""

import os
from pathlib import Path

import pytest

from bridge.journal.folder import begin_epoch, create, file_name, files, lock, number_of, read_epoch, write_epoch
from bridge.records import JournalError
from tests.journal_parts import NOON


def test_names_carry_the_day_in_utc_and_the_number() -> None:
    assert file_name("t1", NOON, 7) == "t1-2026-11-29-007.jsonl"
    assert file_name("t-2", NOON + 12 * 3600 * 10**9, 1234) == "t-2-2026-11-30-1234.jsonl"
    assert number_of(Path("t-2-2026-11-30-1234.jsonl")) == 1234
    with pytest.raises(JournalError, match="not that of a journal file"):
        number_of(Path("t1-2026-11-29.jsonl"))


def test_files_stand_in_the_order_of_their_numbers_though_the_clock_went_back(tmp_path: Path) -> None:
    for name in ("t1-2026-11-30-001.jsonl", "t1-2026-11-29-002.jsonl", "t1-2026-11-29-1000.jsonl", "notes.jsonl"):
        (tmp_path / name).touch()
    (tmp_path / "t1-2026-11-29-003.jsonl.new").touch()
    (tmp_path / "t1-2026-11-29-002.jsonl.cut-80").touch()
    assert [number_of(path) for path in files(tmp_path)] == [1, 2, 1000]
    with pytest.raises(JournalError, match="cannot be read"):
        files(tmp_path / "missing")


def test_an_epoch_is_drawn_and_stands(tmp_path: Path) -> None:
    assert read_epoch(tmp_path) == ""
    first = begin_epoch(tmp_path, os.urandom)
    assert len(first) == 32
    assert read_epoch(tmp_path) == first
    assert begin_epoch(tmp_path, os.urandom) == read_epoch(tmp_path) != first
    write_epoch(tmp_path, first)
    assert read_epoch(tmp_path) == first
    (tmp_path / "epoch").write_text("yesterday\n")
    with pytest.raises(JournalError, match="not the name of an epoch"):
        read_epoch(tmp_path)


def test_a_file_stands_whole_or_not_at_all(tmp_path: Path) -> None:
    create(tmp_path / "a", b"whole")
    assert (tmp_path / "a").read_bytes() == b"whole"
    with pytest.raises(FileNotFoundError):
        create(tmp_path / "no" / "b", b"whole")
    (tmp_path / "c.new").write_bytes(b"of a start that was killed")
    create(tmp_path / "c", b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "c"]


def test_the_lock_is_held_once_and_let_go(tmp_path: Path) -> None:
    held = lock(tmp_path)
    with pytest.raises(JournalError, match="another daemon"):
        lock(tmp_path)
    os.close(held)
    os.close(lock(tmp_path))
