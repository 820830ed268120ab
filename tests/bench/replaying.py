"""Replay of the real mix, one reading of the shoe to twenty frames of six cards, beside decode, CRC and SHA alone.

The frames are as a camera gives them: every corner trembles by a millimetre each way and every score a little, so
that no two are equal (equal ones never reach the journal one by one), and each outline has the words of three readers.
Costs are the processor's seconds, since a machine that does other things at the same time would be measured too.
"""

import hashlib
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import google_crc32c
import msgspec

from bridge.drive import Core, drive
from bridge.events import Event
from bridge.journal.journal import Journal
from bridge.journal.replay import replay
from bridge.readings import Reading
from bridge.session import Setup, begin
from bridge.verbs.replay import unswept
from games.cards import PACK
from games.game import Window
from scanner.frames import CardSeen, Evidence, FrameSeen, Outline, Side
from tests.rig import Rig
from tests.rig_table import TCP_SPOTS, header
from tests.rounds import finish, open_round, show, window

FRAMES_A_CARD = 20


class Lens(Rig):
    """A table whose camera trembles as a real one does."""

    def take(self, reading: Reading) -> list[Event]:
        """One reading through the session, a frame as a camera would have seen it."""
        if isinstance(reading, FrameSeen):
            draw = random.Random(reading.frame)  # a tremble, not a secret
            reading = msgspec.structs.replace(reading, cards=tuple(_trembling(card, draw) for card in reading.cards))
        return super().take(reading)


def _trembling(card: CardSeen, draw: random.Random) -> CardSeen:
    outline: Outline = tuple(  # type: ignore[assignment]  # four corners stay four
        (float(round(x + draw.uniform(-1, 1))), float(round(y + draw.uniform(-1, 1)))) for x, y in card.outline
    )
    scores = [round(draw.choice((0.85, 0.9, 0.95)), 2) for _ in range(3)]
    readers = ("index_a", "index_b", "pips")
    evidence = tuple(Evidence(reader, card.card, score) for reader, score in zip(readers, scores, strict=True))
    return msgspec.structs.replace(card, outline=outline, score=min(scores), evidence=evidence)


def play(rig: Rig, name: str, cards: tuple[str, ...]) -> None:
    """A clean round with twenty frames to each card."""
    open_round(rig, name)
    for card, spot in zip(cards, TCP_SPOTS, strict=True):
        rig.draw(card)
        rig.lies[spot] = (Side.BACK, None)
        rig.frames(FRAMES_A_CARD)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", cards[:3])
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    window(rig, Window.DECISION, open_=False)
    show(rig, "dealer", cards[3:])
    finish(rig)


def written(folder: Path, rounds: int) -> tuple[Path, int]:
    """A journal of so many rounds; its file and the number of readings."""
    rig = Lens("s")
    for number in range(rounds):
        first = number * 7 % 46
        play(rig, f"r{number}", tuple(card.value for card in PACK[first : first + 6]))
    journal, recovered = Journal.open(folder, header(rig.setup.config, rig.profiles), os.urandom)
    setup = Setup.of(recovered.header)
    for _ in drive(rig.readings, Core(setup, begin(setup), journal)):
        pass
    journal.close()
    return next(folder.glob("*.jsonl")), len(rig.readings)


def floor(path: Path) -> float:
    """Seconds to decode every reading and to prove every line's CRC and hash, with nothing else done."""
    decoder: msgspec.json.Decoder[Reading] = msgspec.json.Decoder(Reading)
    begun = time.process_time()
    digest = b""
    with path.open("rb") as lines:
        for line in lines:
            covered = line[: line.rindex(b',"crc"')]
            google_crc32c.value(covered)
            digest = hashlib.sha256(digest + covered).digest()
            if covered.startswith(b'{"reading":'):
                decoder.decode(covered[11 : covered.rindex(b',"blind"')])
    return time.process_time() - begun


def report(blocks: int, rounds: int) -> list[str]:
    """The row's lines."""
    with tempfile.TemporaryDirectory() as name:
        print("replay: writing the journal", file=sys.stderr, flush=True)
        path, readings = written(Path(name), rounds)
        bare, whole = [], []
        for _ in range(blocks):
            with unswept():
                bare.append(floor(path))
                begun = time.process_time()
                found = replay(path)
                whole.append(time.process_time() - begun)
            assert found.ok, found.difference
        ratios = [product / least for product, least in zip(whole, bare, strict=True)]
        return [
            f"replay, {readings} readings, {FRAMES_A_CARD} frames to a card dealt, {blocks} alternating blocks",
            f"  decode, CRC and SHA alone  {readings / statistics.median(bare):9.0f} readings a processor second",
            f"  truedeal replay            {readings / statistics.median(whole):9.0f} readings a processor second",
            f"  ratio {statistics.median(ratios):.2f} (at most 4), by block "
            + " ".join(f"{one:.2f}" for one in ratios),
        ]
