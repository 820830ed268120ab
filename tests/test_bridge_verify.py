"""`verify` proves whole journals, and names the line of every change."""

import random
import shutil
from pathlib import Path

import msgspec
import pytest

from bridge.journal import lines
from bridge.journal.folder import files
from bridge.journal.verify import Report, files_of, verify
from bridge.records import JournalError
from tests.journal_parts import HEADER, add_round, file_of, open_journal, write


def _verify(path: Path) -> Report:
    return verify(files_of((path,)))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of two files, each with readings, events and checkpoints."""
    directory = tmp_path_factory.mktemp("whole")
    write(directory, 3)
    journal, _ = open_journal(directory)
    journal.rotate(HEADER, b'{"reading":6}')
    for _ in range(3):
        add_round(journal)
    journal.close()
    return directory


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "copy"))


def test_a_whole_journal_is_proved_to_its_last_line(whole: Path) -> None:
    journal, _ = open_journal(whole)
    head = journal.head
    journal.close()
    assert _verify(whole) == Report(ok=True, files=2, lines=33, reading=12, event=12, hash=head[1])


def test_a_later_file_alone_says_whom_it_follows(whole: Path) -> None:
    report = _verify(file_of(whole))
    assert report.ok
    assert report.follows == file_of(whole, 0).name
    assert (report.reading, report.event) == (12, 12)


def test_500_changed_bytes_are_each_named_with_their_line(copy: Path) -> None:
    paths = files(copy)
    texts = [path.read_bytes() for path in paths]
    choose = random.Random(4)
    for turn in range(500):
        which = choose.randrange(len(paths))
        place = choose.randrange(len(texts[which]))
        if turn % 10 == 0:
            place = choose.choice([at for at, byte in enumerate(texts[which]) if byte == 10])
        changed = bytearray(texts[which])
        changed[place] = choose.choice([byte for byte in range(256) if byte != changed[place]])
        paths[which].write_bytes(changed)
        report = _verify(copy)
        assert report.broken is not None, (which, place)
        line = texts[which].count(b"\n", 0, place) + 1
        assert (report.broken.file, report.broken.line) == (str(paths[which]), line), report.broken.what
        paths[which].write_bytes(texts[which])


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


@pytest.mark.parametrize("line", [2, 3, 9, 12])
def test_a_lost_a_doubled_and_a_moved_line_are_found(copy: Path, line: int) -> None:
    path = file_of(copy)
    was = _lines(path)
    for changed in (
        was[: line - 1] + was[line:],
        was[:line] + was[line - 1 :],
        [*was[: line - 1], was[line], was[line - 1], *was[line + 1 :]],
    ):
        path.write_bytes(b"".join(changed))
        report = _verify(copy)
        assert report.broken is not None
        assert line <= report.broken.line <= line + 1


def test_a_torn_tail_an_empty_file_and_a_lost_file_are_named(copy: Path) -> None:
    path = file_of(copy)
    was = path.read_bytes()
    path.write_bytes(was[:-30])
    torn = _verify(copy).broken
    assert torn is not None
    assert (torn.line, "torn" in torn.what) == (was.count(b"\n"), True)
    path.write_bytes(b"")
    assert msgspec.structs.asdict(_verify(copy))["broken"].what == "the file is empty"
    path.write_bytes(was)
    first = file_of(copy, 0)
    first.write_bytes(b"".join(_lines(first)[:-2]))
    broken = _verify(copy).broken
    assert broken is not None
    assert (broken.file, broken.line) == (str(path), 1)
    assert "as that ends: hash" in broken.what


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal there"):
        files_of((tmp_path,))
    with pytest.raises(JournalError, match="no journal there"):
        files_of((tmp_path / "missing.jsonl",))


def test_a_header_in_mid_file_is_found_though_the_chain_holds(copy: Path) -> None:
    path = file_of(copy)
    last = path.read_bytes().splitlines()[-1]
    covered = lines.header(lines.parse(_lines(path)[0][:-1]).body, 2)
    with path.open("ab") as file:
        file.write(covered + lines.proof(covered, last[-66:-2]) + b"\n")
    broken = _verify(copy).broken
    assert broken is not None
    assert "nowhere else" in broken.what
