"""A device's card: told from its own repeat by kind, counted, and given to the deal or to the card that awaits it."""

from bridge.events import Alarm
from bridge.faults import FaultKind, HoldKind
from bridge.reconcile import overdraw, shoe_burn
from bridge.reconcile.claims import OTHER_ORDER
from bridge.reconcile.deal import count_known, deal, impossible, live
from bridge.reconcile.draft import Draft
from bridge.reconcile.equipment import DeviceState, Drawn
from bridge.reconcile.evidence import also
from bridge.reconcile.holds import find_hold, release
from bridge.reconcile.looks import compare
from bridge.reconcile.phase import Phase
from bridge.reconcile.rulings import rule
from bridge.reconcile.scans import awaiting, scanned
from bridge.reconcile.state import Lying
from bridge.reconcile.windows import hand_of
from bridge.setup import Device
from games.conditions import Situation
from games.game import Source
from shoe.messages import CardDrawn, CardUnread, DrawKind, Heartbeat

RECENT = 32
"""Reports kept to tell a repeat: more than a round of any game, far less than a counter's turn."""
MOST_MISSING = 12
"""A larger jump of the counter is a device that was restarted, not that many lost cards."""


def drawn(draft: Draft, device: Device, message: CardDrawn | CardUnread) -> None:
    """A card came out of a shoe, or went over a pass reader."""
    name = device.config.name
    before = draft.device(name)
    if _repeat(draft, before, message) or _late(draft, name, message):
        return
    missing = _missing(before, message)
    card = message.card if isinstance(message, CardDrawn) else None
    recent = before.recent
    if card is not None:
        recent = (*recent, Drawn(message.counter, card, draft.at))[-RECENT:]
    counter = before.counter if message.counter is None else message.counter
    draft.put_device(name, counter=counter, recent=recent, reports=before.reports + 1)
    if missing and message.counter is not None:
        _lost(draft, name, missing, (message.counter - missing) % message.wrap, message.wrap)
    elif before.broken and message.counter is not None:
        _whole(draft, name)
    if not live(draft):
        _outside(draft, name, message)
        return
    if device.source is Source.READER:
        scanned(draft, device, message)
    else:
        _from_shoe(draft, device, message)


def _repeat(draft: Draft, before: DeviceState, message: CardDrawn | CardUnread) -> bool:
    """Whether the report is one already taken: same counter and same card. Same counter, other card: a hold."""
    if message.counter is None:
        return False
    for one in reversed(before.recent):
        if one.counter == message.counter:
            if isinstance(message, CardDrawn) and one.card is message.card:
                draft.say(
                    Alarm(None, before.name, f"the report with counter {message.counter:03} came again: no new card")
                )
            else:
                text = f"one counter ({message.counter:03}), two cards"
                rule(draft, Situation.COUNTER_REUSED, FaultKind.COUNTER_REUSED, text, device=before.name)
            return True
    return False


def _late(draft: Draft, name: str, message: CardDrawn | CardUnread) -> bool:
    """Whether the report is one that was missing: its place was kept, and the hold about it ends."""
    round_ = draft.round
    if message.counter is None or not isinstance(message, CardDrawn) or round_ is None or not live(draft):
        return False
    kept = next((card for card in round_.cards if card.counter == message.counter and card.shoe is None), None)
    if kept is None or kept.confirmed or kept.placed is not None:
        return False
    before = draft.device(name)
    draft.put_device(name, recent=(*before.recent, Drawn(message.counter, message.card, draft.at))[-RECENT:])
    draft.put_card(kept, shoe=message.card, causes=also(kept.causes, draft.n))
    if not count_known(draft, message.card):
        impossible(draft, message.card, name, kept.spot)
    hold = find_hold(draft, FaultKind.MISSING, device=name, spot=kept.spot)
    if hold is not None:
        release(draft, hold, "go_on", "table", "the missing report came")
    if draft.round is not None:
        compare(draft, kept.order)
    return True


def _missing(before: DeviceState, message: CardDrawn | CardUnread) -> int:
    """How many cards the counter says were lost; -1 where it went back or jumped too far to tell."""
    if message.counter is None or before.counter is None or not message.wrap:
        return 0
    jump = (message.counter - before.counter - 1) % message.wrap
    return jump if jump <= MOST_MISSING else -1


def counted(draft: Draft, device: Device, message: Heartbeat) -> None:
    """A heartbeat that names the counter of the last card: nothing was lost, or it says at once what was."""
    name = device.config.name
    before = draft.device(name)
    if message.counter is None or not message.wrap:
        return
    draft.put_device(name, counter=message.counter)
    if before.counter is None:
        return
    missing = (message.counter - before.counter) % message.wrap
    if missing > MOST_MISSING:
        # What it counts from now on is no measure of what it gave before.
        draft.put_device(name, counter=None, broken=True)
    if missing:
        lost = missing if missing <= MOST_MISSING else -1
        _lost(draft, name, lost, (before.counter + 1) % message.wrap, message.wrap)
    elif before.broken:
        _whole(draft, name)


