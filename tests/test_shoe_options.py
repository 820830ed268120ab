"""Options name what is wrong with them."""

import msgspec
import pytest

from shoe.options import read_options


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
