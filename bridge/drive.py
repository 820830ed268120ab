"""The loop, the same live and in a replay: a reading is written down, folded, and its events are written down.

Nothing here sleeps, waits or reads a clock; the daemon and the replay differ only in where readings come from
and in the `Sink` they go to. The order on disk is: a reading, its events, the next reading. Live:

    journal, recovered = Journal.open(directory, header, draw)
    state, owed = refold(Setup.of(recovered.header), recovered)
    if recovered.same:
        journal.events(owed)                            # these were never published
    else:
        journal.rotate(header, encode_state(state), owed)
    core = Core(Setup.of(journal.header), state, journal)
    step = core.take(Started(...))                      # then whatever the queue brings
    publish(step.stored); write(step.orders); answer(step.answers); core.rest()

Where another program version wrote the journal and `refold` raises, the state begins anew:
`journal.rotate(header)`, then `begin(Setup.of(journal.header))`, and the round in doubt is held.

To change files between rounds: `journal.rotate(header, core.checkpoint())`, `core.setup = Setup.of(journal.header)`.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple, Protocol

import msgspec

from bridge.commands import Answer
from bridge.events import Event
from bridge.readings import Reading
from bridge.records import JournalError, JournalFull, Recovered, Stored
from bridge.session import SessionState, Setup, Taken, begin, take

CHECKPOINT_EVERY = 2000
"""Readings after which the state is written down though no round has ended, so that an idle night restarts fast."""

_DECODER = msgspec.json.Decoder(SessionState)
_ENCODER = msgspec.json.Encoder()


def encode_state(state: SessionState) -> bytes:
    """The state as it stands in a checkpoint."""
    return _ENCODER.encode(state)


def decode_state(checkpoint: bytes) -> SessionState:
    """The state of a checkpoint.

    Raises:
        JournalError: these bytes are no state of this program.
    """
    try:
        return _DECODER.decode(checkpoint)
    except msgspec.MsgspecError as error:
        raise JournalError(f"the checkpoint is no state of this program: {error}") from error


def encode_event(event: Event) -> bytes:
    """An event's bytes as journalled, hashed and published."""
    return _ENCODER.encode(event)


class Sink(Protocol):
    """Where the loop writes. Each method may raise `JournalFull`, and then has written nothing."""

    def reading(self, reading: Reading) -> int: ...
    def events(self, events: tuple[Event, ...]) -> tuple[Stored, ...]: ...
    def checkpoint(self, state: bytes) -> None: ...


class Step(NamedTuple):
    """What one reading led to, once it is on disk: publish `stored`, write `orders` to devices, then send `answers`."""

    stored: tuple[Stored, ...] = ()
    answers: tuple[Answer, ...] = ()
    round_over: bool = False
    orders: tuple[tuple[str, str], ...] = ()


_NOTHING = Step()


class Core:
    """State and sink; `state` is what the desk may read, it is replaced whole and never changed.

    `owed` is what the last reading led to while that is not on disk yet (only after a full disk). A replay needs no
    `checkpoints`: it holds its state against those that the journal has.
    """

    def __init__(self, setup: Setup, state: SessionState, sink: Sink, *, checkpoints: bool = True) -> None:
        self.setup = setup
        self.state = state
        self.sink = sink
        self.owed: Taken | None = None
        self._checkpoints = checkpoints
        self._since = 0
        self._due = False

    def take(self, reading: Reading) -> Step:
        """Write down one reading, fold it, write down its events.

        Raises:
            JournalFull: nothing of this reading was taken; give the same one again.
            JournalBroken: the daemon must end.
        """
        before = _NOTHING if self.owed is None else self.settle()
        n = self.sink.reading(reading)
        taken = take(self.setup, self.state, n, reading)
        self.state = taken.state
        self._since += 1
        if not (taken.events or taken.answers or taken.round_over):
            return before
        self.owed = taken
        try:
            after = self.settle()
        except JournalFull:
            return before
        if before is _NOTHING:
            return after
        return Step(
            before.stored + after.stored,
            before.answers + after.answers,
            before.round_over or after.round_over,
            before.orders + after.orders,
        )

    def settle(self) -> Step:
        """Write down what the last reading led to, where a full disk has kept that back until this call.

        Raises:
            JournalFull: still full; the events are owed as before, and no answer may be sent.
        """
        if self.owed is None:
            return _NOTHING
        taken = self.owed
        stored = self.sink.events(taken.events) if taken.events else ()
        self.owed = None
        self._due = self._due or taken.round_over
        return Step(stored, taken.answers, taken.round_over, taken.orders)

    def rest(self) -> None:
        """What can wait until the last reading's events are sent: the checkpoint, where one is due."""
        if not self._checkpoints or self.owed is not None or not (self._due or self._since >= CHECKPOINT_EVERY):
            return
        # A checkpoint only shortens a restart: on a full disk it may be missing.
        with suppress(JournalFull):
            self.sink.checkpoint(self.checkpoint())
        self._since, self._due = 0, False

    def checkpoint(self) -> bytes:
        """The state as it is to be written down."""
        return encode_state(self.state)


def drive(readings: Iterable[Reading], core: Core) -> Iterator[Step]:
    """Every reading through the loop, in order."""
    for reading in readings:
        yield core.take(reading)
        core.rest()


def refold(setup: Setup, recovered: Recovered) -> tuple[SessionState, tuple[Event, ...]]:
    """The state at the end of a recovered journal, and the events its last reading still owes.

    Raises:
        JournalError: the fold gives other events than the journal has, or its checkpoint is no state of this
            program. Expected only of another program version.
    """
    if recovered.foreign:
        raise JournalError(recovered.foreign)
    state = begin(setup) if recovered.checkpoint is None else decode_state(recovered.checkpoint)
    there = [stored.body for stored in recovered.events if stored.n > state.event]
    owed: tuple[Event, ...] = ()
    for n, reading in recovered.readings:
        if owed:
            raise JournalError(f"the fold gives event {owed[0].n} before reading {n}, which the journal does not have")
        taken = take(setup, state, n, reading)
        state = taken.state
        for at, event in enumerate(taken.events):
            if not there:
                owed = taken.events[at:]
                break
            if there.pop(0) != encode_event(event):
                raise JournalError(f"the fold of reading {n} gives another event {event.n} than the journal has")
    if there:
        raise JournalError(f"the journal has {len(there)} events more than the fold of its readings gives")
    return state, owed
