"""The desk: a ROUTER a role, where clients fetch what they missed and people and the engine give commands.

`serve` is the body of the desk's own thread. The core answers a command through `answer`, from its own thread. The
role is that of the endpoint a message came in by (which keys, or the file rights of the socket, guard).
"""

import os
import weakref
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import msgspec
import zmq

from bridge.commands import ROLE, Answer, Role, allowed
from bridge.config import StreamConfig
from bridge.readings import Asked
from bridge.records import Stored
from bridge.stream.endpoint import NoEndpoint
from bridge.stream.frames import REQUEST_BYTES
from bridge.stream.keys import KeyRing, domain
from bridge.stream.queries import Book, Peer, query
from bridge.stream.requests import Answered, Ask, Pending, Refused, Reply, Request
from bridge.stream.sockets import STRANGER, Context, Door, bind, bind_again, inward, user

ANSWER_NS = 2_000_000_000
"""A command without an answer after this time is told to ask again."""
FORGET_NS = 60_000_000_000
WAITING = 256
"""So many commands may wait for their answer at once."""
TURN_MS = 500
QUEUED = 16
"""Replies that may wait for one client; a client that does not read them loses the later ones."""
SHUT_MS = 20
"""A turn while an address is waited for."""
READS = 64
"""Requests read from one socket before the others have their turn."""
ZAP = "inproc://zeromq.zap.01"

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_encode = msgspec.json.Encoder().encode


class _Tagged(msgspec.Struct, frozen=True):
    tag: int = 0


class _Waiter(NamedTuple):
    """A command on its way and where its answer goes. `told`: its asker has heard that there is none yet."""

    id: str
    socket: zmq.Socket[bytes]
    envelope: list[bytes]
    tag: int
    since: int
    told: bool = False


class Desk:
    """Answers at the sockets of `open_desk`; `turns` counts the loop's rounds, at least two a second while it lives.

    `turned_away` is called, in the desk's thread, for each client that is refused: who, where, and why.
    """

    def __init__(self, sockets: dict[Role, zmq.Socket[bytes]], book: Book) -> None:
        self.turns = 0
        self.turned_away: Callable[[str, str, str], None] = lambda _who, _where, _why: None
        self._sockets = sockets
        self._doors: dict[Role, Door] = {}
        self._zap: zmq.Socket[bytes] | None = None
        self._keys: KeyRing | None = None
        self._book = book
        self._answers: deque[Answer] = deque()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        # Closed only when nobody holds the desk: a late answer must not ring a number that is another file's by then.
        weakref.finalize(self, os.close, self._bell)
        self._waiting: list[_Waiter] = []
        self._stopping = False
        self._lost = False
        self._shed = False

    @property
    def where(self) -> dict[Role, str]:
        """Each role's endpoint as bound."""
        return {role: door.where for role, door in self._doors.items()}

    def guard(self, zap: zmq.Socket[bytes], keys: KeyRing) -> None:
        """Judge handshakes that come in at the ZAP socket by these keys."""
        self._zap, self._keys = zap, keys

    def bind(self, role: Role, endpoint: str) -> NoEndpoint | None:
        """Bind a role's socket; the reason where it cannot be."""
        mine = self._sockets[role]
        found = bind(mine, endpoint, self._keys, domain(role))
        if found is None:
            self._doors[role] = Door(mine, self._keys, domain(role))
        return found

    def answer(self, answer: Answer) -> None:
        """Hand over the core's answer to a command; from any thread."""
        self._answers.append(answer)
        os.eventfd_write(self._bell, 1)

    def bind_again(self) -> None:
        """Bind once more where a socket's file was removed; from any thread, done by `serve`."""
        self._lost = True
        os.eventfd_write(self._bell, 1)

    def shed(self) -> None:
        """End every guarded connection, so that each key is judged anew; from any thread, done by `serve`."""
        self._shed = True
        os.eventfd_write(self._bell, 1)

    def stop(self) -> None:
        """End `serve`; from any thread."""
        self._stopping = True
        os.eventfd_write(self._bell, 1)

    def serve(self) -> None:
        """Answer until `stop`, then close everything."""
        poller = zmq.Poller()
        poller.register(self._bell, zmq.POLLIN)
        monitors = [door.monitor for door in self._doors.values() if door.monitor is not None]
        for mine in (*self._sockets.values(), *([self._zap] if self._zap else []), *monitors):
            poller.register(mine, zmq.POLLIN)
        while not self._stopping:
            shut = any(door.shut for door in self._doors.values())
            ready = dict(poller.poll(SHUT_MS if shut else TURN_MS))
            self.turns += 1
            if self._bell in ready:
                os.eventfd_read(self._bell)
            self._mend()
            if self._zap in ready:
                self._judge()
            self._deliver()
            for role, mine in self._sockets.items():
                if mine in ready:
                    self._read(role, mine)
            self._remind()
        self.close()

    def close(self) -> None:
        """Close the sockets; only where `serve` does not run."""
        for door in self._doors.values():
            door.end()
        for mine in (*self._sockets.values(), *([self._zap] if self._zap else [])):
            mine.close()

    def _mend(self) -> None:
        """Do what was asked of the doors, and tell who failed at one."""
        if self._lost:
            self._lost = False
            for mine in self._sockets.values():
                bind_again(mine)
        shed, self._shed = self._shed, False
        for role, door in self._doors.items():
            if shed and door.guarded:
                door.close()
            door.open()
            for _ in range(door.strangers()):
                self.turned_away("somebody", domain(role), STRANGER)

    def _judge(self) -> None:
        assert self._zap is not None
        assert self._keys is not None
        envelope, empty, *frames = self._zap.recv_multipart()
        verdict = self._keys.judge(frames, self._book.clock()[0])
        self._zap.send_multipart([envelope, empty, *verdict.reply])
        if verdict.who:
            self.turned_away(verdict.who, verdict.where, verdict.why)

    def _read(self, role: Role, mine: zmq.Socket[bytes]) -> None:
        for _ in range(READS):
            if not int(mine.get(zmq.EVENTS)) & zmq.POLLIN:
                return
            frames = mine.recv_multipart(copy=False)
            envelope = [frame.bytes for frame in frames[:-1]]
            body = frames[-1].bytes
            if len(envelope) > 2 or envelope[1:] not in ([], [b""]):
                self._reply(mine, envelope[:1], Refused(code="malformed", why="a request is one frame"))
                continue
            self._take(mine, envelope, Peer(role, _who(role, mine, frames[-1])), body)

    def _take(self, mine: zmq.Socket[bytes], envelope: list[bytes], peer: Peer, body: bytes) -> None:
        try:
            request = _decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._reply(mine, envelope, Refused(tag=_tag(body), code="malformed", why=str(error)))
            return
        if isinstance(request, Ask):
            self._ask(mine, envelope, peer, request)
            return
        try:
            reply, events = query(self._book, peer, request)
        except OSError as error:
            reply, events = Refused(tag=request.tag, code="busy", why=f"the journal cannot be read: {error}"), ()
        self._reply(mine, envelope, reply, events)

    def _ask(self, mine: zmq.Socket[bytes], envelope: list[bytes], peer: Peer, request: Ask) -> None:
        if not allowed(peer.role, request.command):
            word = str(request.command.__struct_config__.tag)
            why = f"{peer.role.value} may not say this: {word} is for the {ROLE[type(request.command)].value}"
            self.turned_away(peer.who, domain(peer.role), why)
            self._reply(mine, envelope, Refused(tag=request.tag, code="role", why=why))
            return
        at, wall = self._book.clock()
        asked = Asked(
            at=at,
            wall=wall,
            id=request.id,
            who=peer.who,
            role=peer.role,
            command=request.command,
            round=request.round,
            why=request.why,
            as_of=request.as_of,
        )
        full = "too many commands wait for their answer" if len(self._waiting) >= WAITING else ""
        if why := full or self._book.ask(asked):
            self._reply(mine, envelope, Refused(tag=request.tag, code="busy", why=why))
            return
        self._waiting.append(_Waiter(request.id, mine, envelope, request.tag, at))

    def _deliver(self) -> None:
        """Send the core's answers: it answers in the order of its queue, so the oldest of an id is meant."""
        while self._answers:
            answer = self._answers.popleft()
            found = next((waiter for waiter in self._waiting if waiter.id == answer.id), None)
            if found is None:
                continue
            self._waiting.remove(found)
            if not found.told:
                self._reply(found.socket, found.envelope, Answered(tag=found.tag, answer=answer))

    def _remind(self) -> None:
        """Tell who has waited too long to ask again, and forget who was told long ago."""
        if not self._waiting:
            return
        now, _ = self._book.clock()
        kept = []
        for waiter in self._waiting:
            late = now - waiter.since > ANSWER_NS
            if late and not waiter.told:
                self._reply(waiter.socket, waiter.envelope, Pending(tag=waiter.tag, id=waiter.id))
            if now - waiter.since <= FORGET_NS:
                kept.append(waiter._replace(told=waiter.told or late))
        self._waiting = kept

    @staticmethod
    def _reply(mine: zmq.Socket[bytes], envelope: list[bytes], reply: Reply, events: tuple[Stored, ...] = ()) -> None:
        frames = [*envelope, _encode(reply)]
        for event in events:
            frames += (event.body, event.hash.encode("ascii"))
        mine.send_multipart(frames, zmq.NOBLOCK)


