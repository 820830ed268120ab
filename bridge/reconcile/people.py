"""What the dealer and the supervisor say."""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from bridge import commands as c
from bridge.events import Alarm, DealerChanged
from bridge.faults import FaultKind, Scope
from bridge.readings import Asked
from bridge.reconcile import devices, shoe_burn
from bridge.reconcile.cards import at_spot
from bridge.reconcile.corrections import correct, release_late
from bridge.reconcile.deal import put_aside, take_up
from bridge.reconcile.declarations import declare, exposed
from bridge.reconcile.dice import keyed
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import release, touching_round
from bridge.reconcile.orders import operate
from bridge.reconcile.phase import CLEARING
from bridge.reconcile.ready import layout_empty
from bridge.reconcile.reconstruction import reconstruct
from bridge.reconcile.rounds import Refusal, stale, this_round, unsubmitted_round
from bridge.reconcile.state import Hold
from bridge.reconcile.stuck import stuck
from bridge.reconcile.voids import Ground, void_about, void_hand, void_round
from bridge.reconcile.windows import Moment, hand_of, in_play, moment
from games.conditions import HOUSE_DEFAULT
from games.spots import Spot, SpotKind

Dealer = c.Reveal | c.Burn | c.Dice | c.Shuffling | c.Scooped | c.Declare | c.DealerChange
Supervisor = c.Void | c.Reconstruct | c.Assign | c.Release | c.Correct | c.DeckChange | c.Operate

RULED = "ruling of the house"
"""The clause of a void that a person rules where no clause of the sheet was named before."""


def dealer(draft: Draft, asked: Asked, command: Dealer) -> Refusal:
    """Carry out what the dealer says."""
    match command:
        case c.Reveal():
            return _reveal(draft, asked, command)
        case c.Burn():
            return _burn(draft, asked, command)
        case c.Dice():
            why = unsubmitted_round(draft, asked)
            if why is None and not draft.setup.game.dice:
                why = "this game has no dice"
            if why is None:
                keyed(draft, command.values)
            return why
        case c.Shuffling():
            devices.shuffle(draft, "", command.deck, on=command.on)
            if command.count is not None and not command.on:
                devices.count(draft, "", command.deck, command.count)
            return None
        case c.Scooped():
            return _scooped(draft)
        case c.Declare():
            return declare(draft, asked, command)
        case c.DealerChange():
            draft.put(dealer=command.badge)
            draft.say(DealerChanged(command.badge))
            return None
        case _:
            assert_never(command)


def supervisor(draft: Draft, asked: Asked, command: Supervisor) -> Refusal:
    """Carry out a supervisor's ruling."""
    match command:
        case c.Void():
            return _void(draft, asked, command)
        case c.Reconstruct():
            return this_round(draft, asked) or stale(draft, asked) or reconstruct(draft, asked, command)
        case c.Assign():
            return this_round(draft, asked) or _assign(draft, asked, command)
        case c.Release():
            return _release(draft, asked, command)
        case c.Correct():
            return correct(draft, asked, command)
        case c.DeckChange():
            faults = {key: why for key, why in draft.state.deck_faults.items() if key != command.deck}
            draft.put(known={**draft.state.known, command.deck: ()}, deck_faults=faults, rounds_left=None)
            draft.say(Alarm(None, "", f"deck {command.deck or 'in use'} was changed by {asked.who}"), round_id="")
            shoe_burn.shoe_started(draft, command.deck)
            return None
        case c.Operate():
            return operate(draft, asked, command)
        case _:
            assert_never(command)


def _reveal(draft: Draft, asked: Asked, command: c.Reveal) -> Refusal:
    why = unsubmitted_round(draft, asked)
    if why is not None:
        return why
    round_ = draft.round
    assert round_ is not None
    if command.hand not in draft.setup.game.hands:
        return f"hand {command.hand!r} is none of this game's: {', '.join(draft.setup.game.hands)}"
    mine = [card for card in round_.cards if hand_of(round_, card.spot) == command.hand]
    sizes = dict(draft.setup.game.hand_sizes)
    if len(mine) < max(1, sizes.get(command.hand, sizes.get("*", 1))):
        return f"hand {command.hand!r} is not dealt yet: {len(mine)} of its cards lie"
    row = draft.setup.reveal(command.hand)
    if row is not None and row.window is not None:
        when = moment(draft.setup, round_, row.window, draft.at)
        if when in (Moment.OPEN, Moment.NEVER):
            exposed(draft, Spot(SpotKind.HAND, command.hand))
            return None
    draft.put_round(revealed=tuple(dict.fromkeys((*round_.revealed, command.hand))))
    return None


def _burn(draft: Draft, asked: Asked, command: c.Burn) -> Refusal:
    if draft.round is None:
        return shoe_burn.said(draft, command.count)
    why = unsubmitted_round(draft, asked)
    if why is not None:
        return why
    if not 0 < command.count <= draft.setup.game.decks * 52:
        return f"{command.count} burn cards cannot be"
    round_ = draft.round
    assert round_ is not None
    draft.put_round(burn_due=round_.burn_due + command.count)
    return None


def _scooped(draft: Draft) -> Refusal:
    strays = draft.state.strays > 0 and draft.round is None
    if draft.state.phase not in CLEARING and not strays:
        return "no round is over: scooping comes after the submission or a void"
    if not layout_empty(draft.setup, draft.state):
        return f"a camera still sees {'dice' if draft.setup.game.throw else 'cards'} of the round"
    draft.put(scooped=draft.state.phase in CLEARING, strays=0)
    return None


