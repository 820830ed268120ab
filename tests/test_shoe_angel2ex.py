"""The Angel Eye II-EX: published vectors, triple send, sequence gaps, wrap, orders."""

import pytest

from games.cards import Card
from shoe.dialects import Pending
from shoe.dialects.angel2ex import Angel2Ex, dialect, sealed
from shoe.messages import (
    Banner,
    CardDrawn,
    Claim,
    CutCard,
    DeviceError,
    ErrorClass,
    ErrorCleared,
    Gap,
    Garbled,
    Lock,
    Message,
    Order,
    Repeated,
    Reply,
    ResultClaim,
    StandBy,
)
from tests.transports import MS, START, carry, facts, whole

DIALECT = Angel2Ex()
VECTORS: list[tuple[str, int, Message]] = [
    ("05 31 53 03 36 31", 1, Banner("")),
    ("05 31 50 03 36 32", 1, StandBy()),
    ("05 32 44 81 B8 03 34 43", 2, CardDrawn(Card.EIGHT_OF_SPADES, claim=Claim("player", 1))),
    ("05 33 44 91 95 03 37 30", 3, CardDrawn(Card.FIVE_OF_DIAMONDS, claim=Claim("banker", 1))),
    ("05 34 47 91 03 45 31", 4, ResultClaim("player", {"pair": "player"})),
    ("05 35 45 C1 03 42 32", 5, DeviceError("1", "cannot read the card", latched=True, error=ErrorClass.UNREADABLE)),
    ("05 36 65 81 03 44 31", 6, ErrorCleared("1")),
    ("05 37 4C 81 03 46 39", 7, Lock(on=True)),
    ("05 38 43 03 37 38", 8, CutCard()),
]


def reports(*bodies: bytes) -> list[Message]:
    """Messages of one copy of each of these, all in one chunk."""
    return carry(DIALECT, whole(b"".join(map(sealed, bodies))))[0]


def card(text: str) -> CardDrawn:
    return CardDrawn(Card(text), claim=Claim("player", 1))


def draw(seq: int, face: int = 0xB8) -> bytes:
    return b"%dD\x81" % seq + bytes([face])


@pytest.mark.parametrize(("line", "number", "message"), VECTORS)
def test_published_vectors(line: str, number: int, message: Message) -> None:
    assert carry(DIALECT, whole(bytes.fromhex(line)))[0] == [message]
    assert DIALECT.encode(message, number) == bytes.fromhex(line) * 3


def test_all_vectors_in_a_row_have_no_gap() -> None:
    line = b"".join(bytes.fromhex(text) * 3 for text, _, _ in VECTORS)
    messages = carry(DIALECT, whole(line))[0]
    assert facts(messages) == [message for _, _, message in VECTORS]
    assert sum(isinstance(message, Repeated) for message in messages) == 2 * len(VECTORS)


def test_one_good_copy_of_three_is_enough() -> None:
    good = sealed(draw(2))
    bad = good[:3] + b"\x82" + good[4:]
    for copies in (good + bad + bad, bad + good + bad, bad + bad + good, good[:-1] + good + good[1:]):
        messages = carry(DIALECT, whole(copies))[0]
        assert [message for message in facts(messages) if not isinstance(message, Garbled)] == [card("8s")]


def test_a_repeat_needs_the_same_sequence_code_and_payload_soon() -> None:
    assert reports(draw(2), draw(2)) == [card("8s"), Repeated("D2")]
    assert reports(draw(2), draw(3)) == [card("8s"), card("8s")]
    assert reports(draw(2), draw(2, 0xB9)) == [card("8s"), Gap(3, 2), card("9s")]
    pending, _ = DIALECT.decode(Pending(), sealed(draw(2)), START)
    pending, messages = DIALECT.decode(pending, sealed(draw(2)), START + 900 * MS)
    assert messages == (Repeated("D2"),)
    pending, messages = DIALECT.decode(pending, sealed(draw(2)), START + 1_901 * MS)
    assert messages == (Gap(3, 2), card("8s"))


def test_a_jump_in_the_sequence_is_a_gap() -> None:
    assert reports(draw(2), draw(4)) == [card("8s"), Gap(3, 4), card("8s")]
    assert reports(draw(7)) == [card("8s")]


