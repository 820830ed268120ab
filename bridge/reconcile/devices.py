"""What devices say beside cards: that they live, stop, jam, empty, count, shuffle; and their links."""

from typing import assert_never

from bridge.events import Alarm, CutCardOut, DealerChanged, DeviceDown, DeviceUp, ShoeStarted
from bridge.faults import FaultKind, HoldKind, Scope
from bridge.reconcile import shoe_burn
from bridge.reconcile.claims import claimed
from bridge.reconcile.deal import live
from bridge.reconcile.dice import keyed
from bridge.reconcile.draft import Draft
from bridge.reconcile.draws import counted, drawn
from bridge.reconcile.holds import find_hold, release
from bridge.reconcile.orders import replied
from bridge.reconcile.phase import Phase
from bridge.reconcile.rulings import rule
from bridge.setup import MS, Device
from games.conditions import Situation
from games.game import Source
from shoe import messages as m

NOISE_PAUSE_MS = 5000
"""Noise on a line is said at once and then at most this often."""
PACK_SIZE = 52
FAULT_OF = {
    m.ErrorClass.OTHER: FaultKind.UNREADABLE,
    m.ErrorClass.UNREADABLE: FaultKind.UNREADABLE,
    m.ErrorClass.OVERDRAW: FaultKind.OVERDRAWN,
    m.ErrorClass.OPERATOR: FaultKind.OUT_OF_ORDER,
    m.ErrorClass.REVERSE: FaultKind.REVERSED,
    m.ErrorClass.WRONG_SET: FaultKind.FOREIGN,
    m.ErrorClass.TIMEOUT: FaultKind.MISSING,
}
"""What a device's own error says of the card in question."""


def said(draft: Draft, device: Device, message: m.Message) -> None:
    """Take one message of a device."""
    name = device.config.name
    _heard(draft, name)
    match message:
        case m.CardDrawn() | m.CardUnread():
            drawn(draft, device, message)
        case m.Repeated() | m.StandBy() | m.Setting():
            pass
        case m.Lock():
            _lock(draft, name, on=message.on)
        case m.Reply():
            replied(draft, name, message)
        case m.Heartbeat():
            counted(draft, device, message)
        case m.Gap():
            _gap(draft, device, message)
        case m.Garbled():
            _garbled(draft, device, message)
        case m.Banner():
            _restarted(draft, device, message.text)
        case m.Badge():
            draft.put(dealer=message.id)
            draft.say(DealerChanged(message.id))
        case m.DiceKeyed():
            keyed(draft, message.values)
        case m.ResultClaim():
            claimed(draft, name, message)
        case m.CutCard() | m.Empty() | m.Cleared() | m.Shuffle() | m.Count():
            _deck(draft, name, message)
        case m.Jam() | m.DoubleFeed() | m.Lid() | m.DeviceError() | m.ErrorCleared():
            _fault(draft, name, message)
        case _:
            assert_never(message)


def _lock(draft: Draft, name: str, *, on: bool) -> None:
    """The lock was turned: worth a word only while cards are drawn."""
    draft.put_device(name, locked=on)
    if live(draft) and draft.state.phase is Phase.DEALING:
        draft.say(Alarm(None, name, f"the device was {'locked' if on else 'unlocked'} in the middle of the deal"))


def _deck(draft: Draft, name: str, message: m.CutCard | m.Empty | m.Cleared | m.Shuffle | m.Count) -> None:
    match message:
        case m.CutCard():
            left = draft.setup.config.policy.rounds_after_cut
            draft.put(rounds_left=left + (1 if live(draft) else 0))
            draft.say(CutCardOut(name, left))
        case m.Empty():
            draft.say(Alarm(None, name, "the device holds no more cards"))
        case m.Cleared():
            cleared(draft, name, message.deck, by_hand=message.by_hand)
        case m.Shuffle():
            shuffle(draft, name, message.deck, on=message.on)
        case m.Count():
            count(draft, name, message.deck, message.count)
        case _:
            assert_never(message)


def _fault(draft: Draft, name: str, message: m.Jam | m.DoubleFeed | m.Lid | m.DeviceError | m.ErrorCleared) -> None:
    match message:
        case m.Jam():
            jam(draft, name, on=message.on)
        case m.DoubleFeed():
            dealing = live(draft) and draft.state.phase is Phase.DEALING
            situation = Situation.DEVICE_FAULT if dealing else Situation.JAM_IDLE
            rule(draft, situation, FaultKind.SURPLUS, "two cards left the device at once", device=name)
        case m.Lid():
            draft.put_device(name, lid_open=message.open)
            draft.say(Alarm(None, name, f"the lid is {'open' if message.open else 'closed'}"))
        case m.DeviceError():
            _error(draft, name, message)
        case m.ErrorCleared():
            _error_cleared(draft, name, message.code)
        case _:
            assert_never(message)


