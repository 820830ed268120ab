"""The command line's ends: output that cannot be written is one line and exit 2, a reader who left is none."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.daemon_rig import Table

ROOT = Path(__file__).parents[1]
SAID = "standard output"


def run(words: str, ending: str) -> subprocess.CompletedProcess[str]:
    """One call of the program as a shell makes it, with buffered output."""
    line = ["/bin/sh", "-c", f"{sys.executable} -m bridge.cli {words} {ending}"]
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(line, capture_output=True, text=True, cwd=ROOT, env=environ, timeout=20, check=False)


@pytest.mark.parametrize(
    ("verb", "ending"),
    [
        *itertools.product(["schema", "--help", "check --help", "check {table}"], [">&-", ">/dev/full"]),
        ("run {table}", ">&-"),
    ],
)
def test_output_that_cannot_be_written(tmp_path: Path, verb: str, ending: str) -> None:
    found = run(verb.format(table=Table(tmp_path).file), ending)
    assert found.returncode == 2
    assert "Traceback" not in found.stderr
    assert [SAID in line for line in found.stderr.splitlines()][-1]
    assert sum(SAID in line for line in found.stderr.splitlines()) == 1
    assert not (tmp_path / "journal").exists()


def test_a_reader_who_has_seen_enough_is_no_fault() -> None:
    found = run("schema", "| head -n 1 >/dev/null")
    assert found.stderr == ""


@pytest.mark.parametrize(("ending", "said"), [("| head -n 1 >/dev/null", 0), (">/dev/full", 1)])
def test_settled_rows_that_nobody_takes_leave_no_trace(tmp_path: Path, ending: str, said: int) -> None:
    night = tmp_path / "night.csv"
    night.write_text("d1,d2,d3\n" + "1,2,3\n" * 20_000, encoding="utf-8")
    assert len(run(f"settle tai_xiu {night}", ending).stderr.splitlines()) == said


def test_a_broken_pipe_ends_with_0() -> None:
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, sys; os.read(0, 1); from bridge.cli import main; sys.exit(main(['schema']))",
        ],
        stdin=-1,
        stdout=-1,
        stderr=-1,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, said = process.communicate(b"\n", timeout=20)
    assert (process.returncode, said) == (0, b"")


def test_closed_standard_error_changes_nothing() -> None:
    found = run("check /nowhere/t.toml", "2>&-")
    assert (found.returncode, found.stdout) == (2, "")
