"""How long is waited before a port is tried again."""

import pytest

from shoe.port import Backoff


def test_backoff_doubles_to_its_cap_and_begins_anew() -> None:
    backoff = Backoff(lambda: 0.0)
    assert [round(backoff.wait(), 3) for _ in range(8)] == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    for _ in range(3_000):
        assert backoff.wait() == 5.0
    backoff.reset()
    assert backoff.wait() == 0.1


def test_backoff_is_spread_by_chance() -> None:
    assert Backoff(lambda: 0.999).wait() == pytest.approx(0.05, rel=0.01)
    assert Backoff(lambda: 0.5, base=2.0, cap=1.0).wait() == 0.75
