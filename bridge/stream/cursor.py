"""How far a subscriber has come, and what it can be told: the client's values, without any socket."""

import os
from functools import cached_property
from pathlib import Path

import msgspec

from bridge.events import Event


class Cursor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last event that was taken; `hash` is its line's, by which the table proves to be the same one."""

    epoch: str
    n: int
    hash: str = ""

    def save(self, path: Path) -> None:
        """Write the cursor so that a crash leaves the old or the new one whole.

        Raises:
            OSError: the file cannot be written.
        """
        beside = path.with_suffix(".new")
        with beside.open("wb") as file:
            file.write(msgspec.json.encode(self))
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)

    @staticmethod
    def load(path: Path) -> "Cursor | None":
        """The cursor of a file, or None where there is no file.

        Raises:
            ValueError: the file holds no cursor.
        """
        try:
            return msgspec.json.decode(path.read_bytes(), type=Cursor)
        except FileNotFoundError:
            return None
        except msgspec.DecodeError as error:
            raise ValueError(f"{path} holds no cursor: {error}") from error


LATEST = Cursor("", -1)
"""Begin with the next event that the table publishes."""


_decoder = msgspec.json.Decoder(Event)


def decode(body: bytes) -> Event | None:
    """The event of a body, or None where its kind is not known here."""
    try:
        return _decoder.decode(body)
    except msgspec.ValidationError:
        return None


class Delivered(msgspec.Struct, frozen=True, dict=True):
    """One event, as it came; `live`: not fetched."""

    epoch: str
    n: int
    body: bytes
    hash: str
    live: bool

    @cached_property
    def event(self) -> Event | None:
        """The event read, at the first time that it is asked for; None where this program does not know its kind."""
        return decode(self.body)

    @property
    def cursor(self) -> Cursor:
        """To be kept once the event is."""
        return Cursor(self.epoch, self.n, self.hash)


class Beat(msgspec.Struct, frozen=True):
    """A heartbeat: the table lives; `ready` for a round, or not and why."""

    ready: bool
    reasons: tuple[str, ...]
    disk: str
    head: int


class Quiet(msgspec.Struct, frozen=True):
    """Nothing came within the time given."""


class Gone(msgspec.Struct, frozen=True):
    """Nothing was heard from the table for three heartbeats; said once. Events go on by themselves when it is back."""

    why: str


class Shut(msgspec.Struct, frozen=True):
    """The table lets this client not in: wrong key, no key, or a key for another desk. Said once for each cause."""

    why: str


class Stopped(msgspec.Struct, frozen=True):
    """This table is not the one the cursor is from, or lost what the cursor has; said until `Client.begin`.

    `new_epoch`: it begins a new count from 1. `restored`: it runs on an older journal. `gone`: the events that follow
    the cursor are no longer to be had.
    """

    cause: str
    why: str
    epoch: str


Said = Delivered | Beat | Quiet | Gone | Shut | Stopped


class StreamEnded(Exception):  # noqa: N818 - it says what happened, which need not be an error
    """An iteration cannot go on; `said` is why. After `Gone` it may be taken up again."""

    def __init__(self, said: Gone | Shut | Stopped) -> None:
        super().__init__(said.why)
        self.said = said
