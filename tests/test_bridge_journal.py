"""The journal on a real disk: numbers, syncs, torn tails, full volumes, two daemons, many files."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from bridge.journal import lines
from bridge.journal.folder import files
from bridge.journal.journal import Journal
from bridge.journal.verify import verify
from bridge.records import JournalBroken, JournalError, JournalFull
from tests.journal_parts import HEADER, NOON, add_round, event, file_of, frame, open_journal, shoe_bytes, write

ROOT = Path(__file__).parents[1]
DAY = 86_400 * 10**9


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


def test_another_process_is_refused_while_one_writes(tmp_path: Path) -> None:
    journal, _ = open_journal(tmp_path)
    code = (
        "import sys; from pathlib import Path; from bridge.records import JournalError\n"
        "from tests.journal_parts import open_journal\n"
        "try: open_journal(Path(sys.argv[1]))\n"
        "except JournalError as error: sys.exit(str(error))\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert "another daemon writes this journal" in second.stderr
    journal.close()
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0


FULL = """
import json, os, resource, sys
from pathlib import Path
from bridge.records import JournalFull
from tests.journal_parts import event, file_of, frame, open_journal
directory, room = Path(sys.argv[1]), int(sys.argv[2])
journal, _ = open_journal(directory)
journal.reading(frame(1))
size = file_of(directory).stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, resource.RLIM_INFINITY))
full = []
for call in (lambda: journal.reading(frame(2)), lambda: journal.events((event(1), event(2)))):
    try: call()
    except JournalFull as error: full.append(str(error))
    assert file_of(directory).stat().st_size == size, "half a line stands"
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
n = journal.reading(frame(2))
journal.events((event(1), event(2)))
journal.close()
print(json.dumps([full, n]))
"""


@pytest.mark.parametrize("room", [0, 1, 100, 200])
def test_a_full_disk_leaves_whole_lines_and_is_tried_again(room: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path), str(room)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    full, n = msgspec.json.decode(done.stdout)
    assert n == 2
    assert ["File too large" in words for words in full] == [True, True]
    journal, recovered = open_journal(tmp_path)
    journal.close()
    assert [n for n, _ in recovered.readings] == [1, 2]
    assert [stored.n for stored in recovered.events] == [1, 2]


@pytest.fixture
def small_volume(tmp_path: Path) -> Iterator[Path]:
    """A volume of 64 KiB."""
    volume = tmp_path / "volume"
    volume.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(volume)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting a small tmpfs needs root")
    yield volume
    subprocess.run(["umount", str(volume)], check=True)


def test_a_full_volume_is_tried_again_once_there_is_room(small_volume: Path) -> None:
    ballast = small_volume / "ballast"
    journal, _ = open_journal(small_volume / "j")
    ballast.write_bytes(bytes(16 << 10))
    taken = 0
    with pytest.raises(JournalFull, match="No space left"):  # noqa: PT012  # whichever of them is the first
        for taken in range(1000):
            journal.reading(frame(taken))
    with pytest.raises(JournalFull):
        journal.rotate(HEADER, b"{}")
    ballast.unlink()
    assert journal.reading(frame(taken)) == taken + 1
    journal.events((event(1),))
    journal.close()
    again, recovered = open_journal(small_volume / "j")
    again.close()
    assert [reading for _, reading in recovered.readings] == [frame(n) for n in range(taken + 1)]
    assert recovered.cut_bytes == 0


def test_strace_counts_one_fdatasync_before_each_send(tmp_path: Path) -> None:
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed")
    code = (
        "import sys; from pathlib import Path\n"
        "from tests.journal_parts import event, open_journal, shoe_bytes\n"
        "journal, _ = open_journal(Path(sys.argv[1]))\n"
        "print('begun', flush=True)\n"
        "for n in range(10):\n"
        "    journal.reading(shoe_bytes(n)); journal.reading(shoe_bytes(n))\n"
        "    journal.events((event(2 * n + 1), event(2 * n + 2))); print('sent', flush=True)\n"
        "print('ended', flush=True)\n"
    )
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-e", "trace=fdatasync,fsync,write", "-o", str(trace)]
    ran = subprocess.run(
        [*command, sys.executable, "-c", code, str(tmp_path / "j")], cwd=ROOT, capture_output=True, check=False
    )
    if ran.returncode:
        pytest.skip(f"strace may not trace here: {ran.stderr.decode()[:200]}")
    calls = trace.read_text().partition("begun")[2].partition("ended")[0]
    marks = [
        word
        for word in re.findall(r"fdatasync|fsync|\"sent|\{\\\"event|\{\\\"reading", calls)
        for word in [word.lstrip('"{\\')]
    ]
    assert marks == ["reading", "reading", "event", "fdatasync", "sent"] * 10


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


WRITER = """
import sys
from pathlib import Path
from tests.journal_parts import event, frame, open_journal
journal, _ = open_journal(Path(sys.argv[1]))
while True:
    n = journal.head[0]
    journal.reading(frame(n))
    journal.events((event(n + 1), event(n + 2)))
    print(n + 2, flush=True)
"""


def test_a_killed_writer_loses_nothing_that_was_sent(tmp_path: Path) -> None:
    sent = 0
    for kill in range(4):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        for _ in range(3 + 5 * kill):
            sent = int(writer.stdout.readline())
        writer.kill()
        sent = max([sent, *(int(line) for line in writer.stdout if line.endswith("\n"))])
        writer.wait()
        writer.stdout.close()
        journal, _ = open_journal(tmp_path)
        numbers = [stored.n for stored in journal.stored(1, 100_000)]
        journal.close()
        assert numbers == [*range(1, len(numbers) + 1)]
        assert len(numbers) >= sent
        assert verify(files(tmp_path)).ok


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
