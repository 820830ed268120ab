"""Words for readings and events hold no face that was not published."""

import re

import msgspec
import pytest

from bridge.commands import Assign, Dice, OpenRound, Placement, Reconstruct, Role
from bridge.journal.moments import Words, asked, event_words, message_words
from bridge.readings import Asked, DeviceBytes, LinkDown, Reading, Started, Tick
from bridge.session import Setup
from games.cards import PACK, Card
from games.spots import hand
from shoe.messages import Badge, CardDrawn, DiceKeyed, Garbled, Message, Repeated, ResultClaim
from tests.journal_parts import NOON, frame
from tests.played import TABLE, Dealer

FACE = re.compile(r"\b[2-9TJQKA][shdc]\b")
SECRET = msgspec.structs.replace(TABLE, secret="00" * 32, epoch="e")


@pytest.fixture
def words() -> Words:
    return Words(Setup.of(SECRET))


def test_every_card_of_the_shoe_is_told_without_its_face(words: Words) -> None:
    dealer = Dealer()
    told = {words.of(dealer.card(card)) for card in PACK}
    assert len(told) == 52
    assert ("shoe", ("a card was drawn: counter 1",)) in told
    assert not any(FACE.search(text) for _, texts in told for text in texts)


def test_a_report_cut_in_two_is_told_once(words: Words) -> None:
    whole = Dealer().card(Card.KING_OF_HEARTS)
    first, second = (DeviceBytes("shoe", 1, NOON, part) for part in (whole.data[:6], whole.data[6:]))
    assert words.of(first) == ("shoe", ())
    assert words.of(second) == ("shoe", ("a card was drawn: counter 1",))


@pytest.mark.parametrize(
    "message",
    [
        Repeated("001As"),
        ResultClaim("player", {"cards": "As Kd"}),
        DiceKeyed((5, 5, 5)),
        Garbled("024330303141530363", 9, "check byte differs"),
        CardDrawn(Card.ACE_OF_SPADES, 7),
    ],
)
def test_a_message_tells_nothing_that_may_be_sealed(message: Message) -> None:
    told = message_words(message)
    assert not FACE.search(told)
    assert "5" not in told
    assert "4153" not in told


def test_a_message_tells_what_helps() -> None:
    assert message_words(Garbled("0243", 2, "check byte differs")) == (
        "2 bytes could not be read: count 2, why check byte differs"
    )
    assert message_words(Badge("D-117")) == "badge: id D-117"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (OpenRound("red", ("player", "p2")), "desk-2: open_round: deck red, boxes player p2 (because)"),
        (Assign(Card.ACE_OF_SPADES, "burn"), "desk-2: assign: to burn (because)"),
        (Dice((5, 5, 5)), "desk-2: dice (because)"),
        (
            Reconstruct((Placement(hand("player", 1), Card.ACE_OF_SPADES),), hold=3),
            "desk-2: reconstruct: hold 3 (because)",
        ),
    ],
)
def test_a_command_is_told_without_faces(command: OpenRound | Assign | Dice | Reconstruct, told: str) -> None:
    assert asked(Asked(1, NOON, "c1", "desk-2", Role.SUPERVISOR, command, "r1", "because")) == told


def test_a_camera_is_told_when_its_view_changes(words: Words) -> None:
    first, same = frame(1), frame(2)
    fewer = msgspec.structs.replace(frame(3), cards=frame(3).cards[:2])
    assert words.of(first) == ("top", ("sees 6 face up (frame 1)",))
    assert words.of(same) == ("top", ())
    assert words.of(fewer) == ("top", ("sees 2 face up (frame 3)",))
    assert words.of(msgspec.structs.replace(fewer, cards=())) == ("top", ("sees nothing (frame 3)",))


@pytest.mark.parametrize(
    ("reading", "lane", "told"),
    [
        (LinkDown("shoe", 1, NOON, "no such device"), "shoe", ("is gone: no such device",)),
        (
            Started(1, NOON, "b", "0.1.0", 12),
            "table",
            ("the daemon starts, version 0.1.0, 12 bytes torn from the journal",),
        ),
        (Tick(1, NOON), "table", ()),
        (DeviceBytes("other", 1, NOON, "0001"), "other", ("2 bytes of a device that the table does not have",)),
    ],
)
def test_other_readings(words: Words, reading: Reading, lane: str, told: tuple[str, ...]) -> None:
    assert words.of(reading) == (lane, told)


def test_an_event_is_told_by_its_fields() -> None:
    spot = {"kind": "hand", "owner": "player", "index": 1}
    assert event_words({"kind": "CardDealt", "spot": spot, "seal": "ab", "by": ["shoe"]}) == (
        "CardDealt: spot hand/player/1, by shoe, sealed"
    )
    assert event_words({"kind": "CardDealt", "spot": spot, "seal": "", "by": []}) == (
        "CardDealt: spot hand/player/1, nobody knows it"
    )
    assert event_words({"kind": "WindowChanged", "window": "bets", "open": False, "since": 5}) == (
        "WindowChanged: window bets, open no"
    )
    assert event_words({"kind": "TableReady"}) == "TableReady"
