"""Every row of the case table of deals, dealt through the core: what is found, at which scan, and what lies where."""

import csv
from pathlib import Path

import pytest

from bridge.commands import OpenRound, Release, Role, Submit
from bridge.config import Timing
from bridge.events import Alarm, Held, InsuranceDue, Reconstructed, RoundComplete
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Window
from games.spots import Spot, hand
from scanner.frames import Side
from shoe.messages import CardUnread
from tests.rig import Rig
from tests.rig_table import profile
from tests.rounds import window

PATH = Path(__file__).parent / "data/games/reconcile.csv"
ROWS = list(csv.DictReader(PATH.read_text(encoding="utf-8").splitlines()))
Row = dict[str, str]

OPTIONS: dict[str, dict[str, object]] = {
    "three players": {"version": "three_players"},
    "single hand": {"version": "single"},
    "scan order": {},
    "eight decks": {"decks": 8},
}
OWNERS = {"P": "player", "B": "banker", "D": "dealer", "P1": "p1", "P2": "p2", "P3": "p3"}
FOUND = {
    "duplicate": FaultKind.DUPLICATE,
    "missing": FaultKind.MISSING,
    "surplus": FaultKind.OVERDRAWN,
    "out of order": FaultKind.OUT_OF_ORDER,
    "reversed": FaultKind.REVERSED,
    "unreadable": FaultKind.UNREADABLE,
}
UNREAD = "??"
TIMING = Timing(lay_ms=2_000, reveal_ms=3_000, next_ms=4_000)


class Deal:
    """A row's cards over a table: with a camera alone, or with a shoe that knows them too."""

    def __init__(self, row: Row, roles: str) -> None:
        self.scans = [tuple(scan.split("@")) for scan in row["scans"].split()]
        owners = sorted({OWNERS[name] for name in (*row["expected_slots"].split(), *(name for _, name in self.scans))})
        spots = tuple(hand(owner, index) for owner in owners for index in (1, 2, 3, 4))
        profiles = {"top": profile("top", spots)}
        options = OPTIONS[row["variant"]]
        self.rig = Rig(roles, game=row["game"], options=options, profiles=profiles, timing=TIMING)
        self.players = tuple(owner for owner in owners if owner[0] == "p" and owner != "player")
        self.down = row["game"] == "tcp_live"
        self.where = [self._spot(number) for number in range(len(self.scans))]
        self.first = 0
        """The number of the scan at which something was found first."""

    def _spot(self, number: int) -> Spot:
        owner = self.scans[number][1]
        before = sum(name == owner for _, name in self.scans[:number])
        return hand(OWNERS[owner], before + 1)

    def found(self) -> list[FaultKind]:
        """What was found so far, in order."""
        return [what.fault for event in self.rig.events if isinstance(what := event.what, Alarm) and what.fault]

    def play(self) -> None:
        rig = self.rig
        rig.round = "r1"
        assert rig.ask(Role.ENGINE, OpenRound("", self.players)).why == ""
        window(rig, Window.BETS, open_=True)
        rig.wait(1000)
        if self.down:
            self._each(self._down)
        window(rig, Window.BETS, open_=False)
        rig.wait(1000)
        if not self.down:
            self._each(self._up)
        else:
            self._each(self._turn, only="player")
            window(rig, Window.DECISION, open_=True)
            rig.wait(4_000)
            window(rig, Window.DECISION, open_=False)
            rig.wait(1000)
            self._each(self._turn, only="dealer")
        rig.wait(5_000)

    def _each(self, do: object, only: str = "") -> None:
        assert callable(do)
        for number, (card, _) in enumerate(self.scans):
            if only in ("", self.where[number].owner):
                do(card, self.where[number])
                if self.found() and not self.first:
                    self.first = number + 1

    def _draw(self, card: str) -> None:
        if "shoe" in self.rig.setup.devices:
            if card == UNREAD:
                self.rig.say(CardUnread(self.rig.counter, 1000))
                self.rig.counter += 1
            else:
                self.rig.draw(card)

    def _down(self, card: str, spot: Spot) -> None:
        self._draw(card)
        self.rig.lay(spot)

    def _up(self, card: str, spot: Spot) -> None:
        self._draw(card)
        self._turn(card, spot)
        if self.rig.state.table.round and self.rig.state.table.round.insurance == "due":
            window(self.rig, Window.INSURANCE, open_=True)
            window(self.rig, Window.INSURANCE, open_=False)

    def _turn(self, card: str, spot: Spot) -> None:
        self.rig.lies[spot] = (Side.FACE, None if card == UNREAD else Card(card))
        self.rig.frames(6 if card != UNREAD else 15)  # what cannot be read is looked at for longer

    def lying(self) -> dict[str, list[str]]:
        """What the table knows to lie in each hand, by its cameras or its shoe, in the order of the places."""
        round_ = self.rig.state.table.round
        assert round_ is not None
        known: dict[Spot, str] = {}
        for card in round_.cards:
            seen = {look.card for look in card.looks if look.card is not None}
            face = card.card or (seen.pop() if seen else card.shoe)
            known[card.spot] = face.value if face is not None else UNREAD
        for extra in round_.extras:
            if extra.seen is not None:
                known[extra.seen] = extra.card.value if extra.card is not None else UNREAD
        hands: dict[str, list[str]] = {}
        for spot in sorted(known):
            hands.setdefault(spot.owner, []).append(known[spot])
        return hands


