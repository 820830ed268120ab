"""The schema fits what the types write, and the committed documents are the generated ones."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it ships no types

from bridge import commands as c
from bridge import events as e
from bridge.cli import main
from bridge.faults import MEANING, FaultKind
from bridge.stream.frames import Heartbeat
from bridge.stream.requests import Ask, Get, Got, Refused
from bridge.stream.schema import asyncapi, json_schema, phase_table, schema_hash, written
from bridge.stream.schema_tables import UnknownPartError, fill, parts
from games.cards import Card
from games.spots import hand

DOCS = Path(__file__).parents[1] / "docs"

WRITTEN = [
    e.Event(1, "t1", "r1", "live", 1, 2, 3, (4,), e.CardConfirmed(hand("player", 1), Card("As"), (), 7)),
    e.Event(2, "t1", "", "test", 1, 2, 3, (), e.Alarm(None, "shoe", "text")),
    Heartbeat(epoch="0" * 32, head=1, hash="", ready=False, reasons=("no camera",)),
    Ask(id="a", command=c.OpenRound("red", ("p1",))),
    Get(first=1),
    Got(epoch="0" * 32, first=1, count=0, head=0),
    Refused(code="busy", why="full"),
]


@pytest.mark.parametrize("value", WRITTEN, ids=lambda value: type(value).__name__)
def test_what_is_written_fits_the_schema(value: msgspec.Struct) -> None:
    validator: Any = Draft202012Validator(json_schema())
    body = json.loads(msgspec.json.encode(value))
    validator.validate(body)
    assert not validator.is_valid(dict.fromkeys(body))


def test_the_committed_documents_are_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--check", str(DOCS)]) == 0, capsys.readouterr().err


def test_a_stale_document_is_named_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("schema.json", "asyncapi.json", "protocol.md"):
        (tmp_path / name).write_bytes((DOCS / name).read_bytes())
    changed = (DOCS / "protocol.md").read_text(encoding="utf-8").replace("| `TableReady` |", "| `TableReddy` |")
    (tmp_path / "protocol.md").write_text(changed, encoding="utf-8")
    assert main(["schema", "--check", str(tmp_path)]) == 1
    assert "protocol.md: stale" in capsys.readouterr().err
    assert main(["schema", "--write", str(tmp_path)]) == 0
    assert main(["schema", "--check", str(tmp_path)]) == 0
    assert (tmp_path / "protocol.md").read_bytes() == (DOCS / "protocol.md").read_bytes()


def test_without_a_folder_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    printed = capsys.readouterr().out
    assert hashlib.sha256(printed.encode()).hexdigest() == schema_hash()
    assert main(["schema", "--check", "/nowhere"]) == 2


def test_every_word_stands_in_the_document() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    words = [kind.__struct_config__.tag for kind in (*get_args(e.What), *get_args(c.Command))]
    assert [word for word in (*words, *FaultKind) if f"| `{word}` |" not in text] == []


def test_every_fault_has_a_meaning() -> None:
    assert set(MEANING) == set(FaultKind)


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(UnknownPartError, match="no part 'evens'"):
        fill("<!-- generated: evens -->\n<!-- end -->")


def test_every_part_is_used() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    assert set(re.findall(r"<!-- generated: ([a-z]+) -->", text)) == set(parts())


def test_the_seal_of_the_document_is_right() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    assert hashlib.sha256(bytes(range(16)) + b"As").hexdigest() in text


def test_phases_name_commands_of_the_desk() -> None:
    known = {kind.__struct_config__.tag for kind in get_args(c.Command)}
    for phase, row in phase_table().items():
        assert set(row) == known, phase
        assert all(answer.startswith(("done", "refused: ")) for answer in row.values())


def test_references_of_asyncapi_lead_somewhere() -> None:
    document = asyncapi()

    def follow(reference: str) -> object:
        at: Any = document
        for step in reference.removeprefix("#/").split("/"):
            at = at[step]
        return at

    references = re.findall(r'"\$ref": ?"([^"]+)"', written(document))
    assert len(references) > 50
    assert all(follow(reference) for reference in references)
