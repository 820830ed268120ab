"""Rounds of Live Three Card Poker at a table with a shoe alone, played through the loop into a real journal."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bridge.commands import JUSTIFIED, Command, OpenRound, Reveal, Role, Scooped, SetWindow, Submit, Void
from bridge.drive import Core, encode_state, refold
from bridge.journal import lines
from bridge.journal.journal import Journal
from bridge.readings import Asked, DeviceBytes, LinkUp, Reading, Started
from bridge.records import Header
from bridge.session import Setup
from games.cards import PACK, Card
from games.game import Window
from shoe.device import DeviceConfig
from shoe.dialects import find
from shoe.messages import CardDrawn, Heartbeat, Jam
from tests.journal_parts import CONFIG, HEADER, NOON

DEVICE = DeviceConfig(name="shoe", role="shoe", dialect="reference", path="/dev/shoe")
TABLE = msgspec.structs.replace(HEADER, config=msgspec.structs.replace(CONFIG, device=(DEVICE,)))
MS = 1_000_000
_DIALECT = find("reference", {})


class Dealer:
    """Makes the readings of a table; every reading is 100 ms after the one before."""

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.cards = 0
        self.asked = 0

    def stamps(self) -> tuple[int, int]:
        """The next moment, monotonic and wall."""
        self.at += 100 * MS
        return self.at, NOON + self.at

    def start(self, boot: str = "boot-1") -> Iterator[Reading]:
        """The daemon starts and the shoe's line opens."""
        yield Started(*self.stamps(), boot, "0.1.0")
        yield LinkUp("shoe", *self.stamps(), "/dev/shoe")
        yield self.bytes_of(_DIALECT.encode(Heartbeat()))

    def bytes_of(self, data: bytes) -> DeviceBytes:
        """Bytes from the shoe."""
        return DeviceBytes("shoe", *self.stamps(), data.hex())

    def card(self, card: Card) -> DeviceBytes:
        """The shoe's report of a card."""
        self.cards += 1
        return self.bytes_of(_DIALECT.encode(CardDrawn(card, self.cards % 1000, 1000)))

    def ask(self, role: Role, command: Command, round_: str, as_of: int = 1_000_000) -> Asked:
        """A command."""
        self.asked += 1
        why = "ruled" if isinstance(command, JUSTIFIED) else ""
        return Asked(*self.stamps(), f"c{self.asked}", role.value, role, command, round_, why, as_of)

    def round(self, name: str, cards: tuple[Card, ...]) -> Iterator[Reading]:
        """A clean round of six cards."""
        engine, dealer = Role.ENGINE, Role.DEALER
        yield self.ask(engine, OpenRound("", ("player",)), name)
        yield self.ask(engine, SetWindow(Window.BETS, open=True), name)
        yield self.ask(engine, SetWindow(Window.BETS, open=False), name)
        for card in cards:
            yield self.card(card)
        yield self.ask(dealer, Reveal("player"), name)
        yield self.ask(engine, SetWindow(Window.DECISION, open=True), name)
        yield self.ask(engine, SetWindow(Window.DECISION, open=False), name)
        yield self.ask(dealer, Reveal("dealer"), name)
        yield self.ask(engine, Submit(), name)
        yield self.ask(dealer, Scooped(), name)

    def troubled(self, name: str) -> Iterator[Reading]:
        """A round with a repeated report, a lost one and a jam, which is voided."""
        engine = Role.ENGINE
        yield self.ask(engine, OpenRound("", ("player",)), name)
        yield self.ask(engine, SetWindow(Window.BETS, open=True), name)
        yield self.ask(engine, SetWindow(Window.BETS, open=False), name)
        first = self.card(PACK[0])
        yield first
        yield self.bytes_of(bytes.fromhex(first.data))
        self.cards += 1
        yield self.card(PACK[1])
        yield self.bytes_of(_DIALECT.encode(Jam(on=True)))
        yield self.bytes_of(_DIALECT.encode(Jam(on=False)))
        yield self.ask(Role.SUPERVISOR, Void(), name)
        yield self.ask(Role.DEALER, Scooped(), name)


class Table:
    """The daemon's core over a journal's directory."""

    def __init__(self, directory: Path, header: Header = TABLE, dealer: Dealer | None = None) -> None:
        self.journal, self.recovered = Journal.open(directory, header, os.urandom)
        state, owed = refold(Setup.of(self.recovered.header), self.recovered)
        if self.recovered.same:
            self.journal.events(owed)
        else:
            self.journal.rotate(header, encode_state(state), owed)
        self.core = Core(Setup.of(self.journal.header), state, self.journal)
        self.dealer = dealer or Dealer()
        self.bodies: list[bytes] = []
        self.refused: list[str] = []

    def take(self, readings: Iterator[Reading] | tuple[Reading, ...]) -> None:
        """Every reading through the loop."""
        for reading in readings:
            step = self.core.take(reading)
            self.core.rest()
            self.bodies += [stored.body for stored in step.stored]
            self.refused += [answer.why for answer in step.answers if not answer.done]

    def clean(self, name: str, skip: int = 0) -> None:
        """A clean round whose cards begin at a place of the pack."""
        cards = (PACK[skip % 52 :] + PACK[: skip % 52])[:6]
        self.take(self.dealer.round(name, cards))

    def close(self) -> None:
        """The daemon ends."""
        self.journal.close()


def play(directory: Path, rounds: int = 2) -> list[bytes]:
    """A journal of so many clean rounds `r1`, `r2`, ...; the bodies of its events."""
    table = Table(directory)
    table.take(table.dealer.start())
    for n in range(1, rounds + 1):
        table.clean(f"r{n}", 6 * n)
    table.close()
    return table.bodies


def day(directory: Path) -> list[bytes]:
    """A journal with faults, restarts and a change of file; the bodies of its events."""
    dealer, bodies = Dealer(), []
    for start in range(4):
        table = Table(directory, dealer=dealer)
        table.take(dealer.start())
        table.clean(f"clean-{start}", 6 * start)
        table.take(dealer.troubled(f"troubled-{start}"))
        if start == 1:
            table.journal.rotate(msgspec.structs.replace(TABLE, wall=NOON + 10**9), table.core.checkpoint())
            table.core.setup = Setup.of(table.journal.header)
            table.clean("turned", 30)
        bodies += table.bodies
        table.close()
    return bodies


def forge(path: Path, old: bytes, new: bytes) -> int:
    """Put other bytes into a journal file (the first place where they stand) and make its chain whole again.

    Returns the number of the line.
    """
    was, digest, found = path.read_bytes().splitlines(), lines.ORIGIN, 0
    for at, line in enumerate(was):
        covered = line[: -lines.PROOF]
        if not found and old in covered:
            covered, found = covered.replace(old, new, 1), at + 1
        was[at] = covered + lines.proof(covered, digest)
        digest = was[at][-66:-2]
    path.write_bytes(b"".join(line + b"\n" for line in was))
    return found
