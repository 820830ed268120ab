"""What `truedeal check` looks at on this machine, each as findings; nothing is started and nothing is changed."""

import datetime as dt
import fcntl
import grp
import os
import pwd
import shutil
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from bridge import address
from bridge.config import CameraConfig, Config, ConfigError
from bridge.daemon.finding import Finding
from bridge.daemon.prepare import misplaced, nearest
from bridge.daemon.profiles import profile
from bridge.daemon.sysfs import adapter, udev_rule
from bridge.stream.endpoint import NoEndpoint, obstacle
from bridge.stream.key_files import keys_of
from shoe.device import DeviceConfig, line_of
from shoe.dialects import find
from shoe.port import open_port

LOW_BYTES = 1 << 30
"""A day of two cameras writes about 1 GB."""
NONE_BYTES = 50 << 20
OWN = "held by this table's own daemon"
SERVICE = "truedeal"
"""The user of the service."""
MEDDLERS = {
    "ModemManager": "it sends modem commands into serial devices: systemctl mask --now ModemManager",
    "brltty": "it takes CH340 adapters away: systemctl mask --now brltty-udev; apt remove brltty",
}


def running(config: Config) -> bool:
    """Whether this table's own daemon runs: it holds the journal's lock."""
    try:
        held = os.open(Path(config.journal) / "lock", os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(held)
    return False


def device(table: str, config: DeviceConfig, *, runs: bool) -> Iterator[Finding]:
    """A serial device: can it be opened, by whom is it held, which adapter is it, what would name it.

    `runs`: the table's own daemon runs, so a device that is held is held by it.
    """
    where = config.path or config.tcp
    try:
        serial = line_of(config, find(config.dialect, config.options))
    except ValueError as error:
        yield Finding(about="device", name=config.name, level="error", what=str(error))
        return
    if bool(config.path) == bool(config.tcp):
        what = f"set exactly one of path and tcp: {'both are' if config.path else 'neither is'} set"
        yield Finding(about="device", name=config.name, level="error", what=what)
        return
    try:
        port = open_port(config.path, config.tcp, serial, write=False)
    except OSError as error:
        what = error.strerror or str(error)
        if runs and isinstance(error, BlockingIOError):
            yield Finding(about="device", name=config.name, level="ok", what=f"{where}: {OWN}")
        else:
            yield Finding(about="device", name=config.name, level="error", what=what, cure=_cure(error, where))
        if isinstance(error, FileNotFoundError):
            yield from _unnamed(table, config.name, "ttyUSB*", "ttyACM*")
    else:
        yield Finding(about="device", name=config.name, level="ok", what=f"{where} opens as {port.where}")
        port.close()
    if config.path:
        yield from _hardware(table, config.name, config.path)


def camera(table: str, config: CameraConfig, today: dt.date) -> Iterator[Finding]:
    """A camera: is its source there, may it be read, does its profile still hold."""
    if config.socket and not stat.S_ISSOCK(_mode(Path(config.socket))):
        cure = f"systemctl start truedeal-scanner@{table}-{config.name}"
        yield Finding(about="camera", name=config.name, level="error", what=f"{config.socket}: no socket", cure=cure)
    kind, _, rest = config.source.partition(":")
    if kind in {"v4l2", "file", "folder"}:
        yield _source(config, kind, Path(rest))
    if kind == "v4l2":
        there = _mode(Path(rest))
        yield from _hardware(table, config.name, rest) if there else _unnamed(table, config.name, "video*")
    yield from profile(config, today)


def journal(config: Config) -> Iterator[Finding]:
    """The journal's folder: may it be written, is there room."""
    path = Path(config.journal)
    there = nearest(path)
    what = misplaced(path)
    cure = f"let `journal` in the table's file name a folder of its own, as /var/lib/truedeal/{config.table}"
    if not what and not os.access(there, os.W_OK | os.X_OK):
        what = f"{there} cannot be written by this user"
        cure = f"chown {SERVICE} {there}" if there == path else f"install -d -o {SERVICE} -m 0700 {path}"
    if what:
        yield Finding(about="journal", name=str(path), level="error", what=what, cure=cure)
        return
    free = shutil.disk_usage(there).free
    what = f"{free / 1e9:.1f} GB free"
    level: Literal["ok", "note", "error"] = "error" if free < NONE_BYTES else "note" if free < LOW_BYTES else "ok"
    cure = "" if level == "ok" else "make room: a day may take 1 GB, and a full disk stops the table"
    yield Finding(about="journal", name=str(path), level=level, what=what, cure=cure)


def stream(config: Config, *, runs: bool) -> Iterator[Finding]:
    """Addresses and keys: are they free, and guarded where others could reach them."""
    guarded = False
    try:
        guarded = keys_of(config.stream) is not None
    except ConfigError as error:
        what = str(error).removeprefix(f"{config.stream.keys}: ")
        yield Finding(about="keys", name=config.stream.keys, level="error", what=what)
    named = [("events", config.stream.events), *((role.value, where) for role, where in config.stream.desk.items())]
    for name, endpoint in named:
        yield _address(name, endpoint, obstacle(endpoint, keys=guarded), runs=runs)


def meddlers(root: Path = Path("/")) -> Iterator[Finding]:
    """Programs on this machine that open serial devices by themselves."""
    running = {_comm(path) for path in root.glob("proc/[0-9]*/comm")}
    for name, cure in MEDDLERS.items():
        if name in running:
            yield Finding(about="machine", name=name, level="error", what=f"{name} is running", cure=cure)
        elif any((root / folder / name).exists() for folder in ("usr/sbin", "usr/bin", "sbin", "bin")):
            yield Finding(about="machine", name=name, level="note", what=f"{name} is installed", cure=cure)


def user() -> Iterator[Finding]:
    """Whose rights were looked at, and whether they reach serial devices and cameras."""
    name = pwd.getpwuid(os.geteuid()).pw_name
    if name != SERVICE:
        what = f"looked at with the rights of {name}; the service runs as {SERVICE}"
        yield Finding(
            about="machine", name="user", level="note", what=what, cure=f"sudo -u {SERVICE} truedeal check ..."
        )
    have = {grp.getgrgid(group).gr_name for group in os.getgroups()}
    lacks = [group for group in ("dialout", "video") if group not in have and os.geteuid() != 0]
    if lacks:
        what = f"{name} is not in the groups {', '.join(lacks)}"
        cure = f"usermod -aG {','.join(lacks)} {name}"
        yield Finding(about="machine", name="groups", level="note", what=what, cure=cure)


def _address(name: str, endpoint: str, found: NoEndpoint | None, *, runs: bool) -> Finding:
    why = found.why if found else _taken(endpoint)
    if not why:
        return Finding(about="address", name=name, level="ok", what=f"{endpoint}: free")
    if found and found.again and endpoint.startswith("ipc:///run/truedeal/") and "no folder" in why:
        what = f"{endpoint}: {why} yet"
        return Finding(about="address", name=name, level="note", what=what, cure="none: the service makes it")
    if runs and (found is None or found.again):
        return Finding(about="address", name=name, level="ok", what=f"{endpoint}: {OWN}")
    cure = "end the program that holds it, or choose another address" if found is None or found.again else ""
    return Finding(about="address", name=name, level="error", what=f"{endpoint}: {why}", cure=cure)


def _unnamed(table: str, name: str, *patterns: str) -> Iterator[Finding]:
    """The devices that are plugged in and could be meant, each with the rule that would name it so."""
    for path in sorted(path for pattern in patterns for path in Path("/dev").glob(pattern)):
        found = adapter(path)
        if found is not None and (found.serial or found.id_path):
            what = f"plugged in is {path}: {found.product or found.driver}; if it is the one, name it by this rule"
            yield Finding(about="adapter", name=name, level="note", what=what, rule=udev_rule(found, table, name))


def _hardware(table: str, name: str, path: str) -> Iterator[Finding]:
    found = adapter(Path(path))
    if found is None:
        return
    which = f"serial number {found.serial}" if found.serial else f"no serial number; plugged into {found.id_path}"
    what = f"{found.node}: {found.product or found.driver or 'a device'}, {which}"
    yield Finding(about="adapter", name=name, level="ok", what=what, rule=udev_rule(found, table, name))
    if found.latency_ms is not None and found.latency_ms > 1:
        cure = "install 99-truedeal.rules and plug it anew"
        what = f"the adapter holds bytes back for up to {found.latency_ms} ms"
        yield Finding(about="adapter", name=name, level="note", what=what, cure=cure)
    if Path(path).resolve() == Path(path).absolute() and found.id_path:
        what = f"{path} may be another device after the next plug"
        yield Finding(about="adapter", name=name, level="note", what=what, cure="use the path the udev rule gives")


def _source(config: CameraConfig, kind: str, path: Path) -> Finding:
    what, level = f"{path} is there", "ok"
    try:
        mode = path.stat().st_mode
    except OSError as error:
        what, level = f"{path}: {error.strerror}", "error"
    else:
        right = {"v4l2": stat.S_ISCHR, "folder": stat.S_ISDIR, "file": stat.S_ISREG}[kind]
        if not right(mode):
            what, level = f"{path} is no {'camera' if kind == 'v4l2' else kind}", "error"
        elif not os.access(path, os.R_OK):
            what, level = f"{path}: no permission; it is of group {path.group()}", "error"
    return Finding(about="camera", name=config.name, level="error" if level == "error" else "ok", what=what)


def _cure(error: OSError, where: str) -> str:
    match error:
        case FileNotFoundError():
            return f"plug the device in, or give it the name {where} by a udev rule"
        case PermissionError():
            return "add the daemon's user to that group, or let the udev rule set GROUP and MODE"
        case BlockingIOError():
            return f"end the program that holds it: fuser {where}"
        case _:
            return ""


def _taken(endpoint: str) -> str:
    """Why a TCP address cannot be bound now, or the empty text."""
    if not endpoint.startswith("tcp://"):
        return ""
    host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
    host = host.strip("[]")
    if not port.isdecimal() or host == "*" or address.wrong(endpoint):
        return ""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(port)))
            probe.listen(1)
        except OSError as error:
            return error.strerror or str(error)
        except UnicodeError:
            return "this is no host's name"
    return ""


def _mode(path: Path) -> int:
    """What lies at a path, 0 where nothing does or nothing may be seen."""
    try:
        return path.stat().st_mode
    except OSError:
        return 0


def _comm(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
