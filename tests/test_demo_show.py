"""Every game of the catalogue has its table in the demo."""

import pytest

from demo.setups import SETUPS
from demo.show import SHOWS, Show
from games import catalogue
from games.settlement import UnsettledError


def test_every_game_is_played() -> None:
    assert set(SHOWS) == {game for game in catalogue.GAMES if not game.startswith("six_")}


@pytest.mark.parametrize("show", SHOWS.values(), ids=lambda show: show.id)
def test_a_table_is_one_that_can_be_equipped_and_played(show: Show) -> None:
    assert show.setups
    assert set(show.setups) <= set(SETUPS)
    assert show.rules.options == catalogue.options(show.rules.game, dict(show.settings))
    if show.deals_open:
        assert show.rules.deals_before
    with pytest.raises((UnsettledError, AssertionError, AttributeError)):
        show.rules.game.settle(show.rules.options, object(), None)  # type: ignore[arg-type]
