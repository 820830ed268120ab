"""`truedeal calibrate shoe` as a person uses it: a known order on a real line, the profile, and what it refuses."""

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from bridge.cli import main
from bridge.config import load
from bridge.daemon.prepare import header, resolve
from bridge.setup import Setup
from calibration.known import NEW_DECK
from games.cards import Card
from shoe import profile as profiles
from shoe.dialects import Pending, find
from shoe.messages import Banner, CardDrawn, CardUnread, Heartbeat, Message, StandBy
from tests.daemon_rig import Table, until
from tests.daemon_rig import table as real_table
from tests.dealt import BARCODE, LINE, REFERENCE, dealt, house_codes, scan, write_table
from tests.port_rig import Line

Captured = pytest.CaptureFixture[str]
CODES = house_codes(NEW_DECK)
SCANS = [scan(CODES[card]) for card in NEW_DECK]
FEW = NEW_DECK[:6]
SHORT = ("--short", "--order", *FEW)
SHOE = find("reference", {})
RANKS, SUITS = dict(zip("A23456789TJQK", "abcdefghijklm", strict=True)), dict(zip("shdc", "1234", strict=True))
WORDS = {card: f"{RANKS[card.rank]} {SUITS[card.suit]}" for card in NEW_DECK}
"""What the described shoe calls each card: a letter for the rank, a digit for the suit."""


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    made.unplug()


@pytest.fixture
def reader(tmp_path: Path, line: Line) -> Path:
    """A table whose reader scans codes of the house."""
    return write_table(tmp_path, f'path = "{line.path}"', BARCODE)


@pytest.fixture
def described(tmp_path: Path, line: Line) -> Path:
    """A table whose shoe sends lines of the house."""
    return write_table(tmp_path, f'path = "{line.path}"', LINE)


@pytest.fixture
def reference(tmp_path: Path, line: Line) -> Path:
    """A table whose shoe names its cards by itself."""
    return write_table(tmp_path, f'path = "{line.path}"', REFERENCE)


def with_profile(table: Path, name: str = "cards.json") -> Path:
    """The table's file with the profile named in it, as the command says."""
    text = table.read_text().replace('name = "cards"\n', f'name = "cards"\nprofile = "{name}"\n')
    table.write_text(text)
    return table


def lines(cards: tuple[Card, ...], first: int = 1) -> list[bytes]:
    """The described shoe's reports of these cards."""
    return [
        f"{number % 1000:03} {WORDS[card].replace(' ', '')}\r\n".encode() for number, card in enumerate(cards, first)
    ]


def drawn(cards: tuple[Card, ...], first: int = 1) -> list[bytes]:
    """The reference shoe's reports of these cards."""
    return [SHOE.encode(CardDrawn(card, number % 1000, 1000)) for number, card in enumerate(cards, first)]


def said(*messages: Message) -> list[bytes]:
    return [SHOE.encode(message) for message in messages]


def test_a_new_deck_dealt_twice_teaches_a_reader_its_codes(reader: Path, line: Line, tmp_path: Path) -> None:
    out = tmp_path / "cards.json"
    ended = dealt(line, reader, SCANS * 2, "--out", str(out))
    assert ended.code == 0, ended.words
    made = profiles.load(out)
    assert made.codes == {CODES[card]: card for card in NEW_DECK}
    assert (made.version, made.device, made.dialect, made.passes, made.cards) == (1, "cards", "barcode", 2, 52)
    assert (made.made, made.expires) == ("2026-11-30", "2027-05-29")
    assert f"pass 1, 17 of 52: 4d is {CODES[Card('4d')]}; next 5d" in ended.words
    assert "pass 1 is done" in ended.words
    assert 'profile = "cards.json"' in ended.words
    assert ended.told["codes"] == 52
    assert cv2.imread(ended.told["picture"]) is not None
    between = made.delays["between"]
    assert between.n == 102
    assert 0 <= between.least <= between.median <= between.p99 <= between.most < 1500
    assert 8 < between.median < 200
    with_profile(reader)
    shoe = Setup.of(header(resolve(load(reader), tmp_path), 7)).devices["cards"].dialect
    for card, report in zip(NEW_DECK, SCANS, strict=True):
        assert shoe.decode(Pending(), report, 1)[1] == (CardDrawn(card),)
        assert shoe.encode(CardDrawn(card)) == report[:-2] + b"\r\n"