def _heard(draft: Draft, name: str) -> None:
    before = draft.device(name)
    draft.put_device(name, heard=draft.at, silent=False)
    if before.silent:
        draft.say(DeviceUp(name, before.where))


def _gap(draft: Draft, device: Device, message: m.Gap) -> None:
    name = device.config.name
    text = f"reports were lost on the line (number {message.got} after {message.expected - 1}); cards may be among them"
    if live(draft) and draft.state.phase is Phase.DEALING:
        rule(draft, Situation.MISSING, FaultKind.MISSING, text, device=name)
    else:
        draft.say(Alarm(FaultKind.MISSING, name, text))


def _restarted(draft: Draft, device: Device, text: str) -> None:
    """The device started: its counter begins anew; in the middle of a deal nobody knows what it lost."""
    name = device.config.name
    draft.put_device(name, counter=None, recent=(), jam=False, error="")
    draft.say(Alarm(None, name, f"device started: {text}"[:120]))
    round_ = draft.round
    if round_ is None and draft.state.rounds_left is not None:  # after the cut card the start is a new shoe's
        shuffle(draft, name, draft.state.decks_in_use, on=False)
    if round_ is not None and round_.cards and live(draft) and draft.state.phase is Phase.DEALING:
        why = "the device restarted in the middle of a deal: a card may be missing"
        rule(draft, Situation.LINK_LOST, FaultKind.LINK_LOST, why, device=name)


def jam(draft: Draft, name: str, *, on: bool) -> None:
    """A jam began or was cleared."""
    before = draft.device(name)
    if name:
        draft.put_device(name, jam=on)
    if on:
        if before.jam:
            return
        dealing = live(draft) and draft.state.phase is Phase.DEALING
        situation = Situation.JAM_DEALING if dealing else Situation.JAM_IDLE
        wait = HoldKind.WAIT if before.counter is not None else HoldKind.DECIDE
        rule(draft, situation, FaultKind.JAM, "cards are jammed in the device", device=name, wait=wait)
        if name:
            draft.put_device(name, error="jam", heard=draft.at)
        return
    draft.put_device(name, error="", broken=before.counter is not None)
    draft.say(Alarm(None, name, "the jam was cleared"))
    hold = find_hold(draft, FaultKind.JAM, device=name)
    if hold is not None and hold.wait is HoldKind.WAIT and draft.state.phase is not Phase.DEALING:
        release(draft, hold, "go_on", "table", "the jam was cleared with no card due")


def cleared(draft: Draft, name: str, deck: str, *, by_hand: bool) -> None:
    """The rest of a deck was cleared from the device. Another deck's clearance touches no round."""
    round_ = draft.round
    mine = round_ is not None and deck in ("", round_.deck)
    cause = "by hand" if by_hand else "by a fault"
    text = f"the rest of the deck was cleared from the machine, {cause}"
    if mine and live(draft):
        rule(draft, Situation.CLEARED_DEALING, FaultKind.CLEARED, text, device=name)
    else:
        rule(draft, Situation.CLEARED_IDLE, FaultKind.CLEARED, text, device=name, scope=Scope.DECK)
        if round_ is not None or deck:
            draft.put(deck_faults={**draft.state.deck_faults, deck: text})


def shuffle(draft: Draft, name: str, deck: str, *, on: bool) -> None:
    """A shuffle began or ended; a shuffled deck is whole again."""
    if on:
        shuffles = tuple(dict.fromkeys((*draft.state.shuffles, deck)))
        draft.put(shuffles=shuffles)
        if draft.state.phase is Phase.IDLE:
            draft.put(phase=Phase.SHUFFLING)
        return
    faults = {key: why for key, why in draft.state.deck_faults.items() if key != deck}
    rest = tuple(one for one in draft.state.shuffles if one != deck)
    draft.put(shuffles=rest, deck_faults=faults)
    if draft.state.phase is Phase.SHUFFLING and not rest:
        draft.put(phase=Phase.IDLE)
    if draft.round is None or draft.round.deck != deck:
        draft.put(known={**draft.state.known, deck: ()}, rounds_left=None)
        draft.say(ShoeStarted(name, deck), round_id="")
        shoe_burn.shoe_started(draft, deck)