def test_the_start_clears_the_past() -> None:
    assert reports(draw(4), b"1S", b"1P", draw(2)) == [card("8s"), Banner(""), StandBy(), card("8s")]
    assert reports(draw(4), b"1S", draw(2)) == [card("8s"), Banner(""), card("8s")]
    assert reports(b"1S", draw(3)) == [Banner(""), Gap(2, 3), card("8s")]
    assert reports(draw(1), b"1S", draw(1)) == [card("8s"), Banner(""), card("8s")]


def test_a_wrap_to_nought_is_sure() -> None:
    assert reports(draw(9), draw(0), draw(1)) == [card("8s")] * 3
    assert reports(draw(9), draw(0), *map(draw, range(1, 10)), draw(1))[-2:] == [Gap(0, 1), card("8s")]


def test_a_wrap_to_one_is_learnt_and_its_first_time_said() -> None:
    once = reports(draw(9), draw(1))
    assert once == [card("8s"), Gap(0, 1), card("8s")]
    more = reports(draw(9), *map(draw, range(1, 10)), draw(1), draw(2))
    assert [message for message in more if isinstance(message, Gap)] == [Gap(0, 1)]
    known = carry(dialect({"wrap": 1}), whole(sealed(draw(9)) + sealed(draw(1))))[0]
    assert known == [card("8s")] * 2


def test_a_nought_ends_what_was_learnt() -> None:
    messages = reports(draw(9), *map(draw, range(1, 10)), draw(0), *map(draw, range(1, 10)), draw(1))
    assert [message for message in messages if isinstance(message, Gap)] == [Gap(0, 1), Gap(0, 1)]


@pytest.mark.parametrize("wrap", [0, 1])
def test_numbers_run_through_the_wrap(wrap: int) -> None:
    device = dialect({"wrap": wrap})
    line = b"".join(device.encode(card("8s"), number) for number in range(1, 40))
    assert facts(carry(device, whole(line))[0]) == [card("8s")] * 39


def test_answers_are_taken_with_their_code() -> None:
    messages = carry(DIALECT, whole(b"\x06" + b"\x15\x02" + b"\x15\x03" + sealed(draw(2)) + b"\x15\xff"))[0]
    assert messages == [
        Reply(ok=True),
        Reply(ok=False, code="02"),
        Reply(ok=False, code="03"),
        card("8s"),
        Reply(ok=False, code="FF"),
    ]


def test_the_answer_to_a_question_never_asked_is_no_report() -> None:
    line = bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")
    found = carry(DIALECT, whole(line))[0]
    assert found == [Garbled(line.hex(), 10, "reply to a question that was not asked")]


def test_a_damaged_end_mark_does_not_take_the_next_report() -> None:
    first = sealed(draw(2)).replace(b"\x03", b"\x43")
    messages = carry(DIALECT, whole(first + sealed(draw(3, 0xB9))))[0]
    assert messages[-1] == card("9s")


def test_orders() -> None:
    assert DIALECT.order(Order.LOCK) == bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")
    assert dialect({"bcc_from_stx": False}).order(Order.LOCK) == bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 39")
    orders = [DIALECT.order(order) for order in Order]
    assert len(set(orders)) == len(Order)
    assert [order[1:7] for order in orders if order] == [
        b"OPLK02",
        b"OPLK01",
        b"OPEC00",
        b"OPEC01",
        b"OPEC02",
        b"OPGP00",
    ]


@pytest.mark.parametrize(
    "message",
    [
        Banner("1.4"),
        Reply(ok=False, code="10"),
        Reply(ok=True, code="02"),
        CardDrawn(Card.ACE_OF_SPADES),
        CardDrawn(Card.ACE_OF_SPADES, 3, 10, claim=Claim("player", 1)),
        DeviceError("64", "", latched=True),
        DeviceError("1", "other words", latched=True),
    ],
)
def test_what_has_no_code_is_refused(message: Message) -> None:
    with pytest.raises(ValueError, match="cannot say"):
        DIALECT.encode(message)


def test_options() -> None:
    with pytest.raises(ValueError, match=r"^wrap: "):
        dialect({"wrap": 2})