def hands_of(row: Row) -> dict[str, list[str]]:
    """The hands a row states."""
    parts = (part.split(":") for part in row["hands"].split(" / "))
    return {OWNERS[owner.strip()]: cards.split() for owner, cards in parts}


def submitted(rig: Rig) -> bool:
    """Whether the engine can take a result; none is told but where the surplus card came after it."""
    assert len(rig.said(RoundComplete)) <= (FaultKind.OVERDRAWN in {what.fault for what in rig.said(Alarm)})
    return rig.ask(Role.ENGINE, Submit()).done


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 56
    assert {row["finding"] for row in ROWS} == {"ok", *FOUND}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_a_deal_that_a_camera_alone_sees(row: Row) -> None:
    deal = Deal(row, "m")
    deal.play()
    rig = deal.rig
    assert deal.lying() == hands_of(row)
    if row["finding"] == "ok":
        assert deal.found() == []
        assert rig.held() == []
        (complete,) = rig.said(RoundComplete)
        assert {one.hand: [card.value for card in one.cards] for one in complete.outcome.hands} == hands_of(row)
        return
    assert not submitted(rig)
    fault, where = FOUND[row["finding"]], int(row["where"])
    holds = [what for what in rig.said(Held) if what.fault is fault]
    assert holds
    if row["finding"] == "missing":
        assert where == len(deal.scans) + 1
        spot = holds[0].spot
        assert spot is not None
        assert spot.owner == OWNERS[row["expected_slots"].split()[where - 1]]
    elif row["finding"] == "unreadable":
        assert holds[0].spot == deal.where[where - 1]
    else:
        assert deal.first == where
    follows = {FaultKind.EXPOSED} if deal.down else set()  # the dealer goes on although the round is held
    kinds = {FaultKind.OUT_OF_ORDER, fault} if row["finding"] in ("out of order", "reversed") else {fault}
    assert kinds <= set(deal.found()) <= kinds | follows


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_a_deal_that_a_shoe_knows_and_a_camera_sees(row: Row) -> None:
    deal = Deal(row, "s")
    deal.play()
    rig = deal.rig
    if row["finding"] == "ok":
        assert deal.found() == []
        (complete,) = rig.said(RoundComplete)
        assert {one.hand: [card.value for card in one.cards] for one in complete.outcome.hands} == hands_of(row)
        return
    assert FOUND[row["finding"]] in deal.found()
    assert rig.held()
    assert not submitted(rig)
    assert rig.said(InsuranceDue) == [] or row["game"] == "baccarat"


REVERSED = [row for row in ROWS if row["finding"] == "reversed"]


@pytest.mark.parametrize("roles", ["m", "s"])
@pytest.mark.parametrize("row", REVERSED, ids=lambda row: str(row["case_id"]))
def test_a_reversed_deal_that_was_placed_by_where_it_lies_is_not_swapped(row: Row, roles: str) -> None:
    deal = Deal(row, roles)
    deal.play()
    rig = deal.rig
    (hold,) = rig.held()
    assert hold.fault is FaultKind.REVERSED
    assert "swaps Player 1 and Player 3" in hold.clause.replace("and settlement swaps", "swaps")
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="the whole hand").why == ""
    assert rig.said(Reconstructed)
    (complete,) = rig.said(RoundComplete)
    assert {one.hand: [card.value for card in one.cards] for one in complete.outcome.hands} == hands_of(row)
