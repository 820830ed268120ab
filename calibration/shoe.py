"""What a device calls each card, learnt while cards of a known order are dealt through it.

Each report is held against the card that is due. What contradicts the order, or what was learnt before, is refused
with its place and what helps: a code map that is wrong in one place deals wrong cards for as long as it is used.
"""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from calibration.layout import CalibrationError
from games.cards import Card
from shoe.codes import CodeDrawn, Told, named
from shoe.messages import (
    Badge,
    Banner,
    CardDrawn,
    CardUnread,
    Cleared,
    Count,
    CutCard,
    DeviceError,
    DiceKeyed,
    DoubleFeed,
    Empty,
    ErrorCleared,
    Gap,
    Garbled,
    Heartbeat,
    Jam,
    Lid,
    Lock,
    Repeated,
    Reply,
    ResultClaim,
    Setting,
    Shuffle,
    StandBy,
)

ANEW = "put the cards back into their order and begin anew"


class Place(NamedTuple):
    """A card of a pass, both counted from 1."""

    turn: int
    card: int

    def __str__(self) -> str:
        return f"card {self.card} of pass {self.turn}"


class Learnt(NamedTuple):
    """A code: the card that was dealt under it, where first, how often, and what the table's file takes it for."""

    card: Card
    first: Place
    times: int
    filed: Card | None


