"""A subscriber that has every event exactly once and in order, or says that it cannot.

It subscribes first and then fetches what it missed; a number ahead of the next one, or a heartbeat that names a later
one, sends it to the desk. One thread; nothing runs between two calls, so one must come at least every few seconds.
"""

import secrets
import time
from collections import deque
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

import msgspec
import zmq

from bridge.commands import Answer, Command
from bridge.stream.caller import Caller, Eye, Waiting, connect, receive
from bridge.stream.cursor import Beat, Cursor, Delivered, Gone, Quiet, Said, Shut, Stopped, StreamEnded
from bridge.stream.frames import BEAT, HASH_BYTES, MISSED_BEATS, Heartbeat, position, prefix, topic
from bridge.stream.keys import Credentials
from bridge.stream.requests import (
    Ack,
    Answered,
    Ask,
    Get,
    Got,
    Hello,
    Here,
    Pending,
    Refused,
    Reply,
    Request,
    Snapshot,
    Status,
    Told,
)
from bridge.stream.sequence import Sequence
from bridge.stream.sockets import Context, new_context, outward

REPLY_NS = 1_000_000_000
"""A query without a reply after this time is sent again."""
COMMAND_NS = 3_000_000_000
"""As `REPLY_NS`, of a command, which the desk itself answers after two seconds at the latest."""
READS = 1_000
MS = 1_000_000


