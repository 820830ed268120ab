"""The house of the demo: a folder with the table's file, the devices' lines, the camera, and the processes about them.

Everything that is started here is ended here, also when the demo is interrupted.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Self

from bridge.stream.client import Client
from demo import view
from demo.camera import Camera
from demo.devices import DeviceEnd
from demo.layout import HD
from demo.setups import Eye, Senses, Setup
from demo.show import SHOWS, Show
from demo.table import fresh
from demo.toml import Value, written
from demo.view import Scene
from shoe import dialects
from shoe.messages import Cleared, Jam

TABLE = "demo"
START_S = 20.0
"""What the daemon and its camera's process may take to be ready."""
STOP_S = 8.0
PAD: dict[str, Value] = {
    "rule": [{"pattern": "D(?P<d1>[1-6])(?P<d2>[1-6])(?P<d3>[1-6])", "say": "dice", "write": "D{d1}{d2}{d3}"}],
    "terminator": "cr",
}
"""A key pad that sends its three dice as a line."""
OPTIONS: dict[str, dict[str, Value]] = {
    "line": {"rule": [{"pattern": "(?P<card>[A2-9TJQK][SHDC])", "write": "{rank}{suit}"}], "terminator": "cr"},
}
"""What a dialect needs to be told in the table's file."""


class HouseError(Exception):
    """The demo could not be run; the message says what failed and where its log lies."""


class Wanted(NamedTuple):
    """Which table is to be set up; `dialect` empty: that of the set-up."""

    setup: Setup
    dialect: str = ""
    show: Show = SHOWS["tcp_live"]


class Ends(NamedTuple):
    """The device ends: the one that names cards, the one that tells of jams, and the key pad."""

    cards: DeviceEnd | None
    states: DeviceEnd | None
    pad: DeviceEnd | None = None

    def all(self) -> tuple[DeviceEnd, ...]:
        """Each device once."""
        return tuple(dict.fromkeys(end for end in (self.cards, self.states, self.pad) if end is not None))


def _ends(setup: Setup, dialect: str, folder: Path, *, dice: bool) -> Ends:
    """The devices of a set-up, with a key pad where there are dice.

    Raises:
        ValueError: no such dialect.
    """
    cards = states = None
    if setup.dialect:
        name = dialect or setup.dialect
        cards = DeviceEnd(dialects.find(name, dict(OPTIONS.get(name, {}))), folder / "card-line")
    if Eye.SHUFFLER in setup.eyes:
        states = DeviceEnd(dialects.find("reference", {}), folder / "shuffler-line")
    elif cards is not None and cards.can_say(Jam(on=True)) and cards.can_say(Cleared(by_hand=False)):
        states = cards
    pad = DeviceEnd(dialects.find("line", dict(PAD)), folder / "pad-line") if dice else None
    return Ends(cards, states, pad)


def senses(setup: Setup, ends: Ends, show: Show) -> Senses:
    """What this table notices by itself."""
    return Senses(
        camera=Eye.CAMERA in setup.eyes,
        draw=Eye.SHOE in setup.eyes,
        scan=Eye.READER in setup.eyes,
        states=ends.states is not None,
        claims=Eye.SHOE in setup.eyes and ends.cards is not None and ends.cards.claims and show.id == "baccarat",
        dice=Eye.CAMERA in setup.eyes and show.reads_dice,
    )


def _device(end: DeviceEnd, name: str, role: str) -> dict[str, Value]:
    dialect = end.dialect
    found: dict[str, Value] = {"name": name, "role": role, "dialect": dialect.name, "path": str(end.link)}
    if options := PAD if role == "keypad" else OPTIONS.get(dialect.name):
        found["options"] = options
    if not dialect.checked:
        found["accept_unchecked"] = True
    return found


def table_file(setup: Setup, ends: Ends, folder: Path, show: Show) -> Mapping[str, Value]:
    """The table's file as data."""
    desk: dict[str, Value] = {role: f"ipc://{folder}/{role}.sock" for role in ("engine", "dealer", "supervisor")}
    content: dict[str, Value] = {
        "table": TABLE,
        "game": show.id,
        "journal": str(folder / "journal"),
        "stream": {"events": f"ipc://{folder}/events.sock", "heartbeat_ms": 500, "desk": desk},
        "timing": {"close_grace_ms": 150, **_times(show)},
    }
    own_burn: dict[str, Value] = {"shoe_burn": "first_card"} if senses(setup, ends, show).claims else {}
    if show.settings or own_burn:
        content["game_options"] = {**show.settings, **own_burn}
    devices: list[Value] = []
    if ends.cards is not None:
        role = "shoe" if Eye.SHOE in setup.eyes else "reader"
        devices.append(_device(ends.cards, role, role))
    if ends.states is not None and ends.states is not ends.cards:
        devices.append(_device(ends.states, "shuffler", "shuffler"))
    if ends.pad is not None:
        devices.append(_device(ends.pad, "keypad", "keypad"))
    if devices:
        content["device"] = devices
    if Eye.CAMERA in setup.eyes:
        profile = view.write_profile(folder, time.strftime("%Y-%m-%d", time.gmtime()), show.layout)
        camera: dict[str, Value] = {
            "name": view.CAMERA,
            "source": f"folder:{folder / 'pictures'}",
            "profile": str(profile),
            "silent_ms": 4000 if show.layout.picture == HD else 12000,
        }
        content["camera"] = [camera]
    return content


