"""The Bee-Tek shoe: tokens in any surroundings, both orders, repeated characters, alarms."""

import pytest

from games.cards import Card
from shoe.dialects.beetek import dialect
from shoe.messages import CardDrawn, CardUnread, DeviceError, DrawKind, ErrorClass, Garbled, Message, Order, Repeated
from tests.transports import carry, garbled, whole

DIALECT = dialect({})
FOUR = CardDrawn(Card.FOUR_OF_SPADES)


def said(line: bytes) -> list[Message]:
    return carry(DIALECT, whole(line))[0]


@pytest.mark.parametrize("around", [b"%s", b" %s ", b"%s\r\n", b"\n%s\n", b"\x00%s\x00", b"\t%s\t"])
def test_a_token_is_read_whatever_stands_around_it(around: bytes) -> None:
    token = around % b"[Game]<Card:4S>"
    assert said(token * 2) == [FOUR, FOUR]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("4S", "4s"),
        ("S4", "4s"),
        ("TH", "Th"),
        ("10H", "Th"),
        ("H10", "Th"),
        ("4S4S", "4s"),
        ("44SS", "4s"),
        ("th", "Th"),
    ],
)
def test_both_orders_and_repeated_characters(text: str, card: str) -> None:
    assert said(f"[Game]<Card:{text}>".encode()) == [CardDrawn(Card(card))]


def test_characters_repeated_behind_a_token_are_no_second_card() -> None:
    assert said(b"[Game]<Card:4S>4S4S[Game]<Card:5H>5H ") == [
        FOUR,
        Repeated("4s"),
        Repeated("4s"),
        CardDrawn(Card.FIVE_OF_HEARTS),
        Repeated("5h"),
    ]


def test_other_characters_between_tokens_are_garbled() -> None:
    messages = said(b"[Game]<Card:4S>9D[Game]<Card:4S>")
    assert messages == [FOUR, Garbled("3944", 2, "no token"), FOUR]


def test_free_draws_unread_cards_alarms_and_warnings() -> None:
    assert said(b"[Manual Burn Cards]<Card:TH>") == [CardDrawn(Card.TEN_OF_HEARTS, draw=DrawKind.FREE)]
    assert said(b"[Game]<Game> [Manual Burn Cards]<Game>") == [CardUnread(), CardUnread()]
    alarm = DeviceError("E3", "Card Not Read", latched=False, error=ErrorClass.UNREADABLE)
    assert said(b"[Game]<Alarm:E3 Card Not Read> [GameAlarm]<Alarm:E3 Card Not Read>") == [alarm, alarm]
    assert said(b"<W0x1F>") == [DeviceError("W0x1F", "", latched=False)]


@pytest.mark.parametrize(
    "token",
    [
        b"[Gam?]<Card:4S>",
        b"Game]<Card:4S>",
        b"[Game<Card:4S>",
        b"[Game]<Card:4S",
        b"[Game]<Card:4X>",
        b"[Game]<Card:1S>",
        b"[Diagnostic]<Card:4S>",
        b"[Game]<Card:4S5H>",
        b"[Game]<Card:>",
        b"<Card:4S>",
        b"[Game]Card:4S>",
    ],
)
def test_a_damaged_token_is_no_card_and_takes_none_with_it(token: bytes) -> None:
    messages = said(token + b"[Game]<Card:KD>")
    assert messages[-1] == CardDrawn(Card.KING_OF_DIAMONDS)
    assert len([message for message in messages if isinstance(message, CardDrawn)]) == 1
    assert garbled(messages) > 0


def test_modes_are_the_tables_choice() -> None:
    own = dialect({"modes": {"Game": "game", "Burn": "burn"}})
    card = CardDrawn(Card.FOUR_OF_SPADES, draw=DrawKind.BURN)
    assert carry(own, whole(b"[Burn]<Card:4S>"))[0] == [card]
    assert own.encode(card) == b" [Burn]<Card:4S> \r\n"
    with pytest.raises(ValueError, match=r"^modes: "):
        dialect({"modes": {"[": "game"}})
    with pytest.raises(ValueError, match=r"^modes"):
        dialect({"modes": {"Game": "play"}})
    with pytest.raises(ValueError, match=r"^modes: "):
        dialect({"modes": {}})


@pytest.mark.parametrize(
    "message",
    [
        CardDrawn(Card.FOUR_OF_SPADES, draw=DrawKind.NEXT_ROUND),
        DeviceError("E3", "a>b", latched=False),
        DeviceError("E3", "x" * 99, latched=False),
        DeviceError("E3", "", latched=True),
        DeviceError("W1", "text", latched=False),
    ],
)
def test_what_has_no_token_is_refused(message: Message) -> None:
    with pytest.raises(ValueError, match="cannot say"):
        DIALECT.encode(message)


def test_it_takes_no_orders() -> None:
    assert {DIALECT.order(order) for order in Order} == {None}
