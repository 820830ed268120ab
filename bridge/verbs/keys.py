"""`truedeal keys`: who may connect to a table over TCP. Makes keys, lists them, and takes them away.

`new` makes a pair: the secret goes into a file of its own for whoever holds the key, the public key into the table's
list. `revoke` takes a key out of the list for good. Both take effect when the table reads its list anew.
Exit 0: done; 2: could not, and nothing was changed.
"""

import argparse
import datetime as dt
import sys
from pathlib import Path

import msgspec

from bridge.commands import Role
from bridge.config import Config, ConfigError, load
from bridge.daemon.prepare import resolve
from bridge.stream.key_files import KeyList, alone, read_list, store
from bridge.stream.keys import new_pair
from bridge.verbs.plain import plain

TABLE = "table"
"""Instead of a role: the table's own key."""
CREDENTIALS = "/run/credentials/"
"""Where the service manager lays out what it hands to the service; nothing is made there."""
SECRET, LIST = 0o600, 0o644


def arguments(parser: argparse.ArgumentParser) -> None:
    """The verb's arguments."""
    asked = parser.add_subparsers(dest="asked", required=True, metavar="WHAT")
    new = asked.add_parser("new", help="make a key and let its holder in")
    new.add_argument("--role", required=True, choices=(*(role.value for role in Role), TABLE), help="what it opens")
    new.add_argument("--name", default="", help="who holds it: it stands in the journal beside what he does")
    new.add_argument(
        "--out", type=Path, metavar="FILE", help="where the secret goes; left out: ROLE-NAME.key.toml here"
    )
    listed = asked.add_parser("list", help="every key there is, a JSON line each")
    revoke = asked.add_parser("revoke", help="take a key away for good")
    revoke.add_argument("--role", choices=[role.value for role in Role], help="only where a name has several keys")
    revoke.add_argument("--name", required=True, help="who holds it")
    for one in (new, listed, revoke):
        one.add_argument("--config", type=Path, required=True, metavar="TABLE.toml", help="the table's file")


def run(args: argparse.Namespace) -> int:
    """Make, list or revoke."""
    try:
        config = resolve(load(args.config), args.config.absolute().parent)
        path = _place(args.config, config)
        if args.asked == "list":
            return _list(read_list(path))
        with alone(path):
            return _new(args, config, path) if args.asked == "new" else _revoke(args, config, path)
    except OSError as error:
        sys.stderr.write(f"{plain(_words(error, args))}\n")
    except ConfigError as error:
        sys.stderr.write(f"{plain(str(error))}\n")
    return 2


def _place(table: Path, config: Config) -> Path:
    if not config.stream.keys:
        raise ConfigError(f'{table}: no list of keys is named: write keys = "keys.toml" under [stream]')
    return Path(config.stream.keys)


def _new(args: argparse.Namespace, config: Config, path: Path) -> int:
    if args.role == TABLE:
        return _new_table(args, config, path)
    listed = read_list(path)
    if not listed.table:
        raise ConfigError(f"{path}: the table has no key of its own yet: truedeal keys new --role table")
    role = Role(args.role)
    if not args.name:
        raise ConfigError("name who holds it: --name NAME")
    if args.name in listed.of(role):
        raise ConfigError(f"{path}: {role.value} {args.name} has a key: revoke it first, or give another name")
    public, secret = new_pair()
    fresh = _checked(listed, role, {**listed.of(role), args.name: public})
    out = args.out or Path(f"{role.value}-{args.name}.key.toml")
    store(out, f'server = "{listed.table}"\npublic = "{public}"\nsecret = "{secret}"\n', SECRET, replace=False)
    try:
        store(path, fresh.text(), LIST, replace=True)
    except OSError:
        out.unlink()
        raise
    _print(role.value, args.name, public)
    _say(f"{out}: the secret of {role.value} {args.name}: move it to its holder, it opens the table", config)
    return 0


def _new_table(args: argparse.Namespace, config: Config, path: Path) -> int:
    listed = read_list(path) if path.exists() else KeyList()
    named = str(config.stream.secret or "")
    if args.out is None and (not named or named.startswith(CREDENTIALS)):
        raise ConfigError("say where the table's secret goes: --out FILE, the one that LoadCredential= names")
    out = args.out or Path(named)
    public, secret = new_pair()
    store(out, f'secret = "{secret}"\n', SECRET, replace=False)
    try:
        store(path, msgspec.structs.replace(listed, table=public).text(), LIST, replace=True)
    except OSError:
        out.unlink()
        raise
    _print(TABLE, config.table, public)
    if listed.table:
        sys.stderr.write(f"every client's file needs this new key of the table: server = {public}\n")
    sys.stderr.write(f"{plain(str(out))}: the table's secret. Restart the table: systemctl restart truedeal@TABLE\n")
    return 0


def _revoke(args: argparse.Namespace, config: Config, path: Path) -> int:
    listed = read_list(path)
    roles = [role for role in Role if args.name in listed.of(role) and args.role in (None, role.value)]
    if len(roles) != 1:
        known = ", ".join(role.value for role in roles)
        raise ConfigError(
            f"{path}: {args.name} has a key as {known}: say which: --role" if roles else f"{path}: no such key"
        )
    kept = dict(listed.of(roles[0]))
    public = kept.pop(args.name)
    today = dt.datetime.now(dt.UTC).date().isoformat()
    gone = {**listed.revoked, public: f"{roles[0].value} {args.name}, {today}"}
    fresh = msgspec.structs.replace(_checked(listed, roles[0], kept), revoked=gone)
    store(path, fresh.text(), LIST, replace=True)
    _print(roles[0].value, args.name, public, f"revoked {today}")
    _say(f"the key of {roles[0].value} {args.name} is revoked", config)
    return 0


def _list(listed: KeyList) -> int:
    _print(TABLE, "", listed.table)
    for role in Role:
        for name, public in listed.of(role).items():
            _print(role.value, name, public)
    for public, what in listed.revoked.items():
        role_of, _, holder = what.partition(" ")
        name, _, day = holder.partition(", ")
        _print(role_of, name, public, f"revoked {day}")
    return 0


def _checked(listed: KeyList, role: Role, named: dict[str, str]) -> KeyList:
    """The list with these keys of a role.

    Raises:
        ConfigError: a name can be none.
    """
    try:
        return msgspec.convert({**msgspec.to_builtins(listed), role.value: named}, KeyList)
    except msgspec.ValidationError as error:
        raise ConfigError(f"a name is 1 to 64 of A-Z a-z 0-9 _ . -: {error}") from error


def _print(role: str, name: str, public: str, state: str = "good") -> None:
    line = msgspec.json.encode({"role": role, "name": name, "key": public, "state": state})
    sys.stdout.write(f"{line.decode()}\n")


def _say(what: str, config: Config) -> None:
    step = f"it takes effect when the table reads its list: systemctl reload truedeal@{config.table}"
    sys.stderr.write(f"{plain(what)}\n{plain(step)}\n")


def _words(error: OSError, args: argparse.Namespace) -> str:
    if isinstance(error, FileExistsError):
        where = error.filename2 or error.filename
        return f"{where}: there is a file already and it may hold a key: move it away, or name another with --out"
    return f"{error.filename or args.config}: {error.strerror}"
