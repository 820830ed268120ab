"""The words for people name what was announced, expected, ruled and wrong."""

from pathlib import Path

from demo import report
from demo.conductor import Plan, Played
from demo.engine import Result
from demo.faults import CLEAN, FAULTS
from demo.house import House, Wanted
from demo.rulings import Expected, Ruling
from demo.setups import SETUPS
from demo.verdict import Observed

JAM = FAULTS["jam"]


def played(*wrong: str) -> Played:
    seen = Observed(Ruling.HOLD, ("jam",), ("cards are jammed",), completed=True, hands={}, clause="house default")
    expected = Expected((Ruling.HOLD,), ("jam",))
    truth = {"player": ("As", "Kd", "9c"), "dealer": ()}
    return Played(
        "r001",
        "jam",
        JAM.words,
        expected,
        seen,
        wrong,
        Result("r001", "submitted", None, ()),
        ("jam: go_on",),
        1.5,
        truth,
    )


def test_a_fault_is_announced_before_it_is_dealt() -> None:
    assert JAM.words in report.announced(2, 12, JAM)


def test_a_round_as_expected_has_a_tick() -> None:
    text = report.judged(played())
    assert report.TICK in text
    assert report.CROSS not in text
    for part in ("As Kd 9c", "expected      held for a decision", "cards are jammed", "jam: go_on"):
        assert part in text


def test_a_difference_has_a_cross_and_its_words() -> None:
    text = report.judged(played("expected void at once"))
    assert f"{report.CROSS} expected void at once" in text
    assert report.TICK not in text


def test_the_summary_counts_what_was_not_as_expected() -> None:
    todo = Plan((JAM,), ((FAULTS["disagree"], "only one source names a card"),))
    assert "every ruling was the expected one" in report.summary((played(),), todo)
    text = report.summary((played(), played("no")), todo)
    assert "1 of 2 were not as expected" in text
    assert "disagree" in text


def test_the_opening_says_what_will_be_played(tmp_path: Path) -> None:
    house = House(Wanted(SETUPS["camera-only"]), tmp_path, 1, quiet=True)
    text = report.opening(SETUPS["camera-only"], house, Plan((CLEAN, JAM), ((FAULTS["unplugged"], "no cable"),)))
    assert "2 rounds: 1 clean, 1 with a fault" in text
    assert "not with this set-up: unplugged (no cable)" in text
