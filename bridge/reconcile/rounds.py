"""What the engine says: rounds opened and taken back, windows, and the submission of the result."""

from typing import assert_never

from bridge.commands import Cancel, OpenRound, SetWindow, Submit
from bridge.events import Alarm, RoundCancelled, RoundOpened, Submitted, WindowChanged
from bridge.faults import Scope
from bridge.readings import Asked
from bridge.reconcile import dice, insurance
from bridge.reconcile.awaited import settle_awaited
from bridge.reconcile.deal import deal
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import touching_round
from bridge.reconcile.phase import Phase
from bridge.reconcile.state import Round
from bridge.reconcile.voids import Ground, void_round
from bridge.reconcile.windows import set_window, span
from games.game import Source, Window

AHEAD_NS = 2_000_000_000
"""A window's time further ahead of our clock than this is a mistake, not the clocks' difference."""

Refusal = str | None
"""Why a command is refused, or None where it is done."""


def engine(draft: Draft, asked: Asked, command: OpenRound | SetWindow | Submit | Cancel) -> Refusal:
    """Carry out a command of the engine."""
    match command:
        case OpenRound():
            return open_round(draft, asked, command)
        case SetWindow():
            return window(draft, asked, command)
        case Submit():
            return submit(draft, asked)
        case Cancel():
            return cancel(draft, asked)
        case _:
            assert_never(command)


def this_round(draft: Draft, asked: Asked) -> Refusal:
    """Why a command about a round does not meet the open one."""
    if draft.round is None:
        return "no round is open"
    if asked.round != draft.round.id:
        return f"round {asked.round!r} is not open; {draft.round.id!r} is"
    return None


def unsubmitted_round(draft: Draft, asked: Asked) -> Refusal:
    """Why a command about a round does not meet an open one whose result may still change."""
    why = this_round(draft, asked)
    if why is None and draft.round is not None and draft.round.submitted:
        return f"the result of this round is submitted: correct event {draft.round.result} instead"
    return why


def stale(draft: Draft, asked: Asked) -> Refusal:
    """Why the sender has not seen all that was said of the round."""
    round_ = draft.round
    if round_ is not None and asked.as_of < round_.touched:
        return f"event {round_.touched} about this round came after event {asked.as_of}: read on and ask again"
    return None


def open_round(draft: Draft, asked: Asked, command: OpenRound) -> Refusal:
    """A round begins."""
    state = draft.state
    if not asked.round:
        return "a round needs an id"
    if state.round is not None:
        return f"round {state.round.id!r} is open"
    if any(one.id == asked.round for one in state.closed):
        return f"round {asked.round!r} was played already"
    if not state.ready:
        return "the table is not ready: " + "; ".join(state.reasons)
    if command.deck in state.deck_faults:
        return f"deck {command.deck!r}: {state.deck_faults[command.deck]}"
    if command.deck not in draft.setup.config.decks:
        return f"deck {command.deck!r} is none of this table's"
    options = draft.setup.options
    round_ = Round(asked.round, command.deck, command.boxes, draft.at, burn_due=options.burn)
    draft.put(round=round_, phase=Phase.DEALING, decks_in_use=command.deck)
    if draft.setup.game.fresh_each_round:
        draft.put(known={**draft.state.known, command.deck: ()})
    draft.say(RoundOpened(command.deck, command.boxes))
    carried, rest = draft.state.carried, ()
    draft.put(carried=rest)
    draft.put_round(carried=tuple(extra.card for extra in carried if extra.card is not None))
    for extra in carried:
        deal(draft, extra.card, Source.SHOE, counter=extra.counter)
    return None


def window(draft: Draft, asked: Asked, command: SetWindow) -> Refusal:
    """A window opened or closed: a fact, taken also under a hold."""
    why = unsubmitted_round(draft, asked)
    if why is not None:
        return why
    if command.window not in draft.setup.game.windows:
        return f"this game has no {command.window.value} window"
    since = command.at or draft.wall
    round_ = draft.round
    assert round_ is not None
    moment = draft.at - max(0, draft.wall - since)
    known = span(round_, command.window)
    if moment < (known.opened if known is not None else round_.opened):
        text = f"the engine's {command.window.value} window has a time before the round's own: its arrival counts"
        draft.say(Alarm(None, "engine", text))
        moment, since = draft.at, draft.wall
    if since > draft.wall + AHEAD_NS:
        text = f"the engine's {command.window.value} window has a time in the future: its arrival counts"
        draft.say(Alarm(None, "engine", text))
        moment, since = draft.at, draft.wall
    if command.boxes_with_bet:
        draft.put_round(boxes=command.boxes_with_bet)
    if set_window(draft, command.window, opened=command.open, at=moment):
        draft.say(WindowChanged(command.window, command.open, since))
        settle_awaited(draft)
        _follows(draft, command)
    return None


def _follows(draft: Draft, command: SetWindow) -> None:
    """What a window means for insurance and for dice."""
    if draft.round is None:
        return
    if command.window is Window.INSURANCE:
        insurance.window(draft, opened=command.open)
    if not draft.setup.game.dice or command.window is not Window.BETS:
        return
    if command.open:
        dice.bets_opened(draft)
    else:
        dice.bets_closed(draft)


def submit(draft: Draft, asked: Asked) -> Refusal:
    """The engine takes the result."""
    why = this_round(draft, asked) or stale(draft, asked)
    if why is not None:
        return why
    round_ = draft.round
    assert round_ is not None
    if round_.submitted:
        return "the result of this round is submitted already"
    if touching_round(draft):
        return "the round is held: " + "; ".join(hold.text for hold in touching_round(draft))
    if not round_.result:
        return "the round is not complete"
    still = [one.window.value for one in round_.windows if not one.closed]
    if still:
        return f"the {' and '.join(still)} window is open: close it first"
    draft.put_round(submitted=True)
    draft.put(phase=Phase.SCOOPING, scooped=False, over=draft.latest)
    draft.say(Submitted(round_.result))
    return None


def cancel(draft: Draft, asked: Asked) -> Refusal:
    """The round is taken back; after the first card that is a void."""
    why = unsubmitted_round(draft, asked)
    if why is not None:
        return why
    round_ = draft.round
    assert round_ is not None
    if round_.cards or round_.burns or round_.extras or round_.rolls:
        if asked.as_of and round_.cards and asked.as_of < round_.cards[0].dealt:
            return "a card was dealt meanwhile: read on and ask again"
        void_round(draft, Ground("cancelled by the engine", None, asked.who, asked.why or "cancelled"))
        return None
    draft.say(RoundCancelled(asked.why))
    holds = tuple(hold for hold in draft.state.holds if hold.round != round_.id or hold.scope is Scope.DECK)
    draft.put(round=None, phase=Phase.IDLE, holds=holds)
    draft.round_over = True
    return None
