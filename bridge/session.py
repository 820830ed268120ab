"""Decoders, sightings and the reconciler folded into one: `take(setup, state, n, reading)`.

`Setup` is everything that does not change while a journal file lasts, made from its header alone. `SessionState`
is everything that does, a frozen value that is written down as a checkpoint.
"""

from dataclasses import dataclass

import msgspec

from bridge.commands import Answer
from bridge.events import Event
from bridge.readings import Reading
from bridge.records import Header


@dataclass(frozen=True)
class Setup:
    """A table's constants."""

    header: Header

    @staticmethod
    def of(header: Header) -> "Setup":
        """The constants a header names.

        Raises:
            ConfigError: the header names a game, dialect or profile that does not exist, or a wrong option.
        """
        return Setup(header)


class SessionState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that changes; `reading` and `event` are the last numbers given."""

    reading: int = 0
    event: int = 0


class Taken(msgspec.Struct, frozen=True):
    """What one reading led to. `round_over`: a round has just ended, so a checkpoint is due and files may change."""

    state: SessionState
    events: tuple[Event, ...] = ()
    answers: tuple[Answer, ...] = ()
    round_over: bool = False


def begin(setup: Setup) -> SessionState:
    """The state before the first reading of an epoch."""
    previous = setup.header.previous
    return SessionState(previous.reading, previous.event) if previous else SessionState()


def take(setup: Setup, state: SessionState, n: int, reading: Reading) -> Taken:
    """Fold one reading, which the journal has numbered `n`, into the state."""
    del setup, reading
    return Taken(msgspec.structs.replace(state, reading=n))


def next_deadline(setup: Setup, state: SessionState) -> int | None:
    """The monotonic ns at which a `Tick` is due, or None while nothing is awaited."""
    del setup, state
    return None


def status(setup: Setup, state: SessionState) -> dict[str, object]:
    """What a person or the engine may know now: phase, round, windows, holds, devices. No sealed face."""
    del setup
    return {"reading": state.reading, "event": state.event}


def snapshot(setup: Setup, state: SessionState) -> dict[str, object]:
    """The open round as its published events tell it: for a subscriber that joins in mid-round. No sealed face."""
    del setup
    return {"event": state.event}
