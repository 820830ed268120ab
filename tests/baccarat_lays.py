"""What lies on a Baccarat table in tests, dealt as the order asks."""

import csv
from collections.abc import Sequence
from pathlib import Path

from games.cards import Card
from games.game import Dealt, Laid, Lay, Next
from games.house.baccarat import GAME, Baccarat, order

DATA = Path(__file__).parent / "data/games"
PLAIN = Baccarat()
UNINSURED = Baccarat(insurance=False)


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()))


ROWS = {audit.name: _rows(audit.name) for audit in GAME.audits}


def lay_of(text: str) -> Lay:
    """Cards in the order of the deal, `?` for one nobody knows; what is due takes each."""
    lay = Lay()
    for word in text.split():
        due = order(UNINSURED, lay)
        assert isinstance(due, Next), text
        lay = Lay((*lay.laid, Laid(due.spot, None if word == "?" else Card(word))))
    return lay


def dealt_out(cards: Sequence[Card], options: Baccarat = PLAIN) -> Lay:
    """What lies once the order asks for no further card."""
    lay, rest = Lay(), iter(cards)
    while isinstance(due := order(options, lay), Next):
        lay = Lay((*lay.laid, Laid(due.spot, next(rest))))
    assert due == Dealt()
    return lay