class Deal:
    """A known order, dealt so many times."""

    def __init__(self, order: Sequence[Card], passes: int, *, coded: bool, again: bool) -> None:
        """`coded`: what the device calls a card is to be learnt, else it must name the card that is due.

        `again`: a card that the device could not read is put through it once more (a pass reader).
        """
        self._order, self._passes = tuple(order), passes
        self._coded, self._again = coded, again
        self._turn, self._done = 1, 0
        self._codes: dict[str, Learnt] = {}
        self._unread: dict[Card, Place] = {}
        self._counter: tuple[int, int] | None = None

    @property
    def over(self) -> bool:
        """Whether every card of every pass has come."""
        return self._turn > self._passes

    @property
    def begun(self) -> bool:
        """Whether a pass is under way."""
        return self._done > 0

    @property
    def due(self) -> Card:
        """The next card."""
        return self._order[self._done]

    @property
    def place(self) -> Place:
        """Where the next card stands."""
        return Place(self._turn, self._done + 1)

    @property
    def codes(self) -> dict[str, Learnt]:
        """What is known so far, in the order in which it came."""
        return dict(self._codes)

    @property
    def nameless(self) -> dict[Card, Place]:
        """Cards that were never read, and where they were due last."""
        known = {one.card for one in self._codes.values()}
        return {card: place for card, place in self._unread.items() if card not in known}

    def take(self, told: Told) -> str:
        """Take in what the device says; what is new about it in words, or the empty text.

        Raises:
            CalibrationError: it contradicts the order or what was learnt, or no deal can go on after it.
        """
        match told:
            case CodeDrawn():
                return self._drawn(told)
            case CardDrawn():
                return self._drawn(named(told))
            case CardUnread(counter, wrap):
                return self._not_read(counter, wrap)
            case Garbled():
                raise CalibrationError(self._garbled(told))
            case Gap(expected, got):
                why = f"reports were lost on the line (number {expected} was due, {got} came)"
                raise CalibrationError(f"{self._where}: {why}: look at cable and speed, then {ANEW}")
            case DoubleFeed():
                raise CalibrationError(f"{self._where}: two cards left the device at once: {ANEW}")
            case Jam(on=True):
                raise CalibrationError(f"{self._where}: the device jammed: clear it, then {ANEW}")
            case DeviceError(code, text, _, _):
                raise CalibrationError(f"{self._where}: the device reports error {code} {text}: clear it, then {ANEW}")
            case Empty() if not self.over and self.begun:
                raise CalibrationError(self.early("the device says that it holds no more cards"))
            case Banner() if self.begun:
                raise CalibrationError(f"{self._where}: the device started anew, its counter with it: {ANEW}")
            case Banner():
                self._counter = None
                return ""
            case Badge(number):
                return f"the badge {number} was read; it is no card"
            case Repeated() | Heartbeat() | StandBy() | Jam() | Lid() | Cleared() | Shuffle() | Count() | CutCard():
                return ""
            case Empty() | ResultClaim() | ErrorCleared() | Lock() | Setting() | DiceKeyed() | Reply():
                return ""
            case _:
                assert_never(told)

    def early(self, why: str) -> str:
        """That the deal ends before its time, in words."""
        left = len(self._order) - self._done
        return (
            f"the deal ended early: {self._done} of {len(self._order)} cards came in pass {self._turn}, {why}; due next"
            f" was {self.due}, {left} to come: look whether a card was not read or is missing, then {ANEW}"
        )

    @property
    def _where(self) -> str:
        if self.over:
            return "after the last card"
        return f"before {self.place} ({self.due})"

    def _drawn(self, drawn: CodeDrawn) -> str:
        if self.over:
            raise CalibrationError(
                f"{drawn.code} came after the last of {len(self._order)} cards: the order lacks a card, or one was"
                f" reported twice; everything behind that place is shifted: {ANEW}"
            )
        self._count(drawn.counter, drawn.wrap)
        place, due = self.place, self.due
        if not self._coded and drawn.card is not due:
            why = f"the device names {drawn.code} where {due} was dealt ({place})"
            raise CalibrationError(f"{why}: the order is not that of the cards, or it misreads this card; {ANEW}")
        known = self._codes.get(drawn.code)
        if known is not None and known.card is not due:
            raise CalibrationError(_one_code(drawn.code, known, due, place))
        other = next((code for code, one in self._codes.items() if one.card is due and code != drawn.code), None)
        if other is not None:
            raise CalibrationError(_two_codes(due, other, self._codes[other].first, drawn.code, place))
        if known is None:
            known = Learnt(due, place, 0, drawn.card)
        self._codes[drawn.code] = known._replace(times=known.times + 1)
        self._next()
        return f"pass {place.turn}, {place.card} of {len(self._order)}: {due} is {drawn.code}; {self._after()}"

    def _not_read(self, counter: int | None, wrap: int) -> str:
        if self.over:
            raise CalibrationError(f"a card that could not be read came after the last: {ANEW}")
        self._count(counter, wrap)
        place, due = self.place, self.due
        if self._again:
            return f"pass {place.turn}, {place.card} of {len(self._order)}: {due} was not read: put it through again"
        self._unread[due] = place
        self._next()
        return f"pass {place.turn}, {place.card} of {len(self._order)}: {due} was not read; {self._after()}"

    def _count(self, counter: int | None, wrap: int) -> None:
        """Hold the device's own counter of cards against the last."""
        if counter is None:
            return
        if self.begun and self._counter is not None and wrap and counter != (expected := (self._counter[0] + 1) % wrap):
            why = f"the device counts {counter} where {expected} was due: a report was lost"
            raise CalibrationError(f"{self._where}: {why}: look at cable and speed, then {ANEW}")
        self._counter = counter, wrap

    def _next(self) -> None:
        self._done += 1
        if self._done == len(self._order):
            self._turn, self._done = self._turn + 1, 0

    def _after(self) -> str:
        if self.over:
            return "that was the last"
        if self._done:
            return f"next {self.due}"
        return f"pass {self._turn - 1} is done: put the cards back into the same order, the first is {self.due}"

    def _garbled(self, told: Garbled) -> str:
        data = bytes.fromhex(told.data)
        shown = f"{told.count} bytes that are no report ({told.why}): {data.hex(' ')}"
        if data.strip(b"\r\n\t\x00 ").isascii() and data.strip(b"\r\n\t\x00 ").decode("ascii").isprintable():
            shown += f", as text {data.decode('ascii').strip()!r}"
            cure = "the device says what its dialect has no frame for: compare prefix, suffix, terminator or patterns"
            return f"{self._where}: {shown}; {cure} in the table's file with its manual, then {ANEW}"
        cure = "noise, or another speed: compare baud and parity with the device, look at the cable"
        return f"{self._where}: {shown}; {cure}, then {ANEW}"


def _one_code(code: str, known: Learnt, due: Card, place: Place) -> str:
    if known.first.turn == place.turn and place.card - known.first.card == 1:
        why = f"{known.card} was reported twice, or {due} bears its code"
    elif known.first.turn < place.turn:
        why = "the passes were not dealt alike, or a card was left out or reported twice in one of them"
    else:
        why = "a card was put through twice, or the order is not that of the cards"
    return (
        f"one code for two cards: {code} came for {known.card} ({known.first}) and for {due} ({place}): {why}; {ANEW}"
    )


def _two_codes(card: Card, first: str, at: Place, other: str, place: Place) -> str:
    why = "the passes were not dealt alike" if at.turn < place.turn else "the order is not that of the cards"
    return (
        f"two codes for one card: {card} is {first} ({at}) and {other} ({place}): {why}, or one of them was misread or"
        f" comes from another deck; {ANEW}"
    )
