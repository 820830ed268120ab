"""A thread for each serial device: open, read, stamp, queue; and open again when the line is gone.

It fills nothing, alters nothing and derives nothing. Silence is no event; a line that is gone is `LinkDown`. What the
core orders is written between two reads, once: an order whose line is lost first is dropped, and its `LinkDown` tells.
"""

from collections import deque
from collections.abc import Callable

from bridge.daemon.inbox import Inbox
from bridge.daemon.log import Repeats, Said
from bridge.daemon.stage import Stage, stamp
from bridge.readings import DeviceBytes, LinkDown, LinkUp
from shoe.device import DeviceConfig
from shoe.dialects import Serial
from shoe.port import Port, open_port


class LineIn(Stage):
    """One device's thread. It alone opens, reads, writes and closes the port."""

    def __init__(
        self,
        device: DeviceConfig,
        serial: Serial,
        inbox: Inbox,
        repeats: Repeats,
        died: Callable[[str, BaseException], None],
    ) -> None:
        super().__init__(device.name, died)
        self._device = device
        self._serial = serial
        self._inbox = inbox
        self._repeats = repeats
        self._orders: deque[bytes] = deque()

    def order(self, data: bytes) -> None:
        """Write this to the device, within the silence of one read; called by another thread."""
        self._orders.append(data)

    def work(self) -> None:
        """Open and read until the end is asked for."""
        while not self.ending.is_set():
            self.beat()
            try:
                port = open_port(self._device.path, self._device.tcp, self._serial, self._device.write)
            except OSError as error:
                self._down(error)
            else:
                self.backoff.reset()
                self._read(port)
            self.rest(self.backoff.wait())

    def _read(self, port: Port) -> None:
        # An order given to the line before this one is not for whatever is plugged in since.
        self._ordered()
        self._inbox.put(LinkUp(self.name, *stamp(), port.where))
        self._repeats.works(Said.LINK_UP, self.name, port.where)
        try:
            while not self.ending.is_set():
                self._write(port)
                data = port.read()
                at, wall = stamp()
                self.beat()
                if data:
                    self._inbox.put(DeviceBytes(self.name, at, wall, data.hex()))
            self._write(port)
        except OSError as error:
            self._down(error)
        finally:
            port.close()

    def _write(self, port: Port) -> None:
        for data in self._ordered():
            port.write(data)

    def _ordered(self) -> list[bytes]:
        """The orders that wait, which then wait no more."""
        return [self._orders.popleft() for _ in range(len(self._orders))]

    def _down(self, error: OSError) -> None:
        cause = error.strerror or str(error)
        if self._repeats.failed(Said.LINK_DOWN, self.name, cause):
            self._inbox.put(LinkDown(self.name, *stamp(), cause))
