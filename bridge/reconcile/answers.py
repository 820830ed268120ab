"""What a person can type to answer a hold or after a void: a command for each option, as `truedeal desk` takes it.

Words in capitals are the person's own: `CARD` the card as it lies, `WHY` the reason, `TABLE.toml` the table's file.
"""

import shlex

from bridge.faults import FaultKind, Scope
from bridge.reconcile.state import FIRST_DIE, Hold
from bridge.setup import Setup

CLOSE = "--why WHY --config TABLE.toml"
"""The end of every ruling: its reason, and which table."""
SCOOPED = "truedeal desk scooped --config TABLE.toml"
"""What ends a void round, once its cards are off the table."""


def commands(setup: Setup, hold: Hold) -> tuple[str, ...]:
    """A command for each option of a hold, in their order."""
    return tuple(_command(setup, hold, option) for option in hold.options)


def after_void(scope: Scope, round_id: str) -> tuple[str, ...]:
    """What a person can do after a void: end the round, or where one hand alone is void, void the others as well."""
    return (SCOOPED,) if scope is Scope.ROUND else (f"truedeal desk void {_round(round_id)}{CLOSE}",)


def about_dice(setup: Setup, hold: Hold) -> bool:
    """Whether a hold is about the dice as they lie."""
    no_card = hold.fault is FaultKind.CONFLICT and hold.spot is None and not hold.device
    return bool(setup.game.dice) and (hold.spot == FIRST_DIE or no_card)


def _command(setup: Setup, hold: Hold, option: str) -> str:
    if hold.result and option != "release":
        return f"truedeal desk correct {hold.result} {option} {_right(setup) if option == 'correct' else ''}{CLOSE}"
    if option == "reconstruct" and not _proposes(setup, hold):
        lies = _lies(setup, hold)
        return f"truedeal desk reconstruct {lies} --hold {hold.id} {_round(hold.round)}{CLOSE}"
    return f"truedeal desk release {hold.id} --option {option} {_round(hold.round)}{CLOSE}"


def _proposes(setup: Setup, hold: Hold) -> bool:
    """Whether accepting is enough: the hold says itself who lies where."""
    swap = hold.fault is FaultKind.REVERSED and bool(setup.game.reversed_places)
    return bool(hold.moves or hold.proposed) or swap


def _right(setup: Setup) -> str:
    return f"--dice {_pips(setup)} " if setup.game.throw is not None else "--spots SPOT=CARD "


def _lies(setup: Setup, hold: Hold) -> str:
    if about_dice(setup, hold):
        return f"--dice {_pips(setup)}"
    return f"--spots {hold.spot if hold.spot is not None and hold.spot.index else 'SPOT'}=CARD"


def _pips(setup: Setup) -> str:
    return " ".join(["PIPS"] * setup.game.dice)


def _round(name: str) -> str:
    return f"--round {shlex.quote(name)} " if name else ""
