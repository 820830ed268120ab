"""A subscriber's rules against any order of messages: once each, in order, and told what is missing."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from bridge.commands import Role
from bridge.stream.cursor import LATEST, Cursor, decode
from bridge.stream.frames import Heartbeat
from bridge.stream.requests import Here, Refused
from bridge.stream.sequence import Sequence

A = "a" * 32
B = "b" * 32


def here(head: int, *, oldest: int = 1, epoch: str = A) -> Here:
    return Here(table="t1", epoch=epoch, oldest=oldest, head=head, hash="", schema="", role=Role.ENGINE)


def beat(head: int, *, epoch: str = A, line: str = "") -> Heartbeat:
    return Heartbeat(epoch=epoch, head=head, hash=line, ready=True)


def offer(sequence: Sequence, n: int, *, live: bool = True, epoch: str = A) -> bool:
    return sequence.offer(epoch, n, b"{}", f"{n:x}", live=live) is not None


@given(st.lists(st.integers(1, 40), max_size=200), st.integers(0, 40))
def test_whatever_comes_each_is_taken_once_and_the_rest_is_wanted(numbers: list[int], head: int) -> None:
    sequence = Sequence(None, recover=True)
    sequence.here(here(head))
    taken = [n for n in numbers if offer(sequence, n)]
    while (first := sequence.wanted) is not None:
        assert offer(sequence, first, live=False)
        taken.append(first)
    assert taken == list(range(1, max([head, *numbers]) + 1))


def test_nothing_is_taken_before_the_place_is_known() -> None:
    sequence = Sequence(None, recover=True)
    assert not offer(sequence, 3)
    assert (sequence.wanted, sequence.met) == (None, False)
    sequence.here(here(2))
    assert (sequence.wanted, sequence.met) == (1, True)
    assert [offer(sequence, n, live=False) for n in (1, 2)] == [True, True]
    assert (sequence.wanted, sequence.met) == (3, True)


def test_a_heartbeat_names_a_lost_tail() -> None:
    sequence = Sequence(None, recover=True)
    sequence.here(here(0))
    sequence.beat(beat(0))
    assert sequence.gaps == 0
    sequence.beat(beat(2))
    assert (sequence.wanted, sequence.gaps) == (1, 1)


def test_a_head_behind_another_hash_or_epoch_are_doubts_only() -> None:
    for doubtful in (beat(2), beat(3, line="other"), beat(3, epoch=B)):
        sequence = Sequence(Cursor(A, 3, "3"), recover=True)
        sequence.here(here(3))
        sequence.beat(doubtful)
        assert (sequence.doubt, sequence.stopped) == (True, None)
        sequence.here(here(3))
        assert (sequence.doubt, sequence.stopped) == (False, None)
    sequence = Sequence(Cursor(A, 3, "3"), recover=True)
    sequence.beat(beat(3, line="3"))
    assert not offer(sequence, 4, epoch=B)
    assert sequence.doubt


def test_what_the_desk_says_stops_it() -> None:
    causes = []
    for start, said in (
        (Cursor(A, 3), here(9, epoch=B)),
        (Cursor(A, 3), here(9, oldest=5)),
        (Cursor(A, 3), Refused(code="ahead", why="")),
        (Cursor(A, 3), Refused(code="gone", why="")),
        (Cursor(A, 3), Refused(code="busy", why="")),
    ):
        sequence = Sequence(start, recover=True)
        if isinstance(said, Here):
            sequence.here(said)
        else:
            sequence.refused(said)
        causes.append(sequence.stopped.cause if sequence.stopped else "")
        assert sequence.stopped is None or not offer(sequence, 4)
    assert causes == ["new_epoch", "gone", "restored", "gone", ""]


def test_begin_forgets_and_latest_skips() -> None:
    sequence = Sequence(Cursor(A, 3), recover=True)
    sequence.here(here(9, epoch=B))
    sequence.begin(LATEST)
    sequence.here(here(9, epoch=B))
    assert (sequence.stopped, sequence.wanted, sequence.cursor) == (None, None, None)
    assert offer(sequence, 10, epoch=B)
    assert sequence.cursor == Cursor(B, 10, "a")


def test_without_recovery_losses_are_counted() -> None:
    sequence = Sequence(None, recover=False)
    assert [offer(sequence, n) for n in (5, 6, 9)] == [True, True, True]
    assert (sequence.lost, sequence.wanted) == (2, None)
    assert not offer(sequence, 1, epoch=B)
    assert sequence.stopped is not None


def test_an_unknown_kind_is_no_event() -> None:
    body = {"n": 1, "table": "t", "round": "", "mode": "live", "at": 0, "wall": 0, "captured": 0, "causes": []}
    known = msgspec.json.encode({**body, "what": {"kind": "TableReady", "new": 1}, "new": 2})
    event = decode(known)
    assert event is not None
    assert event.n == 1
    assert decode(msgspec.json.encode({**body, "what": {"kind": "TableDances"}})) is None
