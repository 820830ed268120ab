"""The list of guards is true to the code, to the tests and to the document."""

from pathlib import Path

import pytest

from tests.guards import GUARDS
from tests.guards.guard import ROOT, Guard
from tests.guards.page import table


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.promise)
def test_a_guard_stands_where_the_list_says(guard: Guard) -> None:
    text = (ROOT / guard.file).read_text(encoding="utf-8")
    assert text.count(guard.text) == 1, f"{guard.file}: the line that keeps this promise has changed"
    file, _, name = guard.test.partition("::")
    assert not name or f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_the_document_has_the_list() -> None:
    assert table() in Path(ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_promises_are_told_apart() -> None:
    assert len({guard.promise for guard in GUARDS}) == len(GUARDS)
