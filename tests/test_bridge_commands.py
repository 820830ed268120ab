"""What a command may hold: names without controls, and not more boxes than a table can have."""

import json
from typing import Any

import msgspec
import pytest

from bridge.commands import Command
from bridge.stream.requests import Ask, Request

BAD = "\x1b]0;x\x07"


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ({"do": "open_round", "deck": BAD}, "deck"),
        ({"do": "open_round", "boxes": ["p1", BAD]}, "boxes"),
        ({"do": "open_round", "boxes": ["p1"] * 33}, "boxes"),
        ({"do": "window", "window": "bets", "open": True, "boxes_with_bet": ["p1\n"]}, "boxes_with_bet"),
        ({"do": "reveal", "hand": BAD}, "hand"),
        ({"do": "dice", "values": [1] * 33}, "values"),
        ({"do": "shuffle", "on": True, "deck": BAD}, "deck"),
        ({"do": "declare", "what": "exposed", "spot": {"kind": "hand", "owner": BAD, "index": 1}}, "spot.owner"),
        ({"do": "dealer", "badge": "7" * 65}, "badge"),
        ({"do": "dealer", "badge": BAD}, "badge"),
        ({"do": "release", "hold": 1, "option": BAD}, "option"),
        ({"do": "deck", "deck": BAD}, "deck"),
        ({"do": "operate", "device": BAD, "order": "clear_error"}, "device"),
    ],
)
def test_a_command_is_refused_with_its_path(command: dict[str, Any], path: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode(json.dumps(command), type=Command)
    assert f"`$.{path}" in str(refused.value)


@pytest.mark.parametrize(
    ("field", "value"), [("id", BAD), ("id", ""), ("id", "i" * 65), ("round", "r1\n"), ("why", "w" * 501)]
)
def test_what_is_said_around_a_command_is_bounded_too(field: str, value: str) -> None:
    said: dict[str, Any] = {"verb": "command", "id": "c1", "round": "r1", "why": "w" * 500, "command": {"do": "submit"}}
    assert isinstance(msgspec.json.decode(json.dumps(said), type=Request), Ask)
    with pytest.raises(msgspec.ValidationError, match=rf"\$\.{field}"):
        msgspec.json.decode(json.dumps({**said, field: value}), type=Request)
