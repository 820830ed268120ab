"""Events are found again wherever they lie, in bounded memory, and what is not there is said."""

from pathlib import Path

import pytest

from bridge.journal import index
from bridge.journal.index import KEPT, chunks, look, stored
from bridge.journal.journal import Journal
from bridge.journal.recovery import stretches
from bridge.records import JournalError
from tests.journal_parts import HEADER, add_round, file_of, open_journal, write


def _many_files(directory: Path, files: int) -> Journal:
    journal, _ = open_journal(directory)
    for _ in range(files - 1):
        add_round(journal)
        journal.rotate(HEADER, b"{}")
    add_round(journal)
    return journal


def test_stretches_are_known_from_headers_alone(tmp_path: Path) -> None:
    _many_files(tmp_path, 3).close()
    paths = tuple(sorted(tmp_path.glob("*.jsonl")))
    assert [(stretch.path, stretch.first, stretch.last) for stretch in stretches(paths)] == [
        (paths[0], 1, 2),
        (paths[1], 3, 4),
    ]


def test_a_range_over_more_files_than_are_kept(tmp_path: Path) -> None:
    _many_files(tmp_path, KEPT + 4).close()
    journal, _ = open_journal(tmp_path)
    last = 2 * (KEPT + 4)
    for _ in range(2):
        assert [one.n for one in journal.stored(1, 1000)] == [*range(1, last + 1)]
    assert [one.n for one in journal.stored(2, 4)] == [2, 3, 4, 5]
    assert len(journal._index._kept) <= KEPT  # noqa: SLF001  # the bound is the point
    journal.close()


def test_old_files_taken_away_are_said(tmp_path: Path) -> None:
    _many_files(tmp_path, 4).close()
    file_of(tmp_path, 0).unlink()
    journal, _ = open_journal(tmp_path)
    assert journal.oldest == 3
    assert [one.n for one in journal.stored(3, 2)] == [3, 4]
    with pytest.raises(JournalError, match="event 1 lies in no file"):
        journal.stored(1, 2)
    journal.close()


def test_a_file_that_lost_events_meanwhile_is_said(tmp_path: Path) -> None:
    _many_files(tmp_path, 2).close()
    journal, _ = open_journal(tmp_path)
    first = file_of(tmp_path, 0)
    first.write_bytes(b"".join(line for line in first.read_bytes().splitlines(keepends=True) if b'"n":2,' not in line))
    with pytest.raises(JournalError, match="events 1 to 2 are not all there"):
        journal.stored(1, 4)
    journal.close()


@pytest.mark.parametrize("size", [1, 7, 64, 1 << 20])
def test_chunks_end_between_lines_whatever_their_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    write(tmp_path, 2)
    path = file_of(tmp_path)
    with path.open("ab") as file:
        file.write(b"torn")
    monkeypatch.setattr(index, "CHUNK", size)
    found = [*chunks(path, 0, path.stat().st_size)]
    assert b"".join(found) == path.read_bytes()
    assert all(chunk.endswith(b"\n") for chunk in found[:-1])
    (stretch,) = stretches((path, path))
    places = look(stretch._replace(last=4))
    text = path.read_bytes()
    told = [stored(text[at : at + length]).n for at, length in zip(places.offsets, places.lengths, strict=True)]
    assert told == [1, 2, 3, 4]


def test_another_line_is_no_event(tmp_path: Path) -> None:
    write(tmp_path, 1)
    with pytest.raises(ValueError, match="holds no event"):
        stored(file_of(tmp_path).read_bytes().splitlines()[1])


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    before = len([*Path("/proc/self/fd").iterdir()])
    journal = _many_files(tmp_path, 3)
    journal.stored(1, 100)
    journal.close()
    assert len([*Path("/proc/self/fd").iterdir()]) == before
