"""A small table without devices: the real publisher and desk over a journal in memory.

`python -m tests.stream_table TABLE EVENTS DESK [HIGH_WATER [EPOCH [HAS [ROLE]]]]` prints one JSON line with the
endpoints as bound, then obeys the lines of its standard input and prints {"head": N} for each. HAS events stand in its
journal at first; event n of an epoch is the same bytes in every run.

    publish COUNT [PER_SECOND]   publish so many events, as fast as it can or so many a second
    hide COUNT                   journal so many events without publishing them (as if every socket had dropped them)
    beat                         send a heartbeat at once; one is sent every 100 ms anyway
    quiet / loud                 stop and start heartbeats
    hold                         name an open hold in the status
    forget COUNT                 lose the last events, as a restored journal does
    end                          close and exit

Commands of the desk are answered "done" at once, but `reveal` of the hand "late" after 2.5 s and of "never" not at all.
"""

import hashlib
import json
import queue
import sys
import threading
import time
from typing import TextIO

import msgspec

from bridge.commands import Answer, Reveal, Role
from bridge.config import StreamConfig
from bridge.events import Alarm, Event
from bridge.readings import Asked
from bridge.records import Stored
from bridge.stream.desk import Desk, open_desk
from bridge.stream.endpoint import NoEndpoint
from bridge.stream.frames import Heartbeat
from bridge.stream.publisher import Publisher, open_publisher
from bridge.stream.queries import Head
from bridge.stream.sockets import new_context

EPOCH = "00112233445566778899aabbccddeeff"
BEAT_MS = 100
HOLD: dict[str, object] = {
    "hold": 3,
    "scope": "round",
    "fault": "exposed",
    "wait": "decide",
    "text": "a face was seen",
    "spot": "hand/player/1",
    "round": "r1",
    "options": ["go_on", "void"],
    "proposed": [],
}


def say(to: TextIO, what: dict[str, object]) -> None:
    to.write(f"{json.dumps(what)}\n")
    to.flush()


class Memory:
    """A journal in memory, as the desk sees one."""

    def __init__(self, table: str, epoch: str) -> None:
        self.table = table
        self.epoch = epoch
        self.schema = "0" * 64
        self.events: list[Stored] = []
        self.asked: queue.Queue[Asked] = queue.Queue()
        self.said: list[tuple[str, int]] = []
        self.answers = 0
        self.holds: list[dict[str, object]] = []

    def append(self) -> Stored:
        n = len(self.events) + 1
        what = Alarm(fault=None, device="shoe", text=f"event {n} of {self.epoch[:4]}")
        event = Event(n, self.table, f"r{n // 10}", "test", n * 1000, n * 2000, n * 1000, (n,), what)
        body = msgspec.json.encode(event)
        before = self.events[-1].hash if self.events else ""
        line = hashlib.sha256(before.encode() + body).hexdigest()
        self.events.append(Stored(n, event.round, "Alarm", body, line))
        return self.events[-1]

    def head(self) -> Head:
        events = self.events
        return Head(1, events[-1].n, events[-1].hash) if events else Head(0, 0, "")

    def stored(self, first: int, limit: int) -> tuple[Stored, ...]:
        return tuple(self.events[first - 1 : first - 1 + limit])

    def status(self) -> dict[str, object]:
        acked = [n for what, n in self.said if what == "acked"]
        told: dict[str, object] = {"phase": "idle", "event": self.head().head, "acked": acked[-1:]}
        return {**told, "round": "r1", "holds": self.holds} if self.holds else told

    def snapshot(self) -> dict[str, object]:
        return {"event": self.head().head}

    def clock(self) -> tuple[int, int]:
        return time.monotonic_ns(), time.time_ns()

    def ask(self, asked: Asked) -> str:
        self.asked.put(asked)
        return ""

    def acked(self, n: int) -> None:
        self.said.append(("acked", n))

    def restored(self, who: str, said: int) -> None:
        self.said.append(("restored", said))
        say(sys.stderr, {"restored": said, "who": who})


