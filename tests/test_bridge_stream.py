"""Topics and positions as bytes."""

import pytest

from bridge.stream.frames import Position, position, prefix, topic

EPOCH = "00112233445566778899aabbccddeeff"


def test_a_position_is_24_bytes_big_end_first() -> None:
    assert Position(EPOCH, 258).pack() == bytes.fromhex(EPOCH) + b"\0\0\0\0\0\0\1\2"
    for n in (0, 1, 2**53 + 1, 2**64 - 1):
        assert position(Position(EPOCH, n).pack()) == (EPOCH, n)


@pytest.mark.parametrize("frame", [b"", b"short", b"x" * 23, b"x" * 25])
def test_another_length_is_no_position(frame: bytes) -> None:
    assert position(frame) is None


@pytest.mark.parametrize("epoch", ["", "00ff", EPOCH + "00", "z" * 32])
def test_an_epoch_is_32_hexadecimal_digits(epoch: str) -> None:
    with pytest.raises(ValueError, match="hexadecimal"):
        Position(epoch, 1).pack()


def test_a_table_hears_nothing_of_a_longer_name() -> None:
    assert topic("t1", "Held") == b"v1/t1/Held"
    assert not topic("t12", "Held").startswith(prefix("t1").encode())
