"""Each look of `truedeal check`, at real ports, sockets, folders and files."""

import argparse
import datetime as dt
import importlib
import os
import re
import socket
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from bridge.cli import VERBS
from bridge.commands import Role
from bridge.config import CameraConfig, Config, StreamConfig
from bridge.daemon import findings, profiles
from bridge.daemon.finding import Finding
from bridge.journal.folder import lock
from calibration import report
from scanner import profile
from scanner.profile import EnrolledDeck
from shoe.device import DeviceConfig
from shoe.dialects import Serial
from shoe.port import open_port
from tests import rig_table
from tests.daemon_rig import Line
from tests.lenses import lens_of
from tests.pictures import write_profile

TODAY = dt.date(2026, 11, 29)


def errors(found: Iterable[Finding]) -> list[str]:
    return [finding.what for finding in found if finding.level == "error"]


def shoe(path: Path, **more: str) -> DeviceConfig:
    fields = {"name": "shoe", "role": "shoe", "dialect": "reference", "path": str(path), **more}
    return msgspec.convert(fields, DeviceConfig)


def table(folder: Path, events: str = "") -> Config:
    stream = StreamConfig(events=events or f"ipc://{folder}/events", desk={Role.ENGINE: f"ipc://{folder}/engine"})
    return msgspec.structs.replace(rig_table.config("s"), journal=str(folder / "journal"), stream=stream)


def test_a_device_that_opens_is_fine_and_one_that_is_held_is_not(tmp_path: Path) -> None:
    line = Line(tmp_path / "shoe")
    name = line.plug()
    try:
        found = list(findings.device("t1", shoe(tmp_path / "shoe"), runs=False))
        assert [(finding.level, name in finding.what) for finding in found] == [("ok", True)]
        port = open_port(str(tmp_path / "shoe"), "", Serial(9600), write=False)
        assert "another process holds" in errors(findings.device("t1", shoe(tmp_path / "shoe"), runs=False))[0]
        assert errors(findings.device("t1", shoe(tmp_path / "shoe"), runs=True)) == []
        port.close()
    finally:
        line.unplug()


def test_an_absent_device_and_an_unknown_dialect_are_named_with_their_cure(tmp_path: Path) -> None:
    found = next(findings.device("t1", shoe(tmp_path / "shoe"), runs=False))
    assert found.level == "error"
    assert str(tmp_path / "shoe") in found.what
    assert "udev rule" in found.cure
    assert "morse" in errors(findings.device("t1", shoe(tmp_path / "shoe", dialect="morse"), runs=False))[0]


def test_a_camera_its_source_and_its_profile(tmp_path: Path) -> None:
    path = write_profile(tmp_path)
    camera = CameraConfig(name="top", source=f"folder:{tmp_path}", profile=str(path))
    assert errors(findings.camera("t1", camera, TODAY)) == []
    absent = msgspec.structs.replace(camera, source="v4l2:/dev/none", profile=str(tmp_path / "none.json"))
    assert len(errors(findings.camera("t1", absent, TODAY))) == 2
    wrong = msgspec.structs.replace(camera, source=f"v4l2:{path}", socket=str(tmp_path / "frames"))
    assert errors(findings.camera("t1", wrong, TODAY)) == [f"{tmp_path}/frames: no socket", f"{path} is no camera"]


def test_an_expired_or_incomplete_profile(tmp_path: Path) -> None:
    path = write_profile(tmp_path)
    deck = EnrolledDeck("red", "red")
    profile.save(msgspec.structs.replace(profile.load(path), expires="2026-11-28", decks=(deck,)), path)
    (tmp_path / "empty.png").unlink()
    camera = CameraConfig(name="top", source=f"folder:{tmp_path}", profile=str(path))
    said = errors(findings.camera("t1", camera, TODAY))
    assert any("2026-11-28" in what for what in said)
    assert any("empty.png" in what for what in said)
    assert any("red" in what for what in said)


def told(folder: Path, **change: object) -> list[tuple[str, str, str, str]]:
    """About, level, what and cure of all that is said of a profile with something changed."""
    path = write_profile(folder)
    profile.save(msgspec.structs.replace(profile.load(path), **change), path)
    camera = CameraConfig(name="top", source=f"folder:{folder}", profile=str(path))
    return [(one.about, one.level, one.what, one.cure) for one in findings.camera("t1", camera, TODAY)]


def test_a_profile_or_lens_of_another_camera_is_told_with_its_cure(tmp_path: Path) -> None:
    (foreign,) = [one for one in told(tmp_path, camera="side") if one[1] == "error"]
    assert "is the profile of the camera 'side', not of 'top'" in foreign[2]
    assert "truedeal calibrate layout --camera top" in foreign[3]
    (lens,) = [one for one in told(tmp_path, lens=lens_of(960, 540, "side")) if one[1] == "error"]
    assert lens[0] == "lens"
    assert "the lens is that of the camera 'side', not 'top'" in lens[2]
    assert lens[3] == "truedeal calibrate lens"


