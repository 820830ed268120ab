"""A place in the stream, kept in a file."""

from pathlib import Path

import pytest

from bridge.stream.cursor import Cursor, Delivered


def test_a_cursor_goes_into_a_file_and_back(tmp_path: Path) -> None:
    path = tmp_path / "place.json"
    assert Cursor.load(path) is None
    for n in (1, 2):
        Cursor("ab", n, "ff").save(path)
        assert Cursor.load(path) == Cursor("ab", n, "ff")
    assert [one.name for one in tmp_path.iterdir()] == ["place.json"]


@pytest.mark.parametrize("text", ["", "[]", '{"epoch":"a"}', '{"epoch":"a","n":"1"}', '{"epoch":"a","n":1,"x":2}'])
def test_a_file_that_is_no_cursor_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "place.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="holds no cursor"):
        Cursor.load(path)


def test_an_event_has_the_cursor_behind_it() -> None:
    assert Delivered("ab", 7, b"{}", "ff", live=True).cursor == Cursor("ab", 7, "ff")
