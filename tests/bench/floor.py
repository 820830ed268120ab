"""The floor of the latency row: bare pyserial, one append with fdatasync, one ZeroMQ hop. Imports nothing of ours."""

import os
import sys
import time

import serial
import zmq


def publish(port: str, log: str, endpoint: str, size: int) -> None:
    """Each frame of `size` bytes from the line: appended, synced, sent."""
    line = serial.Serial(port, 9600)
    journal = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    socket = zmq.Context().socket(zmq.XPUB)
    socket.bind(endpoint)
    socket.recv()
    print("ready", flush=True)
    while True:
        frame = b""
        while len(frame) < size:
            frame += line.read(line.in_waiting or 1)
        os.write(journal, frame)
        os.fdatasync(journal)
        socket.send(frame)


def subscribe(endpoint: str) -> None:
    """Print the moment of each message."""
    (socket := zmq.Context().socket(zmq.SUB)).subscribe(b"")
    socket.connect(endpoint)
    while True:
        socket.recv()
        print(time.monotonic_ns(), flush=True)


if sys.argv[1] == "publish":
    publish(sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]))
else:
    subscribe(sys.argv[2])
