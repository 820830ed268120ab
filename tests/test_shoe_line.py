"""Devices described in the table's file: any line, any message, and every wrong option named."""

from collections.abc import Mapping

import pytest

from games.cards import Card
from shoe.dialects import Serial
from shoe.dialects.line import dialect
from shoe.messages import CardDrawn, DeviceError, DiceKeyed, DrawKind, Garbled, Jam, Lid, Message, Order
from tests.dialect_samples import LINE_OPTIONS
from tests.transports import cards, carry, garbled, whole

PLAIN = {"pattern": "(?P<card>10[shdc]|[A-Z0-9][shdcSHDC])", "write": "{card}"}


def said(line: bytes, *rules: Mapping[str, object], **options: object) -> list[Message]:
    return carry(dialect({"rule": list(rules or (PLAIN,)), **options}), whole(line))[0]


def test_rank_suit_and_return() -> None:
    rule = {"pattern": "(?P<rank>[A2-9TJQK])(?P<suit>[SHDC])"}
    assert said(b"KH\r", rule, terminator="cr") == [CardDrawn(Card.KING_OF_HEARTS)]


def test_cards_are_read_without_a_map() -> None:
    assert said(b"As\n10h\n") == [CardDrawn(Card.ACE_OF_SPADES), CardDrawn(Card.TEN_OF_HEARTS)]


def test_with_a_map_only_the_map_counts() -> None:
    assert said(b"X1\nAs\n", {"pattern": r"(?P<card>\w\w)"}, cards={"X1": "9d"}) == [
        CardDrawn(Card.NINE_OF_DIAMONDS),
        Garbled(b"As\n".hex(), 3, "line with a value that is none"),
    ]


def test_leading_noughts_and_draws() -> None:
    rule = {"pattern": r"(?P<counter>\d+)(?P<rank>\w)(?P<suit>\w)", "with": {"draw": "burn"}}
    assert said(b"007KH\n", rule, wrap=1000) == [CardDrawn(Card.KING_OF_HEARTS, 7, 1000, DrawKind.BURN)]


def test_the_first_rule_that_matches_speaks() -> None:
    jam = {"pattern": "JAM", "say": "jam", "with": {"on": True}}
    other = {"pattern": r"(?P<code>\w+)", "say": "error", "with": {"text": "", "latched": False}}
    assert said(b"JAM\nE7\n", jam, other) == [Jam(on=True), DeviceError("E7", "", latched=False)]


def test_dice() -> None:
    rule = {"pattern": r"(?P<d1>\d) (?P<d2>\d)", "say": "dice", "write": "{d1} {d2}"}
    assert said(b"6 1\n", rule) == [DiceKeyed((6, 1))]
    assert dialect({"rule": [rule]}).encode(DiceKeyed((6, 1))) == b"6 1\r\n"


def test_optional_groups() -> None:
    rule = {"pattern": "LID(?P<open> 1)?", "say": "lid", "with": {"open": False}}
    assert said(b"LID\n", rule) == [Lid(open=False)]


def test_lines_that_are_too_long_are_not_tried() -> None:
    assert said(b"As" + b" " * 78 + b"\n") == [CardDrawn(Card.ACE_OF_SPADES)]
    messages = said(b"As" + b" " * 79 + b"\n")
    assert garbled(messages) == 82
    assert cards(messages) == []
    assert cards(said(b"x" * 200 + b"As\nKh\n")) == [CardDrawn(Card.KING_OF_HEARTS)]


RULE: dict[str, object] = {"pattern": "(?P<card>..)"}


@pytest.mark.parametrize(
    ("options", "begin"),
    [
        ({}, "rule: "),
        ({"rule": []}, "rule: "),
        ({"rule": [{}]}, r"rule\[0\]"),
        ({"rule": [RULE, {"pattern": "("}]}, r"rule\[1\]\.pattern: "),
        ({"rule": [{"pattern": "(..)+"}]}, r"rule\[0\]\.pattern: "),
        ({"rule": [{"pattern": "x", "say": "cards"}]}, r"rule\[0\]\.say: "),
        ({"rule": [{"pattern": "x"}]}, r"rule\[0\]\.pattern: a card needs"),
        ({"rule": [{"pattern": "(?P<rank>.)"}]}, r"rule\[0\]\.pattern: a card needs"),
        ({"rule": [{"pattern": "(?P<card>..)(?P<colour>.)"}]}, r"rule\[0\]\.pattern: a card has no 'colour'"),
        ({"rule": [{"pattern": "x", "say": "jam"}]}, r"rule\[0\]: a jam needs on"),
        ({"rule": [{"pattern": "x", "say": "jam", "with": {"off": True}}]}, r"rule\[0\]\.with: "),
        ({"rule": [{"pattern": "x", "say": "jam", "on": True}]}, r"rule\[0\]: "),
        ({"rule": [RULE | {"write": "{colour}"}]}, r"rule\[0\]\.write: "),
        ({"rule": [RULE | {"write": "{"}]}, r"rule\[0\]\.write: "),
        ({"rule": [{"pattern": "(?P<card>..)(?P<counter>.)"}]}, "wrap: "),
        ({"rule": [RULE], "terminator": "nul"}, "terminator: "),
        ({"rule": [RULE], "longest": 257}, "longest: "),
        ({"rule": [RULE], "ranks": {"A": "1"}}, r"ranks\.A: "),
        ({"rule": [RULE], "suits": {"A": "X"}}, r"suits\.A: "),
        ({"rule": [RULE], "cards": {"A": "1s"}}, "cards"),
        ({"rule": [RULE], "baud": "fast"}, "baud: "),
    ],
)
def test_wrong_options_are_named(options: dict[str, object], begin: str) -> None:
    with pytest.raises(ValueError, match=f"^{begin}"):
        dialect(options)


def test_what_no_rule_writes_is_refused() -> None:
    device = dialect({"rule": [PLAIN], "cards": {"AA": "As"}})
    with pytest.raises(ValueError, match="no rule"):
        device.encode(CardDrawn(Card.ACE_OF_SPADES))
    with pytest.raises(ValueError, match="no rule"):
        device.encode(CardDrawn(Card.KING_OF_HEARTS))
    with pytest.raises(ValueError, match="no rule"):
        device.encode(Jam(on=True))
    assert {device.order(order) for order in Order} == {None}


def test_line_settings() -> None:
    device = dialect({**LINE_OPTIONS, "baud": 4800, "heartbeat_ms": 900})
    assert device.serial == Serial(4800)
    assert device.heartbeat_ms == 900
    assert not device.checked
