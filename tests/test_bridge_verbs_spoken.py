"""What the command line says of words that can be no request: one line, exit 2."""

import argparse
import os
from pathlib import Path

import pytest

from bridge.cli import main
from bridge.config import ConfigError
from bridge.verbs.spoken import milliseconds, whole, written

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    "words",
    [
        "desk --endpoint foo status",
        "desk --endpoint tcp://127.0.0.1:99999 status",
        "desk --endpoint tcp://a!b:1 status",
        "desk --endpoint ipc:///nowhere --timeout nan status",
        "desk --endpoint ipc:///nowhere --timeout inf status",
        "desk --endpoint ipc:///nowhere --timeout -1 submit",
        "desk --endpoint ipc:///nowhere --timeout 1e300 submit",
        "tail --events foo --desk bar",
        "tail --events ipc:///nowhere --desk bar",
        "tail --events tcp://127.0.0.1:0 --desk ipc:///nowhere",
    ],
)
def test_words_that_can_be_no_request(words: str, capsys: Captured) -> None:
    assert main(words.split()) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert "Traceback" not in said


def test_words_that_are_no_text(tmp_path: Path, capsys: Captured) -> None:
    odd = os.fsdecode(b"caf\xe9")
    assert main(["desk", "--endpoint", f"ipc://{tmp_path}/none", "void", "--why", odd]) == 2
    assert "why" in capsys.readouterr().err
    with pytest.raises(ConfigError, match="boxes"):
        written(argparse.Namespace(boxes=["p1", odd]))


@pytest.mark.parametrize("number", ["release 99999999999999999999999", "void --as-of 99999999999999999999999"])
def test_numbers_no_request_can_carry(number: str, tmp_path: Path, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["desk", "--endpoint", f"ipc://{tmp_path}/none", *number.split()])
    assert ended.value.code == 2
    assert "too large" in capsys.readouterr().err


def test_whole_numbers_and_times_to_wait() -> None:
    assert whole("-12") == -12
    assert milliseconds(0.0001) == 1
    assert milliseconds(2.5) == 2_500
