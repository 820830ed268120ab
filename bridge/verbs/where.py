"""Where a running table is: from its own file, or from addresses on the command line."""

import argparse
from pathlib import Path
from typing import NamedTuple

from bridge import address
from bridge.commands import Role
from bridge.config import ConfigError, load
from bridge.stream.key_files import load_credentials
from bridge.stream.keys import Credentials

EVERYWHERE = ("tcp://*:", "tcp://0.0.0.0:", "tcp://[::]:")


class Where(NamedTuple):
    """A table's addresses as a client connects to them; `table` and `events` are empty where they were not named."""

    table: str
    events: str
    desk: dict[Role, str]
    credentials: Credentials | None

    def at(self, *roles: Role) -> str:
        """The desk of the first of these roles that the table has.

        Raises:
            ConfigError: it has none of them.
        """
        for role in roles:
            if role in self.desk:
                return self.desk[role]
        raise ConfigError(f"this table has no desk for {' or '.join(role.value for role in roles)}")


def arguments(parser: argparse.ArgumentParser, left_out: str | None = None) -> None:
    """How a table is named; `left_out` stands for what is not said (`argparse.SUPPRESS`: nothing does)."""
    for word, metavar, help_ in (
        ("--config", "TABLE.toml", "the table's file, which has all addresses"),
        ("--keys", "FILE", "your key file (server, secret), for a guarded table"),
    ):
        parser.add_argument(word, type=Path, default=left_out, metavar=metavar, help=help_)


def find(args: argparse.Namespace, events: str, desk: str) -> Where:
    """The addresses named; those on the command line stand before those of the file.

    Raises:
        ConfigError: the table's file or the key file cannot be used, an address is none, or nothing was named.
    """
    for endpoint in (events, desk):
        if endpoint and (why := address.wrong(endpoint, any_port=False)):
            raise ConfigError(f"{endpoint}: {why}")
    credentials = load_credentials(args.keys) if args.keys else None
    named = dict.fromkeys(Role, desk) if desk else {}
    if args.config is None:
        if not desk:
            raise ConfigError("name the table: --config TABLE.toml, or its address")
        return Where("", events, named, credentials)
    config = load(args.config)
    listed = {role: _near(endpoint) for role, endpoint in config.stream.desk.items()}
    return Where(config.table, events or _near(config.stream.events), named or listed, credentials)


def _near(endpoint: str) -> str:
    """An address to connect to from this machine, for one that is bound everywhere."""
    for everywhere in EVERYWHERE:
        if endpoint.startswith(everywhere):
            return "tcp://127.0.0.1:" + endpoint.removeprefix(everywhere)
    return endpoint
