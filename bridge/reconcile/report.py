"""What may be told of the state: nothing here names a face that is sealed."""

from typing import Any

import msgspec

from bridge.faults import UNKNOWN
from bridge.reconcile.answers import commands
from bridge.reconcile.cards import due
from bridge.reconcile.state import Hold, Round, TableState
from bridge.setup import Setup
from games.game import Dealt, Next, Unknown


def status(setup: Setup, state: TableState) -> dict[str, object]:
    """Phase, round, windows, next spot, holds with numbered answers, devices, ready or why not."""
    round_ = state.round
    return {
        "table": setup.config.table,
        "game": setup.game.id,
        "mode": setup.config.mode,
        "event": state.event,
        "ready": bool(state.ready),
        "reasons": list(state.reasons),
        "phase": state.phase.value,
        "round": round_.id if round_ else "",
        "deck": round_.deck if round_ else "",
        "next": _next(setup, round_) if round_ else "",
        "windows": _windows(round_) if round_ else {},
        "holds": [_hold(setup, hold) for hold in state.holds],
        "devices": {name: _device(setup, state, name) for name in setup.devices},
        "cameras": {name: _camera(state, name) for name in setup.cameras},
        "dealer": state.dealer,
        "engine_deaf": state.engine_deaf,
    }


def snapshot(setup: Setup, state: TableState) -> dict[str, object]:
    """The open round: what lies in each spot, as far as it is published."""
    round_ = state.round
    told = status(setup, state)
    if round_ is None:
        return told
    cards = [
        {
            "spot": str(card.spot),
            "dealt": card.dealt,
            "seal": card.seal,
            "card": card.card.value if card.card else None,
            "confirmed": card.confirmed,
        }
        for card in round_.cards
    ]
    outcome = msgspec.to_builtins(round_.outcome) if round_.result else None
    return {
        **told,
        "boxes": list(round_.boxes),
        "cards": cards,
        "burned": len(round_.burns),
        "dice": list(round_.dice),
        "places": dict(round_.places),
        "hands_done": list(round_.hands_done),
        "result": round_.result,
        "outcome": outcome,
        "submitted": round_.submitted,
        "insurance": round_.insurance,
    }


def _next(setup: Setup, round_: Round) -> str:
    match due(setup, round_):
        case Next(spot):
            return str(spot)
        case Unknown(needs):
            return f"unknown until {needs} is known"
        case Dealt():
            return ""


def _windows(round_: Round) -> dict[str, str]:
    told = {span.window.value: "closed" if span.closed else "open" for span in round_.windows}
    return {**told, **{window.value: "unknown" for window in round_.unsaid}}


def _hold(setup: Setup, hold: Hold) -> dict[str, Any]:
    return {
        "hold": hold.id,
        "scope": hold.scope.value,
        "fault": hold.fault.value,
        "wait": hold.wait.value,
        "text": hold.text,
        "spot": str(hold.spot) if hold.spot else "",
        "round": hold.round,
        "clause": hold.clause,
        "options": list(hold.options),
        "proposed": [f"{one.spot} {one.card}" for one in hold.proposed],
        "readings": list(hold.readings),
        "unknown": UNKNOWN[hold.fault],
        "commands": list(commands(setup, hold)),
    }


def _device(setup: Setup, state: TableState, name: str) -> dict[str, Any]:
    known = state.devices.get(name)
    role = setup.devices[name].config.role
    if known is None:
        return {"role": role, "up": False}
    return {
        "role": role,
        "up": known.up and not known.silent,
        "where": known.where,
        "jam": known.jam,
        "error": known.error,
        "lid_open": known.lid_open,
        "locked": known.locked,
        "cards": known.reports,
        "discarded": known.noise,
    }


def _camera(state: TableState, name: str) -> dict[str, Any]:
    known = state.cameras.get(name)
    if known is None:
        return {"up": False, "why": "not seen yet"}
    return {"up": not (known.lost or known.moved), "why": known.why}
