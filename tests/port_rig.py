"""A device's end of a line for tests of the port."""

import os
import pty
import tty

from shoe.dialects import Serial
from shoe.dialects.reference import frame
from shoe.port import Port

SERIAL = Serial(9600)
CARD = frame("C100KH")


class Line:
    """A linked pair of pseudo-terminals: `path` is the daemon's end, the rest the device's."""

    def __init__(self) -> None:
        self.device, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._slave = slave

    def send(self, data: bytes) -> None:
        os.write(self.device, data)

    def unplug(self) -> None:
        for fd in (self._slave, self.device):
            if fd >= 0:
                os.close(fd)
        self._slave = self.device = -1


def read_until(port: Port, size: int) -> bytes:
    got = b""
    for _ in range(50):
        got += port.read()
        if len(got) >= size:
            break
    return got
