"""Scanners: the four known maps, own maps, badges, what could not be read."""

import pytest

from games.cards import Card
from shoe.dialects.barcode import MAPS, dialect
from shoe.messages import Badge, CardDrawn, CardUnread, Garbled, Heartbeat, Message, Order
from tests.transports import carry, whole


def said(line: bytes, **options: object) -> list[Message]:
    return carry(dialect(options), whole(line))[0]


@pytest.mark.parametrize(
    ("name", "code", "card"),
    [
        ("index", "0000", "Ac"),
        ("index", "0012", "Kc"),
        ("index", "0013", "Ah"),
        ("index", "0051", "Ks"),
        ("tens", "1010", "As"),
        ("tens", "4130", "Kd"),
        ("tens", "2100", "Th"),
        ("letter", "D12", "Qd"),
        ("letter", "S1", "As"),
        ("number", "1", "As"),
        ("number", "14", "Ah"),
        ("number", "52", "Kd"),
    ],
)
def test_known_maps(name: str, code: str, card: str) -> None:
    assert said(code.encode() + b"\r\n", map=name) == [CardDrawn(Card(card))]


@pytest.mark.parametrize("name", MAPS)
def test_each_map_has_every_card_once(name: str) -> None:
    assert sorted(MAPS[name].values()) == sorted(Card)


def test_a_badge_is_a_dealer_and_never_a_card() -> None:
    assert said(b"D0088\r", map="letter") == [Badge("D0088")]
    with pytest.raises(ValueError, match=r"^badge: matches the card code 'S1'"):
        dialect({"map": "letter", "badge": "[A-Z][0-9]+"})


def test_no_badges() -> None:
    assert said(b"D0088\r", badge="") == [Garbled(b"D0088\r".hex(), 6, "unknown code")]


def test_what_could_not_be_read() -> None:
    assert said(b"NOREAD\r0000\r") == [CardUnread(), CardDrawn(Card.ACE_OF_CLUBS)]
    assert said(b"--\r", unread=["--"]) == [CardUnread()]
    with pytest.raises(ValueError, match=r"^unread: "):
        dialect({"unread": ["0000"]})


def test_unknown_codes_are_garbled() -> None:
    assert said(b"0052\r") == [Garbled(b"0052\r".hex(), 5, "unknown code")]
    assert said(b"\xff0001\r") == [Garbled(b"\xff0001\r".hex(), 6, "no scan")]


def test_prefix_suffix_and_terminator() -> None:
    around: dict[str, object] = {"prefix": "\x02", "suffix": "#", "terminator": "etx"}
    assert said(b"\x020000#\x03", **around) == [CardDrawn(Card.ACE_OF_CLUBS)]
    assert said(b"0000#\x03", **around) == [Garbled(b"0000#\x03".hex(), 6, "no scan")]
    assert dialect(around).encode(CardDrawn(Card.ACE_OF_CLUBS)) == b"\x020000#\x03"


def test_overlapping_prefix_and_suffix_are_no_scan() -> None:
    assert said(b"#\r", prefix="#", suffix="#") == [Garbled(b"#\r".hex(), 2, "no scan")]


def test_an_own_map() -> None:
    assert said(b"X9\n", map={"X9": "9h"}) == [CardDrawn(Card.NINE_OF_HEARTS)]


@pytest.mark.parametrize(
    ("options", "begin"),
    [
        ({"map": "qr"}, "map: "),
        ({"map": {}}, "map: "),
        ({"map": {"1": "1s"}}, "map"),
        ({"map": {" 1": "As"}}, "map: "),
        ({"badge": "("}, "badge: "),
        ({"terminator": "nul"}, "terminator: "),
        ({"prefix": " x"}, "prefix, suffix: "),
    ],
)
def test_wrong_options_are_named(options: dict[str, object], begin: str) -> None:
    with pytest.raises(ValueError, match=f"^{begin}"):
        dialect(options)


def test_what_it_cannot_say() -> None:
    device = dialect({"map": {"1": "As"}, "unread": []})
    for message in (CardDrawn(Card.TWO_OF_SPADES), CardUnread(), Badge("1"), Badge("X"), Heartbeat()):
        with pytest.raises(ValueError, match="cannot say"):
            device.encode(message)
    assert {device.order(order) for order in Order} == {None}
