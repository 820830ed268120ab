"""What a guard is: a promise, the line that keeps it, and the test that fails when that line is gone."""

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Guard(NamedTuple):
    """`text` stands once in `file`; with `gone` in its place the promise is broken and `test` fails."""

    promise: str
    file: str
    text: str
    gone: str
    test: str
