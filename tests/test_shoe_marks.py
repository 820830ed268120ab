"""Cutting by marks: nothing of a buffer is lost, and damage never takes the next report with it."""

from hypothesis import given
from hypothesis import strategies as st

from shoe.framing import Kind
from shoe.marks import Lone, Mark, cut_marks, exclusive_or


def _sound(report: bytes) -> bool:
    return exclusive_or(report[1:-1]) == report[-1]


CUT = cut_marks((Mark(2, b"[a-z]", 4, 3, 1, _sound),), (Lone(6), Lone(0x15, b"\x01\x02\x03")))
GOOD = b"\x02ab\x03" + bytes([exclusive_or(b"ab\x03")])


def kinds(data: bytes) -> list[tuple[Kind, bytes]]:
    pieces, rest = CUT(data)
    assert b"".join(piece.data for piece in pieces) + rest == data
    return [(piece.kind, piece.data) for piece in pieces]


def test_a_good_report() -> None:
    assert kinds(GOOD) == [(Kind.REPORT, GOOD)]


def test_a_new_start_ends_the_old_half() -> None:
    assert kinds(b"\x02a" + GOOD) == [(Kind.DAMAGED, b"\x02a"), (Kind.REPORT, GOOD)]


def test_the_reason_is_said() -> None:
    def why(data: bytes) -> list[str]:
        return [piece.why for piece in CUT(data)[0] if piece.kind is not Kind.REPORT]

    assert why(b"\x02a" + GOOD) == ["cut off by the next report"]
    assert why(b"\x02abcde" + GOOD) == ["no end mark", "no start mark"]
    assert why(b"\x02a9" + GOOD) == ["byte that no report may hold", "no start mark"]
    assert why(b"\x02\x02\x02" + GOOD) == ["start mark without a body"]
    assert why(GOOD[:-1] + b"\xff" + GOOD) == ["check byte differs"]


def test_a_damaged_end_mark_does_not_take_the_next_report() -> None:
    for wrong in (b"\x01", b"x", b"\x83"):
        assert kinds(b"\x02ab" + wrong + GOOD[-1:] + GOOD)[-1] == (Kind.REPORT, GOOD)


def test_a_lost_check_byte_does_not_take_the_next_report() -> None:
    assert kinds(GOOD[:-1] + GOOD) == [(Kind.DAMAGED, GOOD[:-1]), (Kind.REPORT, GOOD)]


def test_a_body_that_is_too_long() -> None:
    assert kinds(b"\x02abcde\x03x" + GOOD)[0] == (Kind.DAMAGED, b"\x02abcd")
    assert kinds(b"\x02abcde\x03x" + GOOD)[-1] == (Kind.REPORT, GOOD)


def test_the_check_byte_may_look_like_a_mark() -> None:
    start = b"\x02" + b"bc" + b"\x03" + bytes([exclusive_or(b"bc\x03")])
    assert start[-1] == 2
    assert kinds(start + GOOD) == [(Kind.REPORT, start), (Kind.REPORT, GOOD)]
    end = b"\x02aa\x03\x03"
    assert kinds(end + GOOD) == [(Kind.REPORT, end), (Kind.REPORT, GOOD)]


def test_lone_marks() -> None:
    assert kinds(b"\x06" + GOOD) == [(Kind.REPORT, b"\x06"), (Kind.REPORT, GOOD)]
    assert kinds(b"\x15\x02" + GOOD) == [(Kind.REPORT, b"\x15\x02"), (Kind.REPORT, GOOD)]
    assert kinds(b"\x15" + b"\x09" + GOOD)[-1] == (Kind.REPORT, GOOD)
    assert kinds(b"\x06" * 9) == [(Kind.NOISE, b"\x06" * 9)]


def test_what_may_still_become_a_report_waits() -> None:
    for size in range(1, len(GOOD)):
        assert CUT(GOOD[:size]) == ([], GOOD[:size])


@given(st.binary(max_size=60) | st.lists(st.sampled_from(b"\x02\x03\x06\x15ab\x62"), max_size=60).map(bytes))
def test_every_byte_is_in_a_piece_or_in_a_short_rest(data: bytes) -> None:
    kinds(data)
    assert len(CUT(data)[1]) <= 1 + 4 + 1 + 1
