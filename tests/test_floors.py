"""Imports point down only, and what touches the world stands where the design says."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = {"games": 0, "shoe": 1, "scanner": 1, "calibration": 2, "bridge": 2, "demo": 3, "training": 4}
ENTRY = {"bridge/cli.py"}
"""The command line's entry alone may know every package."""
ONE_PLACE = {
    "serial": {"shoe/port.py"},
    "zmq": {
        "bridge/stream/publisher.py",
        "bridge/stream/desk.py",
        "bridge/stream/client.py",
        "bridge/stream/keys.py",
        "bridge/stream/caller.py",
        "bridge/stream/sockets.py",
    },
}
EDGE = {
    "bridge/stream/client.py",
    "bridge/stream/endpoint.py",
    "bridge/daemon/daemon.py",
    "bridge/daemon/feeds.py",
    "bridge/daemon/findings.py",
    "bridge/daemon/inbox.py",
    "bridge/daemon/notify.py",
    "bridge/daemon/stage.py",
    "bridge/cli.py",
    "calibration/live.py",
    "scanner/__main__.py",
    "scanner/process.py",
    "scanner/recognise_verb.py",
    "shoe/port.py",
    "training/__main__.py",
    "training/fit.py",
    "training/samples.py",
}
WORLD = {"time", "random", "threading", "secrets", "subprocess", "signal", "socket", "queue", "multiprocessing"}


def _files() -> list[Path]:
    return sorted(path for package in FLOORS for path in (ROOT / package).rglob("*.py"))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def breaches(name: str, imported: list[str]) -> list[str]:
    """What is wrong with these imports of a file, in words."""
    found = []
    package = name.split("/", maxsplit=1)[0]
    for module in imported:
        top = module.split(".")[0]
        if top in FLOORS and top != package and name not in ENTRY and FLOORS[top] >= FLOORS[package]:
            found.append(f"{name} imports {module}, which does not lie below it")
        if top in ONE_PLACE and name not in ONE_PLACE[top]:
            found.append(f"{name} imports {top}; only {', '.join(sorted(ONE_PLACE[top]))} may")
        if top in WORLD and FLOORS[package] < 3 and name not in EDGE and not name.startswith("bridge/verbs/"):
            found.append(f"{name} imports {top}; the core is handed what it needs")
    return found


@pytest.mark.parametrize("path", _files(), ids=_name)
def test_imports_point_down(path: Path) -> None:
    assert breaches(_name(path), list(_imports(path))) == []


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("games/cards.py", "shoe.messages"),
        ("shoe/framing.py", "scanner.frames"),
        ("bridge/session.py", "calibration.lens"),
        ("bridge/session.py", "demo.table"),
        ("bridge/session.py", "time"),
        ("bridge/session.py", "zmq"),
        ("scanner/capture.py", "serial"),
    ],
)
def test_a_breach_is_found(name: str, module: str) -> None:
    assert breaches(name, [module])


def test_one_file_opens_a_camera() -> None:
    users = {_name(path) for path in _files() if "VideoCapture(" in path.read_text(encoding="utf-8")}
    assert users <= {"scanner/capture.py"}
