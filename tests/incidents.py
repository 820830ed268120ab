"""The incidents of the case table in the conditions' words: what each row is, and what its disposition means."""

import csv
from pathlib import Path

from games.conditions import Condition, Ruling, Situation, condition, worst

TABLE = Path(__file__).parent / "data/games/incidents.csv"
Row = dict[str, str]
S = Situation

LEFT = "card out of camera view"
BEFORE, AFTER = "yes, before it left view", "yes, only after it left view"
WRONG = "wrong sequence or placement"
WHOLE, ONE_ROUND = "whole hand dealt Player 3, 2, 1, Dealer", "one round of the three dealt Player 3, 2, 1, Dealer"

MEANS: dict[tuple[str, str, str, str], tuple[S, ...]] = {
    ("bets open", "in-game card exposed", "yes", ""): (S.EXPOSED_BETS_OPEN,),
    ("bets open", "burn card exposed", "yes", ""): (S.EXPOSED_BURN,),
    ("shuffling", "card exposed", "yes", ""): (S.EXPOSED_SHUFFLING,),
    ("shuffling", LEFT, "no", ""): (S.LEFT_QUIET,),
    ("shuffling", LEFT, "yes", ""): (S.LEFT_QUIET, S.EXPOSED_SHUFFLING),
    ("burning", LEFT, "no", ""): (S.LEFT_QUIET,),
    ("burning", LEFT, "yes", ""): (S.LEFT_QUIET, S.EXPOSED_BURN),
    ("scooping", LEFT, "no", ""): (S.LEFT_QUIET,),
    ("scooping", LEFT, "yes", ""): (S.LEFT_QUIET,),
    ("dealing, bets closed", LEFT, BEFORE, ""): (S.LEFT_DEALING_SEEN,),
    ("dealing, bets closed", LEFT, "no", ""): (S.LEFT_DEALING_UNSEEN,),
    ("dealing, bets closed", LEFT, AFTER, ""): (S.LEFT_DEALING_UNSEEN,),
    ("dealing, bets open", LEFT, BEFORE, ""): (S.LEFT_BETS_OPEN, S.EXPOSED_BETS_OPEN, S.LEFT_DEALING_SEEN),
    ("dealing, bets open", LEFT, "no", ""): (S.LEFT_BETS_OPEN,),
    ("dealing", WRONG, "", "before submission"): (S.WRONG_PLACE,),
    ("dealing", WRONG, "", "after submission"): (S.FOUND_LATE,),
    ("dealing", "shuffling machine jam", "", ""): (S.JAM_DEALING,),
    ("dealing", "balance of deck cleared from machine", "", ""): (S.CLEARED_DEALING,),
    ("round over", "shuffling machine jam", "", ""): (S.JAM_IDLE,),
    ("dealing", WHOLE, "", "before submission"): (S.REVERSED_HAND,),
    ("dealing", WHOLE, "", "after submission"): (S.REVERSED_HAND,),
    ("dealing", ONE_ROUND, "", "before submission"): (S.WRONG_PLACE,),
    ("dealing", ONE_ROUND, "", "after submission"): (S.FOUND_LATE,),
    ("dealing", "single hand version dealt Banker first", "", "before submission"): (S.REVERSED_HAND,),
}
"""By phase, event, whether it was exposed, and when it was found. Rows that belong to settlement have no entry."""

HANDS = {
    "live": (Ruling.NOTE, Ruling.REUSE, Ruling.RECONSTRUCT),
    "pending": (Ruling.HOLD, Ruling.PROPOSE_VOID),
    "void": (Ruling.VOID,),
}
DISPOSITIONS = {
    "void": Ruling.VOID,
    "continue": Ruling.NOTE,
    "management decides": Ruling.HOLD,
    "pick up and reuse": Ruling.REUSE,
    "pick up and reuse; management decides on the exposure": Ruling.HOLD,
    "reuse": Ruling.REUSE,
    "reconstruct": Ruling.RECONSTRUCT,
    "edit result, swap Player 1 and Player 3": Ruling.RECONSTRUCT,
    "management may void": Ruling.HOLD,
    "no effect on the finished hand": Ruling.NOTE,
}


def key(row: Row) -> tuple[str, str, str, str]:
    """What an incident is known by."""
    return row["phase"], row["event"], row["card_exposed"], row["discovered"]


def incidents(game: str) -> list[Row]:
    """A game's incidents that its conditions rule on."""
    rows = csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines())
    return [row for row in rows if row["game"] == game and key(row) in MEANS]


def check(row: Row, conditions: tuple[Condition, ...]) -> None:
    """Assert that the conditions rule on an incident as the table says, by a clause of their own."""
    found = [condition(conditions, situation) for situation in MEANS[key(row)]]
    ruling = worst(tuple(one.ruling for one in found))
    assert ruling is DISPOSITIONS[row["disposition"]]
    assert ruling in HANDS[row["hand"]]
    assert all(one.clause != "house default" for one in found)
    assert set(row["clause"].split(" over ")) <= {one.clause.split(":")[0] for one in found}
