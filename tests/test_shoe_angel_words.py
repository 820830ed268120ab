"""The Angel Eye's payloads: what is not in the tables is not read."""

import pytest

from shoe.angel_words import payload_of, read_payload
from shoe.messages import CardUnread, Claim, DeviceError, ErrorClass, Heartbeat


@pytest.mark.parametrize(
    ("code", "payload"),
    [
        ("S", b"\x81"),
        ("D", b"\x81"),
        ("D", b"\xb1\xb8"),
        ("D", b"\x81\xbe"),
        ("D", b"\x81\xb0"),
        ("D", b"\x81\xd1"),
        ("G", b"\xb0"),
        ("G", b"\x94"),
        ("e", b"\xc1"),
        ("L", b"\x82"),
        ("M", b"\xb0\xb1"),
        ("Q", b""),
        ("Q", b"\x81"),
    ],
)
def test_what_no_table_knows_is_not_read(code: str, payload: bytes) -> None:
    assert read_payload(code, payload) is None


def test_a_draw_without_a_face_is_unread() -> None:
    assert read_payload("D", b"\x81\x80") == CardUnread(claim=Claim("player", 1))
    assert read_payload("d", b"\x91\x80") == CardUnread()


def test_every_error_code_is_kept_also_without_a_name() -> None:
    assert read_payload("E", b"\xff") == DeviceError("63", "", latched=True)
    assert read_payload("E", b"\x84") == DeviceError(
        "4", "reverse run at the exit", latched=False, error=ErrorClass.REVERSE
    )


def test_what_the_shoe_has_no_code_for() -> None:
    assert payload_of(Heartbeat()) is None
    assert payload_of(CardUnread(claim=Claim("dealer", 1))) is None
    assert payload_of(CardUnread(claim=Claim("player", 16))) is None
