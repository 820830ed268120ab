"""Every row of the case table of incidents: what happens is brought about at a table, and the hand's state compared."""

import csv
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bridge.commands import (
    Correct,
    Declare,
    Declared,
    OpenRound,
    Placement,
    Reconstruct,
    Release,
    Role,
    Submit,
)
from bridge.events import (
    Alarm,
    CardDiscarded,
    Held,
    ResultCorrected,
    ResultWithdrawn,
    RoundComplete,
    StacksBound,
    Submitted,
    Voided,
)
from bridge.faults import FaultKind, HoldKind, Scope
from games import catalogue
from games.ante_play import Action, AnteWager
from games.cards import PACK, Card, parse_cards
from games.conditions import Ruling, Situation, condition
from games.game import Outcome, Window
from games.house.kap_kun import KapKunWager
from games.house.niu_niu import NiuWager
from games.settlement import Settled, Wager
from games.spots import Spot, SpotKind, hand
from scanner.frames import Side
from shoe.messages import Cleared, Jam, Shuffle
from tests.rig import Rig, profile, stack_spots
from tests.rounds import window

PATH = Path(__file__).parent / "data/games/incidents.csv"
ROWS = {row["case_id"]: row for row in csv.DictReader(PATH.read_text(encoding="utf-8").splitlines())}
BURN = Spot(SpotKind.BURN, "", 1)
DIE = Spot(SpotKind.DIE, "", 1)
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


def exposed_while_betting(game: str) -> Rig:
    table = Table(game, bets_closed=False)
    rig = table.deal(2)
    rig.lies[table.order()[0]] = (Side.FACE, Card("As"))
    rig.frames(6)
    rig.wait(600)
    return rig


def burn_exposed(game: str) -> Rig:
    table = Table(game, burn=1)
    rig = table.opened()
    rig.draw("2c")
    rig.lies[BURN] = (Side.FACE, Card("2c"))
    rig.frames(6)
    assert [what.fault for what in rig.said(Alarm) if what.fault] == [FaultKind.EXPOSED]
    table.opened = lambda: rig  # type: ignore[method-assign]
    table.deal()
    return goes_on(table)


def exposed_while_shuffling(game: str) -> Rig:
    table = Table(game)
    table.rig.say(Shuffle(on=True))
    table.rig.turn(player_1="As")
    return table.rig


def left_while_shuffling(game: str) -> Rig:
    table = Table(game)
    table.rig.say(Shuffle(on=True))
    table.rig.lay(table.spots[0])
    table.rig.take_away()
    table.rig.say(Shuffle(on=False))
    table.deal()
    return goes_on(table)


def left_and_exposed_while_shuffling(game: str) -> Rig:
    rig = exposed_while_shuffling(game)
    rig.take_away()
    return rig


def burn_left(game: str, side: Side = Side.BACK) -> Rig:
    table = Table(game, burn=1)
    rig = table.opened()
    rig.draw("2c")
    rig.lies[BURN] = (side, Card("2c") if side is Side.FACE else None)
    rig.frames(6)
    rig.take_away(BURN)
    table.opened = lambda: rig  # type: ignore[method-assign]
    table.deal()
    return goes_on(table)


def left_while_scooping(game: str, *, shown: bool) -> Rig:
    table = Table(game)
    rig = table.submitted()
    if not shown:
        rig.lies[table.spots[0]] = (Side.BACK, None)
        rig.frames(6)
    rig.take_away()
    assert rig.ready()
    return rig


def left_dealing(game: str, *, seen: str, bets_closed: bool = True) -> Rig:
    """A card leaves view; its face was seen before, never, or only afterwards."""
    table = Table(game, bets_closed=bets_closed)
    rig = table.deal()
    spot = table.spots[0]
    if seen == "before":
        rig.lies[spot] = (Side.FACE, table.face(spot))
        rig.frames(6)
    rig.take_away(spot)
    if seen == "after":
        rig.lies[spot] = (Side.FACE, table.face(spot))
        rig.frames(6)
    rig.wait(600)
    return goes_on(table) if seen == "before" and bets_closed else rig


