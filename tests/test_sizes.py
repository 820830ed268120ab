"""No file of ours is over 300 lines and no function over 40, unless the file's head says why."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOT_OURS = {"node_modules", "build", "out"}
"""Folders that tools fill, beside those whose names begin with a dot."""
LINES, FUNCTION = 300, 40
REASON = "Long because "
"""How a line of the docstring at a file's head begins that says why the file, or a function of it, is longer."""


def _files() -> list[Path]:
    tops = (top for top in ROOT.iterdir() if not top.name.startswith(".") and top.name not in NOT_OURS)
    found = (path for top in tops for path in ([top] if top.is_file() else top.rglob("*.py")) if path.suffix == ".py")
    return sorted(path for path in found if not NOT_OURS & {*path.relative_to(ROOT).parts})


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def too_long(text: str) -> Iterator[str]:
    """What is longer than the house rule in a file's text, in words; nothing where its head says why."""
    tree = ast.parse(text)
    head = ast.get_docstring(tree) or ""
    if any(len(line) > len(REASON) for line in head.splitlines() if line.startswith(REASON)):
        return
    if (count := text.count("\n")) > LINES:
        yield f"{count} lines"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
            count = node.end_lineno - node.lineno + 1
            if count > FUNCTION:
                yield f"{node.name}: {count} lines"


def test_every_package_is_looked_at() -> None:
    seen = {path.relative_to(ROOT).parts[0] for path in _files()}
    assert seen >= {"games", "shoe", "scanner", "calibration", "bridge", "demo", "tests"}


@pytest.mark.parametrize("path", _files(), ids=_name)
def test_files_and_functions_are_small(path: Path) -> None:
    assert list(too_long(path.read_text(encoding="utf-8"))) == []


FIT = "def short():\n" + "    pass\n" * 39
LONG = "def long():\n" + "    pass\n" * 40


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (FIT, []),
        (LONG, ["long: 41 lines"]),
        (f"async {LONG}", ["long: 41 lines"]),
        ("class A:\n    def method(self):\n" + "        pass\n" * 40, ["method: 41 lines"]),
        ("a = 1\n" * 300, []),
        ("a = 1\n" * 301, ["301 lines"]),
        (f'"""A table.\n\nLong because every row of it is one line.\n"""\n{LONG}', []),
        (f'"""A table.\n\nLong because \n"""\n{LONG}', ["long: 41 lines"]),
        (f'"""A table."""\n# Long because every row of it is one line.\n{LONG}', ["long: 41 lines"]),
    ],
)
def test_what_is_too_long_is_found_unless_its_head_says_why(text: str, found: list[str]) -> None:
    assert list(too_long(text)) == found
