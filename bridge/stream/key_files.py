"""Key files: the table's list of who may connect, its secret, and a client's own file.

The list holds nothing secret, so it lies where the daemon can read it anew; but who can write it can let himself in.
The two others hold a secret. `truedeal keys` writes all three, whole or not at all.
"""

import contextlib
import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from bridge.commands import Role
from bridge.config import ConfigError, StreamConfig, toml_of
from bridge.stream.keys import Credentials, Keys, is_key, public_of

HEAD = "# Who may connect, by role. Written anew by `truedeal keys`; after a change: systemctl reload truedeal@TABLE\n"
UNKEYED = "set stream.secret to the file with the table's own key: truedeal keys new --role table makes it"
Holder = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
"""Who holds a key: it stands in the journal as `role:name`."""


class KeyList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table's list as written: its public key, public keys by name for each role, and the revoked with a word."""

    table: str = ""
    engine: dict[Holder, str] = {}
    dealer: dict[Holder, str] = {}
    supervisor: dict[Holder, str] = {}
    viewer: dict[Holder, str] = {}
    revoked: dict[str, str] = {}

    def of(self, role: Role) -> dict[str, str]:
        """The public keys of a role by their holders' names."""
        named: dict[str, str] = getattr(self, role.value)
        return named

    def text(self) -> str:
        """The list as its file has it."""
        lines = [HEAD, f'table = "{self.table}"\n']
        for section in (*(role.value for role in Role), "revoked"):
            rows: dict[str, str] = getattr(self, section)
            lines += [f"\n[{section}]\n", *(f'"{name}" = "{what}"\n' for name, what in rows.items())]
        return "".join(lines)


class TableKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table's own secret key."""

    secret: str


_File = TypeVar("_File", KeyList, TableKey, Credentials)


def keys_of(stream: StreamConfig) -> Keys | None:
    """The keys that a table's file names, None where it names no list.

    Raises:
        ConfigError: as `load_keys`, or only one of list and secret is named.
    """
    secret = str(stream.secret or "")
    if not stream.keys:
        if secret:
            raise ConfigError("stream.secret is set and stream.keys is not: name the list of who may connect")
        return None
    if not secret:
        raise ConfigError(f"stream.keys is set and stream.secret is not: {UNKEYED}")
    return load_keys(Path(stream.keys), Path(secret))


def load_keys(path: Path, secret: Path) -> Keys:
    """The keys of a list, with the table's own.

    Raises:
        ConfigError: a file cannot be read, is no key file, has the wrong rights, or names a key twice.
    """
    mine = _key(secret, "secret", _read(secret, TableKey, hidden=True).secret)
    listed = read_list(path)
    if listed.table != public_of(mine):
        raise ConfigError(f"{path}: table: this is not the public key of {secret}: clients that know it cannot connect")
    people = {key: (role, name) for role in Role for name, key in listed.of(role).items()}
    return Keys(mine, people, listed.revoked)


def read_list(path: Path) -> KeyList:
    """The list of a table.

    Raises:
        ConfigError: as `load_keys`.
    """
    listed = _read(path, KeyList, hidden=False)
    if listed.table:
        _key(path, "table", listed.table)
    seen: dict[str, str] = dict.fromkeys(listed.revoked, "revoked")
    for role in Role:
        for name, key in listed.of(role).items():
            here = f"{role.value}.{name}"
            if (there := seen.get(_key(path, here, key))) is not None:
                raise ConfigError(f"{path}: {here}: this key stands at {there} too: give each holder his own")
            seen[key] = here
    return listed


def load_credentials(path: Path) -> Credentials:
    """A client's own key file: TOML with `server` and `secret`.

    Raises:
        ConfigError: as `load_keys`.
    """
    mine = _read(path, Credentials, hidden=True)
    _key(path, "server", mine.server)
    _key(path, "secret", mine.secret)
    return mine


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep others who write key files out of this file's folder meanwhile.

    Raises:
        OSError: there is no such folder.
    """
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def store(path: Path, text: str, mode: int, *, replace: bool) -> None:
    """Write a file whole: after a crash there is the old one or the new one. A replaced file keeps its owner and group.

    Raises:
        FileExistsError: there is one, and `replace` is not set.
        OSError: it cannot be written.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            if replace and path.exists():
                old = path.stat()
                os.chown(file.fileno(), old.st_uid, old.st_gid)
            os.fchmod(file.fileno(), mode)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            beside.replace(path)
        else:
            path.hardlink_to(beside)
    finally:
        beside.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _key(path: Path, where: str, key: str) -> str:
    if not is_key(key):
        raise ConfigError(f"{path}: {where}: a key is 40 characters of Z85 text")
    return key


def _read(path: Path, form: type[_File], *, hidden: bool) -> _File:
    """A key file: `hidden` ones hold a secret."""
    try:
        found = path.stat()
        if hidden and found.st_mode & stat.S_IRWXO:
            raise ConfigError(f"{path}: everyone on this machine can read this secret: chmod o= {path}")
        if found.st_mode & (stat.S_IWOTH | stat.S_IWGRP):
            raise ConfigError(f"{path}: others than its owner can write it and let themselves in: chmod go-w {path}")
        return msgspec.convert(toml_of(path), form)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error}") from error
