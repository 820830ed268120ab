"""A table of a game with one Player hand, for scenes: dealt, turned, submitted, with cards that are always the same."""

import csv
from pathlib import Path
from typing import Any

from bridge.commands import OpenRound, Role, Submit
from bridge.events import RoundComplete
from games.cards import Card
from games.game import Window
from games.spots import Spot, SpotKind, hand
from scanner.frames import Side
from tests.rig import Rig
from tests.rig_table import profile
from tests.rounds import window

PATH = Path(__file__).parents[1] / "data/games/incidents.csv"
ROWS = {row["case_id"]: row for row in csv.DictReader(PATH.read_text(encoding="utf-8").splitlines())}
BURN = Spot(SpotKind.BURN, "", 1)
DEALT = ("As", "Kd", "7c", "Qh", "9s", "2d", "3h", "4h", "5s", "8d", "Tc", "6s")
HANDS = {"tcp_live": ("player", "dealer"), "three_pictures": ("player", "banker")}
FACE_DOWN: dict[str, dict[str, Any]] = {
    "tcp_live": {},
    "three_pictures": {"facing": "down", "deal_while": "either"},
}


class Table:
    """A table of a game with one Player hand: cards dealt face down by a shoe under a camera."""

    def __init__(self, game: str, *, burn: int = 0, bets_closed: bool = True, dealt: bool = True) -> None:
        self.game, self.hands = game, HANDS[game]
        self.spots = tuple(hand(owner, index) for owner in self.hands for index in (1, 2, 3))
        options = {**FACE_DOWN[game], "burn": burn}
        self.rig = Rig(game=game, options=options, profiles={"top": profile("top", (*self.spots, BURN))})
        self.bets_closed, self.dealt = bets_closed, dealt

    def order(self) -> tuple[Spot, ...]:
        """The spots as they are dealt."""
        if self.game == "tcp_live":
            return self.spots
        return tuple(hand(owner, index) for index in (1, 2, 3) for owner in self.hands)

    def opened(self) -> Rig:
        rig = self.rig
        rig.round = "r1"
        assert rig.ask(Role.ENGINE, OpenRound()).why == ""
        window(rig, Window.BETS, open_=True)
        rig.wait(1000)
        return rig

    def deal(self, count: int = 6) -> Rig:
        """Deal cards face down, and close the bets where they are to be closed."""
        rig = self.opened()
        for card, spot in zip(DEALT, self.order()[:count], strict=False):
            rig.draw(card)
            rig.lay(spot)
        if self.bets_closed:
            window(rig, Window.BETS, open_=False)
            rig.wait(1000)
        return rig

    def face(self, spot: Spot) -> Card:
        return Card(dict(zip(self.order(), DEALT, strict=False))[spot])

    def turn(self, owner: str) -> None:
        for spot in self.spots:
            if spot.owner == owner:
                self.rig.lies[spot] = (Side.FACE, self.face(spot))
        self.rig.frames(6)

    def play(self) -> Rig:
        """Turn all that is to be turned; the round is complete."""
        rig = self.rig
        self.turn(self.hands[0])
        if self.game == "tcp_live":
            window(rig, Window.DECISION, open_=True)
            rig.wait(800)
            window(rig, Window.DECISION, open_=False)
            rig.wait(800)
        self.turn(self.hands[1])
        assert rig.said(RoundComplete)
        return rig

    def submitted(self) -> Rig:
        self.deal()
        rig = self.play()
        assert rig.ask(Role.ENGINE, Submit()).why == ""
        return rig


def goes_on(table: Table) -> Rig:
    """The round goes on to its result as if nothing had been."""
    rig = table.play()
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig
