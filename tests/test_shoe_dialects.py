"""All dialects over all transports: symmetrical, never raising, every byte counted, memory small."""

import itertools
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoe.dialects import Dialect, Pending, due, find, names
from shoe.messages import CardDrawn, Gap, Garbled, Message
from tests.dialect_samples import LINE_OPTIONS, SAMPLES, stream
from tests.transports import MS, START, byte_by_byte, cards, carry, delayed, facts, garbled, in_order, lossy, whole

NAMES = sorted(SAMPLES)
CHECKED = [name for name in NAMES if SAMPLES[name][0].checked]
SHORT = st.lists(st.sampled_from(range(8)), max_size=6)


def test_all_dialects_are_found_by_name() -> None:
    assert set(NAMES) <= set(names())
    for name in NAMES:
        found = find(name, LINE_OPTIONS if name == "line" else {})
        assert isinstance(found, Dialect)
        assert found.name == name
    assert CHECKED == ["angel2ex", "reference"]


def test_an_unknown_dialect_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="reference"):
        find("shufflemaster", {})


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_option_is_named(name: str) -> None:
    with pytest.raises(ValueError, match=r"^colour: "):
        find(name, {"colour": "red"})


def test_a_decoder_wants_to_be_called_for_halves_and_for_noise_not_yet_said() -> None:
    dialect = SAMPLES["reference"][0]
    assert due(dialect, Pending()) is None
    for line in (b"\x02C", b"\xff"):
        pending, messages = dialect.decode(Pending(), line, START)
        assert messages == ()
        assert due(dialect, pending) == START + 2_000 * MS
        pending, messages = dialect.decode(pending, b"", START + 2_000 * MS)
        assert garbled(list(messages)) == len(line)
        assert due(dialect, pending) is None


@pytest.mark.parametrize("name", NAMES)
def test_each_message_comes_back(name: str) -> None:
    dialect, said = SAMPLES[name]
    for message in said:
        messages, pending = carry(dialect, whole(dialect.encode(message, 1)))
        assert facts(messages) == [message]
        assert pending.discarded == 0


@pytest.mark.parametrize("name", NAMES)
def test_whole_byte_by_byte_and_delayed_are_the_same(name: str) -> None:
    dialect, said = SAMPLES[name]
    sent = b"".join(stream(dialect, said))
    for chunks in (whole(sent), byte_by_byte(sent), delayed(sent, longest_ms=100)):
        messages, pending = carry(dialect, chunks)
        assert facts(messages) == said
        assert pending.discarded == 0


@pytest.mark.parametrize("name", CHECKED)
@pytest.mark.parametrize("seed", range(20))
def test_a_lossy_line_invents_no_card(name: str, seed: int) -> None:
    dialect, said = SAMPLES[name]
    sent = b"".join(stream(dialect, said))
    messages, pending = carry(dialect, lossy(sent, seed))
    assert in_order(cards(messages), cards(said))
    assert garbled(messages) == pending.discarded > 0


