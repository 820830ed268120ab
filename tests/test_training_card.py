"""Training writes its part of the networks' card, and leaves the rest."""

import hashlib
from pathlib import Path

import pytest

from scanner.readers import MODEL
from training.card import BEGIN, END, Row, written

ROWS = [Row("index", 0.98765, 0.5), Row("body", 1.0, 0.25)]


def test_the_written_part_is_made_anew_and_the_rest_kept(tmp_path: Path) -> None:
    (tmp_path / "index.onnx").write_bytes(b"one")
    (tmp_path / "body.onnx").write_bytes(b"other")
    once = written(f"# Card\n{BEGIN}\nold\n{END}\nLimits.\n", ROWS, "9 decks, seed 3", tmp_path)
    assert once.startswith(f"# Card\n{BEGIN}\n")
    assert once.endswith(f"\n{END}\nLimits.\n")
    assert "old" not in once
    assert "9 decks, seed 3" in once
    assert f"| `index.onnx` | `{hashlib.sha256(b'one').hexdigest()}` | 0.9877 | 0.5000 |" in once
    assert f"| `body.onnx` | `{hashlib.sha256(b'other').hexdigest()}` | 1.0000 | 0.2500 |" in once
    assert written(once, ROWS, "9 decks, seed 3", tmp_path) == once


def test_a_card_without_the_part_is_left(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no part"):
        written("# Card\n", ROWS, "", tmp_path)


def test_the_shipped_card_has_the_part() -> None:
    card = (MODEL / "README.md").read_text(encoding="utf-8")
    assert card.count(BEGIN) == 1
    assert card.index(BEGIN) < card.index(END)
