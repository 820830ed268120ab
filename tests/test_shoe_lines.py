"""Cutting by lines, with any terminator, and lines that never end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoe.framing import Kind
from shoe.lines import TERMINATORS, cut_lines, end_of, text


def kinds(terminator: str, data: bytes) -> list[tuple[Kind, bytes]]:
    pieces, rest = cut_lines(terminator, 8)(data)
    assert b"".join(piece.data for piece in pieces) + rest == data
    return [(piece.kind, piece.data) for piece in pieces]


@pytest.mark.parametrize("terminator", TERMINATORS)
def test_a_line_is_read_with_its_own_end(terminator: str) -> None:
    line = b"KH" + end_of(terminator)
    found = kinds(terminator, line * 2)
    assert [text(data, terminator) for kind, data in found if kind is Kind.REPORT] == ["KH", "KH"]


def test_another_end_does_not_end_a_line() -> None:
    assert kinds("cr", b"KH\n") == []
    assert kinds("crlf", b"KH\r") == []


def test_empty_lines_are_blank() -> None:
    assert kinds("any", b"\r\n\r\nKH\r\n") == [(Kind.BLANK, b"\r\n\r\n"), (Kind.REPORT, b"KH\r"), (Kind.BLANK, b"\n")]


def test_the_tail_of_a_line_that_is_too_long_is_no_line() -> None:
    cut = cut_lines("cr", 8)
    pieces, rest = cut(b"x" * 50)
    assert [piece.kind for piece in pieces] == [Kind.NOISE]
    assert len(rest) <= 9
    pieces, rest = cut(rest + b"KH\rKH\r")
    assert [(piece.kind, piece.data[-3:]) for piece in pieces] == [
        (Kind.NOISE, b"xx"),
        (Kind.DAMAGED, b"KH\r"),
        (Kind.REPORT, b"KH\r"),
    ]


def test_a_line_of_exactly_the_longest_is_read() -> None:
    assert kinds("cr", b"12345678\r") == [(Kind.REPORT, b"12345678\r")]
    assert kinds("cr", b"123456789\r") == [(Kind.DAMAGED, b"123456789\r")]


def test_bytes_beyond_ascii_are_no_text() -> None:
    assert text(b"K\xe9\r", "cr") is None
    assert text(b" KH \r", "cr") == "KH"


@given(st.sampled_from(sorted(TERMINATORS)), st.lists(st.sampled_from(b"\r\n\x03\tab"), max_size=60).map(bytes))
def test_every_byte_is_in_a_piece_or_in_a_short_rest(terminator: str, data: bytes) -> None:
    kinds(terminator, data)
    assert len(cut_lines(terminator, 8)(data)[1]) <= 10


@pytest.mark.parametrize("terminator", TERMINATORS)
def test_a_line_that_is_too_long_falls_into_the_same_pieces_in_any_cut(terminator: str) -> None:
    cut = cut_lines(terminator, 8)
    line = b"x" * 30 + end_of(terminator)
    whole, rest, single = cut(line)[0], b"", list[tuple[Kind, bytes]]()
    for place in range(len(line)):
        pieces, rest = cut(rest + line[place : place + 1])
        single += [(piece.kind, piece.data) for piece in pieces]
    noise = b"".join(data for kind, data in single if kind is Kind.NOISE)
    assert noise == whole[0].data
    assert [data for kind, data in single if kind is Kind.DAMAGED] == [whole[1].data]
