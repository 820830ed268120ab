"""Plays the rounds, clean ones and faults announced beforehand, and holds each ruling against what had to follow."""

import time
from random import Random
from typing import NamedTuple

import msgspec

from demo import audit, faults, rulings, table, verdict
from demo.bettors import luck
from demo.dealer import Dealer
from demo.engine import Result
from demo.faults import Fault
from demo.given import Given
from demo.house import House, HouseError
from demo.play import Pace
from demo.rules import LIVE, Rules
from demo.rulings import Expected
from demo.setups import Senses
from demo.verdict import Observed
from games.cards import Card

CUT = "cut-card"
"""The fault after which a new shoe is put in place."""
CLEARED_S = 8.0
"""How long a new shoe waits until the last round's cards are seen to be off the table."""
LOW = 60
"""With fewer cards a shoe is not begun a round with."""
RESULT_S = 10.0
"""How long the engine may take to settle."""


class Played(msgspec.Struct, frozen=True):
    """A round that was played; `wrong` is empty where every ruling was the expected one."""

    round: str
    fault: str
    words: str
    expected: Expected
    seen: Observed
    wrong: tuple[str, ...]
    result: Result
    supervisor: tuple[str, ...]
    seconds: float
    truth: dict[str, tuple[str, ...]]


class Plan(NamedTuple):
    """The rounds to play, in order, and the faults this set-up cannot have, with the reason."""

    rounds: tuple[Fault, ...]
    skipped: tuple[tuple[Fault, str], ...]


def plan(clean: int, names: tuple[str, ...], senses: Senses, rules: Rules = LIVE) -> Plan:
    """Clean rounds spread among the faults, the first and the last round a clean one where there are enough."""
    known = faults.of(rules)
    asked = [known[name] for name in names]
    skipped = tuple((fault, why) for fault in asked if (why := fault.needs(senses)))
    left = [fault for fault in asked if not fault.needs(senses)]
    before = [round(number * len(left) / max(1, clean - 1)) for number in range(clean)]
    order: list[Fault] = []
    for number in range(len(left) + 1):
        order += [faults.CLEAN] * before.count(number) + left[number : number + 1]
    return Plan(tuple(order), skipped)


class Conductor:
    """Leads dealer, supervisor and engine through the rounds."""

    def __init__(self, house: House, seed: int, speed: float) -> None:
        """A conductor of a house that runs; the same seed deals the same cards."""
        self._house = house
        self._rng = Random(seed)  # noqa: S311 - a demo's cards, no secret
        self._dealer = Dealer(house, Random(seed + 1), speed)  # noqa: S311 - how straight cards lie
        self._seed = seed
        self._speed = speed
        self._read = 0
        self._shoe: list[Card] = []
        self._begun = False
        self._dice = Random(seed + 2)  # noqa: S311 - a demo's dice, no secret

    def play(self, number: int, fault: Fault) -> Played:
        """Play one round.

        Raises:
            HouseError: a process ended, or the engine did not settle.
        """
        begun = time.monotonic()
        dealer, round_id = self._dealer, f"r{number:03}"
        given = self._given(round_id)
        dealer.begin(round_id, given.deck)
        self._press(round_id, fault)
        dealer.play(fault.script(given))
        dealer.watch(0.15)
        lay = dealer.act.table
        truth = table.hands(lay)
        expected = rulings.expected(lay.happened, self._house.show.sheet, camera=self._house.senses.camera)
        result = self._result(round_id)
        self._shoe = list(lay.deck) if fault.name != CUT else []
        heard = tuple(dealer.heard)
        seen = verdict.observed(tuple(event.what for event in heard))
        dealer.finish()
        said, dealer.supervisor.said = tuple(dealer.supervisor.said), []
        wrong = (*verdict.wrong(seen, expected, truth), *_unsettled(result, seen), *dealer.rescued)
        wrong += audit.differences(lay, result)
        end = self._house.ends.cards
        if end is not None and any(one.kind is table.Kind.UNPLUGGED for one in lay.happened):
            wrong += verdict.slow(heard, end.cut_at, end.back_at)
        words = {hand: tuple(card.value for card in cards) for hand, cards in truth.items()}
        words |= {"dice": tuple(map(str, lay.dice))} if lay.dice else {}
        seconds = time.monotonic() - begun
        return Played(round_id, fault.name, fault.words, expected, seen, wrong, result, said, seconds, words)

    def _given(self, round_id: str) -> Given:
        """The cards, dice and people of a round; a shoe is shuffled anew where it runs low."""
        show = self._house.show
        if show.rules.game.fresh_each_round or len(self._shoe) < LOW:
            fresh, self._shoe = not self._begun, list(show.rules.pack)
            self._begun = True
            self._rng.shuffle(self._shoe)
            if show.rules.game.decks and not show.rules.game.fresh_each_round:
                self._new_shoe(first=fresh)
        dice = tuple(self._dice.randint(1, 6) for _ in range(show.rules.game.dice))
        out = show.people.out(luck(self._seed, round_id))
        return Given(show.rules, self._house.senses, tuple(self._shoe), dice, out, show.deals_open)

    def _new_shoe(self, *, first: bool) -> None:
        """Another shoe is put in place, and burns what it burns."""
        until = time.monotonic() + CLEARED_S
        while not first and not self._dealer.board.ready and time.monotonic() < until:
            self._dealer.watch(0.1)
        if self._house.senses.claims:
            burned = self._dealer.act.start_shoe(tuple(self._shoe))
            del self._shoe[:burned]
            self._dealer.watch(0.5)
        elif not first:
            self._dealer.shuffle()

    def _press(self, round_id: str, fault: Fault) -> None:
        """The dealer's start button, at the engine's end."""
        bets, decision = fault.bets_ms or round(600 / self._speed), fault.decision_ms or round(900 / self._speed)
        button = self._house.running("engine").stdin
        assert button is not None
        try:
            button.write(msgspec.json.encode(Pace(round_id, bets, decision, round(400 / self._speed))) + b"\n")
            button.flush()
        except BrokenPipeError:
            self._house.alive()

    def _result(self, round_id: str) -> Result:
        """The engine's line about the round."""
        until = time.monotonic() + RESULT_S
        while time.monotonic() < until:
            lines = self._house.results.read_bytes().splitlines() if self._house.results.exists() else []
            for line in lines[self._read :]:
                result = msgspec.json.decode(line, type=Result)
                if result.round == round_id:
                    self._read = len(lines)
                    return result
            self._dealer.watch(0.03)
        raise HouseError(f"the engine did not settle {round_id} within {RESULT_S:g} s; {self._dealer.board}")


def _unsettled(result: Result, seen: Observed) -> tuple[str, ...]:
    """What is wrong with the engine's end of the round."""
    if seen.completed != (result.end == "submitted"):
        return (f"the engine's end of the round is {result.end or 'none'}",)
    if result.outcome is None and any(slip.net for slip in result.slips):
        return ("a void round did not return every stake",)
    return ()
