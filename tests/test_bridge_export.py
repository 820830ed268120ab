"""Rounds cut out of a journal replay on their own, and so do recordings written by hand."""

import re
from pathlib import Path

import msgspec
import pytest

from bridge.journal.export import cut, export, parse_range, rounds
from bridge.journal.replay import replay
from bridge.records import JournalError
from bridge.session import Setup
from tests.journal_parts import NOON, file_of
from tests.played import TABLE, Table, day, play


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("four")
    play(directory, 4)
    return directory


def _kinds(events: list[bytes]) -> list[tuple[str, str]]:
    read = [msgspec.json.decode(body) for body in events]
    return [(event["round"], event["what"]["kind"]) for event in read]


def test_the_rounds_of_a_journal_in_order(four: Path) -> None:
    assert rounds(four) == ("r1", "r2", "r3", "r4")


@pytest.mark.parametrize(
    ("text", "known", "chosen"),
    [
        ("r2-r3", ("r1", "r2", "r3"), ("r2", "r3")),
        ("r2", ("r1", "r2"), ("r2",)),
        ("a-1-a-3", ("a-1", "a-2", "a-3"), ("a-1", "a-2", "a-3")),
        ("a-1", ("a", "1", "a-1"), ("a-1",)),
    ],
)
def test_a_range_is_of_names(text: str, known: tuple[str, ...], chosen: tuple[str, ...]) -> None:
    assert parse_range(text, known) == chosen


@pytest.mark.parametrize("text", ["r3-r2", "r9", "r1-", ""])
def test_a_range_of_no_rounds_is_refused(text: str) -> None:
    with pytest.raises(JournalError, match="The journal has r1, r2, r3"):
        parse_range(text, ("r1", "r2", "r3"))


def test_a_cut_begins_at_a_checkpoint_and_ends_before_the_next_round(four: Path) -> None:
    made = cut(four, "r2-r3")
    kinds = _kinds(made.events)
    assert kinds[0] == ("r2", "RoundOpened")
    assert [kind for _, kind in kinds].count("RoundOpened") == 2
    assert kinds[-1] == ("", "Checkpoint")
    assert [n for n, _ in made.readings] == [*range(19, 49)]
    assert made.state


def test_the_last_round_goes_to_the_end_and_the_first_begins_with_the_epoch(four: Path) -> None:
    assert cut(four, "r4").readings[-1][0] == 63
    first = cut(four, "r1")
    assert first.state == b""
    assert first.readings[0][0] == 1


@pytest.mark.parametrize("text", ["r1", "r2-r3", "r4", "r1-r4"])
def test_an_export_replays_to_the_same_bytes(four: Path, tmp_path: Path, text: str) -> None:
    scan, events = export(four, text, tmp_path / "some.rounds")
    assert (scan.name, events.name) == ("some.rounds.scan.jsonl", "some.rounds.events.jsonl")
    assert scan.stat().st_mode & 0o777 == 0o600
    report = replay(scan)
    assert report.difference is None
    assert sum(report.made.values()) == len(events.read_bytes().splitlines())
    with pytest.raises(FileExistsError):
        export(four, text, tmp_path / "some.rounds")


def test_rounds_over_restarts_and_a_change_of_file(tmp_path: Path) -> None:
    day(tmp_path / "j")
    for name in ("clean-0-clean-3", "troubled-1-turned", "clean-2"):
        scan, _ = export(tmp_path / "j", name, tmp_path / name)
        assert replay(scan).difference is None


def test_rounds_over_a_change_of_configuration_are_exported_apart(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.take(table.dealer.start())
    table.clean("r1")
    config = msgspec.structs.replace(TABLE.config, mode="test")
    table.journal.rotate(msgspec.structs.replace(TABLE, wall=NOON + 1, config=config), table.core.checkpoint())
    table.core.setup = Setup.of(table.journal.header)
    table.clean("r2", 6)
    table.close()
    with pytest.raises(JournalError, match="export them apart"):
        cut(tmp_path, "r1-r2")
    assert cut(tmp_path, "r2").header.config.mode == "test"


def test_a_journal_torn_by_a_crash_can_be_cut(four: Path, tmp_path: Path) -> None:
    text = file_of(four).read_bytes()
    torn = tmp_path / file_of(four).name
    place = text.index(b'"kind":"Submitted"', text.index(b'"round":"r4"'))
    torn.write_bytes(text[:place])
    scan, _ = export(torn, "r4", tmp_path / "torn")
    report = replay(scan)
    assert report.difference is None
    assert report.had["RoundComplete"] == 1


def test_a_recording_may_be_written_by_hand(four: Path, tmp_path: Path) -> None:
    scan, _ = export(four, "r1", tmp_path / "hand")
    text = scan.read_text()
    bare = re.sub(r',"n":\d+\}$', "}", text, flags=re.MULTILINE)
    assert bare != text
    scan.write_text(bare.replace('{"reading":{', '\n{"blind": "00",  "reading": {').replace('"recording":1,', ""))
    assert replay(scan).difference is None


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda lines: lines[1:], "1: a recording begins with its header"),
        (lambda lines: [*lines[:2], lines[0], *lines[2:]], "3: no reading"),
        (lambda lines: [*lines[:3], lines[1]], "4: reading 1 stands after reading 2"),
        (lambda lines: [*lines[:2], b'{"reading":{"kind":"dream"}}'], "3: Invalid value 'dream'"),
        (lambda lines: [*lines[:2], b"reading"], "3: "),
        (lambda _: [], "1: no header"),
    ],
)
def test_what_is_no_recording_is_refused_by_its_line(four: Path, tmp_path: Path, change, what: str) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    scan, _ = export(four, "r1", tmp_path / "hand")
    scan.write_bytes(b"\n".join(change(scan.read_bytes().splitlines())))
    with pytest.raises(JournalError, match=re.escape(f"{scan}:{what}")):
        replay(scan)
