"""A client that means no good, as a process: `python -m tests.hostile KIND ADDRESS [KEYFILE]` until it is killed.

It prints "begun" once its first blow is struck. Without a key: raw bytes that are no handshake (`garbage`), handshakes
that stop half-way (`half`), a frame without end behind a good greeting (`huge`), connections by the hundred (`crowd`),
a line filled to the brim and dropped without reading a byte (`fill`).
Let in, by a key where one is asked for: ever new subscriptions (`topics`) or messages (`messages`), requests without
pause (`requests`), or one subscription and then nothing (`stall`).
"""

import itertools
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import zmq

from bridge.stream.key_files import load_credentials

GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32)
CURVE = GREETING.replace(b"NULL\0", b"CURVE")
READY = b"\x04\x19\x05READY\x0bSocket-Type\x00\x00\x00\x03SUB"
HUGE = b"\x02" + (1 << 40).to_bytes(8, "big") + bytes(60_000)
FULL = b"\x00\x07\x01v1/t1/" * 10_000
BLOWS = {
    "garbage": b"GET / HTTP/1.1\r\n" * 100,
    "half": CURVE,
    "huge": GREETING + READY + HUGE,
    "crowd": b"",
}


def raw(kind: str, host: str, port: int) -> Iterator[None]:
    """Blows at a socket, without any library between."""
    held: list[socket.socket] = []
    while True:
        with suppress(OSError):
            one = socket.create_connection((host, port), timeout=1)
            one.sendall(BLOWS[kind] if kind != "garbage" else BLOWS[kind] + os.urandom(500))
            held.append(one)
        for old in held[: max(len(held) - 200, 0)]:
            old.close()
        held = held[-200:]
        yield


def fill(host: str, port: int) -> Iterator[None]:
    """Subscriptions as fast as the line takes them, and not a byte read."""
    with socket.create_connection((host, port)) as one:
        one.recv(10)
        one.sendall(GREETING + READY)
        while True:
            one.sendall(FULL)
            yield


def admitted(kind: str, address: str, keys: Path | None) -> Iterator[None]:
    """Blows of somebody who is let in: by his key, or where none is asked for."""
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    mine = context.socket(zmq.DEALER if kind == "requests" else zmq.XSUB)
    mine.set(zmq.LINGER, 0)
    mine.set(zmq.RCVHWM, 1)
    if keys is not None:
        load_credentials(keys).use(mine)
    mine.connect(address)
    for number in itertools.count():
        match kind:
            case "topics":
                mine.send(b"\x01v1/t1/%d" % number)
            case "stall" if number:
                time.sleep(60)
            case "stall":
                mine.send(b"\x01v1/t1/")
            case "messages":
                mine.send(b"\x07" + bytes(60))
            case _:
                mine.send(b'{"verb":"get","first":1}')
        yield


@contextmanager
def hostile(kind: str, address: str, *more: str) -> Iterator["subprocess.Popen[str]"]:
    """A hostile process that has struck, killed at the end."""
    words = [sys.executable, "-m", "tests.hostile", kind, address, *more]
    process = subprocess.Popen(words, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def main() -> None:
    kind, address, *more = sys.argv[1:]
    host, _, port = address.removeprefix("tcp://").rpartition(":")
    if kind == "fill":
        blows = fill(host, int(port))
    elif kind in BLOWS:
        blows = raw(kind, host, int(port))
    else:
        blows = admitted(kind, address, Path(more[0]) if more else None)
    next(blows)
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    for _ in blows:
        if kind in BLOWS:
            time.sleep(0.001)


if __name__ == "__main__":
    main()
