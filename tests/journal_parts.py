"""Headers, readings and events for the tests of the journal and what reads it."""

import os
from pathlib import Path

from bridge.config import Config, StreamConfig
from bridge.events import DeviceUp, Event
from bridge.journal.journal import Journal
from bridge.readings import DeviceBytes
from bridge.records import Header, Recovered
from games.cards import Card
from scanner.frames import CardSeen, Evidence, FrameSeen, Outline, Quality, Side

NOON = 1_795_953_600_000_000_000
"""2026-11-29 12:00 UTC in ns since 1970."""

CONFIG = Config(table="t1", game="tcp_live", journal="journal", stream=StreamConfig(events="ipc://t1", desk={}))
HEADER = Header(program="0.1.0", epoch="", table="t1", wall=NOON, boot="boot-1", secret="", config=CONFIG)
_OUTLINE: Outline = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))


def shoe_bytes(n: int) -> DeviceBytes:
    """A reading of its own for each number."""
    return DeviceBytes("shoe", n, NOON + n, f"{n % 256:02x}")


def frame(n: int) -> FrameSeen:
    """A frame of six cards."""
    evidence = (Evidence("corner", Card.ACE_OF_SPADES, 0.9), Evidence("pips", Card.ACE_OF_SPADES, 0.95))
    card = CardSeen(_OUTLINE, Side.FACE, Card.ACE_OF_SPADES, 0.95, evidence)
    return FrameSeen("top", n, n, NOON + n, Quality.FRESH, 120.0, 90.0, None, (card,) * 6)


def event(n: int, round_: str = "r1") -> Event:
    """An event that says nothing of weight."""
    return Event(n, "t1", round_, "test", n, NOON + n, n, (n,), DeviceUp("shoe", f"port {n}"))


def open_journal(directory: Path, header: Header = HEADER) -> tuple[Journal, Recovered]:
    """A journal with the system's own random bytes and sync."""
    return Journal.open(directory, header, os.urandom)


def file_of(directory: Path, which: int = -1) -> Path:
    """One of the journal's files, the last by default."""
    return sorted(directory.glob("*.jsonl"))[which]


def add_round(journal: Journal) -> list[bytes]:
    """Two readings, two events and a checkpoint; the bodies of the events."""
    n = journal.head[0]
    journal.reading(shoe_bytes(n))
    journal.reading(frame(n))
    stored = journal.events((event(n + 1), event(n + 2)))
    journal.checkpoint(b'{"reading":0}')
    return [one.body for one in stored]


def write(directory: Path, rounds: int, header: Header = HEADER) -> list[bytes]:
    """A journal of so many rounds; the bodies of its events."""
    journal, _ = open_journal(directory, header)
    bodies = [body for _ in range(rounds) for body in add_round(journal)]
    journal.close()
    return bodies
