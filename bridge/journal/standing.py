"""What lies where and what the result is, as far as it was published, after each event of a round."""

from collections.abc import Callable
from typing import Any

import msgspec

from games.spots import SpotKind

Body = dict[str, Any]
"""An event's `what` as it stands in the journal."""

SEALED, UNTOLD, GONE, NO_RESULT = "face down", "nobody knows it", "taken away", "no result"
NOT_CONFIRMED = "not confirmed"


class Standing(msgspec.Struct, frozen=True):
    """The cards by their spots, in words where no face is published; the result, and the `event` that said it."""

    placement: dict[str, str] = {}
    result: str = NO_RESULT
    event: int = 0

    def changed(self, after: "Standing") -> tuple[dict[str, str], dict[str, str]]:
        """The spots of which the two say different things: here, and afterwards."""
        spots = [*dict.fromkeys((*self.placement, *after.placement))]
        differ = [spot for spot in spots if self.placement.get(spot) != after.placement.get(spot)]
        return (
            {one: self.placement.get(one, "empty") for one in differ},
            {one: after.placement[one] for one in differ},
        )


def spot_of(value: Body | None) -> str:
    """A spot as people write it; empty for none."""
    if not value or value["kind"] == SpotKind.NONE.value:
        return ""
    return "/".join(str(value[key]) for key in ("kind", "owner", "index") if value[key])


def outcome_words(outcome: Body) -> str:
    """A result in the game's words, with each hand's cards."""
    hands = [f"{one['hand']} {' '.join(one['cards'])} ({one['category']})" for one in outcome["hands"]]
    return "; ".join([outcome["result"], *hands])


def after(standing: Standing, number: int, what: Body) -> Standing:
    """The standing after an event."""
    known = dict(standing.placement)
    change = _PLACES.get(what["kind"])
    if change is not None:
        change(known, what)
    make = _RESULTS.get(what["kind"])
    result = make(number, what) if make is not None else ""
    return Standing(known, result, number) if result else Standing(known, standing.result, standing.event)


def _dealt(known: dict[str, str], what: Body) -> None:
    known[spot_of(what["spot"])] = SEALED if what["seal"] else UNTOLD


def _discarded(known: dict[str, str], what: Body) -> None:
    known[spot_of(what["spot"])] = what["card"] or GONE


def _named(known: dict[str, str], what: Body) -> None:
    known[spot_of(what["spot"])] = what["card"]


def _opened(known: dict[str, str], what: Body) -> None:
    """What a seal hid is the shoe's word alone: it confirms nothing, and another card may lie there."""
    spot, card = spot_of(what["spot"]), what["card"]
    there = known.get(spot, SEALED)
    if there != card:
        known[spot] = f"{NOT_CONFIRMED if there in (SEALED, UNTOLD) else there} (the shoe had said {card})"


def _placed(known: dict[str, str], what: Body) -> None:
    known.update({spot_of(one["spot"]): one["card"] for one in what["placed"]})


def _dice(known: dict[str, str], what: Body) -> None:
    known["dice"] = " ".join(map(str, what["values"])) or "told under seal"


def _corrected(known: dict[str, str], what: Body) -> None:
    for one in what["outcome"]["hands"]:
        for index, card in enumerate(one["cards"], 1):
            spot = f"hand/{one['hand']}/{index}"
            if spot in known:
                known[spot] = card


_PLACES: dict[str, Callable[[dict[str, str], Body], None]] = {
    "CardDealt": _dealt,
    "CardBurned": _dealt,
    "CardConfirmed": _named,
    "CardDiscarded": _discarded,
    "SealOpened": _opened,
    "Reconstructed": _placed,
    "DiceRead": _dice,
    "ResultCorrected": _corrected,
}
_RESULTS: dict[str, Callable[[int, Body], str]] = {
    "RoundComplete": lambda n, what: f"{outcome_words(what['outcome'])} (event {n})",
    "ResultCorrected": lambda n, what: f"{outcome_words(what['outcome'])} (corrected, event {n})",
    "ResultWithdrawn": lambda n, what: f"{'void' if what['void'] else 'withdrawn'} (event {n})",
    "Voided": lambda n, what: "" if what["hand"] else f"void (event {n})",
    "RoundCancelled": lambda n, _: f"cancelled (event {n})",
}
