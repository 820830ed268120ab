"""The examples of docs/writing-a-dialect.md run as they stand."""

import re
import sys
import tomllib
import types
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from games.cards import PACK
from shoe.device import DeviceConfig
from shoe.dialects import Dialect, find
from shoe.messages import CardDrawn, CardUnread, Garbled, Heartbeat, Jam, Lid, Message
from tests.transports import byte_by_byte, cards, carry, delayed, garbled, whole

TEXT = (Path(__file__).parents[1] / "docs" / "writing-a-dialect.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
TOML, ENTRY = (block for kind, block in BLOCKS if kind == "toml")
SENT, BECOMES = (block for kind, block in BLOCKS if kind == "text")
(PYTHON,) = (block for kind, block in BLOCKS if kind == "python")


def line_device() -> Dialect:
    (device,) = msgspec.convert(tomllib.loads(TOML)["device"], tuple[DeviceConfig, ...])
    return find(device.dialect, device.options)


def in_words(message: Message) -> str:
    match message:
        case CardDrawn(card, counter):
            return f"card {card} {counter}"
        case CardUnread(counter):
            return f"unread {counter}"
        case Garbled(_, _, why):
            return f"garbled {why}"
        case _:
            return str(message.__struct_config__.tag)


def test_the_described_device_reads_the_lines_of_the_document() -> None:
    messages, _ = carry(line_device(), whole(SENT.replace("\n", "\r").encode()))
    assert [in_words(message) for message in messages] == BECOMES.split("\n")[:-1]


def test_the_described_device_is_symmetrical() -> None:
    device = line_device()
    said: list[Message] = [CardDrawn(card, place, 1000) for place, card in enumerate(PACK)]
    said += [CardUnread(999, 1000), Jam(on=True), Jam(on=False), Lid(open=True), Lid(open=False), Heartbeat()]
    sent = b"".join(map(device.encode, said))
    assert carry(device, byte_by_byte(sent))[0] == said
    assert device.serial.baud == 4800


@pytest.fixture
def sumreader() -> Iterator[Dialect]:
    module = types.ModuleType("sumreader")
    sys.modules["sumreader"] = module
    exec(compile(PYTHON, "sumreader.py", "exec"), module.__dict__)  # noqa: S102  # the document's own text
    yield module.dialect({})
    del sys.modules["sumreader"]


def test_the_small_dialect_is_one(sumreader: Dialect) -> None:
    assert isinstance(sumreader, Dialect)
    said: list[Message] = [CardDrawn(card) for card in PACK]
    sent = b"".join(map(sumreader.encode, said))
    for chunks in (whole(sent), byte_by_byte(sent), delayed(sent)):
        assert carry(sumreader, chunks)[0] == said
    with pytest.raises(ValueError, match="cannot say"):
        sumreader.encode(Heartbeat())
    assert tomllib.loads(ENTRY)["project"]["entry-points"]["truedeal.dialects"] == {"sumreader": "sumreader:dialect"}


def test_no_flipped_byte_is_another_card_for_the_small_dialect(sumreader: Dialect) -> None:
    said = [CardDrawn(card) for card in PACK[:6]]
    sent = b"".join(map(sumreader.encode, said))
    for place in range(len(sent)):
        for bit in range(8):
            line = sent[:place] + bytes([sent[place] ^ 1 << bit]) + sent[place + 1 :]
            messages, pending = carry(sumreader, whole(line))
            assert cards(messages) == said[: place // 6] + said[place // 6 + 1 :]
            assert garbled(messages) == pending.discarded == 6
            assert carry(sumreader, byte_by_byte(line))[0] == messages