def wrong_sequence(game: str) -> Rig:
    """Two cards lie in each other's hand; a person accepts what is proposed."""
    table = Table(game)
    rig = table.deal()
    one, other = table.spots[0], table.spots[3]
    faces = {one: table.face(other), other: table.face(one)}
    table.face = lambda spot: faces.get(spot) or Table.face(table, spot)  # type: ignore[method-assign]
    table.turn(table.hands[0])
    hold = rig.held()[0]
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert "reconstruct" in hold.options
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="as they lie").why == ""
    return goes_on(table)


def found_late(game: str) -> Rig:
    """After the submission nothing changes by itself; management may void, naming the result."""
    rig = Table(game).submitted()
    rows = rig.setup.game.conditions
    assert condition(rows, Situation.FOUND_LATE).ruling is Ruling.HOLD
    result = rig.said(Submitted)[0].result
    assert rig.ask(Role.SUPERVISOR, Correct(result, "void"), why="wrong sequence").why == ""
    assert rig.said(ResultWithdrawn)[0].void
    return rig


def jam(game: str) -> Rig:
    rig = Table(game, bets_closed=False).deal(3)
    rig.say(Jam(on=True))
    return rig


def cleared(game: str) -> Rig:
    rig = Table(game, bets_closed=False).deal(3)
    rig.say(Cleared(by_hand=False))
    return rig


def jam_after(game: str) -> Rig:
    table = Table(game)
    table.deal()
    rig = table.play()
    rig.say(Jam(on=True))
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig


def three_players() -> Rig:
    """Twelve cards of the three-player version by a shoe alone, which cannot know who really got them."""
    rig = Rig(game="three_pictures", options={"version": "three_players"}, camera=False)
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", ("p1", "p2", "p3"))).why == ""
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    for card in DEALT:
        rig.draw(card)
    assert rig.said(RoundComplete)
    return rig


REVERSED = ("p3", "p2", "p1", "dealer")


def owners(outcome: Outcome) -> dict[str, tuple[Card, ...]]:
    return {one.hand: one.cards for one in outcome.hands}


def reversed_before(game: str) -> Rig:
    del game
    rig = three_players()
    first = owners(rig.said(RoundComplete)[0].outcome)
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).why == ""
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="the whole hand").why == ""
    after = owners(rig.said(RoundComplete)[-1].outcome)
    assert (after["p1"], after["p3"], after["p2"]) == (first["p3"], first["p1"], first["p2"])
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig


def reversed_after(game: str) -> Rig:
    del game
    rig = three_players()
    first = owners(rig.said(RoundComplete)[0].outcome)
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert rig.ask(Role.DEALER, Declare(Declared.REVERSED)).why == ""
    correction = Correct(rig.said(Submitted)[0].result, "reversed")
    assert rig.ask(Role.SUPERVISOR, correction, why="the whole hand").why == ""
    after = owners(rig.said(ResultCorrected)[0].outcome)
    assert (after["p1"], after["p3"], after["p2"]) == (first["p3"], first["p1"], first["p2"])
    return rig