def count(draft: Draft, name: str, deck: str, number: int) -> None:
    """A deck was counted: one that is not whole is not played."""
    whole = PACK_SIZE * draft.setup.game.decks
    if number == whole:
        return
    text = f"the machine counted {number} cards where {whole} belong"
    draft.put(deck_faults={**draft.state.deck_faults, deck: text})
    same = draft.round is not None and draft.round.deck == deck and live(draft)
    scope = Scope.ROUND if same else Scope.DECK
    rule(draft, Situation.COUNT_DIFFERS, FaultKind.COUNT_DIFFERS, text, device=name, scope=scope)


def _error(draft: Draft, name: str, message: m.DeviceError) -> None:
    draft.put_device(name, error=message.text if message.latched else draft.device(name).error)
    text = f"the device reports {message.text} ({message.code})"
    # A card drawn beyond the last comes, by its nature, when the deal is over.
    if live(draft) and (draft.state.phase is Phase.DEALING or message.error is m.ErrorClass.OVERDRAW):
        rule(draft, Situation.DEVICE_FAULT, FAULT_OF[message.error], text, device=name)
    else:
        draft.say(Alarm(FaultKind.FOREIGN if message.error is m.ErrorClass.WRONG_SET else None, name, text))


def _error_cleared(draft: Draft, name: str, code: str) -> None:
    if draft.device(name).error:
        draft.put_device(name, error="")
        draft.say(Alarm(None, name, f"the error was cleared ({code})"))


def _garbled(draft: Draft, device: Device, message: m.Garbled) -> None:
    """Bytes that are no report: where no counter would show a lost card, a deal in progress is held.

    A shoe that stands alone, or may come to, shows nothing before its first card either: what was lost may have
    been that card.
    """
    name = device.config.name
    before = draft.device(name)
    draft.put_device(name, noise=before.noise + message.count)
    alone = len(draft.setup.sources) == 1 or draft.setup.config.policy.camera_lost == "mark"
    unproved = not device.dialect.checked or (alone and before.counter is None)
    blind = unproved and device.source is Source.SHOE
    if blind and live(draft) and draft.state.phase is Phase.DEALING:
        text = "unreadable bytes during the deal that no counter can prove harmless: a card may be lost"
        rule(draft, Situation.UNREADABLE, FaultKind.UNREADABLE, text, device=name)
    elif not before.noise_at or draft.at - before.noise_at >= NOISE_PAUSE_MS * MS:
        draft.put_device(name, noise_at=draft.at)
        total = before.noise + message.count
        draft.say(Alarm(None, name, f"{message.why}: {total} bytes discarded so far"))


def link_up(draft: Draft, name: str, where: str) -> None:
    """A device's line is open."""
    draft.put_device(name, up=True, where=where, heard=draft.at, silent=False)
    draft.say(DeviceUp(name, where))
    _no_longer_needed(draft, name)


def link_down(draft: Draft, name: str, cause: str) -> None:
    """A device's line is gone: while cards are awaited from it the round is held."""
    device = draft.setup.devices[name]
    before = draft.device(name)
    if not before.up and before.heard:
        return
    draft.put_device(name, up=False, broken=before.counter is not None)
    draft.say(DeviceDown(name, cause))
    _held_without(draft, device, f"the link is lost: {cause}")


def silent(draft: Draft, name: str) -> None:
    """A device that should be heard is not."""
    draft.put_device(name, silent=True, broken=draft.device(name).counter is not None)
    draft.say(DeviceDown(name, "silent: no heartbeat"))
    _held_without(draft, draft.setup.devices[name], "the device is silent")


def _held_without(draft: Draft, device: Device, text: str) -> None:
    if not live(draft) or device.source is None or not _needed(draft, device):
        return
    has_counter = draft.device(device.config.name).counter is not None
    wait = HoldKind.WAIT if has_counter else HoldKind.DECIDE
    rule(draft, Situation.LINK_LOST, FaultKind.LINK_LOST, text, device=device.config.name, wait=wait)


def _needed(draft: Draft, device: Device) -> bool:
    round_ = draft.round
    assert round_ is not None
    if device.source is Source.READER:
        return draft.state.phase is not Phase.COMPLETE
    return draft.state.phase is Phase.DEALING


def _no_longer_needed(draft: Draft, name: str) -> None:
    """A break after the last card has lost nothing."""
    hold = find_hold(draft, FaultKind.LINK_LOST, device=name)
    device = draft.setup.devices[name]
    if hold is not None and hold.wait is HoldKind.WAIT and not _needed(draft, device):
        release(draft, hold, "go_on", "table", "the link is back and no card is due")
