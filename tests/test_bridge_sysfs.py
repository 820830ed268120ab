"""What `/sys` and udev's records say of a device, read from trees laid out as the kernel lays them."""

import os
import pty
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.daemon.sysfs import Adapter, adapter, udev_rule

USB = "sys/devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2.1"


@pytest.fixture
def node() -> Iterator[Path]:
    """A character device that exists: its numbers are what the tree is laid out for."""
    one, other = pty.openpty()
    yield Path(os.ttyname(other))
    os.close(one)
    os.close(other)


def plug(root: Path, node: Path, **texts: str) -> None:
    """An adapter behind the node: an FTDI on port 2.1 of the first bus."""
    usb = root / USB
    interface = usb / "1-2.1:1.0" / "ttyUSB0"
    (interface / "tty" / "ttyUSB0").mkdir(parents=True)
    for name, text in {"idVendor": "0403", "product": "FT232R USB UART", **texts}.items():
        (usb / name).write_text(text + "\n")
    (root / "sys/bus/usb-serial/drivers/ftdi_sio").mkdir(parents=True)
    (interface / "driver").symlink_to(root / "sys/bus/usb-serial/drivers/ftdi_sio")
    (interface / "latency_timer").write_text("16\n")
    (root / "sys/class/tty").mkdir(parents=True)
    (interface / "tty" / "ttyUSB0" / "device").symlink_to(interface)
    (interface / "tty" / "ttyUSB0" / "subsystem").symlink_to(root / "sys/class/tty")
    number = node.stat().st_rdev
    link = root / f"sys/dev/char/{os.major(number)}:{os.minor(number)}"
    link.parent.mkdir(parents=True)
    link.symlink_to(interface / "tty" / "ttyUSB0")


def test_an_adapter_with_a_number_of_its_own(tmp_path: Path, node: Path) -> None:
    plug(tmp_path, node, serial="A10K3V7X")
    found = adapter(node, tmp_path)
    assert found is not None
    assert found._replace(node="") == Adapter(
        node="",
        subsystem="tty",
        vendor="0403",
        product="FT232R USB UART",
        serial="A10K3V7X",
        id_path="pci-0000:00:14.0-usb-0:2.1:1.0",
        driver="ftdi_sio",
        latency_ms=16,
    )
    assert udev_rule(found, "main", "shoe") == (
        'SUBSYSTEM=="tty", ENV{ID_SERIAL_SHORT}=="A10K3V7X", SYMLINK+="truedeal/main-shoe", MODE="0660",'
        ' GROUP="truedeal", ENV{ID_MM_DEVICE_IGNORE}="1"'
    )


def test_one_without_is_known_by_the_socket_it_is_plugged_into(tmp_path: Path, node: Path) -> None:
    plug(tmp_path, node)
    found = adapter(node, tmp_path)
    assert found is not None
    assert 'ENV{ID_PATH}=="pci-0000:00:14.0-usb-0:2.1:1.0"' in udev_rule(found, "main", "shoe")


def test_what_udev_says_counts_first(tmp_path: Path, node: Path) -> None:
    plug(tmp_path, node, serial="A10K3V7X")
    number = node.stat().st_rdev
    record = tmp_path / f"run/udev/data/c{os.major(number)}:{os.minor(number)}"
    record.parent.mkdir(parents=True)
    record.write_text("S:serial/by-id/x\nE:ID_SERIAL_SHORT=B2\nE:ID_PATH=platform-x-usb-0:1:1.0\n")
    found = adapter(node, tmp_path)
    assert found is not None
    assert (found.serial, found.id_path) == ("B2", "platform-x-usb-0:1:1.0")


def test_a_camera_is_matched_with_its_first_node() -> None:
    camera = Adapter(node="/dev/video0", subsystem="video4linux", id_path="pci-0000:00:14.0-usb-0:4:1.0")
    assert udev_rule(camera, "main", "overhead") == (
        'SUBSYSTEM=="video4linux", ATTR{index}=="0", ENV{ID_PATH}=="pci-0000:00:14.0-usb-0:4:1.0",'
        ' SYMLINK+="truedeal/main-overhead", MODE="0660", GROUP="video"'
    )


def test_what_has_no_hardware_has_none(tmp_path: Path, node: Path) -> None:
    assert adapter(node, tmp_path) is None
    assert adapter(tmp_path / "absent", tmp_path) is None
    (tmp_path / "file").write_text("")
    assert adapter(tmp_path / "file", tmp_path) is None
