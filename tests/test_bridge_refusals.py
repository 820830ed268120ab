"""Refused clients in the log: each once, and never more lines than a person reads."""

import json

import pytest

from bridge.daemon.log import logger
from bridge.daemon.refusals import KNOWN, QUIET_NS, Refusals


def lines(capfd: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capfd.readouterr().err.splitlines()]


def test_a_client_that_comes_again_is_said_once_until_it_was_quiet_for_an_hour(
    capfd: pytest.CaptureFixture[str],
) -> None:
    made = Refusals(logger())
    assert [made.refused("k from a", "events", "no list", at) for at in range(1000)] == [True, *[False] * 999]
    assert not made.refused("k from a", "events", "no list", 999 + QUIET_NS)
    assert made.refused("k from a", "events", "no list", 1000 + 2 * QUIET_NS)
    said = lines(capfd)
    assert [(one["event"], one["who"], one["where"], one["cause"], one["tries"]) for one in said] == [
        ("client_refused", "k from a", "events", "no list", 1),
        ("client_refused", "k from a", "events", "no list", 1002),
    ]


def test_ever_new_keys_cost_a_bounded_log_and_bounded_memory(capfd: pytest.CaptureFixture[str]) -> None:
    made = Refusals(logger())
    for n in range(10_000):
        made.refused(f"key {n}", "events", "no list", n)
    said = lines(capfd)
    assert len(said) == KNOWN + 1
    assert said[-1]["who"] == "many"
    assert len(made._last) == KNOWN  # noqa: SLF001 - what it remembers shows nowhere else
    assert made.refused("later", "events", "no list", 10_001 + QUIET_NS)
