"""What a dealer declares that no device may have seen: in a round, after its submission, or with no card in play."""

from typing import assert_never

from bridge.commands import Declare, Declared
from bridge.events import Alarm
from bridge.faults import FaultKind
from bridge.readings import Asked
from bridge.reconcile import corrections, devices, left, reversal
from bridge.reconcile.cards import at_spot
from bridge.reconcile.draft import Draft
from bridge.reconcile.rounds import this_round
from bridge.reconcile.rulings import found_late, rule
from bridge.reconcile.state import Lying, Round
from bridge.reconcile.windows import Moment, moment
from games.conditions import Situation
from games.game import Window
from games.spots import NOWHERE, Spot, SpotKind

DROPPED = (Declared.DROPPED_SEEN, Declared.DROPPED_UNSEEN)
PILES = (SpotKind.BURN, SpotKind.DISCARD)
FAULT = {
    Declared.EXPOSED: FaultKind.EXPOSED,
    Declared.DROPPED_SEEN: FaultKind.LEFT_VIEW,
    Declared.DROPPED_UNSEEN: FaultKind.LEFT_VIEW,
    Declared.REVERSED: FaultKind.REVERSED,
    Declared.MISDEALT: FaultKind.OUT_OF_ORDER,
    Declared.JAM: FaultKind.JAM,
    Declared.CLEARED: FaultKind.CLEARED,
    Declared.TOUCHED: FaultKind.TOUCHED,
}
"""The fault that each word names."""
WORDS = {
    Declared.EXPOSED: "the dealer declares that a card was exposed",
    Declared.MISDEALT: "the dealer declares cards dealt in a wrong order or to a wrong place",
    Declared.TOUCHED: "the dealer declares cards handled that nobody may touch any more",
}


def declare(draft: Draft, asked: Asked, command: Declare) -> str | None:
    """Take what the dealer declares; why that is refused, or None."""
    round_ = draft.round
    if command.what is Declared.JAM:
        devices.jam(draft, "", on=True)
        return None
    if command.what is Declared.CLEARED:
        devices.cleared(draft, "", round_.deck if round_ else "", by_hand=True)
        return None
    if command.spot is not None and not _known_spot(draft, command.spot):
        return f"{command.spot} is no spot of this game"
    stage = left.quiet_stage(draft.state)
    pile = command.spot is not None and command.spot.kind is SpotKind.BURN
    if command.what in DROPPED and (stage or pile):
        left.reused(draft, stage or "burning", "the dealer declares that a card", command.spot or NOWHERE)
        return None
    result = corrections.submitted(draft, asked.round)
    if result is not None:
        return _late(draft, command, result)
    why = this_round(draft, asked)
    return why if why is not None or round_ is None else _in_round(draft, round_, command)


def _in_round(draft: Draft, round_: Round, command: Declare) -> str | None:
    """What concerns the cards of the open round."""
    spot = command.spot or NOWHERE
    lying = at_spot(round_, spot)
    match command.what:
        case Declared.EXPOSED:
            exposed(draft, spot)
        case Declared.DROPPED_SEEN:
            _dropped(draft, spot, lying, seen=True)
        case Declared.DROPPED_UNSEEN:
            _dropped(draft, spot, lying, seen=False)
        case Declared.REVERSED:
            return reversal.declared(draft)
        case Declared.MISDEALT:
            rule(draft, Situation.WRONG_PLACE, FaultKind.OUT_OF_ORDER, WORDS[command.what], spot=command.spot)
        case Declared.TOUCHED:
            rule(draft, Situation.TOUCHED, FaultKind.TOUCHED, WORDS[command.what], spot=command.spot)
        case Declared.JAM | Declared.CLEARED:
            pass  # of the machine, whatever the round
        case _:
            assert_never(command.what)
    return None


def _late(draft: Draft, command: Declare, result: corrections.Result) -> str | None:
    """What is found of a round whose result is submitted: management's matter, the round in hand goes on."""
    if result.gone:
        return f"the result of event {result.number} is withdrawn already"
    if command.what is Declared.REVERSED and draft.setup.game.reversed_places:
        return _reversed_late(draft, result)
    text = WORDS.get(command.what, reversal.DECLARED)
    alarm = Alarm(FAULT[command.what], "", text, command.spot)
    found_late(draft, alarm, result.round, result.number)
    return None


def _reversed_late(draft: Draft, result: corrections.Result) -> str | None:
    """A deal in reverse, found late: the swap is proposed where cards came by order, and made by a supervisor alone."""
    if result.swapped:
        return reversal.ONCE
    if result.by_order:
        text = f"{reversal.DECLARED}, and its cards came to their places by the order of the deal"
        found_late(draft, Alarm(FaultKind.REVERSED, "", text), result.round, result.number)
    else:
        text = f"found after the submission: {reversal.DECLARED}: nothing is to be swapped"
        draft.say(Alarm(FaultKind.REVERSED, "", text), round_id=result.round)
    return None


def _known_spot(draft: Draft, spot: Spot) -> bool:
    """Whether a spot can be one of this game's."""
    if spot.kind is not SpotKind.HAND:
        return True
    sizes = dict(draft.setup.game.hand_sizes)
    return spot.owner in draft.setup.game.hands and spot.index <= sizes.get(spot.owner, sizes.get("*", 52))


def exposed(draft: Draft, spot: Spot) -> None:
    """A card of the open round is said to have been exposed; a burn card is none of the hand's."""
    round_ = draft.round
    assert round_ is not None
    bets = moment(draft.setup, round_, Window.BETS, draft.at)
    doubt = bets in (Moment.DOUBT, Moment.NEVER) or not round_.restated
    situation = Situation.EXPOSED_DECISION_OPEN if bets is Moment.CLOSED else Situation.EXPOSED_BETS_OPEN
    if spot.kind in PILES:
        situation = Situation.EXPOSED_BURN
    text = f"the dealer declares a card of {spot} exposed"
    rule(draft, situation, FaultKind.EXPOSED, text, spot=spot, doubt=doubt)


def _dropped(draft: Draft, spot: Spot, lying: Lying | None, *, seen: bool) -> None:
    round_ = draft.round
    assert round_ is not None
    bets = moment(draft.setup, round_, Window.BETS, draft.at)
    doubt = bets is Moment.DOUBT or not round_.restated
    if bets in (Moment.OPEN, Moment.NEVER):
        situation = Situation.LEFT_BETS_OPEN
        doubt = doubt or bets is Moment.NEVER
    elif seen:
        situation = Situation.LEFT_DEALING_SEEN
    else:
        situation = Situation.LEFT_DEALING_UNSEEN
    if lying is not None and (lying.shoe or lying.reader):
        draft.put_card(lying, left=lying.shoe or lying.reader)
    rule(
        draft, situation, FaultKind.LEFT_VIEW, "the dealer declares a card dropped out of view", spot=spot, doubt=doubt
    )
