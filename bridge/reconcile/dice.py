"""Dice: the first stable reading of all of them, after all stacks lie, binds the stacks to places."""

from bridge.events import Alarm, DiceRead, StacksBound
from bridge.faults import FaultKind
from bridge.reconcile.cards import due
from bridge.reconcile.deal import live
from bridge.reconcile.draft import Draft
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Round
from games.conditions import Situation
from games.game import Next, Source


def keyed(draft: Draft, values: tuple[int, ...], source: Source) -> None:
    """Dice as read by a camera, typed on a key pad, or said by a dealer."""
    round_ = draft.round
    if not live(draft) or round_ is None or not draft.setup.game.dice:
        return
    if len(values) != draft.setup.game.dice or any(not 1 <= pips <= 6 for pips in values):
        draft.say(Alarm(FaultKind.UNREADABLE, "", f"{len(values)} dice are no throw of this game"))
        return
    values = tuple(sorted(values))
    if not round_.dice:
        if isinstance(due(draft.setup, round_), Next) and not round_.places:
            return  # stacks are still being laid: this is not the throw that counts
        draft.put_round(dice=values, dice_by=(source,))
        draft.say(DiceRead(values, "", (source,)))
        bind(draft)
    elif values == round_.dice:
        draft.put_round(dice_by=tuple(dict.fromkeys((*round_.dice_by, source))))
    elif source not in round_.dice_by or round_.places:
        text = "the dice were read with two results; both are kept"
        rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, text)


def bind(draft: Draft) -> None:
    """Say whose each stack is."""
    round_ = draft.round
    assert round_ is not None
    places = places_for(draft, round_, round_.dice)
    draft.put_round(places=places)
    draft.say(StacksBound(round_.dice, places))


def places_for(draft: Draft, round_: Round, dice: tuple[int, ...]) -> dict[str, str]:
    """The place of each stack for a throw."""
    game = draft.setup.game
    assert game.bind is not None
    return dict(game.bind(draft.setup.options, sum(dice), round_.boxes))