def laid_out(hands: tuple[str, ...], places: tuple[str, ...], version: str) -> Rig:
    """Cards drawn in their order and laid in other places; a person names what lies where, and the hand goes on."""
    spots = tuple(hand(owner, index) for owner in hands for index in (1, 2, 3))
    rig = Rig(game="three_pictures", options={"version": version}, profiles={"top": profile("top", spots)})
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", hands[:-1])).why == ""
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    named = []
    for number, (card, owner) in enumerate(zip(DEALT, places, strict=False)):
        rig.draw(card)
        rig.turn(**{f"{owner}_{number // len(hands) + 1}": card})
        named.append(Placement(hand(owner, number // len(hands) + 1), Card(card)))
    assert {hold.fault for hold in rig.held()} == {FaultKind.OUT_OF_ORDER}
    assert all("reconstruct" in hold.options for hold in rig.held())
    known = rig.confirmed()
    open_ = tuple(one for one in named if str(one.spot) not in known)
    assert rig.ask(Role.SUPERVISOR, Reconstruct(open_), why="as they lie").why == ""
    for hold in rig.held():
        assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="reconstructed").why == ""
    outcome = owners(rig.said(RoundComplete)[-1].outcome)
    assert all(outcome[one.spot.owner][one.spot.index - 1] is one.card for one in named)
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig


def one_round_reversed(game: str) -> Rig:
    """Of three rounds of cards one went out in reverse: a wrong sequence."""
    del game
    normal = ("p1", "p2", "p3", "dealer")
    return laid_out(normal, (*normal, *REVERSED, *normal), "three_players")


def banker_first(game: str) -> Rig:
    """The single hand dealt Banker first: a wrong sequence, whoever finds it."""
    rows = catalogue.find(game).conditions
    assert condition(rows, Situation.REVERSED_HAND).ruling is Ruling.RECONSTRUCT
    return laid_out(("player", "banker"), ("banker", "player") * 3, "single")


def settled(action: Action, *, ante: int, side: int) -> Settled:
    """A Player's straight flush against a Dealer who qualifies, and what a bettor gets."""
    game = catalogue.find("tcp_live")
    options = catalogue.options(game, {})
    hands = {"player": parse_cards("9s 8s 7s"), "dealer": parse_cards("Ah Kh Qh")}
    wager = AnteWager(ante=Decimal(ante), pair_plus=Decimal(side), action=action)
    return game.settle(options, wager, game.outcome(options, hands))


def nets(found: Settled) -> dict[str, Decimal]:
    return {net.bet: net.net for net in found.nets}


def disconnected(game: str) -> None:
    found = nets(settled(Action.DISCONNECT, ante=1, side=1))
    assert [found["ante"], found["pair_plus"], found["ante_bonus"]] == [-1, 40, 5]
    del game


def after_play(game: str) -> None:
    found = nets(settled(Action.PLAY, ante=1, side=0))
    assert [found["ante"], found["play"], found["ante_bonus"]] == [-1, -1, 5]
    del game


def side_bets_only(game: str) -> None:
    assert nets(settled(Action.NONE, ante=0, side=1))["pair_plus"] == 40
    del game


def folded(game: str) -> None:
    found = nets(settled(Action.FOLD, ante=1, side=1))
    assert [found["ante"], found["pair_plus"], found["ante_bonus"]] == [-1, 40, 0]
    del game


def silent(game: str) -> None:
    found = nets(settled(Action.NO_ANSWER, ante=1, side=1))
    assert [found["ante"], found["pair_plus"], found["ante_bonus"]] == [-1, 40, 0]
    del game


def stacks(game: str, boxes: tuple[str, ...]) -> Rig:
    """The stacks lie, the bets are closed, the dice are read."""
    shape = catalogue.find(game)
    each = dict(shape.hand_sizes)["*"]
    spots = stack_spots(len(shape.hands), each)
    rig = Rig(game=game, profiles={"top": profile("top", spots)})
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", boxes)).why == ""
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    for number in range(len(spots)):
        rig.draw(PACK[number].value)
    for spot in spots:
        rig.lies[spot] = (Side.BACK, None)
    rig.frames(6)
    rig.dice = (1, 2, 4)
    rig.frames(6)
    rig.dice = ()
    return rig


def empty_box(game: str) -> Rig:
    rig = stacks(game, ("b1", "b3"))
    places = rig.said(StacksBound)[0].places
    drawn = {card.spot: card.shoe for card in rig.state.table.round.cards} if rig.state.table.round else {}
    for spot in [spot for spot in rig.lies if places[spot.owner] not in ("b1", "b3", "dealer")]:
        rig.lies.pop(spot)
    rig.frames(15)
    gone = [what.spot for what in rig.said(CardDiscarded)]
    each = dict(rig.setup.game.hand_sizes)["*"]
    assert len(gone) == len(set(gone)) == each * (len(rig.setup.game.boxes) - 2)
    assert [what for what in rig.said(Alarm) if what.fault] == []
    for place in ("b3", "b1", "dealer"):
        for spot in rig.lies:
            if places[spot.owner] == place:
                rig.lies[spot] = (Side.FACE, drawn[spot])
        rig.frames(6)
    (complete,) = rig.said(RoundComplete)
    assert complete.unseen == len(gone)
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig


def set_wrong(game: str) -> None:
    """The hand is worth what its cards make, in whatever order they are laid."""
    shape = catalogue.find(game)
    options = catalogue.options(shape, {})
    wager = NiuWager(box="b1", ante=Decimal(1))
    dealer = parse_cards("2s 3s 6d 8h Jc")
    found = set()
    for text in ("Th 4c 6c 9d As", "As 9d 6c 4c Th"):
        outcome = shape.outcome(options, {"b1": parse_cards(text), "dealer": dealer})
        found.add(tuple(nets(shape.settle(options, wager, outcome)).values()))
    assert len(found) == 1


def fouled(game: str) -> None:
    shape = catalogue.find(game)
    options = catalogue.options(shape, {})
    cards, dealer = parse_cards("As Ad 2c 3d"), parse_cards("4s 5d 6c 8h")
    outcome = shape.outcome(options, {"b1": cards, "dealer": dealer})
    wager: Wager = KapKunWager(box="b1", bet=Decimal(1), high=cards[2:], low=cards[:2])
    assert nets(shape.settle(options, wager, outcome))["bet"] == -1


def touched(game: str) -> Rig:
    rig = stacks(game, ("b1",))
    assert rig.ask(Role.DEALER, Declare(Declared.TOUCHED)).why == ""
    return rig


def leaning(game: str) -> None:
    """A die leans: this throw is void, the round is held until the dice are shaken again, and that throw counts."""
    rig = Rig("", game=game, profiles={"top": profile("top", (DIE,))})
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    rig.dice = (3, None, 5)
    rig.frames(6)
    (hold,) = rig.held()
    assert (hold.fault, hold.wait) == (FaultKind.UNREADABLE, HoldKind.WAIT)
    assert hold.clause.startswith(ROWS["IN054"]["clause"])
    assert rig.said(RoundComplete) == []
    rig.dice = ()
    rig.frames(6)
    rig.dice = (3, 4, 5)
    rig.frames(6)
    assert rig.said(RoundComplete)[0].outcome.facts["total"] == "12"


Scene = Callable[[str], Rig | None]
ALIKE: tuple[Scene, ...] = (
    exposed_while_betting,
    burn_exposed,
    exposed_while_shuffling,
    left_while_shuffling,
    left_and_exposed_while_shuffling,
    burn_left,
    lambda game: burn_left(game, Side.FACE),
    lambda game: left_while_scooping(game, shown=False),
    lambda game: left_while_scooping(game, shown=True),
    lambda game: left_dealing(game, seen="before"),
    lambda game: left_dealing(game, seen="never"),
    lambda game: left_dealing(game, seen="after"),
    lambda game: left_dealing(game, seen="before", bets_closed=False),
    lambda game: left_dealing(game, seen="never", bets_closed=False),
    wrong_sequence,
    found_late,
    jam,
    cleared,
    jam_after,
)
"""The incidents that two sheets rule on alike, in the table's order."""
OTHERS: tuple[Scene, ...] = (
    reversed_before,
    reversed_after,
    one_round_reversed,
    found_late,
    banker_first,
    disconnected,
    after_play,
    side_bets_only,
    folded,
    silent,
    empty_box,
    empty_box,
    set_wrong,
    fouled,
    touched,
    leaning,
)
SCENES: dict[str, Scene] = dict(zip(ROWS, (*ALIKE, *ALIKE, *OTHERS), strict=True))
LATE = {"IN016", "IN035", "IN042"}
"""Management decides on a result that is submitted: not a hold, but a correction that names it."""


def state(case: str, rig: Rig) -> str:
    """What became of the hand, in the table's words."""
    if [what for what in rig.said(Voided) if what.who == "house"]:
        return "void"
    open_ = [hold for hold in rig.held() if hold.scope is not Scope.CARD]
    return "pending" if open_ or case in LATE else "live"


@pytest.mark.parametrize("case", SCENES)
def test_an_incident_at_a_table(case: str) -> None:
    row = ROWS[case]
    rig = SCENES[case](row["game"])
    if rig is None:
        return  # a settlement or a throw, compared in the scene
    assert state(case, rig) == row["hand"]
    ruled = [what.clause for what in rig.said(Held)] + [what.clause for what in rig.said(Voided)]
    word = "exposed card" if row["ambiguous"] == "X1" else row["clause"].split(" over ")[0]
    if row["hand"] == "void" or (row["hand"] == "pending" and case not in LATE):
        assert any(clause.startswith(word) for clause in ruled), ruled