def test_an_expired_lens_is_told_and_one_that_soon_will_be_is_noted(tmp_path: Path) -> None:
    old = msgspec.structs.replace(lens_of(960, 540), expires="2026-11-28")
    assert [one[2].partition(": ")[2] for one in told(tmp_path, lens=old) if one[1] == "error"] == [
        "the lens expired on 2026-11-28; show the board again"
    ]
    soon = msgspec.structs.replace(old, expires="2026-12-12")
    said = told(tmp_path, lens=soon, expires="2026-11-29")
    assert [one for one in said if one[1] == "error"] == []
    assert ("lens", "note", "expires on 2026-12-12, in 13 days", "truedeal calibrate lens") in said
    assert ("profile", "note", "expires today, 2026-11-29", "truedeal calibrate layout") in said
    later = msgspec.structs.replace(old, expires="2026-12-13")
    assert not any("expires" in one[2] for one in told(tmp_path, lens=later))


def test_the_journals_folder(tmp_path: Path) -> None:
    assert errors(findings.journal(table(tmp_path))) == []
    (tmp_path / "journal").write_text("")
    found = next(findings.journal(table(tmp_path)))
    assert (found.level, found.what) == ("error", f"{tmp_path}/journal is no folder")
    assert "/var/lib/truedeal/t1" in found.cure
    below = msgspec.structs.replace(table(tmp_path), journal="/dev/null/journal")
    found = next(findings.journal(below))
    assert found.what == "/dev/null is no folder"
    assert "chown" not in found.cure


@pytest.mark.parametrize(("path", "tcp"), [("", ""), ("/dev/x", "127.0.0.1:1")])
def test_a_device_needs_one_way_to_it(path: str, tcp: str) -> None:
    made = msgspec.structs.replace(shoe(Path("x")), path=path, tcp=tcp)
    (said,) = errors(findings.device("t1", made, runs=False))
    assert "exactly one of path and tcp" in said


def test_a_host_that_can_be_none_is_an_error_and_no_exception(tmp_path: Path) -> None:
    assert errors(findings.stream(table(tmp_path, "tcp://127.0.0.1:99999"), runs=False))
    said = errors(findings.stream(table(tmp_path, "tcp://127.0.0.1"), runs=False))
    assert said == ["tcp://127.0.0.1: write tcp://HOST:PORT"]
    made = msgspec.structs.replace(shoe(Path("x")), path="", tcp="a..b:4001")
    assert "no host's name" in errors(findings.device("t1", made, runs=False))[0]


def test_a_folder_that_may_not_be_entered_is_no_exception(tmp_path: Path) -> None:
    long = "x" * 300
    camera = CameraConfig(name="top", source=f"v4l2:/dev/{long}", profile="none.json", socket=f"/run/{long}")
    assert len(errors(findings.camera("t1", camera, TODAY))) == 3
    assert errors(findings.journal(msgspec.structs.replace(table(tmp_path), journal=f"{tmp_path}/{long}"))) == []


def test_the_key_files_path_is_said_once(tmp_path: Path) -> None:
    made = table(tmp_path)
    keys = str(tmp_path / "none.toml")
    made = msgspec.structs.replace(made, stream=msgspec.structs.replace(made.stream, keys=keys, secret=keys))
    found = next(findings.stream(made, runs=False))
    assert (found.name, found.what) == (keys, "cannot be read: No such file or directory")


def test_a_full_disk_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "NONE_BYTES", 1 << 62)
    assert "GB free" in errors(findings.journal(table(tmp_path)))[0]


def test_addresses_that_are_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.socket(socket.AF_UNIX) as engine:
        engine.bind(str(tmp_path / "engine"))
        engine.listen(1)
        made = table(tmp_path, f"tcp://127.0.0.1:{taken.getsockname()[1]}")
        assert len(errors(findings.stream(made, runs=False))) == 2
        assert errors(findings.stream(made, runs=True)) == []
    (tmp_path / "engine").unlink()
    assert errors(findings.stream(made, runs=False)) == []


def test_an_open_address_without_keys_is_refused_even_beside_a_running_daemon(tmp_path: Path) -> None:
    assert "no keys" in errors(findings.stream(table(tmp_path, "tcp://0.0.0.0:7700"), runs=True))[0]


def test_whether_the_tables_own_daemon_runs(tmp_path: Path) -> None:
    made = table(tmp_path)
    assert not findings.running(made)
    held = lock(tmp_path / "journal")
    assert findings.running(made)
    os.close(held)
    assert not findings.running(made)


def test_programs_that_meddle_are_named(tmp_path: Path) -> None:
    (tmp_path / "proc/71").mkdir(parents=True)
    (tmp_path / "proc/71/comm").write_text("ModemManager\n")
    (tmp_path / "usr/bin").mkdir(parents=True)
    (tmp_path / "usr/bin/brltty").write_text("")
    found = {finding.name: finding for finding in findings.meddlers(tmp_path)}
    assert found["ModemManager"].level == "error"
    assert "mask" in found["ModemManager"].cure
    assert found["brltty"].level == "note"


def test_whose_rights_were_looked_at() -> None:
    assert next(findings.user()).name == "user"


def test_a_cure_names_only_what_exists() -> None:
    texts = [Path(str(module.__file__)).read_text() for module in (findings, profiles, report)]
    named = [pair for text in texts for pair in re.findall(r"truedeal ([a-z]+) ([a-z]+)", text)]
    assert {("calibrate", "layout"), ("calibrate", "lens")} <= {*named}
    for verb, kind in set(named):
        parser = argparse.ArgumentParser()
        importlib.import_module(VERBS[verb].module).arguments(parser)
        assert f"{{{kind}}}" in parser.format_help() or re.search(rf"^ +{kind} ", parser.format_help(), re.MULTILINE)
