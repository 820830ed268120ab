"""For each dialect one instance and one of everything it can say."""

from games.cards import PACK
from shoe.dialects import Dialect
from shoe.dialects.angel2ex import Angel2Ex
from shoe.dialects.angel2ex import dialect as angel2ex
from shoe.dialects.barcode import dialect as barcode
from shoe.dialects.beetek import dialect as beetek
from shoe.dialects.line import dialect as line
from shoe.dialects.reference import dialect as reference
from shoe.messages import (
    Badge,
    Banner,
    CardDrawn,
    CardUnread,
    Claim,
    Cleared,
    Count,
    CutCard,
    DeviceError,
    DiceKeyed,
    DoubleFeed,
    DrawKind,
    Empty,
    ErrorClass,
    ErrorCleared,
    Heartbeat,
    Jam,
    Lid,
    Lock,
    Message,
    Reply,
    ResultClaim,
    Setting,
    Shuffle,
    StandBy,
)

LINE_OPTIONS: dict[str, object] = {
    "terminator": "cr",
    "wrap": 1000,
    "suits": {"P": "S", "C": "H", "K": "D", "T": "C"},
    "rule": [
        {
            "pattern": r"(?P<counter>[0-9]{3}) (?P<rank>10|[A2-9JQK])(?P<suit>[PCKT])",
            "write": "{counter:03} {rank}{suit}",
        },
        {"pattern": r"(?P<counter>[0-9]{3}) \?\?", "say": "unread", "write": "{counter:03} ??"},
        {"pattern": "JAM (?P<on>[01])", "say": "jam", "write": "JAM {on:d}"},
        {"pattern": "LID OPEN", "say": "lid", "with": {"open": True}, "write": "LID OPEN"},
        {"pattern": "LID SHUT", "say": "lid", "with": {"open": False}, "write": "LID SHUT"},
        {"pattern": "ALIVE", "say": "heartbeat", "write": "ALIVE"},
        {"pattern": r"N(?P<count>\d{1,3}) (?P<deck>\w{1,8})", "say": "count", "write": "N{count} {deck}"},
        {"pattern": r"D(?P<d1>\d)(?P<d2>\d)(?P<d3>\d)", "say": "dice", "write": "D{d1}{d2}{d3}"},
    ],
    "ranks": {"10": "T"},
}

REFERENCE: list[Message] = [
    Banner("1.4"),
    *(CardDrawn(card, place + 970, 1000) for place, card in enumerate(PACK[:30])),
    *(CardDrawn(card, place, 1000) for place, card in enumerate(PACK[30:])),
    CardDrawn(PACK[0], 22, 1000, DrawKind.FREE),
    CardDrawn(PACK[0], 23, 1000, DrawKind.BURN),
    CardDrawn(PACK[0], 24, 1000, DrawKind.NEXT_ROUND),
    CardUnread(25, 1000),
    *(Shuffle(on=on, deck=deck) for on in (True, False) for deck in ("", "red")),
    *(Cleared(by_hand=hand, deck=deck) for hand in (True, False) for deck in ("", "blue_2")),
    *(Count(count, deck) for count in (0, 52, 416) for deck in ("", "red")),
    *(Jam(on=on) for on in (True, False)),
    *(Lid(open=on) for on in (True, False)),
    DoubleFeed(),
    CutCard(),
    Empty(),
    Heartbeat(),
    Heartbeat(12, 1000),
    StandBy(),
    Reply(ok=True),
    Reply(ok=False, code="07"),
]
ANGEL: list[Message] = [
    Banner(""),
    StandBy(),
    *(CardDrawn(card, claim=Claim(("player", "banker")[place % 2], place % 3 + 1)) for place, card in enumerate(PACK)),
    CardDrawn(PACK[3], draw=DrawKind.BURN, claim=Claim("burn", 10)),
    CardDrawn(PACK[3], draw=DrawKind.BURN, claim=Claim("first", 0)),
    CardDrawn(PACK[3], draw=DrawKind.BURN, claim=Claim("burn_count", 3)),
    CardDrawn(PACK[3], draw=DrawKind.NEXT_ROUND, claim=Claim("player", 3)),
    CardDrawn(PACK[3], draw=DrawKind.FREE),
    CardUnread(),
    CardUnread(claim=Claim("banker", 2)),
    CutCard(),
    *(
        ResultClaim(result, facts)
        for result in ("player", "tie", "banker", "forced_quit")
        for facts in ({}, {"pair": "player"}, {"pair": "banker"}, {"pair": "both"})
    ),
    DeviceError("1", "cannot read the card", latched=True, error=ErrorClass.UNREADABLE),
    DeviceError("7", "draw timed out", latched=False, error=ErrorClass.TIMEOUT),
    DeviceError("33", "", latched=True),
    ErrorCleared("1"),
    Lock(on=True),
    Lock(on=False),
    Setting("B4", "0012"),
    Reply(ok=True),
    *(Reply(ok=False, code=code) for code in ("01", "02", "03", "FF")),
]
BEETEK: list[Message] = [
    *(CardDrawn(card) for card in PACK),
    *(CardDrawn(card, draw=DrawKind.FREE) for card in PACK),
    CardUnread(),
    DeviceError("E3", "Card Not Read", latched=False, error=ErrorClass.UNREADABLE),
    DeviceError("E9", "", latched=False),
    DeviceError("W0x12", "", latched=False),
]
BARCODE: list[Message] = [*(CardDrawn(card) for card in PACK), CardUnread(), Badge("D0088")]
LINE: list[Message] = [
    *(CardDrawn(card, place + 960, 1000) for place, card in enumerate(PACK[:40])),
    CardUnread(7, 1000),
    Jam(on=True),
    Jam(on=False),
    Lid(open=True),
    Lid(open=False),
    Heartbeat(),
    Count(52, "red"),
    DiceKeyed((1, 6, 3)),
]
SAMPLES: dict[str, tuple[Dialect, list[Message]]] = {
    "reference": (reference({}), REFERENCE),
    "angel2ex": (angel2ex({}), ANGEL),
    "beetek": (beetek({}), BEETEK),
    "barcode": (barcode({}), BARCODE),
    "line": (line(LINE_OPTIONS), LINE),
}


def stream(dialect: Dialect, messages: list[Message]) -> list[bytes]:
    """The reports of a device that says these one after another; all copies of one report are one element."""
    number, sent = 0, list[bytes]()
    for message in messages:
        # The Angel Eye's start and replies bear no number of their own.
        number += not (isinstance(dialect, Angel2Ex) and isinstance(message, Banner | Reply))
        sent.append(dialect.encode(message, max(number, 1)))
    return sent
