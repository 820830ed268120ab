"""The journal and the system under it: a second daemon, full volumes, syncs as the kernel sees them, killed writers."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from bridge.journal.folder import files
from bridge.journal.verify import verify
from bridge.records import JournalFull
from tests.journal_parts import HEADER, event, frame, open_journal

ROOT = Path(__file__).parents[1]


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
