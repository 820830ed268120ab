"""The house: its table's file is one the daemon takes, in every set-up and dialect; nothing is left running."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from bridge.config import load
from bridge.daemon.prepare import header
from bridge.setup import Setup as TableSetup
from demo.house import House, HouseError, Wanted, _end, table_file
from demo.setups import SETUPS
from demo.show import SHOWS
from demo.toml import written
from shoe import dialects

CASES = [(setup, "", show.id) for show in SHOWS.values() for setup in show.setups]
CASES += [("shoe-and-camera", name, "tcp_live") for name in dialects.names()]


@pytest.mark.parametrize(("name", "dialect", "game"), CASES)
def test_the_tables_file_is_taken(tmp_path: Path, name: str, dialect: str, game: str) -> None:
    house = House(Wanted(SETUPS[name], dialect, SHOWS[game]), tmp_path, 1, quiet=True)
    path = tmp_path / "table.toml"
    path.write_text(written(table_file(SETUPS[name], house.ends, tmp_path, house.show)), encoding="utf-8")
    config = load(path)
    setup = TableSetup.of(header(config, 0))
    assert bool(setup.cameras) is house.senses.camera
    assert {device.role for device in config.device} <= {"shoe", "reader", "shuffler", "keypad"}
    assert setup.options == house.show.rules.options


def test_senses_follow_from_the_devices(tmp_path: Path) -> None:
    assert House(Wanted(SETUPS["shoe-only"], "reference"), tmp_path, 1, quiet=True).senses.states
    assert not House(Wanted(SETUPS["shoe-only"], "beetek"), tmp_path, 1, quiet=True).senses.states
    assert House(Wanted(SETUPS["reader-and-camera"]), tmp_path, 1, quiet=True).senses.states
    with pytest.raises(ValueError, match="unknown dialect"):
        House(Wanted(SETUPS["shoe-only"], "nobody"), tmp_path, 1, quiet=True)


def test_a_process_that_will_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("demo.house.STOP_S", 0.3)
    stubborn = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", stubborn], start_new_session=True, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    began = time.monotonic()
    _end(process)
    assert process.returncode == -9
    assert time.monotonic() - began < 5
    process.stdout.close()


def test_a_daemon_that_cannot_start_is_named_with_its_words(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("in the way", encoding="utf-8")
    house = House(Wanted(SETUPS["shoe-only"]), tmp_path, 1, quiet=True)
    with pytest.raises(HouseError, match=r"daemon .*daemon\.log"), house:
        pass


def test_an_engine_that_has_ended_leaves_no_daemon_behind(tmp_path: Path) -> None:
    house = House(Wanted(SETUPS["shoe-only"]), tmp_path, 1, quiet=True)
    with house:
        daemon, engine = house.running("daemon"), house.running("engine")
        engine.kill()
        engine.wait()
        assert engine.stdin is not None
        engine.stdin.write(b"unsent")
        with pytest.raises(HouseError, match="the engine ended"):
            house.alive()
    assert daemon.returncode is not None
    assert not house.ends.all()[0].link.is_symlink()
