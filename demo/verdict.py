"""What the daemon made of a round, read from its events, and whether that is what had to follow."""

import msgspec

from bridge import events
from bridge.faults import FaultKind
from demo.rulings import Expected, Ruling
from games.cards import Card

_GOES_ON = (Ruling.CLEAN, Ruling.REUSED, Ruling.NOTED, Ruling.RECONSTRUCT)
"""Rulings after which the round goes on to its result."""


HOUSE = "house"
"""Who voids where the terms say that a hand will be void."""


class Observed(msgspec.Struct, frozen=True):
    """A round as the stream told it; `first` is the first ruling, `kinds` all faults that held or voided it."""

    ruling: Ruling
    kinds: tuple[str, ...]
    texts: tuple[str, ...]
    completed: bool
    hands: dict[str, tuple[Card, ...]]
    clause: str = ""


def _held(held: events.Held) -> Ruling:
    """A hold's first option is what it proposes; only a wrong place can be reconstructed by what was seen."""
    first = held.options[0] if held.options else ""
    if first == "reconstruct" and held.fault in (FaultKind.OUT_OF_ORDER, FaultKind.REVERSED):
        return Ruling.RECONSTRUCT
    return Ruling.PROPOSE_VOID if first == "void" else Ruling.HOLD


def _quiet(alarms: list[events.Alarm], whats: tuple[events.What, ...]) -> Ruling:
    """The ruling of a round that nothing held."""
    if any(alarm.fault is not None and alarm.fault.value == "left_view" for alarm in alarms):
        return Ruling.REUSED
    if any(isinstance(what, events.DeviceDown) for what in whats):
        return Ruling.NOTED
    return Ruling.CLEAN


def observed(whats: tuple[events.What, ...]) -> Observed:
    """What these events of one round say, in their order."""
    alarms = [what for what in whats if isinstance(what, events.Alarm)]
    found = [what for what in whats if isinstance(what, events.Held | events.Voided)]
    found = [what for what in found if not (isinstance(what, events.Held) and what.again)]
    outcome = next((what.outcome for what in whats if isinstance(what, events.RoundComplete)), None)
    void = any(isinstance(what, events.Voided) for what in found)
    first = found[0] if found else None
    if any(isinstance(what, events.Voided) and what.who == HOUSE for what in found):
        first = next(what for what in found if isinstance(what, events.Voided))
    match first:
        case events.Held():
            ruling = _held(first)
        case events.Voided(who=who):
            ruling = Ruling.VOID if who == HOUSE else Ruling.RESCUED
        case None:
            ruling = _quiet(alarms, whats)
    kinds = [what.fault.value for what in found if what.fault is not None]
    kinds += [alarm.fault.value for alarm in alarms if alarm.fault is not None]
    return Observed(
        ruling,
        tuple(dict.fromkeys(kinds)),
        tuple(
            dict.fromkeys([*(what.text for what in found if isinstance(what, events.Held)), *(a.text for a in alarms)])
        ),
        completed=outcome is not None and not void,
        hands={hand.hand: hand.cards for hand in outcome.hands} if outcome is not None and not void else {},
        clause=first.clause if first is not None else "",
    )


def wrong(seen: Observed, expected: Expected, truth: dict[str, tuple[Card, ...]]) -> tuple[str, ...]:
    """What is not as it had to be, in words; empty where all is."""
    found = []
    if seen.ruling not in expected.rulings:
        wanted = " or ".join(ruling.value for ruling in expected.rulings)
        found.append(f"expected {wanted}, but it was {seen.ruling.value}")
    if other := [kind for kind in seen.kinds if kind not in expected.kinds]:
        found.append(f"unexpected fault: {', '.join(other)}")
    if not seen.completed and seen.ruling in _GOES_ON:
        found.append("the round was not completed")
    for hand, cards in seen.hands.items():
        if sorted(cards) != sorted(truth[hand]):
            found.append(f"{hand}: confirmed {' '.join(cards)}, but {' '.join(truth[hand])} lay there")
    return tuple(found)


NOTICED_NS = 2_000_000_000
BACK_NS = 5_000_000_000
"""Within these a pulled cable must be noticed, and used again once it is back."""


def slow(heard: tuple[events.Event, ...], cut_at: int, back_at: int) -> tuple[str, ...]:
    """What came too late about a cable pulled at `cut_at` and back at `back_at` (monotonic ns), in words."""
    downs = [event.at for event in heard if isinstance(event.what, events.DeviceDown) and event.at >= cut_at]
    ups = [event.at for event in heard if isinstance(event.what, events.DeviceUp) and event.at >= back_at]
    found = []
    if not downs or downs[0] - cut_at > NOTICED_NS:
        found.append(f"the pulled cable was not noticed within {NOTICED_NS / 1e9:g} s")
    if not ups or ups[0] - back_at > BACK_NS:
        found.append(f"the cable was not used again within {BACK_NS / 1e9:g} s")
    return tuple(found)
