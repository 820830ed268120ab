"""Nothing that is printed for people moves a terminal."""

import pytest

from bridge.verbs.plain import plain


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("hold 3: Grün, 7♠ (was it?)", "hold 3: Grün, 7♠ (was it?)"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\nb\r\t\x07\x00", "a\\nb\\r\\t\\x07\\x00"),
        ("\x7f\x9b1m", "\\x7f\\x9b1m"),
        ("\u202eabc\u2028", "\\u202eabc\\u2028"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_cannot_be_printed_stands_as_its_escape(text: str, printed: str) -> None:
    assert plain(text) == printed
    assert plain(text).isprintable()