@pytest.mark.parametrize("name", CHECKED)
def test_no_flipped_byte_is_another_card(name: str) -> None:
    dialect, said = SAMPLES[name]
    chance = random.Random(name)
    some = [*chance.sample(said, 4), *chance.sample(cards(said), 4)]
    sent = stream(dialect, some)
    if name == "angel2ex":
        sent = [report[: len(report) // 3] if len(report) > 6 else report for report in sent]
    line = b"".join(sent)
    for place in range(len(line)):
        for value in {line[place] ^ 1 << bit for bit in range(8)} | {0x02, 0x03, 0x05, 0x06, 0x15, 0x30, 0x41}:
            if value == line[place]:
                continue
            damaged = line[:place] + bytes([value]) + line[place + 1 :]
            messages, _ = carry(dialect, whole(damaged))
            assert in_order(cards(messages), cards(some)), damaged.hex(" ")
            if len(cards(messages)) < len(cards(some)):
                assert any(isinstance(message, Garbled | Gap) for message in messages), damaged.hex(" ")


@pytest.mark.parametrize("name", CHECKED)
def test_no_lost_or_doubled_byte_makes_another_card(name: str) -> None:
    dialect = SAMPLES[name][0]
    said = SAMPLES[name][1][::3]
    sent = stream(dialect, said)
    if name == "angel2ex":
        sent = [report[: len(report) // 3] if len(report) > 6 else report for report in sent]
    line = b"".join(sent)
    for place in range(len(line)):
        for damaged in (line[:place] + line[place + 1 :], line[: place + 1] + line[place:]):
            messages, _ = carry(dialect, whole(damaged))
            assert in_order(cards(messages), cards(said)), damaged.hex(" ")
            assert len(cards(messages)) >= len(cards(said)) - 2


@pytest.mark.parametrize("name", CHECKED)
def test_a_lost_report_shows(name: str) -> None:
    dialect, _ = SAMPLES[name]
    said = cards(SAMPLES[name][1])[:24]
    sent = stream(dialect, list[Message](said))
    for lost in range(1, len(sent) - 1):
        messages, _ = carry(dialect, whole(b"".join(sent[:lost] + sent[lost + 1 :])))
        assert cards(messages) == said[:lost] + said[lost + 1 :]
        counters = [card.counter for card in cards(messages)]
        pairs = itertools.pairwise(counter for counter in counters if counter is not None)
        jumps = any(after != (before + 1) % 1000 for before, after in pairs)
        assert jumps or any(isinstance(message, Gap) for message in messages)


def nasty(dialect: Dialect, said: list[Message]) -> st.SearchStrategy[bytes]:
    good = [dialect.encode(message, 1) for message in random.Random(1).sample(said, min(len(said), 8))]
    pieces = st.one_of(
        st.binary(max_size=12),
        st.sampled_from(good),
        st.sampled_from([report[:4] for report in good]),
        st.sampled_from([report[2:] for report in good]),
        st.sampled_from(
            [b"\x02\x03\x05", b"[Game]<", b"4S4S", b"\r\n", b"[" * 50, b"<" * 150, b"9" * 300, b"\x05" * 20]
        ),
    )
    return st.lists(pieces, max_size=16).map(b"".join)


@pytest.mark.parametrize("name", NAMES)
@given(st.data())
def test_any_bytes_never_raise_and_are_all_counted(name: str, data: st.DataObject) -> None:
    dialect, said = SAMPLES[name]
    line = data.draw(nasty(dialect, said))
    messages, pending = carry(dialect, whole(line))
    assert garbled(messages) == pending.discarded <= len(line)
    assert pending.buffer == b""
    assert due(dialect, pending) is None
    assert all(1 <= len(message.data) <= 128 for message in messages if isinstance(message, Garbled))
    assert carry(dialect, byte_by_byte(line))[0] == messages


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8)
@given(st.data())
def test_memory_stays_small_whatever_comes(name: str, data: st.DataObject) -> None:
    dialect, said = SAMPLES[name]
    pending = Pending()
    for at in range(START, START + 16 * MS, MS):
        pending, _ = dialect.decode(pending, data.draw(nasty(dialect, said)), at)
        assert len(msgspec.json.encode(pending)) < 1_200


@pytest.mark.parametrize("name", NAMES)
def test_good_reports_between_noise_are_all_read(name: str) -> None:
    dialect, said = SAMPLES[name]
    noise = b"\xfe\xff" if name not in ("barcode", "line") else b"\xfe\xff\r"
    sent = stream(dialect, said)
    messages, pending = carry(dialect, whole(noise + noise.join(sent)))
    assert [message for message in facts(messages) if not isinstance(message, Garbled)] == said
    assert pending.discarded == len(noise) * len(sent)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_device_cannot_say_is_refused(name: str) -> None:
    dialect, _ = SAMPLES[name]
    with pytest.raises(ValueError, match=r"Garbled|garbled"):
        dialect.encode(Garbled("00", 1, "x"))
    with pytest.raises(ValueError, match="CardDrawn"):
        dialect.encode(CardDrawn(cards(SAMPLES[name][1])[0].card, counter=1_234, wrap=7))