def test_a_described_shoe_is_learnt_and_the_daemon_deals_by_what_was_learnt(
    described: Path, line: Line, tmp_path: Path
) -> None:
    out = tmp_path / "cards.json"
    words = ("--out", str(out), "--deck", "red", "--made", "2020-01-01", "--days", "30")
    ended = dealt(line, described, lines(NEW_DECK) + lines(NEW_DECK, 53), *words)
    assert ended.code == 0, ended.words
    assert profiles.load(out).codes == {WORDS[card]: card for card in NEW_DECK}
    assert profiles.load(out).deck == "red"
    with real_table(tmp_path) as table:
        table.file.write_text(with_profile(described).read_text().replace(line.path, str(tmp_path / "shoe")))
        table.line.plug()
        table.run()
        until(lambda: table.readings("up"))
        table.line.send(b"007 k3\r\n")
        table.line.send(b"008 z9\r\n")
        until(lambda: len(faults(table)) > 1)
        assert faults(table) == ["surplus", None]
        (doubt,) = table.said("profile_doubtful")
        assert (doubt["what"], doubt["why"]) == ("cards", f"expired on 2020-01-31; {profiles.CURE}")
        assert table.stop(signal.SIGTERM) == 0
    journal = next((tmp_path / "journal").glob("*.jsonl")).read_text().splitlines()
    (checkpoint,) = [line for line in journal if line.startswith('{"checkpoint":')][-1:]
    assert set(re.findall('"([A2-9TJQK][shdc])"', checkpoint)) == {"Jd"}
    kept = json.loads(journal[0])["header"]["shoes"]
    assert kept["cards"]["codes"]["k 3"] == "Jd"
    out.unlink()
    assert main(["replay", str(tmp_path / "journal")]) == 0


def faults(table: Table) -> list[str | None]:
    """What the alarms are about."""
    return [event["what"]["fault"] for event in table.journal("event") if event["what"]["kind"] == "Alarm"]


def test_a_shoe_that_names_its_cards_is_proved_and_measured(reference: Path, line: Line, tmp_path: Path) -> None:
    out = tmp_path / "cards.json"
    reports = said(Banner("sim-1"), StandBy())
    for report in drawn(FEW):
        reports += [report, report]
    reports += said(Heartbeat(6, 1000), StandBy()) + drawn(FEW, 7)
    ended = dealt(line, reference, reports, "--out", str(out), *SHORT)
    assert ended.code == 0, ended.words
    made = profiles.load(out)
    assert made.codes == {}
    assert {what: delay.n for what, delay in made.delays.items() if what != "halt"} == {
        "between": 10,
        "start": 2,
        "repeat": 6,
        "silence": 21,
    }
    assert set(ended.told["settings"]) >= {"timing.next_ms", "device.silent_ms", "device.options.repeat_ms"}
    assert "names its cards itself, and named all as dealt" in ended.words
    with_profile(reference)
    assert Setup.of(header(resolve(load(reference), tmp_path), 7)).devices["cards"].dialect == SHOE


SWAPPED = [SCANS[1], SCANS[0], *SCANS[2:6]]


@pytest.mark.parametrize(
    ("reports", "words"),
    [
        ([*SCANS[:3], SCANS[2]], "one code for two cards: Q69-3 came for 3s (card 3 of pass 1) and for 4s (card 4 of"),
        ([*SCANS[:3], SCANS[2]], "3s was reported twice, or 4s bears its code"),
        ([*SCANS[:6], *SCANS[1:6], SCANS[0]], "Q40-2 came for 2s (card 2 of pass 1) and for As (card 1 of pass 2)"),
        ([*SCANS[:6], *SWAPPED], "the passes were not dealt alike"),
        (
            [*SCANS[:6], *SCANS[:2], SCANS[9]],
            "two codes for one card: 3s is Q69-3 (card 3 of pass 1) and Q78-T (card 3 of pass 2)",
        ),
        (SCANS[:4], "the deal ended early: 4 of 6 cards came in pass 1, then nothing for 1.5 s; due next was 5s, 2 to"),
        ([*SCANS[:6], *SCANS[:5]], "the deal ended early: 5 of 6 cards came in pass 2"),
        ([*SCANS[:6], *SCANS[:6], SCANS[7]], "Q20-8 came after the last of 6 cards"),
        (
            [*SCANS[:2], b"Q69\xfe3\r\n"],
            "before card 3 of pass 1 (3s): 6 bytes that are no report (no scan): 51 36 39 fe 33 0d; noise, or",
        ),
        ([*SCANS[:2], b"\x00\x80\xff" * 30], "before card 3 of pass 1 (3s): "),
    ],
)
def test_a_deal_that_contradicts_itself_is_refused_with_its_place(
    reader: Path, line: Line, tmp_path: Path, reports: list[bytes], words: str
) -> None:
    ended = dealt(line, reader, reports, "--out", str(tmp_path / "cards.json"), *SHORT)
    assert ended.code == 2
    assert words in ended.words
    assert ended.out == ""
    assert not (tmp_path / "cards.json").exists()


