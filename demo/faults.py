"""The faults of the demo, announced beforehand: each is a name, its words, and the dealer's script that makes it."""

from collections.abc import Callable
from typing import NamedTuple

from demo.layout import DEALER, PLAYER
from demo.setups import Senses
from demo.steps import (
    BEAT,
    SEE,
    SETTLE,
    Again,
    Await,
    Clear,
    Cue,
    Declare,
    Draw,
    Drop,
    Jam,
    Lay,
    Notice,
    Pause,
    Plug,
    Pull,
    Return,
    Rule,
    Said,
    Scan,
    Script,
    Step,
    Turn,
    clean,
    deal,
    dealer_shown,
    player_shown,
    show,
    told,
)
from demo.table import ORDER

LONG_DECISION_MS = 6000
"""How long the bettors think where the fault needs an open decision window."""


class Fault(NamedTuple):
    """A fault; `needs(senses)` is empty, or says why this set-up cannot have it; `decision_ms` 0: as usual."""

    name: str
    words: str
    script: Callable[[Senses], Script]
    needs: Callable[[Senses], str] = lambda _: ""
    decision_ms: int = 0


def _noticed(senses: Senses, fault: str, declared: Step) -> Script:
    """A camera notices; without one the dealer declares."""
    return (Notice(fault),) if senses.camera else (BEAT, declared)


def _exposed_bets(senses: Senses) -> Script:
    spot = PLAYER[2]
    head = (Await(Cue.BETS_OPEN), *deal(senses, ORDER[:2]), Draw(), Lay(spot, up=True))
    return (*head, *_noticed(senses, "exposed", Declare(Said.EXPOSED, spot)), Rule("void", must=False), Await(Cue.OVER))


def _exposed_decision(senses: Senses) -> Script:
    spot = DEALER[0]
    head = (Await(Cue.BETS_OPEN), *deal(senses), *player_shown(senses), Await(Cue.DECISION_OPEN), SETTLE, Turn(spot))
    return (*head, *_noticed(senses, "exposed", Declare(Said.EXPOSED, spot)), Rule("void"), Await(Cue.OVER))


def _dropped_seen(senses: Senses) -> Script:
    spot = PLAYER[1]
    head = (Await(Cue.BETS_OPEN), *deal(senses), Await(Cue.BETS_CLOSED), SETTLE, *show(senses, PLAYER[:2]))
    sure = Notice(confirmed=spot) if senses.camera else SEE
    lost = (sure, Drop(spot), *_noticed(senses, "left_view", Declare(Said.DROPPED_SEEN, spot)), Return(), SEE)
    rest = (*show(senses, PLAYER[2:]), *told(senses, "player"), *dealer_shown(senses), Await(Cue.OVER))
    return (*head, *lost, *rest)


def _dropped_unseen(senses: Senses) -> Script:
    spot = DEALER[2]
    head = (Await(Cue.BETS_OPEN), *deal(senses), *player_shown(senses), Await(Cue.DECISION_OPEN), SETTLE, Drop(spot))
    lost = _noticed(senses, "left_view", Declare(Said.DROPPED_UNSEEN, spot))
    return (*head, *lost, Rule("void", must=False), Await(Cue.OVER))


def _wrong_spot(senses: Senses) -> Script:
    """A shoe's cards are told apart only by their faces; where the camera deals, the back's place tells at once."""
    head = (Await(Cue.BETS_OPEN), *deal(senses, ORDER[:2]), Draw(), Lay(DEALER[0]), BEAT)
    if senses.draw:
        seen = (Draw(), Lay(PLAYER[2]), *deal(senses, ORDER[4:]), *player_shown(senses), SEE, Rule("reconstruct"))
    else:
        ruled = (Notice("out_of_order"), Rule("reconstruct"), Draw(), Lay(PLAYER[2]), Notice(dealt=PLAYER[2]))
        seen = (*ruled, *deal(senses, ORDER[4:]), *player_shown(senses))
    return (*head, *seen, *dealer_shown(senses), Await(Cue.OVER))


