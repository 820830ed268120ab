"""The tree that `make install DESTDIR=` lays out, judged by systemd's own tools."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNITS = "usr/lib/systemd/system"

pytestmark = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("tree")
    command = [str(ROOT / "systemd/install.sh"), str(ROOT), "/opt/truedeal", str(made), sys.executable]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return made


def verify(tree: Path) -> tuple[int, str]:
    done = subprocess.run([ROOT / "systemd/verify.sh", tree], check=False, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_verify_prints_nothing_and_nothing_is_exposed(tree: Path) -> None:
    assert verify(tree) == (0, "")


@pytest.mark.parametrize(
    ("unit", "line", "instead"),
    [
        ("truedeal@.service", "Restart=always", "Restrat=always"),
        ("truedeal@.service", "bin/truedeal run", "bin/truedela run"),
        ("truedeal@.service", "NoNewPrivileges=yes\nCapabilityBoundingSet=\n", ""),
        ("truedeal-scanner@.service", "PrivateNetwork=yes\n", "PrivateNetwork=perhaps\n"),
    ],
)
def test_a_mistake_in_a_unit_is_found(tree: Path, tmp_path: Path, unit: str, line: str, instead: str) -> None:
    shutil.copytree(tree / "usr", tmp_path / "usr")
    shutil.copytree(tree / "opt/truedeal/bin", tmp_path / "opt/truedeal/bin")
    file = tmp_path / UNITS / unit
    text = file.read_text()
    assert line in text
    file.write_text(text.replace(line, instead))
    assert verify(tmp_path) != (0, "")


def test_a_mistake_in_the_drop_in_with_the_keys_is_found(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(tree / "usr", tmp_path / "usr")
    shutil.copytree(tree / "opt/truedeal", tmp_path / "opt/truedeal", ignore=shutil.ignore_patterns("lib"))
    file = tmp_path / "opt/truedeal/share/truedeal/keys.conf"
    assert verify(tmp_path) == (0, "")
    file.write_text(file.read_text().replace("LoadCredential=", "LoadCredentail="))
    assert "LoadCredentail" in verify(tmp_path)[1]


def test_every_verb_and_dialect_is_in_the_tree(tree: Path) -> None:
    words = "from importlib.metadata import entry_points as e; import bridge.cli, scanner, shoe, games, demo;"
    words += "print(bridge.cli.__file__, len(e(group='truedeal.dialects')))"
    library = tree / "opt/truedeal/lib/truedeal"
    where = {"PYTHONPATH": str(library)}
    command = [sys.executable, "-c", words]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tree, env=where)
    assert done.stdout.split() == [str(library / "bridge/cli.py"), "5"]


def test_what_the_recogniser_has_learnt_is_in_the_tree(tree: Path) -> None:
    library = tree / "opt/truedeal/lib/truedeal"
    for file in (path for path in ROOT.glob("scanner/model/*") if path.is_file()):
        assert (library / "scanner/model" / file.name).read_bytes() == file.read_bytes()
    assert list(library.glob("scanner/model/*.onnx"))


def test_the_launchers_run_what_was_laid_out(tree: Path) -> None:
    for name in ("truedeal", "truedeal-scanner"):
        launcher = tree / "opt/truedeal/bin" / name
        assert launcher.stat().st_mode & 0o777 == 0o755
        assert "PYTHONPATH=/opt/truedeal/lib/truedeal exec /opt/truedeal/venv/bin/python -m" in launcher.read_text()


@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is not installed here")
def test_users_and_folders_are_made_as_written(tree: Path, tmp_path: Path) -> None:
    users = subprocess.run(
        ["systemd-sysusers", f"--root={tmp_path}", "--dry-run", tree / "usr/lib/sysusers.d/truedeal.conf"],
        check=True,
        capture_output=True,
        text=True,
    )
    said = users.stdout + users.stderr
    assert "Creating user 'truedeal'" in said
    assert "Creating user 'truedeal-scanner'" in said


def test_the_udev_rules_have_one_assignment_or_match_a_word(tree: Path) -> None:
    text = (tree / "usr/lib/udev/rules.d/99-truedeal.rules").read_text()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert any("ID_MM_DEVICE_IGNORE" in line for line in lines)
    assert any('ATTR{latency_timer}="1"' in line for line in lines)
    for line in lines:
        for word in line.split(", "):
            key, value = word.split("=", 1)
            assert key.rstrip("=+!")
            assert value.lstrip("=").startswith('"')
            assert value.endswith('"')
