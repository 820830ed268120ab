"""Every row of the case table of incidents: what happens is brought about at a table, and the hand's state compared."""

from collections.abc import Callable

import pytest

from bridge.events import Held, Voided
from bridge.faults import Scope
from scanner.frames import Side
from tests.rig import Rig
from tests.scenes.dealing import (
    burn_exposed,
    burn_left,
    cleared,
    exposed_while_betting,
    exposed_while_shuffling,
    found_late,
    jam,
    jam_after,
    left_and_exposed_while_shuffling,
    left_dealing,
    left_while_scooping,
    left_while_shuffling,
    wrong_sequence,
)
from tests.scenes.reversed import banker_first, one_round_reversed, reversed_after, reversed_before
from tests.scenes.settling import after_play, disconnected, folded, fouled, set_wrong, side_bets_only, silent
from tests.scenes.stacks import empty_box, leaning, touched
from tests.scenes.table import ROWS

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


def state(rig: Rig) -> str:
    """What became of the hand, in the table's words."""
    if [what for what in rig.said(Voided) if what.who == "house"]:
        return "void"
    open_ = [hold for hold in rig.held() if hold.scope is not Scope.CARD]
    return "pending" if open_ else "live"


@pytest.mark.parametrize("case", SCENES)
def test_an_incident_at_a_table(case: str) -> None:
    row = ROWS[case]
    rig = SCENES[case](row["game"])
    if rig is None:
        return  # a settlement or a throw, compared in the scene
    assert state(rig) == row["hand"]
    ruled = [what.clause for what in rig.said(Held)] + [what.clause for what in rig.said(Voided)]
    word = "exposed card" if row["ambiguous"] == "X1" else row["clause"].split(" over ")[0]
    if row["hand"] in ("void", "pending"):
        assert any(clause.startswith(word) for clause in ruled), ruled
