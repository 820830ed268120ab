"""The settlement held against the cards that lay on the table."""

from decimal import Decimal

import msgspec
import pytest

from demo import audit, table
from demo.bettors import luck, slips
from demo.board import Board
from demo.engine import Result
from demo.given import Given
from demo.rounds import clean
from demo.setups import Senses
from demo.show import SHOWS, Show
from demo.table import Table
from games.cards import PACK
from tests.acted import acted

SHOE = Senses(camera=True, draw=True, scan=False, states=True)
DICE = (2, 5, 5)


def played(show: Show) -> tuple[Table, Result]:
    """A clean round, settled by an engine that was told the truth."""
    given = Given(show.rules, SHOE, show.rules.pack, DICE[: show.rules.game.dice], (), show.deals_open)
    lay = acted(given, clean(given))
    told = audit.outcome(lay)
    board = Board(shown=table.hands(lay), outcome=told)
    bets = show.people.bets(show.rules, board, luck(1, "r001"))
    return lay, Result("r001", "submitted", told, slips(show.rules, bets, told))


each_show = pytest.mark.parametrize("show", SHOWS.values(), ids=lambda show: show.id)


@each_show
def test_an_engine_that_settles_the_truth_is_right_to_the_cent(show: Show) -> None:
    lay, result = played(show)
    assert audit.differences(lay, result) == ()
    assert all(not slip.unsettled for slip in result.slips)
    assert any(slip.net for slip in result.slips)


@each_show
def test_a_cent_too_much_is_found(show: Show) -> None:
    lay, result = played(show)
    slip = result.slips[0]
    net = msgspec.structs.replace(slip.nets[0], net=slip.nets[0].net + Decimal("0.01"))
    wrong = msgspec.structs.replace(slip, nets=(net, *slip.nets[1:]))
    (why,) = audit.differences(lay, msgspec.structs.replace(result, slips=(wrong, *result.slips[1:])))
    assert why.startswith(f"{slip.name}: the engine paid")
    wrong = msgspec.structs.replace(slip, net=slip.net + Decimal("0.01"))
    (why,) = audit.differences(lay, msgspec.structs.replace(result, slips=(wrong, *result.slips[1:])))
    assert "sums" in why


def test_a_result_of_other_cards_is_found() -> None:
    show = SHOWS["tcp_live"]
    lay, _ = played(show)
    hands = {"player": PACK[3:6], "dealer": PACK[:3]}
    told = show.rules.game.outcome(show.rules.options, hands)
    bets = show.people.bets(show.rules, Board(shown=hands), luck(1, "r001"))
    found = audit.differences(lay, Result("r001", "submitted", told, slips(show.rules, bets, told)))
    assert any("the table says" in why for why in found)
    assert any("the engine paid" in why for why in found)


def test_a_void_round_returns_everything() -> None:
    show = SHOWS["tcp_live"]
    lay, result = played(show)
    bets = show.people.bets(show.rules, Board(), luck(1, "r001"))
    void = Result("r001", "void", None, slips(show.rules, bets, None))
    assert audit.differences(lay, void) == ()
    assert audit.differences(lay, msgspec.structs.replace(result, end="void"))


def test_what_was_not_settled_is_a_difference() -> None:
    lay, result = played(SHOWS["tcp_live"])
    slip = msgspec.structs.replace(result.slips[0], unsettled="no pay table")
    assert audit.differences(lay, msgspec.structs.replace(result, slips=(slip,))) == (
        f"{slip.name}: not settled: no pay table",
    )
    assert audit.differences(lay, msgspec.structs.replace(result, outcome=None)) == (
        "the round was submitted without a result",
    )