def _times(show: Show) -> dict[str, Value]:
    """How long a source may take: longer where a camera has many cards to read on a machine shared with the demo."""
    if show.layout.picture == HD:
        return {"lay_ms": 8000, "reveal_ms": 20000}
    return {"lay_ms": 40000, "reveal_ms": 120000}


class House:
    """The running demo: enter it to start everything, leave it to end everything."""

    def __init__(self, wanted: Wanted, folder: Path, seed: int, *, quiet: bool) -> None:
        """A house in `folder`, which must exist.

        Raises:
            ValueError: no such dialect, or one that cannot name a card.
        """
        self.folder = folder.absolute()
        self.show = show = wanted.show
        self.ends = _ends(wanted.setup, wanted.dialect, self.folder, dice=bool(show.rules.game.dice))
        self.senses = senses(wanted.setup, self.ends, show)
        empty = Scene(fresh((), show.rules), None, show.layout)
        self.camera = Camera(self.folder / "pictures", empty) if self.senses.camera else None
        self.results = self.folder / "results.jsonl"
        self._setup = wanted.setup
        self._seed = seed
        self._quiet = quiet
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._clients: list[Client] = []

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        for end in self.ends.all():
            end.start()
        content = table_file(self._setup, self.ends, self.folder, self.show)
        if self.camera is not None:
            self.camera.start()
        path = self.folder / "table.toml"
        path.write_text(written(content), encoding="utf-8")
        self._run("daemon", "-m", "bridge.cli", "run", str(path))
        self.dealer = self._client("dealer", recover=True)
        self.supervisor = self._client("supervisor", recover=False)
        self._wait()
        words = [
            "-m",
            "demo.engine",
            "--game",
            self.show.id,
            "--table",
            TABLE,
            "--seed",
            str(self._seed),
            "--results",
            str(self.results),
        ]
        words += ["--events", f"ipc://{self.folder}/events.sock", "--desk", f"ipc://{self.folder}/engine.sock"]
        self._run("engine", *words, *(["--quiet"] if self._quiet else []))

    def running(self, name: str) -> subprocess.Popen[bytes]:
        """A process that was started: `daemon` or `engine`."""
        return self._running[name]

    def _run(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(  # noqa: S603 - our own modules, by our own interpreter
                [sys.executable, *words],
                stdin=subprocess.PIPE,
                stdout=log if name == "daemon" else None,
                stderr=log,
                start_new_session=True,
            )
        self._running[name] = process
        return process

    def _client(self, role: str, *, recover: bool) -> Client:
        events = f"ipc://{self.folder}/events.sock"
        client = Client(events, f"ipc://{self.folder}/{role}.sock", table=TABLE, recover=recover)
        self._clients.append(client)
        return client

    def _wait(self) -> None:
        """Wait until the table takes rounds.

        Raises:
            HouseError: it does not, and why.
        """
        until = time.monotonic() + START_S
        told: dict[str, object] | None = None
        while time.monotonic() < until:
            self.alive()
            told = self.dealer.status(timeout_ms=500)
            if told is not None and told.get("ready"):
                return
            time.sleep(0.1)
        raise HouseError(f"the table is not ready after {START_S:g} s: {told}; see {self.folder / 'daemon.log'}")

    def alive(self) -> None:
        """Raise HouseError where a process has ended."""
        for name, process in self._running.items():
            if (code := process.poll()) is not None:
                log = self.folder / f"{name}.log"
                tail = log.read_text(encoding="utf-8", errors="replace")[-800:]
                raise HouseError(f"the {name} ended with {code}; {log}:\n{tail}")
        if self.camera is not None and self.camera.died is not None:
            raise HouseError(f"the camera's folder cannot be written: {self.camera.died}")

    def close(self) -> None:
        """End every process, line and thread."""
        for process in reversed(self._running.values()):
            if process.stdin is not None:
                with contextlib.suppress(BrokenPipeError):
                    process.stdin.close()
            _end(process)
        self._running.clear()
        for client in self._clients:
            client.close()
        self._clients.clear()
        if self.camera is not None:
            self.camera.close()
        for end in self.ends.all():
            end.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process: asked first, and by force with all its children after `STOP_S`."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
