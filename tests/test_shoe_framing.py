"""Framing over all cuts: what is said depends on the bytes alone, and every byte is accounted for."""

import tracemalloc

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoe.dialects import Pending
from shoe.dialects.reference import Reference, frame
from shoe.framing import CHATTY, HEAD
from shoe.messages import Garbled, Heartbeat, Message
from tests.transports import MS, START, byte_by_byte, carry, garbled, whole

DIALECT = Reference()
BEAT = frame("H0")
NASTY = st.lists(
    st.one_of(
        st.binary(max_size=20),
        st.sampled_from([BEAT, BEAT[:3], BEAT[1:], frame("C0125C"), b"\x02", b"\x03", b"\x02" * 9, b"A" * 90]),
    ),
    max_size=20,
).map(b"".join)


def test_noise_before_a_report_is_said_before_it() -> None:
    messages, pending = carry(DIALECT, whole(b"\x80\x81" + BEAT))
    assert messages == [Garbled("8081", 2, "no start mark"), Heartbeat()]
    assert pending.discarded == 2


def test_small_noise_is_said_after_a_silence_and_not_before() -> None:
    pending, messages = DIALECT.decode(Pending(), b"\x80\x81", START)
    assert messages == ()
    pending, messages = DIALECT.decode(pending, b"", START + 1_999 * MS)
    assert messages == ()
    pending, messages = DIALECT.decode(pending, b"", START + 2_000 * MS)
    assert messages == (Garbled("8081", 2, "no start mark"),)
    assert DIALECT.decode(pending, b"", START + 9_000 * MS)[1] == ()


def test_an_old_half_is_dropped_and_never_glued() -> None:
    pending, _ = DIALECT.decode(Pending(), BEAT[:3], START)
    pending, messages = DIALECT.decode(pending, BEAT[3:], START + 2_000 * MS)
    assert messages == (Garbled(BEAT[:3].hex(), 3, "unfinished report dropped by age"),)
    assert DIALECT.decode(pending, BEAT, START + 2_001 * MS)[1][-1] == Heartbeat()


def test_a_report_in_slow_pieces_is_read() -> None:
    pending, said = Pending(), list[Message]()
    for place in range(len(BEAT)):
        pending, messages = DIALECT.decode(pending, BEAT[place : place + 1], START + place * 1_900 * MS)
        said += messages
    assert said == [Heartbeat()]


def test_stamps_may_go_back() -> None:
    pending, _ = DIALECT.decode(Pending(), BEAT[:3], START + 20 * MS)
    assert DIALECT.decode(pending, BEAT[3:], START)[1] == (Heartbeat(),)


def test_single_bytes_that_never_end_raise_an_alarm_while_they_last() -> None:
    pending, told = Pending(), list[int]()
    for place in range(300):
        pending, messages = DIALECT.decode(pending, b"5", START + place * 200 * MS)
        told += [place] if messages else []
    assert told == [15, 63, 255]


@pytest.mark.parametrize(
    ("noise", "megabytes"),
    [(b"A", 5.0), (b"\x02", 1.0), (b"\x025", 0.1), (b"\x02H\x03x", 0.1), (b"\x05\x02\x03", 0.1)],
)
def test_a_flood_is_few_messages_in_constant_memory(noise: bytes, megabytes: float) -> None:
    chunk = (noise * 4_096)[:4_096]
    pending, said = Pending(), list[Message]()
    rounds = int(megabytes * 256)
    for place in range(rounds):
        if place == rounds - 2:
            tracemalloc.start()
        pending, messages = DIALECT.decode(pending, chunk, START)
        said += messages
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    pending, messages = DIALECT.decode(pending, BEAT, START)
    said += messages
    assert said[-1] == Heartbeat()
    assert len(said) <= CHATTY / len(noise) + 12
    assert garbled(said) == pending.discarded == rounds * len(chunk)
    assert peak < 2_000_000
    assert max(len(message.data) for message in said if isinstance(message, Garbled)) <= 2 * HEAD


def test_a_damaged_report_among_noise_names_the_reason() -> None:
    line = b"\xff" + BEAT[:-1] + b"x"
    assert DIALECT.decode(Pending(), line, START)[1] == (Garbled(line.hex(), len(line), "check byte differs"),)


def test_after_a_good_report_a_run_begins_anew() -> None:
    pending, _ = DIALECT.decode(Pending(), b"5" * 1_500 + BEAT, START)
    assert DIALECT.decode(pending, b"5" * 16, START)[1] == (Garbled("35" * 16, 16, "no start mark"),)


@given(NASTY)
def test_the_cut_of_the_line_changes_nothing(data: bytes) -> None:
    assert carry(DIALECT, byte_by_byte(data))[0] == carry(DIALECT, whole(data))[0]


@given(NASTY)
def test_pending_can_be_written_down_at_any_byte(data: bytes) -> None:
    pending, said = Pending(), list[Message]()
    for part, at in byte_by_byte(data):
        written = msgspec.json.decode(msgspec.json.encode(pending), type=Pending)
        pending, messages = DIALECT.decode(written, part, at)
        said += messages
    pending, messages = DIALECT.decode(pending, b"", START * 1_000)
    assert [*said, *messages] == carry(DIALECT, whole(data))[0]
