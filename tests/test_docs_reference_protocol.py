"""The bytes in docs/reference-protocol.md are the encoder's own, and nothing it can say is left out."""

import re
from pathlib import Path

import pytest

from shoe.dialects.reference import Reference, frame
from shoe.messages import Message, Order
from tests.dialect_samples import REFERENCE
from tests.transports import carry, whole

DIALECT = Reference()
ROWS = re.findall(
    r"^\| `([^`]+)` \| `([0-9A-F ]+)` \|",
    (Path(__file__).parents[1] / "docs" / "reference-protocol.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
REPORTS = [row for row in ROWS if not row[0].startswith("Q")]
ORDERS = {row[0]: bytes.fromhex(row[1]) for row in ROWS if row[0].startswith("Q")}


def message(line: str) -> Message:
    (found,) = carry(DIALECT, whole(bytes.fromhex(line)))[0]
    return found


@pytest.mark.parametrize(("payload", "line"), REPORTS)
def test_an_example_is_what_the_encoder_writes(payload: str, line: str) -> None:
    assert frame(payload).hex(" ").upper() == line
    assert DIALECT.encode(message(line)) == bytes.fromhex(line)


def test_every_kind_of_report_has_an_example() -> None:
    first = {payload[0] for payload, _ in REPORTS}
    assert first == {chr(DIALECT.encode(said)[1]) for said in REFERENCE}
    assert {type(message(line)) for _, line in REPORTS} == {type(said) for said in REFERENCE}


def test_every_order_has_an_example() -> None:
    assert set(ORDERS.values()) == {DIALECT.order(order) for order in Order}
    assert all(frame(payload) == line for payload, line in ORDERS.items())
