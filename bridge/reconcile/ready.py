"""Whether a new round may be opened, and why not, in words that say what to do."""

from bridge.events import TableNotReady, TableReady
from bridge.faults import Scope
from bridge.reconcile import shoe_burn
from bridge.reconcile.draft import Draft
from bridge.reconcile.phase import CLEARING
from bridge.reconcile.state import TableState
from bridge.setup import Setup
from games.spots import SpotKind
from scanner.sighting import View


def tell_readiness(draft: Draft) -> None:
    """Say that the table has become ready, or no longer is, or for another reason."""
    reasons = why_not(draft.setup, draft.state)
    if draft.state.ready is not None and reasons == draft.state.reasons:
        return
    draft.put(ready=not reasons, reasons=reasons)
    draft.say(TableNotReady(reasons) if reasons else TableReady(), round_id="")


def why_not(setup: Setup, state: TableState) -> tuple[str, ...]:
    """What keeps a new round from being opened; empty for a ready table."""
    reasons = []
    for name in setup.devices:
        device = state.devices.get(name)
        if device is None or not device.up:
            reasons.append(f"{name}: no link")
        elif device.silent:
            reasons.append(f"{name}: silent")
        elif device.jam:
            reasons.append(f"{name}: jammed")
        elif device.error:
            reasons.append(f"{name}: {device.error}")
        elif device.lid_open:
            reasons.append(f"{name}: lid open")
    for camera in setup.cameras:
        eye = state.cameras.get(camera)
        if eye is None or eye.lost:
            reasons.append(f"{camera}: no fresh pictures{f' ({eye.why})' if eye and eye.why else ''}")
        elif eye.moved:
            reasons.append(f"{camera}: has moved; align it or calibrate the layout anew")
    decks = setup.config.decks
    whole = len(decks) > 1 and any(deck not in state.deck_faults for deck in decks)
    holds = [hold for hold in state.holds if not hold.round and not (whole and hold.scope is Scope.DECK)]
    reasons += [f"hold {hold.id}: {hold.text}" for hold in holds]
    if not whole:
        reasons += [f"deck {deck or 'in use'}: {why}" for deck, why in state.deck_faults.items()]
    if state.shuffles and len(decks) == 1:
        reasons.append("the deck is being shuffled")
    if state.rounds_left == 0:
        reasons.append("the cut card is out: a new shoe is due")
    if why := shoe_burn.why_not(setup, state):
        reasons.append(why)
    if state.strays:
        reasons.append(f"{state.strays} cards came with no round open: clear them away and say scooped")
    if state.phase in CLEARING:
        reasons.append(f"the {'dice' if setup.game.throw else 'cards'} of the last round still lie")
    elif state.round is None and not layout_empty(setup, state):
        reasons.append("dice lie open: cover them" if setup.game.throw else "a card lies on the layout")
    return tuple(reasons)


def layout_empty(setup: Setup, state: TableState) -> bool:
    """Whether no camera sees a card in any hand's or stack's spot, or in a game of dice alone an open die.

    Dice that still lie open as the next bets begin would tell that round's result.
    """
    if setup.game.throw is not None and any(roll.seen for roll in state.dice_open.values()):
        return False
    kinds = (SpotKind.HAND.value, SpotKind.STACK.value)
    return all(
        look.view is View.EMPTY or key.split("|")[1].split("/")[0] not in kinds for key, look in state.layout.items()
    )