def _jam(senses: Senses) -> Script:
    jam = (Jam(on=True), Pause(900), Jam(on=False), Rule("go_on"))
    head = (Await(Cue.BETS_OPEN), *deal(senses, ORDER[:3]), *jam, *deal(senses, ORDER[3:]))
    return (*head, *player_shown(senses), *dealer_shown(senses), Await(Cue.OVER))


def _cleared(senses: Senses) -> Script:
    return (Await(Cue.BETS_OPEN), *deal(senses, ORDER[:4]), Clear(), Rule("void"), Await(Cue.OVER))


def _disagree(senses: Senses) -> Script:
    """The device names another card than the one that lies in the player's second spot."""
    if senses.draw:
        dealt = (*deal(senses, ORDER[:1]), Draw(as_other=True), Lay(ORDER[1]), BEAT, *deal(senses, ORDER[2:]))
        head = (Await(Cue.BETS_OPEN), *dealt, *player_shown(senses))
        return (*head, SEE, Rule("void"), Await(Cue.OVER))
    shown = (*show(senses, PLAYER[:1]), Scan(PLAYER[1], as_other=True), Turn(PLAYER[1]), SEE)
    head = (Await(Cue.BETS_OPEN), *deal(senses), Await(Cue.BETS_CLOSED), SETTLE)
    return (*head, *shown, Rule("void"), Await(Cue.OVER))


def _unplugged(senses: Senses) -> Script:
    """The cable is pulled in mid-report; the device sends that report whole once it is back."""
    back = (Pause(1500, wire=True), Plug(), Notice(up=True), Again())
    if senses.draw:
        deals = (
            *deal(senses, ORDER[:3]),
            Pull(3),
            Draw(),
            *back,
            Lay(ORDER[3]),
            Rule("go_on", must=False),
            *deal(senses, ORDER[4:]),
        )
        tail = (*player_shown(senses), *dealer_shown(senses), Await(Cue.OVER))
        return (Await(Cue.BETS_OPEN), *deals, *tail)
    shown = (*show(senses, PLAYER[:1]), Pull(2), Scan(PLAYER[1]), *back, Turn(PLAYER[1]), SEE)
    rest = (Rule("go_on", must=False), *show(senses, PLAYER[2:]), *dealer_shown(senses), Await(Cue.OVER))
    return (Await(Cue.BETS_OPEN), *deal(senses), Await(Cue.BETS_CLOSED), SETTLE, *shown, *rest)


def _two_sources(senses: Senses) -> str:
    return "" if senses.camera and senses.cable else "only one source names a card"


def _a_cable(senses: Senses) -> str:
    return "" if senses.cable else "no device hangs on a cable"


def _a_camera(senses: Senses) -> str:
    return "" if senses.camera else "nothing sees where a card lies"


CLEAN = Fault("clean", "a clean round", clean)
FAULTS: dict[str, Fault] = {
    fault.name: fault
    for fault in (
        Fault("exposed-bets", "the third card is laid face up while bets are open", _exposed_bets),
        Fault(
            "exposed-decision",
            "a dealer's card is turned while the bettors decide",
            _exposed_decision,
            decision_ms=LONG_DECISION_MS,
        ),
        Fault("dropped-seen", "a card whose face was seen falls off the table and is laid back", _dropped_seen),
        Fault(
            "dropped-unseen",
            "a card falls off the table face down",
            _dropped_unseen,
            decision_ms=LONG_DECISION_MS,
        ),
        Fault("wrong-spot", "the third and fourth card go to each other's hand", _wrong_spot, _a_camera),
        Fault("jam", "the machine jams after three cards and is freed", _jam),
        Fault("cleared", "the rest of the deck leaves the machine by a fault", _cleared),
        Fault("disagree", "the device names another card than the one that lies there", _disagree, _two_sources),
        Fault("unplugged", "the cable is pulled in mid-report and comes back under another name", _unplugged, _a_cable),
    )
}