@pytest.mark.parametrize(
    ("reports", "words"),
    [
        (
            [*lines(FEW[:2]), b"#03 XX\r\n"],
            "(unknown line): 23 30 33 20 58 58 0d, as text '#03 XX'; the device says",
        ),
        ([*lines(FEW[:2]), b"JAM\r\n"], "before card 3 of pass 1 (3s): the device jammed"),
        ([*lines(FEW[:2]), *lines(FEW[2:], 4)], "the device counts 4 where 3 was due: a report was lost"),
    ],
)
def test_a_described_shoe_that_says_something_else_is_refused(
    described: Path, line: Line, tmp_path: Path, reports: list[bytes], words: str
) -> None:
    ended = dealt(line, described, reports, "--out", str(tmp_path / "cards.json"), *SHORT)
    assert ended.code == 2
    assert words in ended.words


def test_a_shoe_that_names_another_card_than_was_dealt_is_refused(reference: Path, line: Line, tmp_path: Path) -> None:
    ended = dealt(line, reference, drawn((*FEW[:2], FEW[3])), "--out", str(tmp_path / "cards.json"), *SHORT)
    assert ended.code == 2
    assert "the device names 4s where 3s was dealt (card 3 of pass 1)" in ended.words


def test_an_unread_card_is_put_through_a_reader_again_and_taken_from_a_shoe_in_the_next_pass(
    reader: Path, line: Line, tmp_path: Path
) -> None:
    reports = [SCANS[0], scan("NOREAD"), *SCANS[1:6], *SCANS[:6]]
    ended = dealt(line, reader, reports, "--out", str(tmp_path / "cards.json"), *SHORT)
    assert ended.code == 0, ended.words
    assert "pass 1, 2 of 6: 2s was not read: put it through again" in ended.words
    write_table(tmp_path, f'path = "{line.path}"', REFERENCE)
    reports = [*drawn(FEW[:1]), *said(CardUnread(2, 1000)), *drawn(FEW[2:], 3)]
    once = dealt(line, reader, reports, "--out", str(tmp_path / "once.json"), "--passes", "1", *SHORT)
    assert once.code == 2
    assert "no code is known for 2s (card 2 of pass 1): the device did not read them" in once.words
    twice = dealt(line, reader, [*reports, *drawn(FEW, 7)], "--out", str(tmp_path / "twice.json"), *SHORT)
    assert twice.code == 0, twice.words
    assert profiles.load(tmp_path / "twice.json").cards == 6


def test_codes_that_the_file_takes_for_other_cards_are_told(reader: Path, line: Line, tmp_path: Path) -> None:
    codes = [f"{place:04}" for place in (51, 1, 2, 3, 4, 5)]
    reader.write_text(reader.read_text() + '[device.options]\nmap = "index"\n')
    ended = dealt(line, reader, [scan(code) for code in codes] * 2, "--out", str(tmp_path / "cards.json"), *SHORT)
    assert ended.code == 0, ended.words
    assert ended.told["differs"][0] == {"code": "0051", "dealt": "As", "filed": "Ks"}
    assert "LOOK: 6 codes are other cards" in ended.words
    assert 'profile = "cards.json", and take out options.map' in ended.words
    assert main(["check", str(with_profile(reader))]) == 1


def test_a_table_that_has_it_right_already_is_told_so(reader: Path, line: Line, tmp_path: Path) -> None:
    cards = ("Ac", "2c", "3c")
    reports = [scan(f"{place:04}") for place in range(3)] * 2
    words = ("--out", str(tmp_path / "cards.json"), "--short", "--order", *cards)
    ended = dealt(line, reader, reports, *words)
    assert ended.code == 0, ended.words
    assert "takes all codes for the cards that were dealt, as it stands" in ended.words
    assert ended.told["differs"] == []
