"""The scripts of the recordings: one function a recording, each deals a table for a moment and says what lay where."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tests.record.recorder import Recorder, known_games

Script = Callable[[], Recorder]


class Written(NamedTuple):
    """A recording that a script makes; `situation` in words."""

    name: str
    situation: str
    script: Script


def scan(written: Written) -> bytes:
    """The bytes of the script's `NAME.scan.jsonl`."""
    with known_games():
        rig = written.script()
    head = {
        "recording": 1,
        "origin": "written: synthetic, made by tests/record; no table was there",
        "situation": written.situation,
        "truth": rig.truth,
        "header": rig.setup.header,
    }
    lines = [head, *({"reading": reading, "n": n} for n, reading in enumerate(rig.readings, 1))]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
