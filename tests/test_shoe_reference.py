"""The reference protocol: the bytes of its document, repeats, banners, check bytes that look like marks."""

import pytest

from games.cards import Card
from shoe.dialects import Pending
from shoe.dialects.reference import Reference, dialect, frame
from shoe.messages import Banner, CardDrawn, CardUnread, Cleared, Count, Garbled, Heartbeat, Message, Order, Repeated
from tests.transports import MS, START, byte_by_byte, carry, whole

DIALECT = Reference()


def card(text: str, counter: int) -> CardDrawn:
    return CardDrawn(Card(text), counter, 1000)


def said(*parts: str) -> list[Message]:
    return carry(DIALECT, whole(bytes.fromhex(" ".join(parts))))[0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("02 43 30 31 32 4B 48 03 70", card("Kh", 12)),
        ("02 43 39 39 39 37 44 03 0A", card("7d", 999)),
        ("02 43 37 30 37 54 43 03 67", card("Tc", 707)),
        ("02 42 31 2E 34 03 6A", Banner("1.4")),
    ],
)
def test_known_bytes(line: str, message: Message) -> None:
    assert said(line) == [message]
    assert DIALECT.encode(message) == bytes.fromhex(line)


@pytest.mark.parametrize(
    "line",
    [
        "02 43 30 30 31 38 53 03 1A",
        "02 43 30 30 32 37 48 03 0D",
        "02 43 30 30 33 33 53 03 13",
        "02 43 30 30 34 36 48 03 0A",
        "02 43 30 30 35 37 53 03 11",
        "02 43 30 30 36 4A 43 03 7F",
        "02 43 31 30 30 35 43 03 07",
        "02 43 31 31 32 32 43 03 03",
        "02 43 32 30 33 35 43 03 06",
    ],
)
def test_check_bytes_that_look_like_control_signs(line: str) -> None:
    twice = bytes.fromhex(line) + frame("H0")
    for chunks in (whole(twice), byte_by_byte(twice)):
        messages, pending = carry(DIALECT, chunks)
        assert isinstance(messages[0], CardDrawn) == (bytes.fromhex(line) == frame(bytes.fromhex(line)[1:-2].decode()))
        assert messages[-1] == Heartbeat()
        assert pending.buffer == b""


def test_noise_and_echoes_before_the_first_report() -> None:
    noise = bytes(range(0x80, 0xC0)) + bytes.fromhex("39 37 44 03 0A 41 54 0D")
    line = noise + bytes.fromhex("02 42 31 2E 34 03 6A 72 65 61 64 79 0D 0A 02 43 30 30 30 35 43 03 06")
    messages, pending = carry(DIALECT, whole(line))
    assert [message for message in messages if not isinstance(message, Garbled)] == [Banner("1.4"), card("5c", 0)]
    assert pending.discarded == len(noise) + len(b"ready\r\n")


def test_a_repeat_is_no_second_card_and_a_second_card_is_no_repeat() -> None:
    king = DIALECT.encode(card("Kh", 200))
    pending, messages = DIALECT.decode(Pending(), king, START)
    assert messages == (card("Kh", 200),)
    for later in (300, 600, 3_600):
        pending, messages = DIALECT.decode(pending, king, START + later * MS)
        assert messages == (Repeated("C200KH"),)
    pending, messages = DIALECT.decode(pending, DIALECT.encode(card("Kh", 201)), START + 3_700 * MS)
    assert messages == (card("Kh", 201),)
    pending, messages = DIALECT.decode(pending, DIALECT.encode(card("9c", 201)), START + 3_800 * MS)
    assert messages == (card("9c", 201),)


def test_a_late_repeat_is_for_the_reconciler() -> None:
    king = DIALECT.encode(card("Kh", 200))
    pending, _ = DIALECT.decode(Pending(), king, START)
    assert DIALECT.decode(pending, king, START + 3_001 * MS)[1] == (card("Kh", 200),)


def test_a_device_that_started_anew_repeats_nothing() -> None:
    king = DIALECT.encode(card("Kh", 200))
    line = king + frame("B1.4") + king
    assert carry(DIALECT, whole(line))[0] == [card("Kh", 200), Banner("1.4"), card("Kh", 200)]


@pytest.mark.parametrize(
    "payload", ["", "C12KH", "C0121H", "C012kh", "c012KH", "H1", "N52", "S1:", "S1:Red", "BUP", "K3"]
)
def test_a_sound_report_that_says_nothing_known_is_garbled(payload: str) -> None:
    line = frame(payload)
    assert carry(DIALECT, whole(line))[0] == [Garbled(line.hex(), len(line), "unknown report")]


def test_decks() -> None:
    assert carry(DIALECT, whole(frame("N052:red")))[0] == [Count(52, "red")]
    assert carry(DIALECT, whole(frame("K1")))[0] == [Cleared(by_hand=False)]
    assert carry(DIALECT, whole(frame("K2:blue")))[0] == [Cleared(by_hand=True, deck="blue")]


@pytest.mark.parametrize(
    "message",
    [
        CardDrawn(Card.ACE_OF_SPADES),
        CardDrawn(Card.ACE_OF_SPADES, 1000, 1000),
        CardUnread(),
        Count(1000),
        Count(3, "Red"),
        Banner("X"),
    ],
)
def test_what_has_no_word_is_refused(message: Message) -> None:
    with pytest.raises(ValueError, match="cannot say"):
        DIALECT.encode(message)


def test_orders_are_framed_and_all_differ() -> None:
    orders = {DIALECT.order(order) for order in Order}
    assert len(orders) == len(Order)
    assert DIALECT.order(Order.LOCK) == bytes.fromhex("02 51 4C 03 1E")


def test_options() -> None:
    assert dialect({"repeat_ms": 100}).repeat_ms == 100
    with pytest.raises(ValueError, match=r"^heartbeat_ms: "):
        dialect({"heartbeat_ms": "soon"})