class Client:
    """A subscriber of one table. `start` is the last event it has; None: from the oldest to be had.

    Without `desk` nothing can be fetched or asked: then `recover` must be False, and gaps are only counted. With an
    empty `events` it listens to nothing and only asks the desk.

    Raises:
        ValueError: `recover` without a desk, or an endpoint that is none.
    """

    def __init__(  # noqa: PLR0913 - a client is configured once, by name
        self,
        events: str,
        desk: str = "",
        *,
        table: str,
        start: Cursor | None = None,
        context: Context | None = None,
        recover: bool = True,
        credentials: Credentials | None = None,
        high_water: int = 10_000,
    ) -> None:
        if recover and not desk:
            raise ValueError("to recover, a client needs a desk")
        shared = context or new_context()
        self._own = None if context else shared
        self.sequence = Sequence(start, recover=recover)
        self._beat = topic(table, BEAT)
        self._socket = outward(shared, zmq.SUB, credentials, high_water)
        self._eye = Eye(secret=credentials is not None)
        self._eye.follow(self._socket)
        self._socket.subscribe(prefix(table))
        self._caller: Caller | None = None
        try:
            connect(self._socket, events)
            self._caller = Caller(shared, desk, credentials) if desk else None
        except ValueError:
            self.close()
            raise
        self._said: deque[Said] = deque()
        self._waiting = Waiting(self._socket, self._eye, self._caller)
        self._awaited, self._sent = 0, 0
        self._reply: Reply | None = None
        self._tag: int | None = None
        self._alive = time.monotonic_ns()
        self._interval, self._gone = 1_000 * MS, False

    @property
    def cursor(self) -> Cursor | None:
        """The last event that was taken off the line (not: that `next` has handed out; see `Delivered.cursor`)."""
        return self.sequence.cursor

    @property
    def shut(self) -> str:
        """Why the table lets this client not in; the desk is tried again at each call, the stream by a new client."""
        return (self._caller.eye.why if self._caller is not None else "") or self._eye.why

    def next(self, timeout_ms: int) -> Said:
        """The next thing the table says, or `Quiet` after `timeout_ms`."""
        until = time.monotonic_ns() + timeout_ms * MS
        while True:
            if self._said:
                return self._said.popleft()
            if self.sequence.stopped:
                return self.sequence.stopped
            if (left := until - time.monotonic_ns()) <= 0:
                return Quiet()
            self._turn(left)

    def __iter__(self) -> Iterator[Delivered]:
        """Every event, waiting for the next.

        Raises:
            StreamEnded: the table is gone, lets us not in, or is another one.
        """
        while True:
            match self.next(1_000):
                case Delivered() as event:
                    yield event
                case Gone() | Shut() | Stopped() as said:
                    raise StreamEnded(said)
                case Beat() | Quiet():
                    pass

    def begin(self, start: Cursor | None) -> None:
        """Begin anew behind this cursor: after `Stopped`, once a person or the engine has decided to."""
        self._tag = None
        self.sequence.begin(start)

    def ask(  # noqa: PLR0913 - the words of a command, by name
        self,
        command: Command,
        *,
        command_id: str = "",
        round_id: str = "",
        why: str = "",
        as_of: int = 0,
        timeout_ms: int = 10_000,
    ) -> Answer | None:
        """Give a command. None: it is not known whether it was carried out; ask again with the same `command_id`."""
        name = command_id or secrets.token_hex(8)
        reply = self.call(Ask(id=name, command=command, round=round_id, why=why, as_of=as_of), timeout_ms)
        if isinstance(reply, Answered):
            return reply.answer
        return Answer(name, done=False, why=reply.why) if isinstance(reply, Refused) else None

    def ack(self, n: int) -> None:
        """Tell that every event up to `n` is stored. Nothing waits for the reply; the next ack covers a lost one."""
        if self._caller is not None and self.sequence.epoch:
            self._caller.send(Ack(epoch=self.sequence.epoch, n=n))

    def status(self, timeout_ms: int = 5_000) -> dict[str, Any] | None:
        """The table's status, or None where no reply came."""
        return self._told(Status(), timeout_ms)

    def snapshot(self, timeout_ms: int = 5_000) -> dict[str, Any] | None:
        """The open round, or None where no reply came."""
        return self._told(Snapshot(), timeout_ms)

    def hello(self, timeout_ms: int = 5_000) -> Here | None:
        """What there is, or None where no reply came."""
        reply = self.call(Hello(), timeout_ms)
        return reply if isinstance(reply, Here) else None

    def call(self, request: Request, timeout_ms: int) -> Reply | None:
        """Send a request, again where it is lost, and give the reply; None where none came in time, or see `shut`.

        Raises:
            ValueError: this client was made without a desk.
        """
        if self._caller is None:
            raise ValueError("this client was made without a desk")
        until = time.monotonic_ns() + timeout_ms * MS
        patience = COMMAND_NS if isinstance(request, Ask) else REPLY_NS
        if self._caller.eye.why:
            self._renew(self._caller)  # A line that was refused does not try again by itself.
        while (now := time.monotonic_ns()) < until:
            self._awaited, self._reply = self._caller.send(request), None
            reply = self._wait(min(until, now + patience), self._caller.eye)
            if reply is None and self._caller.eye.why:
                break
            if reply is None:
                self._renew(self._caller)
            elif not isinstance(reply, Pending):
                return reply
        return None

    def close(self) -> None:
        """Close the sockets, and the context where it is the client's own."""
        self._eye.close()
        self._socket.close()
        if self._caller is not None:
            self._caller.close()
        if self._own is not None:
            self._own.term()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _told(self, request: Status | Snapshot, timeout_ms: int) -> dict[str, Any] | None:
        reply = self.call(request, timeout_ms)
        return reply.told if isinstance(reply, Told) else None

    def _wait(self, late: int, eye: Eye) -> Reply | None:
        """The reply awaited, or None where it has not come by `late`, or the desk lets us not in."""
        while self._reply is None and not eye.why and (now := time.monotonic_ns()) < late:
            self._turn(late - now)
        return self._reply

    def _turn(self, left: int) -> None:
        """Ask for what is missing, wait at most `left` ns, and take what has come."""
        self._fetch()
        told, more = self._waiting.wait(min(left, self._interval) // MS + 1, stream=len(self._said) <= READS)
        if told:
            self._hear()
            if not more:
                return  # it is handed out at once
        self._take_replies()
        self._look()
        self._listen_for_life()

    def _fetch(self) -> None:
        """Send the one hello or get that is due, once the last one has its reply."""
        sequence, caller = self.sequence, self._caller
        if caller is None or not sequence.recover or sequence.stopped:
            return
        now = time.monotonic_ns()
        if self._tag is not None and now - self._sent > REPLY_NS:
            self._renew(caller)
        if self._tag is not None:
            return
        first = sequence.wanted
        if not sequence.met or sequence.doubt:
            had = sequence.cursor or Cursor("", 0)
            self._tag = caller.send(Hello(epoch=had.epoch, head=max(had.n, 0), hash=had.hash))
        elif first is not None:
            self._tag = caller.send(Get(first=first))
        self._sent = now

    def _renew(self, caller: Caller) -> None:
        caller.renew()
        self._tag = None
        self._waiting = Waiting(self._socket, self._eye, caller)

    def _hear(self) -> None:
        """Take one message that was published."""
        beat = self._socket.recv() == self._beat
        frames = receive(self._socket, 1 if beat else 3)
        self._alive, self._gone = time.monotonic_ns(), False
        if beat and frames:
            self._take_beat(frames[0])
        elif frames and (at := position(frames[0])) is not None and len(frames[2]) == HASH_BYTES:
            self._offer(at.epoch, at.n, frames[1], frames[2], live=True)

    def _listen_for_life(self) -> None:
        if not self._gone and time.monotonic_ns() - self._alive > MISSED_BEATS * self._interval:
            self._gone = True
            self._said.append(Gone(f"nothing was heard from the table for {MISSED_BEATS} heartbeats"))

    def _take_beat(self, body: bytes) -> None:
        beat = msgspec.json.decode(body, type=Heartbeat)
        self._interval = beat.interval_ms * MS
        self.sequence.beat(beat)
        self._said.append(Beat(beat.ready, beat.reasons, beat.disk, beat.head))

    def _offer(self, epoch: str, n: int, body: bytes, line: bytes, *, live: bool) -> None:
        if (taken := self.sequence.offer(epoch, n, body, str(line, "ascii"), live=live)) is not None:
            self._said.append(taken)

    def _take_replies(self) -> None:
        while self._caller is not None and (read := self._caller.read()) is not None:
            reply, frames = read
            if reply.tag == self._awaited:
                self._reply = reply
            if isinstance(reply, Refused):
                self.sequence.refused(reply)
            if reply.tag != self._tag:
                continue
            self._tag = None
            if isinstance(reply, Here):
                self.sequence.here(reply)
            elif isinstance(reply, Got):
                for index in range(reply.count):
                    body, line = frames[2 * index], frames[2 * index + 1]
                    self._offer(reply.epoch, reply.first + index, body, line, live=False)

    def _look(self) -> None:
        eyes = [self._eye, *([self._caller.eye] if self._caller is not None else [])]
        self._said.extend(Shut(why) for eye in eyes if (why := eye.look()))