def answer(memory: Memory, desk: Desk, stopping: threading.Event) -> None:
    """Answer commands as the core would, in order."""
    late: list[tuple[float, Asked]] = []
    while not stopping.is_set():
        try:
            asked = memory.asked.get(timeout=0.02)
        except queue.Empty:
            pass
        else:
            match asked.command:
                case Reveal(hand="never"):
                    pass
                case Reveal(hand="late"):
                    late.append((time.monotonic() + 2.5, asked))
                case _:
                    late.append((0, asked))
        for due, asked in [item for item in late if item[0] <= time.monotonic()]:
            late.remove((due, asked))
            memory.answers += 1
            desk.answer(Answer(asked.id, done=True, why=f"{asked.who} {memory.answers}", event=memory.head().head))


def beat(memory: Memory, publisher: Publisher) -> None:
    at = memory.head()
    publisher.heartbeat(
        Heartbeat(epoch=memory.epoch, head=at.head, hash=at.hash, ready=True, wall=time.time_ns(), interval_ms=BEAT_MS)
    )


def lines(into: "queue.Queue[str]") -> None:
    for line in sys.stdin:
        into.put(line.strip())
    into.put("end")


class Play:
    """Obeys the lines of standard input."""

    def __init__(self, memory: Memory, publisher: Publisher) -> None:
        self.memory = memory
        self.publisher = publisher
        self.loud = True

    def obey(self, line: str) -> None:
        verb, *words = line.split()
        match verb:
            case "publish":
                self.publish(int(words[0]), float(words[1]) if len(words) > 1 else 0)
            case "hide":
                for _ in range(int(words[0])):
                    self.memory.append()
            case "beat":
                beat(self.memory, self.publisher)
            case "quiet" | "loud":
                self.loud = verb == "loud"
            case "hold":
                self.memory.holds.append(HOLD)
            case "forget":
                del self.memory.events[-int(words[0]) :]
        say(sys.stdout, {"head": self.memory.head().head})

    def publish(self, count: int, rate: float) -> None:
        start = time.monotonic()
        for index in range(count):
            if rate:
                time.sleep(max(0.0, start + index / rate - time.monotonic()))
            self.publisher.send([self.memory.append()])


def main() -> int:
    table, events, desk_at = sys.argv[1:4]
    high_water = int(sys.argv[4]) if len(sys.argv) > 4 else 10
    context = new_context()
    memory = Memory(table, sys.argv[5] if len(sys.argv) > 5 else EPOCH)
    for _ in range(int(sys.argv[6]) if len(sys.argv) > 6 else 0):
        memory.append()
    role = Role(sys.argv[7]) if len(sys.argv) > 7 else Role.ENGINE
    config = StreamConfig(events=events, desk={role: desk_at}, high_water=high_water)
    desk = open_desk(context, config, memory)
    publisher = open_publisher(context, config, table, memory.epoch)
    if isinstance(desk, NoEndpoint) or isinstance(publisher, NoEndpoint):
        say(sys.stderr, {"desk": str(desk), "publisher": str(publisher)})
        return 2
    stopping = threading.Event()
    asked: queue.Queue[str] = queue.Queue()
    where = desk.where[role]
    threads = [threading.Thread(target=desk.serve), threading.Thread(target=answer, args=(memory, desk, stopping))]
    reader = threading.Thread(target=lines, args=(asked,), daemon=True)
    for thread in (*threads, reader):
        thread.start()
    say(sys.stdout, {"events": publisher.where, "desk": where, "epoch": memory.epoch})
    play = Play(memory, publisher)
    follow(play, asked)
    stopping.set()
    desk.stop()
    for thread in threads:
        thread.join()
    publisher.close()
    context.term()
    return 0


def follow(play: Play, asked: "queue.Queue[str]") -> None:
    """Obey until `end`, with a heartbeat every 100 ms."""
    while True:
        try:
            line = asked.get(timeout=BEAT_MS / 1000)
        except queue.Empty:
            line = ""
        if line == "end":
            return
        if line:
            play.obey(line)
        if play.loud:
            beat(play.memory, play.publisher)


if __name__ == "__main__":
    sys.exit(main())
