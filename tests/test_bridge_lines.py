"""A line is what the design says, proves itself, and every changed byte shows."""

import hashlib

import google_crc32c
import msgspec
import pytest

from bridge.journal import lines
from bridge.journal.lines import ORIGIN, Chain, Kind

BLIND = bytes(range(16))
COVERED = [
    lines.header(b'{"table":"t1"}', 1),
    lines.reading(b'{"kind":"tick","at":1,"wall":2}', BLIND, 1),
    lines.event(b'{"n":1,"round":"r1","what":{"kind":"DeviceUp"}}', 1),
    lines.checkpoint(b'{"reading":1}', 1, 1),
]


def _chain(covered: list[bytes]) -> list[bytes]:
    digest, whole = ORIGIN, []
    for part in covered:
        whole.append(part + lines.proof(part, digest))
        digest = whole[-1][-66:-2]
    return whole


def test_a_line_is_json_whose_sums_can_be_made_by_hand() -> None:
    header, reading, *_ = _chain(COVERED)
    before, _, _ = reading.partition(b',"crc"')
    read = msgspec.json.decode(reading)
    assert [*read] == ["reading", "blind", "n", "crc", "hash"]
    assert read["blind"] == BLIND.hex()
    assert read["crc"] == f"{google_crc32c.value(before):08x}"
    assert read["hash"] == hashlib.sha256(header[-66:-2] + before).hexdigest()


def test_taken_apart_are_the_very_bytes() -> None:
    parsed = [lines.parse(line) for line in _chain(COVERED)]
    assert [line.kind for line in parsed] == [Kind.HEADER, Kind.READING, Kind.EVENT, Kind.CHECKPOINT]
    assert [line.body for line in parsed] == [
        b'{"table":"t1"}',
        b'{"kind":"tick","at":1,"wall":2}',
        b'{"n":1,"round":"r1","what":{"kind":"DeviceUp"}}',
        b'{"reading":1}',
    ]
    assert [line.n for line in parsed] == [1, 1, 1, 1]
    assert parsed[3].last == 1


def test_a_body_may_hold_what_looks_like_a_lines_end() -> None:
    body = b'{"n":1,"round":"\\",\\"n\\":7,\\"crc\\":\\"","what":{"kind":"A","n":3}}'
    (line,) = _chain([lines.event(body, 1)])
    assert lines.parse(line).body == body


def test_a_chain_is_proved_and_counted() -> None:
    chain = Chain()
    for line in _chain(COVERED):
        chain.prove(line)
    assert (chain.reading, chain.event) == (1, 1)


@pytest.mark.parametrize("which", range(len(COVERED)))
def test_every_changed_byte_of_a_line_is_found_there(which: int) -> None:
    whole = _chain(COVERED)
    for place in range(len(whole[which])):
        chain = Chain()
        for line in whole[:which]:
            chain.prove(line)
        changed = bytearray(whole[which])
        changed[place] ^= 1
        with pytest.raises(ValueError, match=r"line|CRC"):
            chain.prove(bytes(changed))


@pytest.mark.parametrize(
    ("covered", "what"),
    [
        ([lines.reading(b"{}", BLIND, 2)], "reading 2 stands after reading 0"),
        ([lines.event(b'{"n":1,}', 1), lines.event(b'{"n":3,}', 3)], "event 3 stands after event 1"),
        ([lines.event(b'{"n":2,}', 1)], "names another number"),
        ([lines.checkpoint(b"{}", 0, 1)], "the checkpoint is of reading 1 and event 0"),
        ([lines.checkpoint(b"{}", 1, 0)], "the checkpoint is of reading 0 and event 1"),
        ([b'{"other":{},"n":1'], "neither event"),
        ([b'{"event":{}'], "no number"),
    ],
)
def test_a_sealed_line_that_is_not_the_next_one_is_refused(covered: list[bytes], what: str) -> None:
    chain = Chain()
    *before, last = _chain(covered)
    for line in before:
        chain.prove(line)
    with pytest.raises(ValueError, match=what):
        chain.prove(last)
