"""How bytes come over a line: whole, one by one, in delayed pieces, with losses; and what a dialect makes of them."""

import random
from collections.abc import Iterator

from shoe.dialects import Dialect, Pending
from shoe.messages import CardDrawn, Garbled, Message, Repeated

MS = 1_000_000
START = 1_000 * MS
Chunks = Iterator[tuple[bytes, int]]


def whole(data: bytes) -> Chunks:
    yield data, START


def byte_by_byte(data: bytes) -> Chunks:
    for place in range(len(data)):
        yield data[place : place + 1], START + place * MS


def delayed(data: bytes, seed: int = 1, longest_ms: int = 300) -> Chunks:
    chance, at = random.Random(seed), START
    while data:
        size = chance.randint(1, 12)
        yield data[:size], at
        data, at = data[size:], at + chance.randint(0, longest_ms) * MS


def lossy(data: bytes, seed: int, rate: float = 0.02) -> Chunks:
    chance = random.Random(seed)
    yield bytes(byte for byte in data if chance.random() >= rate), START


def carry(dialect: Dialect, chunks: Chunks) -> tuple[list[Message], Pending]:
    """All messages, with those that a long silence brings out at the end, and what is left after it."""
    pending, said, last = Pending(), list[Message](), START
    for data, at in chunks:
        pending, messages = dialect.decode(pending, data, at)
        said.extend(messages)
        last = at
    pending, messages = dialect.decode(pending, b"", last + 3_600_000 * MS)
    return [*said, *messages], pending


def facts(messages: list[Message]) -> list[Message]:
    """The messages without the protocol's own repeats."""
    return [message for message in messages if not isinstance(message, Repeated)]


def cards(messages: list[Message]) -> list[CardDrawn]:
    return [message for message in messages if isinstance(message, CardDrawn)]


def garbled(messages: list[Message]) -> int:
    """Bytes said to be no report."""
    return sum(message.count for message in messages if isinstance(message, Garbled))


def in_order(part: list[CardDrawn], of: list[CardDrawn]) -> bool:
    """Whether all of `part` occur in `of`, in this order."""
    rest = iter(of)
    return all(card in rest for card in part)
