"""Take out each guard and see its test fail; with `--write` only write the table of docs/architecture.md anew."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.guards import GUARDS
from tests.guards.guard import ROOT, Guard
from tests.guards.page import write

PACKAGES = ("games", "shoe", "scanner", "calibration", "bridge", "demo", "tests", "config", "docs")


def remove(guard: Guard, tree: Path) -> None:
    """Take a guard out of a copy of the tree."""
    path = tree / guard.file
    path.write_text(path.read_text(encoding="utf-8").replace(guard.text, guard.gone), encoding="utf-8")


def holds(guard: Guard) -> bool:
    """Whether the guard's test fails once the guard is gone."""
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name)
        for package in PACKAGES:
            if (ROOT / package).is_dir():
                shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", tree)
        remove(guard, tree)
        words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not soak", guard.test]
        environ = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(words, cwd=tree, env=environ, capture_output=True, text=True, check=False)
        return done.returncode == 1 and ("failed" in done.stdout)


def main() -> int:
    """Take out each guard; 1 where a test did not notice."""
    if "--write" in sys.argv:
        write()
        return 0
    silent = []
    for number, guard in enumerate(GUARDS, 1):
        seen = holds(guard)
        sys.stdout.write(f"{number:3}/{len(GUARDS)} {'noticed' if seen else 'NOT NOTICED'}: {guard.promise}\n")
        sys.stdout.flush()
        if not seen:
            silent.append(guard)
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
