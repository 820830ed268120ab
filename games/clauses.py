"""The clauses on exposed and dropped cards, wrong sequence, jam and clearance that several rule sheets share.

In our words. Where a sheet says that a hand will be void the ruling is VOID, where it says that management may void
it is HOLD. A game whose sheet has these clauses takes `SHARED` and adds the rows that are its own.
"""

from games.conditions import Condition, Ruling, Situation

SHARED: tuple[Condition, ...] = (
    Condition(
        Situation.EXPOSED_BETS_OPEN,
        Ruling.VOID,
        "exposed card: a card of the hand seen while bets are open makes the hand void",
    ),
    Condition(
        Situation.EXPOSED_SHUFFLING,
        Ruling.HOLD,
        "exposed card: seen while shuffling, management decides by the stage and the number of cards",
    ),
    Condition(Situation.EXPOSED_BURN, Ruling.NOTE, "exposed card: a burn card is no card of the hand"),
    Condition(
        Situation.LEFT_QUIET,
        Ruling.REUSE,
        "dropped cards: out of view while shuffling, burning or scooping, it is picked up and used again",
    ),
    Condition(
        Situation.LEFT_DEALING_SEEN,
        Ruling.REUSE,
        "dropped cards: out of view while dealing, its face seen before, it is used again",
    ),
    Condition(
        Situation.LEFT_DEALING_UNSEEN,
        Ruling.VOID,
        "dropped cards: out of view while dealing, its face not seen before, the hand is void",
    ),
    Condition(
        Situation.LEFT_BETS_OPEN,
        Ruling.VOID,
        "dropped cards: out of view while bets are open, the hand is void, since a face seen then voids it as well",
    ),
    Condition(
        Situation.WRONG_PLACE,
        Ruling.RECONSTRUCT,
        "wrong sequence: found before the result is submitted, the hand goes on with the cards as they really lie",
    ),
    Condition(
        Situation.FOUND_LATE,
        Ruling.HOLD,
        "wrong sequence: found after the result is submitted, management may void",
    ),
    Condition(
        Situation.JAM_DEALING,
        Ruling.HOLD,
        "jam: cards jammed in the machine during the deal, management may void",
    ),
    Condition(Situation.JAM_IDLE, Ruling.NOTE, "jam: outside a deal it has no effect on a hand"),
    Condition(
        Situation.CLEARED_DEALING,
        Ruling.HOLD,
        "clearance: the rest of the deck in play left the machine, management may void",
    ),
    Condition(Situation.CLEARED_IDLE, Ruling.NOTE, "clearance: outside a deal it has no effect on a hand"),
)


def reversed_is_ordinary(last: str) -> Condition:
    """The row of a game in which the hand that is due last, dealt first, is a wrong sequence like any other."""
    clause = f"wrong sequence: the {last} dealt first is a wrong sequence like any other"
    return Condition(Situation.REVERSED_HAND, Ruling.RECONSTRUCT, clause)
