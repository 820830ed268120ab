"""Cards dealt through a real line into `truedeal calibrate shoe`, which runs as its own process."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from games.cards import Card
from tests.port_rig import Line
from tests.tables import table_file

BYTE_S = 10 / 9600
"""What a byte takes on a line of 9600 8N1."""
BARCODE = ('role = "reader"', 'dialect = "barcode"', "accept_unchecked = true")
LINE = (
    'role = "shoe"',
    'dialect = "line"',
    "accept_unchecked = true",
    "[device.options]",
    "wrap = 1000",
    "[[device.options.rule]]",
    'pattern = "(?P<counter>[0-9]{3}) (?P<rank>[a-m])(?P<suit>[1-4])"',
    'write = "{counter:03} {rank}{suit}"',
    "[[device.options.rule]]",
    'pattern = "JAM"',
    'say = "jam"',
    "with = { on = true }",
    'write = "JAM"',
)
REFERENCE = ('role = "shoe"', 'dialect = "reference"')


class Ended(NamedTuple):
    """How the command ended."""

    code: int
    out: str
    words: str

    @property
    def told(self) -> Any:
        return json.loads(self.out)


def house_codes(order: Iterable[Card]) -> dict[Card, str]:
    """Codes of a house's own, in no order that any scheme has."""
    return {card: f"Q{(number * 29 + 11) % 97:02}-{card.rank}" for number, card in enumerate(order)}


def scan(code: str) -> bytes:
    return code.encode() + b"\r\n"


def write_table(folder: Path, where: str, device: Iterable[str], more: str = "") -> Path:
    """A table's file with one device called `cards` on this line."""
    rest = [*device]
    head = table_file(folder).partition("[[device]]")[0]
    own = ["[[device]]", 'name = "cards"', where, *rest]
    path = folder / "main.toml"
    path.write_text(more + head + "\n".join(own) + "\n")
    return path


class Dealing:
    """The command at work; `send` gives it bytes at the pace of the line."""

    def __init__(self, table: Path, *words: str) -> None:
        self._command = subprocess.Popen(
            [sys.executable, "-m", "bridge.cli", "calibrate", "shoe", str(table), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._command.stderr is not None
        self._said = b""

    def ready(self) -> None:
        """Wait until the command asks for the first card."""
        self.says("deal now")

    def says(self, words: str) -> None:
        """Wait until the command has said this."""
        assert self._command.stderr is not None
        while words.encode() not in self._said:
            line = self._command.stderr.readline()
            assert line, self._said
            self._said += line

    def interrupt(self) -> None:
        """Ctrl-C."""
        self._command.send_signal(signal.SIGINT)

    def end(self) -> Ended:
        out, rest = self._command.communicate(timeout=60)
        return Ended(self._command.returncode, out.decode(), (self._said + rest).decode())


def send(line: Line, reports: Iterable[bytes], *, pause_s: float = 0.004) -> None:
    """Each report byte by byte as the line carries it, with a pause behind it."""
    for report in reports:
        for byte in report:
            os.write(line.device, bytes([byte]))
            time.sleep(BYTE_S)
        time.sleep(pause_s)


def dealt(line: Line, table: Path, reports: Iterable[bytes], *words: str) -> Ended:
    """The command from its start to its end, with these reports on the line."""
    made = Dealing(table, "--made", "2026-11-30", "--pause", "1.5", *words)
    made.ready()
    send(line, reports)
    return made.end()
