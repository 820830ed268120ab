"""A table whose daemon is killed again and again under a dealing hand: at random, or at its Nth write, sync or send.

The kill at a system call is strace's (`inject=...:signal=KILL:when=N`), so nothing in the product knows of it. One
client lives through all of it, and one journal.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from bridge.commands import Cancel, Command, OpenRound, Scooped
from bridge.events import Held, RoundCancelled, RoundOpened, Submitted, Voided
from bridge.journal.verify import files_of, verify
from bridge.stream.client import Client
from bridge.stream.cursor import Delivered
from games.cards import PACK
from shoe.messages import CardDrawn, Heartbeat
from tests.daemon_rig import ROOT, Table, until
from tests.tables import ALWAYS_HEARD, table_file

CALLS = ("write", "fdatasync", "sendto")
LONGEST_S = 20.0


class Campaign:
    """One journal, one client, many kills."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.table = Table(folder)
        stream, desk = ("heartbeat_ms = 100",), ("engine", "dealer")
        self.table.file.write_text(table_file(folder, stream=stream, desk=desk, device=ALWAYS_HEARD))
        self.table.line.plug()
        self.folder = folder
        self.got: list[Delivered] = []
        self.counter = 0
        self.rounds = 0
        self.held = 0
        self.in_doubt = 0
        self.client: Client | None = None

    def close(self) -> None:
        process = self.table.process
        if process is not None and process.poll() is None:
            process.kill()
            process.wait(5)
        if self.client is not None:
            self.client.close()
        self.table.line.unplug()

    def run(self, kills: int) -> None:
        """So many kills, half of them at a system call where strace is there."""
        traced = shutil.which("strace") is not None
        self.table.run()
        self.client = Client(f"ipc://{self.folder}/events", f"ipc://{self.folder}/engine", table="t1")
        for number in range(kills):
            if traced and number % 2:
                self._killed_at_a_call()
            else:
                self._killed_at_random()
            self._restart()
        self._deal_until(time.monotonic() + 0.3)
        until(self._caught_up, 10)
        self._stop()

    # ------------------------------------------------------------------ kills

    def _killed_at_random(self) -> None:
        process = self.table.process
        assert process is not None
        self._deal_until(time.monotonic() + self.chance.uniform(0.02, 0.6))
        process.send_signal(signal.SIGKILL)
        process.wait(5)

    def _killed_at_a_call(self) -> None:
        process = self.table.process
        assert process is not None
        call, nth = self.chance.choice(CALLS), self.chance.randint(1, 30)
        inject = f"inject={call}:signal=KILL:when={nth}"
        words = ["strace", "-f", "-q", "-e", f"trace={call}", "-e", inject, "-o", "/dev/null", "-p", str(process.pid)]
        tracer = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        end = time.monotonic() + LONGEST_S
        while process.poll() is None and time.monotonic() < end:
            self._deal_until(time.monotonic() + 0.1)
        assert process.poll() == -signal.SIGKILL, f"{call} was not called {nth} times in {LONGEST_S} s"
        tracer.wait(5)

    def _restart(self) -> None:
        seen = len(self.got)
        self.table.run()
        self._listen_until(time.monotonic() + 0.3)
        # Looked at now: where the kill came between a cancel and its events, the start has appended those.
        if self._live():
            self.in_doubt += 1
            until(lambda: self._hears(Held, seen))
            self.held += 1

    def _caught_up(self) -> bool:
        """Whether the client has the journal's last event: it may still be fetching what a kill made it miss."""
        self._listen_until(time.monotonic() + 0.1)
        events = self.table.journal("event")
        return bool(self.got) and self.got[-1].n == events[-1]["n"]

    def _stop(self) -> None:
        process = self.table.process
        assert process is not None
        process.send_signal(signal.SIGTERM)
        end = time.monotonic() + 5
        while process.poll() is None and time.monotonic() < end:
            self._listen_until(time.monotonic() + 0.02)
        assert process.wait(5) == 0
        self._listen_until(time.monotonic() + 0.3)

    # ---------------------------------------------------------------- dealing

    def _deal_until(self, end: float) -> None:
        """Rounds of up to six cards, opened, dealt and taken back, as fast as the table answers."""
        while time.monotonic() < end and self._alive():
            name = self._open_round()
            if name:
                self._ask(Cancel(), "engine", name)
            self._ask(Scooped(), "dealer", "")
            self.rounds += 1
            name = f"r{self.rounds}"
            self._ask(OpenRound(), "engine", name)
            self.table.line.say(Heartbeat())
            for _ in range(self.chance.randint(1, 6)):
                if time.monotonic() >= end or not self._alive():
                    return
                self.table.line.say(CardDrawn(PACK[self.counter % 52], self.counter % 1000, 1000))
                self.counter += 1
                self._listen_until(time.monotonic() + 0.005)

    def _alive(self) -> bool:
        return self.table.process is not None and self.table.process.poll() is None

    def _ask(self, command: Command, role: str, name: str) -> None:
        """Ask through a client of its own, so that the one that listens is never in the way; no answer is no matter."""
        with Client(f"ipc://{self.folder}/events", f"ipc://{self.folder}/{role}", table="t1", recover=False) as asker:
            asker.ask(command, round_id=name, as_of=1 << 40, timeout_ms=300)

    def _listen_until(self, end: float) -> None:
        assert self.client is not None
        while (left := end - time.monotonic()) > 0:
            said = self.client.next(max(1, int(left * 1000)))
            if isinstance(said, Delivered):
                self.got.append(said)

    # --------------------------------------------------------------- findings

    def _open_round(self) -> str:
        """The id of the round that is open by the events that were had."""
        name = ""
        for one in self.got:
            assert one.event is not None
            if isinstance(one.event.what, RoundOpened):
                name = one.event.round
            elif isinstance(one.event.what, Voided | Submitted | RoundCancelled) and one.event.round == name:
                name = ""
        return name

    def _live(self) -> bool:
        """Whether the journal's last word is an open round."""
        kinds = ("RoundOpened", "RoundCancelled", "Voided")
        last = [event for event in self.table.journal("event") if event["what"]["kind"] in kinds]
        return bool(last) and last[-1]["what"]["kind"] == "RoundOpened"

    def _hears(self, kind: type[Held], seen: int) -> bool:
        self._listen_until(time.monotonic() + 0.05)
        return any(isinstance(one.event.what, kind) for one in self.got[seen:] if one.event is not None)

    def faults(self) -> list[str]:
        """What is wrong after all of it; empty for a good campaign."""
        bodies = [line["n"] for line in self.table.journal("event")]
        wrong = []
        numbers = [one.n for one in self.got]
        if numbers != list(range(1, len(numbers) + 1)):
            wrong.append("the client has not every event exactly once in order")
        if numbers[-1:] != bodies[-1:]:
            wrong.append(f"the client's last event is {numbers[-1:]}, the journal's {bodies[-1:]}")
        if self.held != self.in_doubt:
            wrong.append(f"{self.in_doubt} rounds were in doubt, {self.held} were held")
        found = verify(files_of((self.folder / "journal",)))
        if not found.ok:
            wrong.append(f"the journal does not verify: {found}")
        stored = b"".join(path.read_bytes() for path in sorted((self.folder / "journal").glob("*.jsonl")))
        if any(one.body not in stored for one in self.got[-50:]):
            wrong.append("an event that was published is not in the journal")
        return wrong


def main(folder: Path, seed: int, kills: int) -> int:
    """Run a campaign and print what it came to."""
    campaign = Campaign(folder, seed)
    try:
        campaign.run(kills)
        wrong = campaign.faults()
    finally:
        campaign.close()
    told = f"seed {seed}: {kills} kills, {len(campaign.got)} events, {campaign.in_doubt} rounds in doubt, all held\n"
    sys.stdout.write(told)
    sys.stderr.write("".join(f"{line}\n" for line in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    where = Path(sys.argv[1])
    where.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)
    sys.exit(main(where, int(sys.argv[2]), int(sys.argv[3])))
