"""Names from outside: no controls, not too long."""

import msgspec
import pytest

from games.names import Name
from games.spots import Spot


@pytest.mark.parametrize("text", ["", "r-118", "Grün/2 (b)", "x" * 64])
def test_what_a_house_may_call_its_things(text: str) -> None:
    assert msgspec.convert(text, Name) == text


@pytest.mark.parametrize("text", ["\x1b[2J", "a\x07", "a\nb", "a\n", "\n", "\x7f", "a\x9b1m", "x" * 65])
def test_controls_and_length_are_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, Name)
    with pytest.raises(msgspec.ValidationError, match=r"\$\.owner"):
        msgspec.convert({"kind": "hand", "owner": text}, Spot)