def _lost(draft: Draft, name: str, missing: int, first: int, wrap: int) -> None:
    """Keep a place for each card whose report was lost, so that the next one lies where its counter says."""
    source = draft.setup.devices[name].source or Source.SHOE
    if missing < 0:
        text = "the counter jumped too far to tell how many cards are missing: the device was restarted"
        rule(draft, Situation.MISSING, FaultKind.MISSING, text, device=name)
        return
    for lost in range(missing):
        counter = (first + lost) % wrap
        text = f"the report with counter {counter:03} is missing"
        round_ = draft.round
        spot = None
        if live(draft) and round_ is not None:
            if round_.burn_due and source is Source.SHOE:
                deal(draft, None, Source.SHOE, counter=counter)
                draft.say(Alarm(FaultKind.MISSING, name, f"{text}: it was a burn card"))
                continue
            lying = _place_of_lost(draft, source, counter)
            spot = lying.spot if lying else None
        rule(draft, Situation.MISSING, FaultKind.MISSING, text, device=name, spot=spot)


def _place_of_lost(draft: Draft, source: Source, counter: int) -> Lying | None:
    """The card whose report was lost: the next one drawn, or the next one that a pass reader was to scan."""
    round_ = draft.round
    assert round_ is not None
    if source is Source.SHOE:
        return deal(draft, None, Source.SHOE, counter=counter)
    waiting = awaiting(draft, round_, None)
    return draft.put_card(waiting, unscanned=True) if waiting is not None else None


def _whole(draft: Draft, name: str) -> None:
    """The counter went on where it was before the break: nothing was lost meanwhile."""
    draft.put_device(name, broken=False)
    for fault in (FaultKind.LINK_LOST, FaultKind.JAM):
        hold = find_hold(draft, fault, device=name)
        if hold is not None and hold.wait is HoldKind.WAIT:
            release(draft, hold, "go_on", "table", "the counter is continuous")


def _outside(draft: Draft, name: str, message: CardDrawn | CardUnread) -> None:
    if isinstance(message, CardDrawn):
        count_known(draft, message.card)
        if message.draw is DrawKind.NEXT_ROUND:
            overdraw.keep(draft, name, message)
            return
    quiet = draft.state.phase in (Phase.IDLE, Phase.SHUFFLING)
    own_code = isinstance(message, CardDrawn) and message.draw is DrawKind.BURN
    card = message.card if isinstance(message, CardDrawn) else None
    if quiet and shoe_burn.burned(draft, card, own_code=own_code):
        return
    if draft.state.phase in (Phase.IDLE, Phase.SHUFFLING):
        # It lies on the table or in the dealer's hand: the next round must not begin with it.
        draft.put(strays=draft.state.strays + 1)
    text = "a card came with no round to belong to; it counts in the composition alone"
    draft.say(Alarm(FaultKind.SURPLUS, name, text), round_id="")


def _from_shoe(draft: Draft, device: Device, message: CardDrawn | CardUnread) -> None:
    name = device.config.name
    card = message.card if isinstance(message, CardDrawn) else None
    round_ = draft.round
    assert round_ is not None
    if isinstance(message, CardDrawn) and message.draw is DrawKind.NEXT_ROUND and overdraw.told(draft, name, message):
        return
    if isinstance(message, CardDrawn) and message.draw is DrawKind.BURN and not round_.burn_due:
        draft.put_round(burn_due=1)
    jam = find_hold(draft, FaultKind.JAM, device=name)
    if jam is not None and draft.device(name).jam:
        rule(draft, Situation.JAM_DEALING, FaultKind.JAM, "a card came out of a jam that is not cleared", device=name)
    lying = deal(draft, card, Source.SHOE, counter=message.counter)
    if lying is not None:
        _claim(draft, lying, message)
        _mode(draft, name, message)
    if card is not None and not count_known(draft, card) and draft.round is not None:
        impossible(draft, card, name, lying.spot if lying else None)
    if isinstance(message, CardUnread) and draft.round is not None:
        text = "the shoe could not read a card"
        rule(draft, Situation.UNREADABLE, FaultKind.UNREADABLE, text, device=name, spot=lying.spot if lying else None)
    if lying is not None and draft.round is not None:
        compare(draft, lying.order)


def _mode(draft: Draft, name: str, message: CardDrawn | CardUnread) -> None:
    """Hold a card that the device drew in another mode than the others of the round: it may be none of this deal."""
    round_ = draft.round
    if round_ is None or not isinstance(message, CardDrawn):
        return
    first = len(round_.cards) == 1
    kept = message.draw is DrawKind.NEXT_ROUND
    if first or not round_.draw:
        draft.put_round(draw=DrawKind.GAME.value if kept else message.draw.value)
        return
    if kept or message.draw.value != round_.draw:
        text = f"the device drew a card as {message.draw.value.replace('_', ' ')}, the others as {round_.draw}"
        rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, text, device=name)


def _claim(draft: Draft, lying: Lying, message: CardDrawn | CardUnread) -> None:
    """Hold the device's own idea of the place against the game's; the game's stands."""
    claim = message.claim
    round_ = draft.round
    if claim is None or round_ is None or claim.target not in draft.setup.game.hands:
        return
    same = claim.target == hand_of(round_, lying.spot) and claim.index in (0, lying.spot.index)
    if not same and OTHER_ORDER not in round_.notes:
        draft.put_round(notes=(*round_.notes, OTHER_ORDER))
