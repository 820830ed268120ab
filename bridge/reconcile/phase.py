"""The phases between two rounds of a table."""

from enum import StrEnum


class Phase(StrEnum):
    """Where a table stands between two rounds."""

    IDLE = "idle"
    SHUFFLING = "shuffling"
    DEALING = "dealing"  # a round is open and cards are due
    REVEALING = "revealing"  # all cards are dealt; faces are awaited
    COMPLETE = "complete"  # the result stands; submission is awaited
    SCOOPING = "scooping"  # from the submission until the layout is empty
    VOIDED = "voided"  # until the layout is empty


CLEARING = frozenset({Phase.SCOOPING, Phase.VOIDED})
"""The phases in which a round is over and its cards are taken away."""