def _tag(body: bytes) -> int:
    """The tag of a request that is else malformed, 0 where it has none."""
    try:
        return msgspec.json.decode(body, type=_Tagged).tag
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return 0


def _who(role: Role, mine: zmq.Socket[bytes], frame: zmq.Frame) -> str:
    """Role and peer: the key's name, the user id of a local socket's peer, or its address."""
    if named := user(frame):
        return named
    address = str(frame.get("Peer-Address"))
    if mine.getsockopt_string(zmq.LAST_ENDPOINT).startswith("ipc://"):
        return f"{role.value}:uid={address.split(':')[1]}"
    return f"{role.value}:{address}"


def open_desk(context: Context, stream: StreamConfig, book: Book, keys: KeyRing | None = None) -> Desk | NoEndpoint:
    """A desk bound to `stream.desk`, or why it cannot be had; with `again` the caller tries later.

    With keys, open the desk before the publisher: its thread also answers the publisher's handshakes.
    """
    sockets: dict[Role, zmq.Socket[bytes]] = {}
    desk = Desk(sockets, book)
    if keys is not None:
        zap = context.socket(zmq.ROUTER)
        zap.set(zmq.LINGER, 0)
        zap.bind(ZAP)
        desk.guard(zap, keys)
    for role, endpoint in stream.desk.items():
        mine = sockets[role] = inward(context, zmq.ROUTER, REQUEST_BYTES, QUEUED, QUEUED)
        mine.set(zmq.ROUTER_MANDATORY, 0)  # A reply to somebody who has gone is dropped and no fault of ours.
        mine.set(zmq.ROUTER_HANDOVER, 0)  # A second client of the same routing id cannot take the first one's replies.
        found = desk.bind(role, endpoint)
        if found is not None:
            desk.close()
            return found
    return desk
