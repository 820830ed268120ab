"""Seeded kills under a dealing hand: nothing lost, nothing twice, the round in doubt held. 20 here, 200 in the soak."""

from pathlib import Path

import pytest

from tests.kills import Campaign


def campaign(folder: Path, seed: int, kills: int) -> Campaign:
    run = Campaign(folder, seed)
    try:
        run.run(kills)
    finally:
        run.close()
    assert run.faults() == []
    return run


@pytest.mark.parametrize("seed", [1, 2])
def test_ten_kills(seed: int, tmp_path: Path) -> None:
    run = campaign(tmp_path, seed, 10)
    assert run.in_doubt >= 1
    assert len(run.got) > 100


def test_the_campaign_sees_what_is_lost(tmp_path: Path) -> None:
    run = campaign(tmp_path, 3, 1)
    lost = run.got.pop(len(run.got) // 2)
    assert any("exactly once" in fault for fault in run.faults())
    run.got.insert(0, lost)
    assert any("exactly once" in fault for fault in run.faults())


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(10, 20))
def test_two_hundred_kills(seed: int, tmp_path: Path) -> None:
    campaign(tmp_path, seed, 20)
