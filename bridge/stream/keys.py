"""CURVE keys by role: who may connect where, judged as ZAP asks, before a single message is read.

The table's key file is TOML: `secret` is the table's own secret key, and one section a role names the public keys of
those who may connect (`[engine]`, `[dealer]`, `[supervisor]`, `[viewer]`; each line `name = "key"`). A key has one
role and opens that role's desk and the events. Keys are Z85 text of 40 characters.

A session that stands is not ended by taking its key out: that needs a restart of the table's daemon.
"""

from pathlib import Path
from typing import TypeVar

import msgspec
import zmq
import zmq.utils.z85

from bridge.commands import Role
from bridge.config import ConfigError, toml_of

EVENTS = "events"


class KeyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table's key file as written."""

    secret: str
    engine: dict[str, str] = {}
    dealer: dict[str, str] = {}
    supervisor: dict[str, str] = {}
    viewer: dict[str, str] = {}


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a client needs: the table's public key and its own secret one."""

    server: str
    secret: str

    def use(self, mine: zmq.Socket[bytes]) -> None:
        """Set a socket up before it connects."""
        mine.set(zmq.CURVE_SERVERKEY, self.server.encode("ascii"))
        mine.set(zmq.CURVE_SECRETKEY, self.secret.encode("ascii"))
        mine.set(zmq.CURVE_PUBLICKEY, zmq.curve_public(self.secret.encode("ascii")))


_File = TypeVar("_File", KeyFile, Credentials)


def new_pair() -> tuple[str, str]:
    """A new public and secret key."""
    public, secret = zmq.curve_keypair()
    return str(public, "ascii"), str(secret, "ascii")


def domain(role: Role) -> str:
    """The ZAP domain of a role's desk."""
    return f"desk/{role.value}"


class KeyRing:
    """The keys of a table."""

    def __init__(self, secret: str, people: dict[str, tuple[Role, str]]) -> None:
        self._secret = secret.encode("ascii")
        self._people = people

    @property
    def public(self) -> str:
        """The table's public key, which clients must know."""
        return str(zmq.curve_public(self._secret), "ascii")

    def guard(self, mine: zmq.Socket[bytes], where: str) -> None:
        """Make a socket a CURVE server of this domain; without an answer from ZAP nobody gets in."""
        mine.set(zmq.CURVE_SERVER, 1)
        mine.set(zmq.CURVE_SECRETKEY, self._secret)
        mine.set(zmq.ZAP_DOMAIN, where.encode("ascii"))
        mine.set(zmq.ZAP_ENFORCE_DOMAIN, 1)

    def admit(self, where: str, key: str) -> str | None:
        """The user id `role:name` of a key in this domain, or None where it may not enter."""
        found = self._people.get(key)
        if found is None:
            return None
        role, name = found
        return f"{role.value}:{name}" if where in {EVENTS, domain(role)} else None

    def judge(self, frames: list[bytes]) -> list[bytes]:
        """The ZAP reply (RFC 27) to a request's frames."""
        if len(frames) != 7 or frames[0] != b"1.0" or frames[5] != b"CURVE" or len(frames[6]) != 32:
            return [b"1.0", frames[1] if len(frames) > 1 else b"", b"400", b"no CURVE key", b"", b""]
        key = str(zmq.utils.z85.encode(frames[6]), "ascii")
        user = self.admit(str(frames[2], "utf-8", "replace"), key)
        if user is None:
            return [b"1.0", frames[1], b"400", b"key not allowed here", b"", b""]
        return [b"1.0", frames[1], b"200", b"", user.encode("utf-8"), b""]


def _z85(path: Path, where: str, key: str) -> str:
    try:
        if len(key) == 40 and len(zmq.utils.z85.decode(key.encode("ascii"))) == 32:
            return key
    except (ValueError, KeyError):
        pass
    raise ConfigError(f"{path}: {where}: a key is 40 characters of Z85 text")


def load_keys(path: Path) -> KeyRing:
    """The table's keys.

    Raises:
        ConfigError: the file cannot be read, others than its owner and group can, a key is none or has two roles.
    """
    file = _read(path, KeyFile)
    people: dict[str, tuple[Role, str]] = {}
    for role in Role:
        named: dict[str, str] = getattr(file, role.value)
        for name, key in named.items():
            if _z85(path, f"{role.value}.{name}", key) in people:
                raise ConfigError(f"{path}: {role.value}.{name}: this key stands there twice; give each its own")
            people[key] = (role, name)
    return KeyRing(_z85(path, "secret", file.secret), people)


def load_credentials(path: Path) -> Credentials:
    """A client's own key file: TOML with `server` and `secret`.

    Raises:
        ConfigError: as `load_keys`.
    """
    mine = _read(path, Credentials)
    _z85(path, "server", mine.server)
    _z85(path, "secret", mine.secret)
    return mine


def _read(path: Path, form: type[_File]) -> _File:
    try:
        if path.stat().st_mode & 0o007:
            raise ConfigError(f"{path}: everyone on this machine can read this secret: chmod o= {path}")
        return msgspec.convert(toml_of(path), form)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error}") from error
