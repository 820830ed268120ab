"""Money is exact."""

from decimal import Decimal

import msgspec
import pytest

from games.settlement import Net, Settled, bonus, lost, money, paid, returned, voided


def test_amounts_are_exact() -> None:
    commission = paid("banker", money("0.10"), money("0.95"))
    assert str(commission.net) == "0.0950"
    assert commission.paid_back == Decimal("0.195")
    assert money(10) == 10


def test_a_float_is_refused() -> None:
    with pytest.raises(TypeError, match=r"0\.1"):
        money(0.1)  # type: ignore[arg-type]  # what a careless caller might hand over


@pytest.mark.parametrize("value", ["ten", "", "NaN", "inf"])
def test_what_is_no_amount_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="no amount"):
        money(value)


def test_the_five_ways_a_bet_ends() -> None:
    ten = money(10)
    assert paid("a", ten, money(4)) == Net("a", ten, money(40))
    assert paid("a", ten, None) == lost("a", ten) == Net("a", ten, money(-10))
    assert returned("a", ten) == Net("a", ten, money(0))
    assert bonus("b", ten, money(4)) == Net("b", money(0), money(40))
    assert bonus("b", ten, None) == Net("b", money(0), money(0))
    settled = Settled((lost("a", ten), bonus("b", ten, money(4))))
    assert [settled.total, settled.paid_back, settled.net("b"), settled.net("c")] == [30, 40, 40, 0]


def test_a_void_returns_everything() -> None:
    settled = voided({"a": money(3), "b": money("0.5")})
    assert settled.void
    assert [settled.total, settled.paid_back] == [0, Decimal("3.5")]


def test_nets_are_written_as_text_so_that_no_reader_rounds_them() -> None:
    written = msgspec.json.encode(Settled((paid("a", money("0.10"), money("0.95")),)))
    assert b'"net":"0.0950"' in written
    assert msgspec.json.decode(written, type=Settled).total == Decimal("0.095")
