"""Phase x command: what is done and what is refused, one table for people and for the test that holds the core to it.

"done" means that the command can be done in this phase; it may still be refused for its own content (an unknown
hand, a hold that is not open). A window is a fact and is taken in every phase of an open round, held or not.
"""

from bridge.reconcile.phase import Phase

DONE = "done"
NO_ROUND = "refused: no round is open"
OPEN = "refused: a round is open"
NOT_READY = "refused: the table is not ready"
SUBMITTED = "refused: the result is submitted"
INCOMPLETE = "refused: the round is not complete"
LYING = "refused: no round is over"

_LIVE = {
    "open_round": OPEN,
    "window": DONE,
    "submit": INCOMPLETE,
    "cancel": DONE,
    "reveal": DONE,
    "burn": DONE,
    "dice": DONE,
    "shuffle": DONE,
    "scooped": LYING,
    "declare": DONE,
    "dealer": DONE,
    "void": DONE,
    "reconstruct": DONE,
    "assign": DONE,
    "release": DONE,
    "correct": DONE,
    "deck": DONE,
    "faces": DONE,
    "operate": DONE,
}
_NONE = {
    **dict.fromkeys(_LIVE, NO_ROUND),
    "burn": NO_ROUND + "; done while a new shoe's burn is due",
    "open_round": DONE,
    "shuffle": DONE,
    "scooped": LYING,
    "declare": "done: jam, cleared, a card dropped while shuffling or burning, what is found of a submitted result; "
    "refused: others, no round is open",
    "dealer": DONE,
    "release": "done: a hold of the table or a deck",
    "correct": DONE,
    "deck": DONE,
    "operate": DONE,
}

TABLE: dict[str, dict[str, str]] = {
    Phase.IDLE.value: _NONE,
    Phase.SHUFFLING.value: {**_NONE, "open_round": "done where another deck is in use; else " + NOT_READY},
    Phase.DEALING.value: _LIVE,
    Phase.REVEALING.value: _LIVE,
    Phase.COMPLETE.value: {**_LIVE, "submit": "done, unless the round is held"},
    Phase.SCOOPING.value: {
        **_LIVE,
        "open_round": OPEN,
        "window": SUBMITTED,
        "submit": SUBMITTED,
        "cancel": SUBMITTED,
        "scooped": "done, unless a camera still sees cards",
        "declare": "done: a finding about the submitted result waits for management",
        "reveal": SUBMITTED,
        "burn": SUBMITTED,
        "dice": SUBMITTED,
        "void": SUBMITTED,
        "reconstruct": SUBMITTED,
        "assign": DONE,
    },
    Phase.VOIDED.value: {
        **_NONE,
        "open_round": NOT_READY,
        "scooped": "done, unless a camera still sees cards",
    },
}
"""For each phase what becomes of each command of section "Commands"."""
