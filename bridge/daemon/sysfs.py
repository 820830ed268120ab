"""What this machine knows of a device node: its adapter, where that is plugged in, and the udev rule that names it.

Read from udev's own records where it runs, else from `/sys`. Everything is read below `root`, for tests.
"""

import os
import re
import stat
from pathlib import Path
from typing import NamedTuple

_PORT = re.compile(r"(\d+)-([\d.]+):(\d+\.\d+)")
_PCI = re.compile(r"[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]")


class Adapter(NamedTuple):
    """A device node's hardware. `serial` is the adapter's own number, `id_path` the socket it is plugged into.

    `latency_ms` is how long an FTDI adapter may hold bytes back, None where nothing says so.
    """

    node: str
    subsystem: str
    vendor: str = ""
    product: str = ""
    serial: str = ""
    id_path: str = ""
    driver: str = ""
    latency_ms: int | None = None


def adapter(path: Path, root: Path = Path("/")) -> Adapter | None:
    """The hardware behind a character device, or None where there is none (a pseudo-terminal, a missing path)."""
    try:
        found = path.stat()
    except OSError:
        return None
    if not stat.S_ISCHR(found.st_mode):
        return None
    major, minor = os.major(found.st_rdev), os.minor(found.st_rdev)
    device = root / f"sys/dev/char/{major}:{minor}/device"
    if not device.exists():
        return None
    real = device.resolve()
    told = _udev(root / f"run/udev/data/c{major}:{minor}")
    usb = _usb(real)
    return Adapter(
        node=str(path.resolve()),
        subsystem=(device.parent / "subsystem").resolve().name,
        vendor=_text(usb / "idVendor") if usb else "",
        product=_text(usb / "product") if usb else "",
        serial=told.get("ID_SERIAL_SHORT") or (_text(usb / "serial") if usb else ""),
        id_path=told.get("ID_PATH") or _id_path(real),
        driver=(real / "driver").resolve().name if (real / "driver").exists() else "",
        latency_ms=_number(real / "latency_timer"),
    )


def udev_rule(found: Adapter, table: str, name: str) -> str:
    """The line for `/etc/udev/rules.d/` that gives this device the path `/dev/truedeal/TABLE-NAME`."""
    if found.serial:
        match = f'ENV{{ID_SERIAL_SHORT}}=="{found.serial}"'
    elif found.id_path:
        match = f'ENV{{ID_PATH}}=="{found.id_path}"'
    else:
        match = f'KERNEL=="{Path(found.node).name}"'
    link = f'SYMLINK+="truedeal/{table}-{name}", MODE="0660"'
    if found.subsystem == "video4linux":
        return f'SUBSYSTEM=="video4linux", ATTR{{index}}=="0", {match}, {link}, GROUP="video"'
    return f'SUBSYSTEM=="{found.subsystem}", {match}, {link}, GROUP="truedeal", ENV{{ID_MM_DEVICE_IGNORE}}="1"'


def _udev(path: Path) -> dict[str, str]:
    """Udev's record of a device: lines `E:KEY=value`."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    pairs = (line[2:].partition("=") for line in lines if line.startswith("E:"))
    return {key: value for key, _, value in pairs}


def _usb(device: Path) -> Path | None:
    """The USB device above an interface."""
    return next((above for above in (device, *device.parents) if (above / "idVendor").exists()), None)


def _id_path(device: Path) -> str:
    """The path as udev names it: `pci-0000:00:14.0-usb-0:2.1:1.0`."""
    pci = [part for part in device.parts if _PCI.fullmatch(part)]
    port = next((match for part in device.parts if (match := _PORT.fullmatch(part))), None)
    if not pci or port is None:
        return ""
    return f"pci-{pci[-1]}-usb-0:{port.group(2)}:{port.group(3)}"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _number(path: Path) -> int | None:
    text = _text(path)
    return int(text) if text.isdecimal() else None
