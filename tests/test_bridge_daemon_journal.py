"""The real daemon and a journal that it finds: of another version, another table's file, another day."""

import os
import time
from pathlib import Path

import msgspec

from bridge.commands import Cancel, OpenRound
from bridge.config import load
from bridge.daemon.prepare import header, resolve
from bridge.drive import Core, refold
from bridge.journal.journal import Journal
from bridge.journal.verify import files_of, verify
from bridge.readings import Started
from bridge.session import Setup
from tests.daemon_rig import Table, until
from tests.daemon_rig import table as real_table


def begun(table: Table, *, days_ago: int = 0, program: str | None = None, checkpoint: bytes = b"") -> None:
    """A journal of this table as an earlier daemon left it, with one event."""
    config = resolve(load(table.file), table.folder)
    head = header(config, time.time_ns() - days_ago * 86_400 * 1_000_000_000)
    head = msgspec.structs.replace(head, program=program or head.program)
    journal, recovered = Journal.open(table.folder / "journal", head, os.urandom)
    setup = Setup.of(recovered.header)
    core = Core(setup, refold(setup, recovered)[0], journal)
    core.take(Started(1, 2, "boot", head.program))
    journal.checkpoint(checkpoint or core.checkpoint())
    journal.close()


def numbers(table: Table) -> list[int]:
    return [event["n"] for event in table.journal("event")]


def files(table: Table) -> list[str]:
    return sorted(path.name[-9:] for path in (table.folder / "journal").glob("*.jsonl"))


def test_another_version_never_appends_to_a_file_and_its_numbers_go_on(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        begun(table, program="0.0.9", checkpoint=b'{"of":"another version"}')
        table.line.plug()
        table.run()
        until(lambda: table.readings("up"))
        assert table.stop() == 0
        assert files(table) == ["001.jsonl", "002.jsonl"]
        assert numbers(table) == list(range(1, len(numbers(table)) + 1))
        assert len(numbers(table)) > 2
        assert verify(files_of((tmp_path / "journal",))).ok


def test_a_checkpoint_that_this_version_cannot_read_is_no_start(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        begun(table, checkpoint=b'{"of":"nobody"}')
        assert table.start().wait(5) == 1
        assert "no state of this program" in table.said("fatal")[0]["cause"]


def test_another_tables_file_begins_a_new_one(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        begun(table)
        table.file.write_text(table.file.read_text().replace("deaf_ms = 1000", "deaf_ms = 2000"))
        table.run()
        assert table.stop() == 0
        assert files(table) == ["001.jsonl", "002.jsonl"]
        assert numbers(table) == list(range(1, len(numbers(table)) + 1))


def test_a_new_day_begins_a_new_file_after_the_round(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        begun(table, days_ago=1)
        table.line.plug()
        table.run()
        until(lambda: table.readings("up"))
        assert files(table) == ["001.jsonl"]
        with table.client() as client:
            assert getattr(client.ask(OpenRound(), round_id="r1"), "done", False)
            assert files(table) == ["001.jsonl"]
            assert getattr(client.ask(Cancel(), round_id="r1"), "done", False)
        until(lambda: files(table) == ["001.jsonl", "002.jsonl"])
        assert table.stop() == 0
        assert verify(files_of((tmp_path / "journal",))).ok