def _void(draft: Draft, asked: Asked, command: c.Void) -> Refusal:
    why = unsubmitted_round(draft, asked)
    round_ = draft.round
    if why is not None or round_ is None:
        return why
    if command.scope == "round":
        clause, fault = _follows(touching_round(draft))
        void_round(draft, Ground(clause, fault, asked.who, asked.why))
        return None
    if draft.setup.config.policy.void_scope == "round":
        return "this table voids rounds, never one hand: void the round, or set policy.void_scope in the table's file"
    if command.hand not in draft.setup.game.hands:
        return f"hand {command.hand!r} is none of this game's: {', '.join(draft.setup.game.hands)}"
    if not in_play(draft.setup, round_, command.hand):
        return f"hand {command.hand!r} is not in play: it has no bet or is void"
    mine = [hold for hold in touching_round(draft) if hold.spot and hand_of(round_, hold.spot) == command.hand]
    clause, fault = _follows(mine)
    void_hand(draft, command.hand, Ground(clause, fault, asked.who, asked.why))
    return None


def _follows(holds: Sequence[Hold]) -> tuple[str, FaultKind | None]:
    """The clause and fault by which a person voids: those of the void that was proposed, else of the only hold."""
    proposed = [hold for hold in holds if hold.options[0] == "void"] or [*holds]
    if not proposed or len({hold.fault for hold in proposed}) > 1:
        return RULED, None
    return _clause(proposed[0]), proposed[0].fault


def _clause(hold: Hold) -> str:
    """The clause of a hold, where the sheet has one and it is none by which the round would go on."""
    return RULED if hold.clause in ("", HOUSE_DEFAULT) or hold.options[0] == "reconstruct" else hold.clause


def _void_held(draft: Draft, asked: Asked, hold: Hold) -> Refusal:
    """Void what a hold is about."""
    why = unsubmitted_round(draft, replace(asked, round=hold.round))
    if why is None:
        void_about(draft, Ground(_clause(hold), hold.fault, asked.who, asked.why, hold.spot, hold.readings))
    return why


def _assign(draft: Draft, asked: Asked, command: c.Assign) -> Refusal:
    round_ = draft.round
    assert round_ is not None
    found = next((extra for extra in round_.extras if extra.card is command.card and not extra.assigned), None)
    if found is None:
        return f"{command.card} is no card without a place in this round"
    put_aside(draft, found, command.to)
    if any(not extra.assigned for extra in (draft.round or round_).extras):
        return None
    for hold in draft.state.holds:
        if hold.fault in (FaultKind.OVERDRAWN, FaultKind.EARLY) and hold.round == round_.id:
            release(draft, hold, command.to, asked.who, asked.why)
    return None


def _release(draft: Draft, asked: Asked, command: c.Release) -> Refusal:
    hold = next((one for one in draft.state.holds if one.id == command.hold), None)
    if hold is None:
        return f"hold {command.hold} is not open"
    if command.option not in hold.options:
        return f"{command.option!r} is no answer to this hold: {', '.join(hold.options)}"
    if hold.result:
        return release_late(draft, asked, hold, command.option)
    if hold.round and (why := this_round(draft, replace(asked, round=hold.round)) or stale(draft, asked)):
        return why
    if hold.round and asked.round not in ("", hold.round):
        return f"hold {hold.id} is one of round {hold.round!r}"
    match command.option:
        case "void":
            return _void_held(draft, asked, hold)
        case "reconstruct":
            return reconstruct(draft, asked, c.Reconstruct(hold=hold.id))
        case "next_round" | "burn" | "discard":
            return _assign_extra(draft, asked, hold, command.option)
        case _:
            if (why := stuck(draft, hold)) is not None:
                return why
            release(draft, hold, command.option, asked.who, asked.why)
            _go_on(draft, hold)
            return None


def _go_on(draft: Draft, hold: Hold) -> None:
    """What a person takes upon himself by letting the round go on."""
    if hold.device in draft.state.devices:
        draft.put_device(hold.device, broken=False)
        if hold.fault is FaultKind.JAM:
            draft.put_device(hold.device, jam=False, error="")
    if hold.scope in (Scope.DECK, Scope.TABLE):
        draft.put(deck_faults={deck: why for deck, why in draft.state.deck_faults.items() if why != hold.text})
    if draft.round is not None and hold.fault in (FaultKind.EARLY, FaultKind.MISSING):
        take_up(draft)
    if draft.round is not None and hold.fault is FaultKind.MISSING and hold.spot is not None:
        draft.put_round(waved=(*draft.round.waved, hold.spot))
    if draft.round is not None and hold.fault is FaultKind.EXPOSED and hold.spot is not None:
        lying = at_spot(draft.round, hold.spot)
        if lying is not None and hand_of(draft.round, lying.spot) is not None:
            draft.put_card(lying, faced=lying.faced or draft.at)


def _assign_extra(draft: Draft, asked: Asked, hold: Hold, option: str) -> Refusal:
    round_ = draft.round
    assert round_ is not None
    for extra in round_.extras:
        if not extra.assigned:
            put_aside(draft, extra, _to(option))
    release(draft, hold, option, asked.who, asked.why)
    return None


def _to(option: str) -> c.Target:
    match option:
        case "next_round":
            return "next_round"
        case "burn":
            return "burn"
        case _:
            return "discard"
