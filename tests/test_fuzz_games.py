"""Every game under any order of cards, dice, frames and commands.

It says events or a refusal, never an exception, and never a settlement of a round that is void or held.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.events import Held, Submitted
from games import catalogue
from tests.fuzz_moves import MOVES, Move, run
from tests.fuzzed import SETUPS, Fuzzed

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "three_pictures": [{}, {"version": "three_players"}, {"facing": "down", "deal_while": "either"}],
    "baccarat": [{}, {"insurance": False}, {"shoe_burn": 2}, {"facing": "down"}],
    "niu_niu": [{}, {"deal": "cyclic"}],
}
TABLES = [(name, options) for name in sorted(catalogue.GAMES) for options in OPTIONS.get(name, [{}])]


def _setups(name: str) -> tuple[str, ...]:
    return (*SETUPS, "k", "K") if catalogue.find(name).throw is not None else SETUPS


def _fuzz(name: str, options: dict[str, Any], examples: int) -> None:
    game = catalogue.find(name)
    game = catalogue.under(game, catalogue.options(game, options))
    boxes = st.lists(st.sampled_from(game.boxes or ("b1",)), unique=True).map(tuple)

    @settings(max_examples=examples)
    @given(st.sampled_from(_setups(name)), boxes, st.integers(0, 60), MOVES)
    def anything(roles: str, boxes: tuple[str, ...], rightly: int, moves: list[Move]) -> None:
        run(Fuzzed(name, roles, options), boxes, rightly, moves)

    anything()


@pytest.mark.parametrize("roles", SETUPS)
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_a_round_in_which_nothing_goes_wrong(name: str, options: dict[str, Any], roles: str) -> None:
    table = Fuzzed(name, roles, options)
    boxes = table.game.boxes[:2]
    run(table, boxes, 60, [])
    assert table.results, [type(event.what).__name__ for event in table.rig.events]
    assert table.rig.said(Submitted)
    assert table.rig.said(Held) == []


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_anything_may_happen_to_a_table(name: str, options: dict[str, Any]) -> None:
    _fuzz(name, options, 25)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_anything_may_happen_for_long(name: str, options: dict[str, Any]) -> None:
    _fuzz(name, options, 3000)
