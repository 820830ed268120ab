"""Codes of the house: read as they stand, then believed as they were learnt, and nothing else beside them."""

import pytest

from games.cards import PACK, Card
from shoe.codes import Coded, CodeDrawn, learnt, spell
from shoe.dialects import Dialect, Pending, find
from shoe.messages import Badge, CardDrawn, CardUnread, DrawKind, Garbled, Jam
from tests.dialect_samples import SAMPLES
from tests.transports import byte_by_byte, carry, whole

RULES = [
    {"pattern": "(?P<counter>[0-9]{3}) (?P<rank>[a-z]+) of (?P<suit>[a-z]+)", "write": "{counter:03} {rank} of {suit}"},
    {"pattern": "B (?P<card>[a-z]+)", "with": {"draw": "burn"}, "write": "B {card}"},
    {"pattern": "JAM (?P<on>[01])", "say": "jam", "write": "JAM {on:d}"},
]
HOUSE = {f"x{number:02}y": card for number, card in enumerate(PACK)}


def told(dialect: Dialect, line: bytes) -> tuple[object, ...]:
    return spell(dialect, Pending(), line, 1)[1]


def test_a_scanners_card_is_its_code_and_what_the_file_takes_it_for() -> None:
    scanner = find("barcode", {"prefix": "<", "suffix": ">"})
    line = b"<0013>\r\n<ZZ>\r\n<D0001>\r\n<NR>\r\nno\r\n"
    assert told(scanner, line) == (
        CodeDrawn("0013", Card("Ah")),
        CodeDrawn("ZZ"),
        Badge("D0001"),
        CardUnread(),
        Garbled(b"no\r".hex(), 3, "no scan"),
    )


def test_a_described_lines_card_is_its_words_in_order() -> None:
    device = find("line", {"rule": RULES, "wrap": 1000})
    line = b"017 ten of cups\nB ten\nJAM 1\nJAM 7\n"
    assert told(device, line) == (
        CodeDrawn("ten cups", None, 17, 1000),
        CodeDrawn("ten"),
        Jam(on=True),
        Garbled(b"JAM 7\n".hex(), 6, "unknown line"),
    )


def test_a_dialect_that_names_its_cards_gives_their_names() -> None:
    shoe = find("reference", {})
    assert told(shoe, shoe.encode(CardDrawn(Card("9d"), 4, 1000))) == (CodeDrawn("9d", Card("9d"), 4, 1000),)


def test_learnt_codes_are_all_that_a_scanner_reads() -> None:
    scanner = learnt(find("barcode", {}), (), HOUSE)
    sent = b"".join(code.encode() + b"\r\n" for code in HOUSE)
    for chunks in (whole(sent), byte_by_byte(sent)):
        assert carry(scanner, chunks)[0] == [CardDrawn(card) for card in HOUSE.values()]
    assert carry(scanner, whole(b"0013\r\n"))[0] == [Garbled(b"0013\r".hex(), 5, "unknown code")]
    assert b"".join(scanner.encode(CardDrawn(card)) for card in HOUSE.values()) == sent


def test_learnt_words_are_all_that_a_described_device_reads() -> None:
    codes = {"ten cups": Card("Ts"), "ace cups": Card("As"), "ten": Card("9h")}
    device = learnt(find("line", {"rule": RULES, "wrap": 1000}), ("rule", "wrap"), codes)
    sent = b"017 ten of cups\nB ten\n018 ace of cups\n019 t of encups\n"
    ten, burnt, ace = CardDrawn(Card("Ts"), 17, 1000), CardDrawn(Card("9h"), draw=DrawKind.BURN), Card("As")
    assert carry(device, whole(sent))[0] == [
        ten,
        burnt,
        CardDrawn(ace, 18, 1000),
        Garbled(b"019 t of encups\n".hex(), 16, "line with a value that is none"),
    ]
    assert device.encode(ten) == b"017 ten of cups\r\n"
    assert device.encode(burnt) == b"B ten\r\n"
    with pytest.raises(ValueError, match="no rule of this device writes"):
        device.encode(CardDrawn(Card("2c"), 1, 1000))


def test_a_device_whose_words_are_not_in_the_map_says_so() -> None:
    device = learnt(find("line", {"rule": RULES, "wrap": 1000}), (), {"ten cups": Card("Ts")})
    for line in (b"001 ace of cups\n", b"002 a of s\n"):
        assert carry(device, whole(line))[0] == [Garbled(line.hex(), len(line), "line with a value that is none")]


@pytest.mark.parametrize(
    ("dialect", "options", "codes", "words"),
    [
        ("barcode", {"map": "index"}, HOUSE, r"options\.map and the profile both say what codes mean"),
        ("line", {"rule": RULES, "wrap": 9, "suits": {"cups": "S"}}, HOUSE, r"options\.suits and the profile both"),
        ("reference", {}, HOUSE, "'reference' names its cards by itself"),
        ("barcode", {}, {"D0001": Card("As")}, "badge: matches the card code 'D0001'"),
        ("barcode", {}, {"NR": Card("As")}, "unread: 'NR' is a card's code"),
        ("barcode", {}, {"": Card("As")}, "cannot be a code"),
        ("line", {"rule": RULES, "wrap": 9}, {"": Card("As")}, "cannot be a code"),
    ],
)
def test_codes_that_cannot_be_are_refused(
    dialect: str, options: dict[str, object], codes: dict[str, Card], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        learnt(find(dialect, options), options, codes)


def test_without_codes_a_dialect_stays_as_it_is() -> None:
    assert learnt(find("reference", {}), (), {}) == find("reference", {})


def test_which_dialects_can_be_taught() -> None:
    assert {name for name, (dialect, _) in SAMPLES.items() if isinstance(dialect, Coded)} == {"barcode", "line"}
