"""Options name what is wrong with them."""

import msgspec
import pytest

from shoe.dialects import find
from shoe.options import read_options
from tests.dialect_samples import LINE_OPTIONS


class _Options(msgspec.Struct, frozen=True):
    speed: int
    name: str = ""


def test_options_are_read() -> None:
    assert read_options({"speed": 3}, _Options) == _Options(3)


@pytest.mark.parametrize(
    ("options", "begin"),
    [
        ({"speed": 1, "sped": 2}, "sped: "),
        ({}, "speed: "),
        ({"speed": "x"}, "speed: "),
        ({"speed": 1, "name": 2}, "name"),
    ],
)
def test_a_wrong_option_is_named_first(options: dict[str, object], begin: str) -> None:
    with pytest.raises(ValueError, match=f"^{begin}"):
        read_options(options, _Options)


TIMES = [
    ("reference", "heartbeat_ms"),
    ("reference", "max_age_ms"),
    ("reference", "repeat_ms"),
    ("angel2ex", "max_age_ms"),
    ("angel2ex", "repeat_ms"),
    ("barcode", "max_age_ms"),
    ("beetek", "max_age_ms"),
    ("line", "heartbeat_ms"),
    ("line", "max_age_ms"),
]


@pytest.mark.parametrize(("dialect", "option"), TIMES)
@pytest.mark.parametrize("value", [-1, 0, 99, 3_600_001, 1 << 70])
def test_a_time_that_can_be_none_is_refused(dialect: str, option: str, value: int) -> None:
    more = LINE_OPTIONS if dialect == "line" else {}
    with pytest.raises(ValueError, match=f"^{option}: "):
        find(dialect, {**more, option: value})
    assert getattr(find(dialect, {**more, option: 100}), option) == 100


@pytest.mark.parametrize("baud", [0, -1, 49, 4_000_001])
def test_a_speed_that_no_line_has_is_refused(baud: int) -> None:
    with pytest.raises(ValueError, match=r"^baud: "):
        find("line", {**LINE_OPTIONS, "baud": baud})
