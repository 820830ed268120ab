"""`truedeal calibrate shoe` as a person uses it: a known order on a real line, the profile, and what it refuses."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from bridge.config import load
from bridge.daemon.prepare import header, resolve
from bridge.setup import Setup
from calibration.known import NEW_DECK
from games.cards import Card
from shoe import profile as profiles
from shoe.dialects import Pending
from shoe.messages import CardDrawn
from tests.dealt import BARCODE, dealt, house_codes, scan, write_table
from tests.port_rig import Line

CODES = house_codes(NEW_DECK)
SCANS = [scan(CODES[card]) for card in NEW_DECK]


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line()
    yield made
    made.unplug()


@pytest.fixture
def reader(tmp_path: Path, line: Line) -> Path:
    """A table whose reader scans codes of the house."""
    return write_table(tmp_path, f'path = "{line.path}"', BARCODE)


def with_profile(table: Path, name: str = "cards.json") -> Path:
    """The table's file with the profile named in it, as the command says."""
    text = table.read_text().replace('name = "cards"\n', f'name = "cards"\nprofile = "{name}"\n')
    table.write_text(text)
    return table


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
    assert 0 < between.least <= between.median <= between.p99 <= between.most < 1500
    assert 8 < between.median < 200
    with_profile(reader)
    shoe = Setup.of(header(resolve(load(reader), tmp_path), 7)).devices["cards"].dialect
    for card, report in zip(NEW_DECK, SCANS, strict=True):
        assert shoe.decode(Pending(), report, 1)[1] == (CardDrawn(card),)
        assert shoe.encode(CardDrawn(card)) == report[:-2] + b"\r\n"
