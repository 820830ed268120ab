"""`beetek`: the USPC Bee-Tek shoe, 9600 8N1, ASCII tokens such as `[Game]<Card:4S>`.

Readers disagree on what stands between tokens (blanks, line ends), so tokens are looked for, not lines. In its
game mode the shoe repeats the characters of a card, inside or behind a token. Restated from three public
groups of readers. No check byte and no counter: a damaged letter can pass for another card.
"""

import re

import msgspec

from games.cards import Card, parse_card
from shoe.dialects import Decoded, Pending, Seen, Serial
from shoe.framing import Framing, Kind, Piece, decode
from shoe.messages import CardDrawn, CardUnread, DeviceError, DrawKind, ErrorClass, Message, Order, Repeated
from shoe.options import Milliseconds, read_options

LONGEST = 96
"""Most bytes of a token."""
_MODES = {"Game": DrawKind.GAME, "Manual Burn Cards": DrawKind.FREE}
_BLANK = re.compile(rb"[ \t\r\n\x00]+")
_FACE = re.compile(rb"(?:10|[2-9TJQKA])[CDHS]|[CDHS](?:10|[2-9TJQKA])")
_FACE_BEGUN = re.compile(rb"(?:10?|[2-9TJQKA]|[CDHS]1?)\Z")
_INTEREST = re.compile(rb"[\[< \t\r\n\x00]|" + _FACE.pattern + b"|" + _FACE_BEGUN.pattern)
_OPENED = re.compile(rb"\[+(?=\[)")
_STOP = re.compile(rb"[>\[\x00-\x1f\x7f-\xff]")
_TOKEN = re.compile(r"\[([ A-Za-z0-9]+)\]<(?:Card:([0-9A-Za-z]+)|(Game)|Alarm:(\w+) ?([^<>]*))>", re.IGNORECASE)
_WARNING = re.compile(r"<(W[0-9A-Za-z]+)>", re.IGNORECASE)


def _cut(buffer: bytes) -> tuple[list[Piece], bytes]:
    pieces: list[Piece] = []
    at = 0
    while at < len(buffer):
        if blank := _BLANK.match(buffer, at):
            pieces.append(Piece(Kind.BLANK, blank[0]))
        elif buffer[at] in b"[<":
            piece = _token(buffer, at)
            if piece is None:
                break
            pieces.append(piece)
        elif face := _FACE.match(buffer, at):
            pieces.append(Piece(Kind.REPORT, face[0]))
        elif _FACE_BEGUN.match(buffer, at):
            break
        else:
            found = _INTEREST.search(buffer, at + 1)
            pieces.append(Piece(Kind.NOISE, buffer[at : found.start() if found else len(buffer)], "no token"))
        at += len(pieces[-1].data)
    return pieces, buffer[at:]


def _token(buffer: bytes, begin: int) -> Piece | None:
    found = _STOP.search(buffer, begin + 1, begin + LONGEST)
    if found is None:
        if len(buffer) < begin + LONGEST:
            return None
        return Piece(Kind.DAMAGED, buffer[begin : begin + LONGEST], "token without an end")
    if found[0] == b">":
        return Piece(Kind.REPORT, buffer[begin : found.end()])
    if found.start() == begin + 1:
        row = _OPENED.match(buffer, begin)
        return Piece(Kind.NOISE, row[0] if row else buffer[begin : begin + 1], "no token")
    return Piece(Kind.DAMAGED, buffer[begin : found.start()], "token broken off")


def _single(text: str) -> Card | None:
    """The card of a text in either order, also where the shoe has repeated its characters."""
    half = len(text) // 2
    for shown in (text, text[:half] if text[:half] * 2 == text else "", text[::2] if text[::2] == text[1::2] else ""):
        for order in (shown, shown[1:] + shown[:1]):
            card = parse_card(order)
            if card:
                return card
    return None


class BeeTek(msgspec.Struct, frozen=True):
    """The shoe's language; `modes` names the draws of its modes, all others are no card of ours."""

    modes: dict[str, DrawKind]
    name: str = "beetek"
    serial: Serial = Serial(9600)
    checked: bool = False
    heartbeat_ms: int | None = None
    max_age_ms: int = 2_000

    def decode(self, pending: Pending, data: bytes, at: int) -> Decoded:
        return decode(Framing(_cut, self._read, self.max_age_ms), pending, data, at)

    def _read(
        self, seen: tuple[Seen, ...], report: bytes, at: int
    ) -> tuple[tuple[Seen, ...], tuple[Message, ...]] | str:
        text = report.decode("ascii")
        if text[0] not in "[<":
            card = _single(text)
            return (seen, (Repeated(card),)) if card and card in {old.key for old in seen} else "no token"
        if warning := _WARNING.fullmatch(text):
            return seen, (DeviceError(warning[1], "", latched=False),)
        token = _TOKEN.fullmatch(text)
        if token is None:
            return "unknown token"
        if token[4]:
            error = ErrorClass.UNREADABLE if token[4] == "E3" else ErrorClass.OTHER
            return (), (DeviceError(token[4], token[5].strip(), latched=False, error=error),)
        draw = next((kind for mode, kind in self.modes.items() if mode.lower() == token[1].lower()), None)
        if draw is None:
            return f"unknown mode {token[1]}"
        if token[3]:
            return (), (CardUnread(),)
        card = _single(token[2])
        return ((Seen(card, at),), (CardDrawn(card, draw=draw),)) if card else "unknown card"

    def encode(self, message: Message, number: int = 0) -> bytes:  # noqa: ARG002  # this shoe numbers nothing
        text = ""
        match message:
            case CardDrawn(card, _, _, draw) if draw in self.modes.values():
                mode = next(mode for mode, kind in self.modes.items() if kind is draw)
                text = f"[{mode}]<Card:{card.upper()}>"
            case CardUnread():
                text = f"[{next(iter(self.modes))}]<Game>"
            case DeviceError(code) if code.startswith("W"):
                text = f"<{code}>"
            case DeviceError(code, words):
                text = f"[Game]<Alarm:{f'{code} {words}'.strip()}>"
            case _:
                pass
        token = text.encode("ascii", "replace")
        read = self._read((), token, 0) if text and len(token) <= LONGEST else "too long"
        if isinstance(read, str) or read[1] != (message,):
            raise ValueError(f"a Bee-Tek shoe cannot say {message}")
        return b" " + token + b" \r\n"

    def order(self, order: Order) -> bytes | None:  # noqa: ARG002  # this shoe takes no orders
        return None


class _Options(msgspec.Struct, frozen=True):
    modes: dict[str, DrawKind] = msgspec.field(default_factory=_MODES.copy)
    max_age_ms: Milliseconds = 2_000


def dialect(options: dict[str, object]) -> BeeTek:
    """The shoe with options `modes` (its name of a mode -> game, free, burn, next_round) and `max_age_ms`.

    Raises:
        ValueError: an option is unknown or wrong; the message begins with its name.
    """
    chosen = read_options(options, _Options)
    for mode in chosen.modes:
        if not re.fullmatch("[ A-Za-z0-9]{1,32}", mode):
            raise ValueError(f"modes: {mode!r} is no name of a mode")
    if not chosen.modes:
        raise ValueError("modes: at least one is needed")
    return BeeTek(chosen.modes, max_age_ms=chosen.max_age_ms)
