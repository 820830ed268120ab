"""Games by their id, and errors that name the key."""

from typing import Any

import pytest

from games import catalogue
from games.conditions import Ruling, Situation, condition
from games.game import Game
from games.house import tcp_live
from tests.madeup import SIX_STACKS


def test_a_game_is_found_by_its_id() -> None:
    assert catalogue.find("tcp_live") is tcp_live.GAME
    assert all(name == game.id for name, game in catalogue.GAMES.items())


def test_an_unknown_game_is_named_with_those_that_exist() -> None:
    with pytest.raises(ValueError, match=r"'tcp_life' does not exist: choose one of .*tcp_live"):
        catalogue.find("tcp_life")


def test_a_game_can_be_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue.GAMES, SIX_STACKS.id, SIX_STACKS)
    assert catalogue.find("six_stacks") is SIX_STACKS


@pytest.mark.parametrize("game", catalogue.GAMES.values(), ids=lambda game: str(game.id))
def test_every_game_has_options_that_need_no_file(game: Game) -> None:
    assert catalogue.options(game, {}) == game.options()
    assert catalogue.under(game, game.options()).conditions == game.conditions
    assert {row.hand for row in game.reveals} <= {*game.hands, "*"}


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"brun": 1}, "option 'brun' does not exist: choose from ante_bonus, burn"),
        ({"burn": "one"}, "option 'burn': Expected `int`"),
        ({"burn": -1}, "option 'burn': Expected `int` >= 0"),
        ({"burn": 1, "deal": "snake"}, "option 'deal': Invalid enum value 'snake'"),
        ({"disconnect_bonus": 1}, "option 'disconnect_bonus': Expected `bool`"),
        ({"pair_plus": {"Fulsh": 4}}, "option 'pair_plus': Invalid enum value 'Fulsh'"),
        ({"pair_plus": {"Full House": 4}}, "option 'pair_plus': pair_plus: Full House cannot occur"),
        ({"six_card": {"Flush": "many"}}, "option 'six_card': .*decimal"),
        ({"six_card": {"Flush": -1}}, "option 'six_card': six_card: Flush pays -1"),
    ],
)
def test_a_wrong_option_is_named(raw: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"tcp_live: {words}"):
        catalogue.options(tcp_live.GAME, raw)


@pytest.mark.parametrize(
    ("setting", "ruling"), [("void", Ruling.VOID), ("propose_void", Ruling.PROPOSE_VOID)], ids=["void", "propose"]
)
def test_conditions_follow_the_options(setting: str, ruling: Ruling) -> None:
    options = catalogue.options(tcp_live.GAME, {"exposed_in_decision": setting})
    rows = catalogue.under(tcp_live.GAME, options).conditions
    assert condition(rows, Situation.EXPOSED_DECISION_OPEN).ruling is ruling


def test_a_game_without_switches_of_its_own_has_its_rows() -> None:
    assert catalogue.under(SIX_STACKS, SIX_STACKS.options()).conditions == SIX_STACKS.conditions
