"""Answers are kept for commands that are sent again, and no more of them than a checkpoint should hold."""

from bridge.commands import Role, Void
from bridge.reconcile.asks import KEPT_ANSWERS
from tests.rig import Rig


def test_the_newest_answers_are_kept_and_the_oldest_go() -> None:
    rig = Rig("s", camera=False)
    for number in range(KEPT_ANSWERS + 2):
        rig.ask(Role.VIEWER, Void(), id_=f"c{number}")
    assert list(rig.state.table.given) == [f"c{number}" for number in range(2, KEPT_ANSWERS + 2)]
