"""What is owed until when, and what follows when it does not come. While the round is held nothing is overdue."""

from collections.abc import Iterator

from bridge.faults import FaultKind, HoldKind, Scope
from bridge.reconcile import devices
from bridge.reconcile.awaited import ripe, settle_awaited
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import say_again
from bridge.reconcile.lacking import Lacking, lacking, missed
from bridge.reconcile.owed import Overdue, owed_about
from bridge.reconcile.phase import Phase
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Round, TableState
from bridge.reconcile.windows import hand_of
from bridge.setup import MS, Setup
from games.conditions import Situation
from games.game import Source
from games.spots import Spot, parse_spot
from scanner.sighting import View


def next_deadline(setup: Setup, state: TableState) -> int | None:
    """The earliest moment at which something is overdue, or None."""
    moments = [hold.said_at + setup.config.timing.again_ms * MS for hold in state.holds]
    moments += [at for _, at in _silences(setup, state)]
    round_ = state.round
    if round_ is not None:
        moments += [ripe(setup, one) for one in round_.awaited]
    if round_ is not None and _running(state):
        moments += [one.at for one in _owed(setup, state, round_)]
        moments += [at for _, at in _strays(setup, state, round_)]
        moments += [one.at for one in _lacking(setup, state, round_)]
    return min(moments, default=None)


def expire(draft: Draft) -> None:
    """Take what is overdue at the reading's time."""
    for name, at in list(_silences(draft.setup, draft.state)):
        if draft.at >= at:
            devices.silent(draft, name)
    settle_awaited(draft)
    round_ = draft.round
    if round_ is not None and _running(draft.state):
        for one in list(_owed(draft.setup, draft.state, round_)):
            if draft.at >= one.at and draft.round is not None:
                _missed(draft, one)
        for spot, at in list(_strays(draft.setup, draft.state, round_)):
            if draft.at >= at and draft.round is not None:
                text = f"the camera sees a card in {spot} that the shoe never reported"
                rule(draft, Situation.MISSING, FaultKind.MISSING, text, spot=spot)
    round_ = draft.round
    if round_ is not None and _running(draft.state):
        for lack in list(_lacking(draft.setup, draft.state, round_)):
            if draft.at >= lack.at:
                missed(draft, lack)
    say_again(draft)


def _lacking(setup: Setup, state: TableState, round_: Round) -> Iterator[Lacking]:
    """The next card or the dice; looked for only where one can be due."""
    if state.phase is Phase.DEALING or setup.game.dice:
        yield from lacking(setup, round_)


def _running(state: TableState) -> bool:
    live = state.phase in (Phase.DEALING, Phase.REVEALING)
    round_ = state.round
    held = any(hold.scope is not Scope.CARD and hold.round == (round_.id if round_ else "") for hold in state.holds)
    return live and not held


def _owed(setup: Setup, state: TableState, round_: Round) -> Iterator[Overdue]:
    for card in round_.cards:
        if card.confirmed or card.placed is not None or card.alone or hand_of(round_, card.spot) in round_.void:
            continue
        spot_held = any(hold.spot == card.spot and hold.scope is Scope.CARD for hold in state.holds)
        if not spot_held:
            yield from owed_about(setup, round_, card)


def _missed(draft: Draft, one: Overdue) -> None:
    card = draft.card(one.order)
    unread = any(look.view is View.FACE and look.card is None for look in card.looks)
    fault = FaultKind.UNREADABLE if unread else FaultKind.UNSEEN
    wait = HoldKind.WAIT
    rule(draft, Situation.UNSEEN, fault, one.text, spot=card.spot, scope=Scope.CARD, wait=wait)


def _strays(setup: Setup, state: TableState, round_: Round) -> Iterator[tuple[Spot, int]]:
    """Spots in which a camera sees a card that the shoe should have reported, and when that is overdue."""
    if setup.first is not Source.SHOE or state.phase is not Phase.DEALING:
        return
    lay = setup.config.timing.lay_ms * MS
    taken = {str(card.spot) for card in round_.cards}
    for key, look in state.layout.items():
        name = key.split("|")[1]
        if look.view is View.EMPTY or not name.startswith(("hand", "stack")) or name in taken:
            continue
        spot = parse_spot(name)
        if spot not in round_.waved and not any(hold.spot == spot for hold in state.holds):
            yield spot, max(look.at, round_.opened, round_.resumed) + lay


def _silences(setup: Setup, state: TableState) -> Iterator[tuple[str, int]]:
    for name, device in setup.devices.items():
        known = state.devices.get(name)
        limit = device.config.silent_ms or device.dialect.heartbeat_ms
        if known is not None and known.up and not known.silent and limit and known.heard:
            yield name, known.heard + limit * MS
