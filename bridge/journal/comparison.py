"""The events a file has against those a replay makes of its readings: byte for byte, and told field by field."""

from collections import Counter, deque

import msgspec

from bridge.drive import encode_event
from bridge.events import Event
from bridge.journal import lines
from bridge.journal.tape import EventAt, Place
from bridge.readings import Reading
from bridge.records import Stored


class Field(msgspec.Struct, frozen=True):
    """One field that differs: its path, what the file has and what the replay made (JSON, empty for nothing)."""

    path: str
    had: str
    made: str


class Difference(msgspec.Struct, frozen=True):
    """The first thing that differs: where it stands in the file, the event, and the reading that led to it."""

    what: str
    where: str
    event: int
    reading: int
    fields: tuple[Field, ...] = ()


class Comparison:
    """Two streams of events, held against each other in order. It is the loop's sink: what is made comes in here."""

    def __init__(self) -> None:
        self.n = 0  # the number of the reading that is being folded
        self.readings = 0
        self.had: Counter[str] = Counter()
        self.made: Counter[str] = Counter()
        self.bodies: list[bytes] | None = None
        self.difference: Difference | None = None
        self._had_waiting: deque[EventAt] = deque()
        self._made_waiting: deque[tuple[int, int, bytes]] = deque()

    def reading(self, reading: Reading) -> int:
        """The sink's side: a reading has the number that the file gives it."""
        del reading
        self.readings += 1
        return self.n

    def events(self, events: tuple[Event, ...]) -> tuple[Stored, ...]:
        """The sink's side: events were made."""
        for event in events:
            body = encode_event(event)
            self.made[str(type(event.what).__struct_config__.tag)] += 1
            self._made_waiting.append((self.n, event.n, body))
            if self.bodies is not None:
                self.bodies.append(body)
        self._compare()
        return ()

    def checkpoint(self, state: bytes) -> None:
        """The sink's side: what the file has is compared where it has it."""

    def there(self, event: EventAt) -> None:
        """The file has this event."""
        self.had[kind_of(event.body)] += 1
        self._had_waiting.append(event)
        self._compare()

    def missing(self, where: str | Place) -> None:
        """The file goes on at `where`, so what was made and is not there has been left out."""
        if self._made_waiting:
            reading, n, body = self._made_waiting[0]
            self.differs(f"the replay makes event {n} ({kind_of(body)}), which is not there", str(where), n, reading)

    def surplus(self) -> None:
        """The end: whatever was there and not made differs."""
        if self._had_waiting:
            event = self._had_waiting[0]
            self.differs(
                f"event {event.n} ({kind_of(event.body)}) is there, and the replay does not make it",
                str(event.where),
                event.n,
                self.n,
            )

    def differs(self, what: str, where: str, n: int, reading: int, fields: tuple[Field, ...] = ()) -> None:
        """Keep the first difference; from there on nothing is compared."""
        if self.difference is None:
            self.difference = Difference(what, where, n, reading, fields)
        self._had_waiting.clear()
        self._made_waiting.clear()

    @property
    def owed(self) -> int:
        """How many events were made that the file has not had yet."""
        return len(self._made_waiting)

    def forget(self) -> None:
        """What was made and is not there is not expected any more."""
        self._made_waiting.clear()

    def _compare(self) -> None:
        if self.difference is not None:
            self._had_waiting.clear()
            self._made_waiting.clear()
        while self._had_waiting and self._made_waiting:
            event, (reading, n, body) = self._had_waiting.popleft(), self._made_waiting.popleft()
            if event.body != body:
                what = f"event {n} is {kind_of(event.body)} there, and the replay makes {kind_of(body)}"
                self.differs(what, str(event.where), n, reading, unlike(event.body, body))


def kind_of(body: bytes) -> str:
    """An event's kind by its body; `?` where it is no event."""
    try:
        return lines.gist(body).what.kind
    except msgspec.MsgspecError:
        return "?"


def unlike(had: bytes, made: bytes) -> tuple[Field, ...]:
    """The fields in which two JSON objects differ; the whole texts where one of them is none."""
    try:
        one, other = msgspec.json.decode(had), msgspec.json.decode(made)
    except msgspec.MsgspecError:
        return (Field("", had.decode("utf-8", "replace"), made.decode("utf-8", "replace")),)
    return tuple(_walk("", one, other)) or (Field("", had.decode(), made.decode()),)


def _walk(path: str, had: object, made: object) -> list[Field]:
    if isinstance(had, dict) and isinstance(made, dict):
        keys = [*had, *(key for key in made if key not in had)]
        pairs = [(f"{path}.{key}" if path else str(key), had.get(key, _NONE), made.get(key, _NONE)) for key in keys]
    elif isinstance(had, list) and isinstance(made, list) and len(had) == len(made):
        pairs = [(f"{path}[{at}]", one, other) for at, (one, other) in enumerate(zip(had, made, strict=True))]
    else:
        return [] if had == made and type(had) is type(made) else [Field(path, _text(had), _text(made))]
    return [field for name, one, other in pairs for field in _walk(name, one, other)]


_NONE = object()


def _text(value: object) -> str:
    return "" if value is _NONE else msgspec.json.encode(value).decode()
