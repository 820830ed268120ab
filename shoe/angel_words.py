"""What an Angel Eye II-EX reports: code letter and payload bytes, read and written.

Every payload byte has bit 7 set; the other seven carry the value.
"""

from games.cards import Card
from shoe.messages import (
    Banner,
    CardDrawn,
    CardUnread,
    Claim,
    CutCard,
    DeviceError,
    DrawKind,
    ErrorClass,
    ErrorCleared,
    Lock,
    Message,
    ResultClaim,
    Setting,
    StandBy,
)

_SUITS = {1: "d", 2: "c", 3: "s", 4: "h"}
_RANKS = "A23456789TJQK"
_TARGETS = {0: "player", 1: "banker", 2: "burn", 4: "first", 5: "burn_count"}
_RESULTS = {1: "player", 2: "tie", 4: "banker", 7: "forced_quit"}
_PAIRS = {0: "", 1: "player", 2: "banker", 3: "both"}
_ERRORS = {
    1: ("cannot read the card", ErrorClass.UNREADABLE),
    2: ("overdrawn", ErrorClass.OVERDRAW),
    3: ("button mishandled", ErrorClass.OPERATOR),
    4: ("reverse run at the exit", ErrorClass.REVERSE),
    5: ("reverse run midway", ErrorClass.REVERSE),
    6: ("card code of another set", ErrorClass.WRONG_SET),
    7: ("draw timed out", ErrorClass.TIMEOUT),
}
_FREE_STATE = 0xA0
"""First byte of a draw outside a game, in setting mode, without an error."""
_FREE_UNREAD = 0xA1
"""The same with the error `cannot read`."""
_NO_CARD = 0x80

_BARE: dict[str, Message] = {"S": Banner(""), "P": StandBy(), "C": CutCard()}
_LENGTHS = {"D": 2, "R": 2, "d": 2, "G": 1, "E": 1, "e": 1, "L": 1, "M": 6}


def read_payload(code: str, payload: bytes) -> Message | None:
    """The message of a code letter and its payload, or None where they say nothing known."""
    if code in _BARE:
        return None if payload else _BARE[code]
    if len(payload) != _LENGTHS.get(code):
        return None
    values = bytes(byte & 0x7F for byte in payload)
    match code:
        case "D" | "R" | "d":
            return _draw(code, values[0], values[1])
        case "G":
            return _result(values[0])
        case "E":
            number = values[0] & 0x3F
            text, error = _ERRORS.get(number, ("", ErrorClass.OTHER))
            return DeviceError(str(number), text, bool(values[0] & 0x40), error)
        case "e":
            return ErrorCleared(str(values[0] & 0x3F)) if values[0] < 0x40 else None
        case "L":
            return Lock(on=bool(values[0])) if values[0] < 2 else None
        case _:
            return Setting(values[:2].decode("ascii"), values[2:].decode("ascii"))


def _draw(code: str, where: int, face: int) -> Message | None:
    card = _card(face)
    if card is None and face >> 4:
        return None
    if code == "d":
        return CardDrawn(card, draw=DrawKind.FREE) if card else CardUnread()
    target = _TARGETS.get(where >> 4)
    if target is None:
        return None
    claim = Claim(target, where & 0x0F)
    if card is None:
        return CardUnread(claim=claim)
    return CardDrawn(card, draw=_kind(code, target), claim=claim)


def _kind(code: str, target: str) -> DrawKind:
    if code == "R":
        return DrawKind.NEXT_ROUND
    return DrawKind.GAME if target in ("player", "banker") else DrawKind.BURN


def _card(face: int) -> Card | None:
    suit, rank = _SUITS.get(face >> 4), face & 0x0F
    return Card(_RANKS[rank - 1] + suit) if suit and 1 <= rank <= 13 else None


def _result(value: int) -> Message | None:
    result = _RESULTS.get(value >> 4)
    if result is None or value & 0x0C:
        return None
    pair = _PAIRS[value & 0x03]
    return ResultClaim(result, {"pair": pair} if pair else {})


def payload_of(message: Message) -> tuple[str, bytes] | None:
    """The code letter and payload that say this, or None where there are none.

    What the shoe says in fewer words (a draw outside a game tells no place) may come back otherwise from
    `read_payload`; the caller compares.
    """
    for code, bare in _BARE.items():
        if message == bare:
            return code, b""
    match message:
        case CardDrawn(card, _, _, draw, claim):
            return _draw_payload(_face(card), draw, claim)
        case CardUnread(_, _, claim):
            return _draw_payload(_NO_CARD, DrawKind.GAME if claim else DrawKind.FREE, claim)
        case ResultClaim(result, facts):
            value = _key(_RESULTS, result), _key(_PAIRS, facts.get("pair", ""))
            return ("G", bytes([0x80 | value[0] << 4 | value[1]])) if min(value) >= 0 else None
        case DeviceError(code, _, latched, _) if code.isdecimal():
            return "E", bytes([0x80 | latched << 6 | int(code) & 0x3F])
        case ErrorCleared(code) if code.isdecimal():
            return "e", bytes([0x80 | int(code) & 0x3F])
        case Lock(on):
            return "L", bytes([0x80 | on])
        case Setting(address, value) if (address + value).isascii():
            return "M", bytes(0x80 | byte for byte in (address + value).encode("ascii"))
        case _:
            return None


def _draw_payload(face: int, draw: DrawKind, claim: Claim | None) -> tuple[str, bytes] | None:
    if draw is DrawKind.FREE:
        return "d", bytes([_FREE_UNREAD if face == _NO_CARD else _FREE_STATE, face])
    target = _key(_TARGETS, claim.target) if claim else -1
    if claim is None or target < 0 or not 0 <= claim.index < 16:
        return None
    return "R" if draw is DrawKind.NEXT_ROUND else "D", bytes([0x80 | target << 4 | claim.index, face])


def _face(card: Card) -> int:
    return 0x80 | _key(_SUITS, card.suit) << 4 | (_RANKS.index(card.rank) + 1)


def _key(table: dict[int, str], value: str) -> int:
    return next((key for key, known in table.items() if known == value), -1)
