"""The operator's page names what the program says, and nothing that it does not."""

import re
from pathlib import Path

from bridge.daemon.log import Said
from bridge.faults import FaultKind

PAGE = (Path(__file__).parents[1] / "docs/operating.md").read_text()


def test_every_log_name_is_on_the_page_and_no_other() -> None:
    listed = PAGE[PAGE.index("Names of log lines:") : PAGE.index("## When something is wrong")]
    assert set(re.findall(r"`(\w+)`", listed)) == {said.value for said in Said}


def test_the_runbook_speaks_of_faults_that_exist() -> None:
    rows = PAGE[PAGE.index("| hold | look at") : PAGE.index("After the result was submitted")].splitlines()[2:]
    named = {name for row in rows if row for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert named
    assert named <= {kind.value for kind in FaultKind}


def test_the_paths_on_the_page_are_those_that_are_installed() -> None:
    root = Path(__file__).parents[1]
    installed = (root / "systemd/install.sh").read_text() + (root / "systemd/truedeal.tmpfiles").read_text()
    for path in ("/etc/truedeal", "/etc/truedeal/cameras"):
        assert path in PAGE
        assert f"d {path} " in installed
    assert (root / "config/tcp_live.toml").exists()
