"""A client's line to the desk, and the eye on both lines' handshakes."""

import contextlib

import msgspec
import zmq
import zmq.utils.monitor

from bridge import address
from bridge.stream.keys import Credentials
from bridge.stream.requests import Reply, Request
from bridge.stream.sockets import Context, outward, watch

NOWAIT = int(zmq.NOBLOCK)
"""A plain number: the enumeration's member is turned into one at each call."""
WATCHED = (
    zmq.EVENT_HANDSHAKE_FAILED_AUTH
    | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
    | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
    | zmq.EVENT_HANDSHAKE_SUCCEEDED
)
DOUBTFUL = 3
"""A handshake that ends without a word may be a broken line; so many in a row mean a wrong key."""
ANOTHER = "the table's public key is another one, or the table has no keys"

_replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)


def receive(mine: zmq.Socket[bytes], count: int) -> list[bytes]:
    """So many further frames of a message whose first was read, or none where it has more or fewer.

    Frame by frame and with one look at the end: `recv_multipart` looks at each, which costs more than the reading.
    """
    try:
        frames = [mine.recv(NOWAIT) for _ in range(count)]
    except zmq.Again:
        return []
    if not mine.rcvmore:
        return frames
    while mine.rcvmore:
        mine.recv(NOWAIT)
    return []


def connect(mine: zmq.Socket[bytes], endpoint: str) -> None:
    """Connect a socket; with an empty endpoint it is left as it is.

    Raises:
        ValueError: the endpoint is none, in words.
    """
    if not endpoint:
        return
    if why := address.wrong(endpoint, any_port=False):
        raise ValueError(f"{endpoint}: {why}")
    try:
        mine.connect(endpoint)
    except zmq.ZMQError as error:
        raise ValueError(f"{endpoint}: cannot be connected to: {error}") from error


class Eye:
    """Sees that connections are refused, which a socket itself never says. It follows one socket after another."""

    def __init__(self, *, secret: bool) -> None:
        self._secret = secret
        self._doubtful = 0
        self.why = ""
        """Why the other side lets us not in, as far as is known; empty once it does."""
        self._said = ""

    def follow(self, mine: zmq.Socket[bytes]) -> None:
        """Watch this socket, which is not yet connected."""
        self._watched, self.why = mine, ""
        self.monitor = watch(mine, WATCHED)

    def look(self) -> str:
        """Why the other side lets us not in, each reason once; empty where nothing is wrong or it has been said."""
        while int(self.monitor.get(zmq.EVENTS)) & zmq.POLLIN:
            message = zmq.utils.monitor.recv_monitor_message(self.monitor)
            self._take(int(message["event"]))
        if self.why in ("", self._said):
            return ""
        self._said = self.why
        return self.why

    def close(self) -> None:
        """Stop watching; the watched socket is closed after."""
        self._watched.disable_monitor()
        self.monitor.close(0)

    def _take(self, event: int) -> None:
        match event:
            case zmq.EVENT_HANDSHAKE_SUCCEEDED:
                self._doubtful, self.why, self._said = 0, "", ""
            case zmq.EVENT_HANDSHAKE_FAILED_AUTH:
                self._doubtful = 0
                self.why = "the table does not admit this key here: it is unknown, revoked, or of another role"
            case zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL:
                self._doubtful = 0
                asks = "the table has no keys, or there is no table" if self._secret else "the table asks for a key"
                self.why = f"the other side speaks another protocol: {asks}"
            case _:
                # A side without keys says so only where it is read before it has closed: the network decides.
                self._doubtful += 1
                if self._secret and self._doubtful >= DOUBTFUL:
                    self.why = f"the other side breaks off: {ANOTHER}"


class Caller:
    """A DEALER to the desk. A request that stays without a reply is sent again over a new connection.

    Raises:
        ValueError: the endpoint is none.
    """

    def __init__(self, context: Context, endpoint: str, credentials: Credentials | None) -> None:
        self._context = context
        self._endpoint = endpoint
        self._credentials = credentials
        self._tag = 0
        self.eye = Eye(secret=credentials is not None)
        self._open()

    def send(self, request: Request) -> int:
        """Send a request and give the tag by which its reply will be known."""
        self._tag += 1
        body = msgspec.json.encode(msgspec.structs.replace(request, tag=self._tag))
        with contextlib.suppress(zmq.Again):
            self.socket.send(body, zmq.NOBLOCK)
        return self._tag

    def read(self) -> tuple[Reply, list[bytes]] | None:
        """The next reply that has come, with the frames behind it; None where there is none."""
        while int(self.socket.get(zmq.EVENTS)) & zmq.POLLIN:
            body, *more = self.socket.recv_multipart()
            with contextlib.suppress(msgspec.DecodeError):
                return _replies.decode(body), more
        return None

    def renew(self) -> None:
        """Drop the connection and everything on its way, and connect anew."""
        self.close()
        self._open()

    def close(self) -> None:
        """Close the connection."""
        self.eye.close()
        self.socket.close()

    def _open(self) -> None:
        self.socket = outward(self._context, zmq.DEALER, self._credentials, 64)
        self.eye.follow(self.socket)
        try:
            connect(self.socket, self._endpoint)
        except ValueError:
            self.close()
            raise


class Waiting:
    """What a client waits for: the stream, the desk's replies, and what the eyes see. Made anew with the caller."""

    def __init__(self, stream: zmq.Socket[bytes], eye: Eye, caller: Caller | None) -> None:
        self._stream = stream
        self._all, self._others = zmq.Poller(), zmq.Poller()
        self._all.register(stream, zmq.POLLIN)
        for mine in (eye.monitor, *((caller.socket, caller.eye.monitor) if caller is not None else ())):
            self._all.register(mine, zmq.POLLIN)
            self._others.register(mine, zmq.POLLIN)

    def wait(self, ms: int, *, stream: bool) -> tuple[bool, bool]:
        """Whether the stream has something to read, and whether anything else has, after at most so many ms.

        Without `stream` it is left alone: its messages wait in the socket.
        """
        ready = (self._all if stream else self._others).poll(ms)
        told = bool(ready) and ready[0][0] is self._stream
        return told, len(ready) > told
