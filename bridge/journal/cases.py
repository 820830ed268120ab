"""What went wrong in a round, case by case: what was found and by which readings, who ruled what, and what changed."""

from typing import Any

import msgspec

from bridge.faults import MEANING, FaultKind
from bridge.journal.standing import NO_RESULT, Body, Standing, after, spot_of
from bridge.journal.timeline import Told
from bridge.readings import Asked

HOUSE, TABLE = "house", "table"
NOTICES = {"Alarm": "text", "DeviceDown": "cause"}
ACTS = ("Voided", "Reconstructed", "ResultWithdrawn", "ResultCorrected", "RoundCancelled")
"""What a person or the house makes of a round."""
ANSWERS = {
    "Voided": ("void",),
    "Reconstructed": ("reconstruct",),
    "ResultWithdrawn": ("void", "withdraw"),
    "ResultCorrected": ("correct", "reversed"),
    "RoundCancelled": (),
}
"""The answers to a hold with which each of them comes."""


class Ruling(msgspec.Struct, frozen=True):
    """Who ruled what, why, and having read events up to `as_of` (0: nobody asked, it came by itself)."""

    event: int
    reading: int
    at: int
    wall: int
    what: str
    who: str
    role: str
    why: str
    as_of: int


class Case(msgspec.Struct, eq=False):
    """One finding. `hold` is its number (0: it held nothing), `alone` that it is of no round.

    `causes` are the readings it rests on; `before` and `later` what was published then, and after the last ruling.
    """

    event: int
    at: int
    wall: int
    fault: str
    meaning: str
    known: str
    before: Standing
    later: Standing
    unknown: str = ""
    clause: str = ""
    spot: str = ""
    device: str = ""
    hold: int = 0
    wait: str = ""
    options: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    causes: tuple[int, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    money: tuple[str, ...] = ()
    alone: bool = False
    open: bool = False


class Notice(msgspec.Struct, frozen=True):
    """Something told that is no fault of a card."""

    event: int
    at: int
    wall: int
    text: str


class Clerk:
    """Takes a round's events, those of one reading at a time, and keeps its cases in order."""

    def __init__(self, asked: dict[int, Asked], late: str) -> None:
        """`late` is the house's clause on what is found after the submission."""
        self._asked, self._late = asked, late
        self._holds: dict[int, Case] = {}
        self._now: list[Case] = []
        self._released: list[tuple[Case, str]] = []
        self.standing = Standing()
        self.cases: list[Case] = []
        self.notices: list[Notice] = []

    def take(self, batch: list[Told]) -> None:
        """The events of one reading: findings and releases first, then what is made of the round by them."""
        before, self._now, self._released = self.standing, [], []
        for told in batch:
            self._found(told, before)
            if told.event["round"]:
                self.standing = after(self.standing, told.event["n"], told.event["what"])
        for told in batch:
            if told.event["what"]["kind"] in ACTS:
                self._act(told, before)
        for case in self._now:
            case.later = self.standing

    def _found(self, told: Told, before: Standing) -> None:
        what = told.event["what"]
        match what["kind"]:
            case "Alarm" if what["fault"]:
                self._new(told, before, what["text"])
            case "Held" if not what["again"]:
                self._held(told, before)
            case "HoldReleased":
                held = self._holds.get(what["hold"])
                if held is not None:
                    held.open = False
                    self._rule(held, told, what["option"])
                    self._released.append((held, what["option"]))
            case "Alarm" | "DeviceDown" as kind:
                event = told.event
                text = f"{what['device']}: {what[NOTICES[kind]]}" if what["device"] else what[NOTICES[kind]]
                self.notices.append(Notice(event["n"], event["at"], event["wall"], text))
            case _:
                pass

    def _new(self, told: Told, before: Standing, known: str) -> Case:
        event, what = told.event, told.event["what"]
        fault = what.get("fault") or ""
        case = Case(event["n"], event["at"], event["wall"], fault, _meaning(fault), known, before, before)
        case.spot, case.device = spot_of(what.get("spot")), what.get("device", "")
        case.rounds, case.alone = tuple(what.get("rounds", ())), not event["round"]
        case.causes, case.clause = tuple(event["causes"]), what.get("clause", "")
        self.cases.append(case)
        self._now.append(case)
        return case

    def _held(self, told: Told, before: Standing) -> None:
        what = told.event["what"]
        same = next((one for one in self._now if not one.hold and one.fault == what["fault"]), None)
        case = self._holds.get(what["hold"]) or same or self._new(told, before, what["text"])
        case.hold, case.open, case.known = what["hold"], True, what["text"]
        case.unknown, case.clause, case.wait = what.get("unknown", ""), what["clause"], what["wait"]
        case.options, case.commands = tuple(what["options"]), tuple(what.get("commands", ()))
        case.proposed = tuple(f"{spot_of(one['spot'])} {one['card']}" for one in what["proposed"])
        case.spot = case.spot or spot_of(what["spot"])
        case.causes = tuple(sorted({*case.causes, *told.event["causes"]}))
        self._holds[what["hold"]] = case
        if case not in self._now:
            self._now.append(case)

    def _act(self, told: Told, before: Standing) -> None:
        """What was made of the round belongs to what it answers; by itself it is a case of its own."""
        what = told.event["what"]
        answers = ANSWERS[what["kind"]]
        mine = [case for case, option in self._released if option in answers]
        if what.get("who") == HOUSE:
            mine = [case for case in self._now if not case.hold and case.fault == what["fault"]]
        if not mine:
            mine = [self._new(told, before, what["why"])]
            mine[0].causes = tuple(one for one in mine[0].causes if one != told.reading)
            mine[0].clause = self._late if "result" in what else ""
        for case in mine:
            case.clause = what.get("clause") or case.clause
            case.unknown = what.get("unknown") or case.unknown
            if what.get("who") == HOUSE:
                case.causes = tuple(sorted({*case.causes, *told.event["causes"]}))
            case.money = (*case.money, money(told.event["n"], what))
            self._rule(case, told, _made(what))

    def _rule(self, case: Case, told: Told, made: str) -> None:
        event, what = told.event, told.event["what"]
        asked = self._asked.get(told.reading)
        role = asked.role.value if asked is not None else ""
        who = what.get("who") or (asked.who if asked is not None else TABLE)
        as_of = asked.as_of if asked is not None else 0
        stamp = (event["n"], told.reading, event["at"], event["wall"])
        rulings = case.rulings
        if rulings and rulings[-1].reading == told.reading:  # the answer to the hold, and what is made of it
            rulings, made = rulings[:-1], f"{rulings[-1].what}: {made}"
        case.rulings = (*rulings, Ruling(*stamp, made, who, role, what["why"], as_of))
        if case not in self._now:
            self._now.append(case)


def _meaning(fault: str) -> str:
    return MEANING[FaultKind(fault)] if fault else ""


def _made(what: Body) -> str:
    match what["kind"]:
        case "Voided":
            return f"hand {what['hand']} void" if what["hand"] else "round void"
        case "Reconstructed":
            return "placement reconstructed"
        case "ResultCorrected":
            return f"result of event {what['result']} corrected"
        case "ResultWithdrawn":
            return f"result of event {what['result']} {'void' if what['void'] else 'withdrawn'}"
        case _:
            return "round taken back before its first card"


def money(number: int, what: dict[str, Any]) -> str:
    """What an act means for stakes and pays, as the stream says it; empty where it means nothing."""
    match what["kind"]:
        case "Voided" if what["hand"]:
            return f"all stakes of {what['hand']} go back, the other hands go on (event {number})"
        case "Voided":
            return f"all stakes of the round go back, no result follows (event {number})"
        case "RoundCancelled":
            return f"the round was not played: all stakes go back (event {number})"
        case "ResultWithdrawn":
            rest = "as void: all stakes go back" if what["void"] else "and no other stands"
            return f"the result of event {what['result']} is withdrawn {rest} (event {number})"
        case "ResultCorrected":
            return f"the result of event {what['result']} is replaced: it is settled anew by this one (event {number})"
        case _:
            return ""


def untouched(case: Case) -> str:
    """What a case without such an act means for the money."""
    if case.alone:
        return "none: it is of no round"
    if case.open:
        return "nothing is settled before it is answered"
    if case.later.result == NO_RESULT:
        return "none by itself: the round had no result yet"
    return f"none by itself: what stood was as event {case.later.event} says"
