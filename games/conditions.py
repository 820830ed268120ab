"""House conditions: which situation has which ruling, as data.

A game whose rule sheet has a clause states it in rows of its own; everywhere else the rows of
`ELSEWHERE` apply. Where several rows apply at once the worst wins.
"""

from enum import StrEnum

import msgspec


class Situation(StrEnum):
    """What may have happened to a card, a hand or a device, as far as the terms tell them apart."""

    EXPOSED_BETS_OPEN = "exposed_bets_open"
    EXPOSED_DECISION_OPEN = "exposed_decision_open"
    EXPOSED_SHUFFLING = "exposed_shuffling"
    EXPOSED_BURN = "exposed_burn"
    LEFT_QUIET = "left_quiet"  # while shuffling, burning or scooping
    LEFT_DEALING_SEEN = "left_dealing_seen"  # its face had been seen before it left
    LEFT_DEALING_UNSEEN = "left_dealing_unseen"
    LEFT_BETS_OPEN = "left_bets_open"
    WRONG_PLACE = "wrong_place"  # order or spot, found before submission
    FOUND_LATE = "found_late"  # anything about a round whose result is submitted
    REVERSED_HAND = "reversed_hand"
    JAM_DEALING = "jam_dealing"
    JAM_IDLE = "jam_idle"
    CLEARED_DEALING = "cleared_dealing"
    CLEARED_IDLE = "cleared_idle"
    DEVICE_FAULT = "device_fault"
    DISAGREE = "disagree"  # two sources, or two cameras, differ about a card
    UNSEEN = "unseen"  # a source never reported what it owes
    IMPOSSIBLE_COPY = "impossible_copy"
    COUNT_DIFFERS = "count_differs"
    MISSING = "missing"  # a report of the device is known to be lost
    UNREADABLE = "unreadable"
    COUNTER_REUSED = "counter_reused"
    EARLY = "early"  # an identity before it may be known, or a card before cards may be dealt
    OVERDRAWN = "overdrawn"
    RESULT_DIFFERS = "result_differs"
    LINK_LOST = "link_lost"
    CAMERA_LOST = "camera_lost"
    DIE_NOT_FLAT = "die_not_flat"  # leaning, or on another: the throw is no result
    TOUCHED = "touched"  # a bettor handled cards when he no longer may


class Ruling(StrEnum):
    """What follows; ordered from the mildest to the worst by `WORST`."""

    NOTE = "note"
    REUSE = "reuse"
    RECONSTRUCT = "reconstruct"  # hold; the placement that was seen is proposed, a person accepts it
    HOLD = "hold"
    PROPOSE_VOID = "propose_void"  # hold, with the void named as the terms' own consequence
    VOID = "void"


WORST = (Ruling.NOTE, Ruling.REUSE, Ruling.RECONSTRUCT, Ruling.HOLD, Ruling.PROPOSE_VOID, Ruling.VOID)


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row: in this situation this ruling, by this clause of the terms."""

    situation: Situation
    ruling: Ruling
    clause: str


HOUSE_DEFAULT = "house default"
"""What stands for a clause where a game's sheet has none."""


def _row(situation: Situation, ruling: Ruling) -> Condition:
    return Condition(situation, ruling, HOUSE_DEFAULT)


ELSEWHERE: tuple[Condition, ...] = (
    _row(Situation.EXPOSED_BETS_OPEN, Ruling.HOLD),
    _row(Situation.EXPOSED_DECISION_OPEN, Ruling.HOLD),
    _row(Situation.EXPOSED_SHUFFLING, Ruling.HOLD),
    _row(Situation.EXPOSED_BURN, Ruling.NOTE),
    _row(Situation.LEFT_QUIET, Ruling.REUSE),
    _row(Situation.LEFT_DEALING_SEEN, Ruling.HOLD),
    _row(Situation.LEFT_DEALING_UNSEEN, Ruling.HOLD),
    _row(Situation.LEFT_BETS_OPEN, Ruling.HOLD),
    _row(Situation.WRONG_PLACE, Ruling.RECONSTRUCT),
    _row(Situation.FOUND_LATE, Ruling.HOLD),
    _row(Situation.REVERSED_HAND, Ruling.HOLD),
    _row(Situation.JAM_DEALING, Ruling.HOLD),
    _row(Situation.JAM_IDLE, Ruling.NOTE),
    _row(Situation.CLEARED_DEALING, Ruling.HOLD),
    _row(Situation.CLEARED_IDLE, Ruling.NOTE),
    _row(Situation.DEVICE_FAULT, Ruling.HOLD),
    _row(Situation.DISAGREE, Ruling.HOLD),
    _row(Situation.UNSEEN, Ruling.HOLD),
    _row(Situation.IMPOSSIBLE_COPY, Ruling.HOLD),
    _row(Situation.COUNT_DIFFERS, Ruling.HOLD),
    _row(Situation.MISSING, Ruling.HOLD),
    _row(Situation.UNREADABLE, Ruling.HOLD),
    _row(Situation.COUNTER_REUSED, Ruling.HOLD),
    _row(Situation.EARLY, Ruling.HOLD),
    _row(Situation.OVERDRAWN, Ruling.HOLD),
    _row(Situation.RESULT_DIFFERS, Ruling.HOLD),
    _row(Situation.LINK_LOST, Ruling.HOLD),
    _row(Situation.CAMERA_LOST, Ruling.HOLD),
    _row(Situation.DIE_NOT_FLAT, Ruling.HOLD),
    _row(Situation.TOUCHED, Ruling.HOLD),
)
"""The rows of a game whose sheet is silent. Every situation has one."""


def worst(rulings: tuple[Ruling, ...]) -> Ruling:
    """The ruling that wins where several apply; NOTE where none does."""
    return max(rulings, key=WORST.index, default=Ruling.NOTE)


def condition(rows: tuple[Condition, ...], situation: Situation) -> Condition:
    """The game's own row for a situation, or the one that applies elsewhere."""
    for row in (*rows, *ELSEWHERE):
        if row.situation is situation:
            return row
    raise AssertionError(situation)
