"""A guarded table: the daemon as its own process on TCP, keys made by `truedeal keys`, clients as further processes."""

import contextlib
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bridge.cli import main
from bridge.commands import Role
from bridge.stream.client import Client
from bridge.stream.key_files import load_credentials
from tests.daemon_rig import ROOT, Table, until
from tests.tables import table_file


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens at."""
    with contextlib.ExitStack() as stack:
        made = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in made]


class Guarded(Table):
    """A table with a desk for each role; `key` is the file of a role's holder `anna`, made at the first time."""

    def __init__(self, folder: Path, host: str = "0.0.0.0") -> None:  # noqa: S104 - what keys are for
        super().__init__(folder)
        at, *desks = free_ports(1 + len(Role))
        self.events = f"tcp://127.0.0.1:{at}"
        self.desk = {role: f"tcp://127.0.0.1:{port}" for role, port in zip(Role, desks, strict=True)}
        text = table_file(
            folder, desk=(), stream=("heartbeat_ms = 100", 'keys = "keys.toml"', 'secret = "secret.toml"')
        )
        lines = [f'{role.value} = "tcp://{host}:{port}"' for role, port in zip(Role, desks, strict=True)]
        text = text.replace(f"ipc://{folder}/events", f"tcp://{host}:{at}")
        self.file.write_text(text.replace("[stream.desk]", "\n".join(["[stream.desk]", *lines])))

    def unguard(self) -> None:
        """Name no keys in the table's file."""
        text = self.file.read_text()
        self.file.write_text(text.replace('keys = "keys.toml"', "").replace('secret = "secret.toml"', ""))

    def keys(self, *words: str) -> int:
        return main(["keys", *words, "--config", str(self.file)])

    def key(self, role: Role, name: str = "anna") -> Path:
        made = self.folder / f"{role.value}-{name}.toml"
        if not made.exists():
            assert self.keys("new", "--role", role.value, "--name", name, "--out", str(made)) == 0
        return made

    def reload(self) -> None:
        """What `systemctl reload` does, and the log's line that says it was done."""
        before = len(self.said("keys_read"))
        assert self.process is not None
        self.process.send_signal(signal.SIGHUP)
        until(lambda: len(self.said("keys_read")) > before)

    def desk_says(self, role: Role, key: Path | None, *words: str) -> "subprocess.CompletedProcess[str]":
        """`truedeal desk` at a role's desk, as a process of its own."""
        named = ["--keys", str(key)] if key else []
        return truedeal("desk", *words, "--endpoint", self.desk[role], *named, "--timeout", "5")

    def near(self, role: Role, key: Path | None = None) -> Client:
        """A client in this process."""
        credentials = load_credentials(key or self.key(role))
        return Client(self.events, self.desk[role], table="t1", credentials=credentials)

    def refused(self) -> list[tuple[str, str, str]]:
        """Who was refused, where and why, as the log says it."""
        return [(one["who"], one["where"], one["cause"]) for one in self.said("client_refused")]


def truedeal(*words: str) -> "subprocess.CompletedProcess[str]":
    """The program as a process of its own."""
    command = [sys.executable, "-m", "bridge.cli", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)


@contextlib.contextmanager
def guarded(folder: Path) -> Iterator[Guarded]:
    """A table with its own key and one of each role, running; it is gone afterwards."""
    made = Guarded(folder)
    assert made.keys("new", "--role", "table") == 0
    for role in Role:
        made.key(role)
    try:
        made.run()
        yield made
    finally:
        if made.process is not None and made.process.poll() is None:
            made.process.kill()
            made.process.wait(5)
