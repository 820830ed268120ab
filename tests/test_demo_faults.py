"""Each fault's script makes its fact in each game and set-up that can have it, and nothing else."""

import pytest

from demo import rulings
from demo.faults import CLEAN, FAULTS, Fault, of
from demo.given import Given
from demo.rules import LIVE
from demo.setups import Senses
from demo.sheets import Ruling
from demo.show import SHOWS, Show
from demo.steps import Await, Cue, Declare, Lay, Turn
from demo.table import Kind
from games.cards import PACK, parse_cards
from tests.acted import acted

SHOE = Senses(camera=True, draw=True, scan=False, states=True)
READER = Senses(camera=True, draw=False, scan=True, states=True)
ALONE = Senses(camera=False, draw=True, scan=False, states=True)
CAMERA = Senses(camera=True, draw=False, scan=False, states=False)
EVERY = {"shoe": SHOE, "reader": READER, "alone": ALONE, "camera": CAMERA}
GAME = {"angel": SHOE._replace(claims=True, states=False)}
DICE = {"dice": SHOE._replace(dice=True)}

FACTS = {
    "exposed-bets": {Kind.EXPOSED},
    "early": {Kind.EARLY},
    "exposed-decision": {Kind.EXPOSED},
    "exposed-stack": {Kind.EXPOSED},
    "dealer-first": {Kind.EXPOSED},
    "dropped-seen": {Kind.LEFT_VIEW},
    "dropped-unseen": {Kind.LEFT_VIEW},
    "wrong-spot": {Kind.MISPLACED},
    "reversed": {Kind.MISPLACED},
    "overdrawn": {Kind.OVERDRAWN},
    "cut-card": set(),
    "locked": set(),
    "uninsured": {Kind.UNINSURED},
    "jam": {Kind.JAMMED},
    "cleared": {Kind.CLEARED},
    "disagree": {Kind.MISREPORTED},
    "unplugged": {Kind.UNPLUGGED},
    "dice-changed": {Kind.RETHROWN},
    "dice-mistyped": {Kind.RETHROWN},
    "die-leans": {Kind.LEANING},
    "dice-early": {Kind.EXPOSED},
}
LIVE_RULED = {
    "exposed-bets": Ruling.VOID,
    "exposed-decision": Ruling.PROPOSE_VOID,
    "dropped-seen": Ruling.REUSED,
    "dropped-unseen": Ruling.VOID,
    "wrong-spot": Ruling.RECONSTRUCT,
    "jam": Ruling.HOLD,
    "cleared": Ruling.HOLD,
    "disagree": Ruling.HOLD,
    "unplugged": Ruling.NOTED,
}
DRAWS = parse_cards("2s 3s 2h 3d 4c 9s 8s 7h 6d 5c")
"""Baccarat: Player and Banker take a third card."""
CASES = [
    pytest.param(show, fault, senses, id=f"{show.id}-{fault.name}-{name}")
    for show in SHOWS.values()
    for fault in of(show.rules).values()
    for name, senses in {
        **EVERY,
        **(DICE if show.rules.game.dice else {}),
        **(GAME if show.id == "baccarat" else {}),
    }.items()
    if not fault.needs(senses)
]


def given(show: Show, senses: Senses) -> Given:
    deck = (*DRAWS, *PACK) if show.id == "baccarat" else PACK
    return Given(show.rules, senses, deck, (2, 5, 5)[: show.rules.game.dice], (), show.deals_open)


@pytest.mark.parametrize(("show", "fault", "senses"), CASES)
def test_a_fault_makes_its_fact(show: Show, fault: Fault, senses: Senses) -> None:
    round_ = given(show, senses)
    script = fault.script(round_)
    happened = acted(round_, script).happened
    early = {Kind.EARLY} if fault.name == "exposed-bets" and not show.rules.deals_before else set()
    wanted = {Kind.STOPPED} if fault.name == "overdrawn" and senses.claims else FACTS[fault.name] | early
    assert {one.kind for one in happened} - {Kind.RETURNED} == wanted
    assert script[-1] == Await(Cue.OVER)


@pytest.mark.parametrize("show", SHOWS.values(), ids=lambda show: show.id)
def test_every_fault_of_a_game_can_be_made_with_some_set_up(show: Show) -> None:
    for fault in of(show.rules).values():
        assert any(not fault.needs(senses) for senses in (*EVERY.values(), *DICE.values(), *GAME.values())), fault.name


def test_the_rulings_of_the_live_game() -> None:
    assert set(LIVE_RULED) == set(of(LIVE))
    for name, ruling in LIVE_RULED.items():
        round_ = given(SHOWS["tcp_live"], SHOE)
        happened = acted(round_, FAULTS[name].script(round_)).happened
        assert rulings.expected(happened, camera=True).rulings[0] is ruling


def test_only_printed_clauses_void_at_once() -> None:
    for show in SHOWS.values():
        for fault in of(show.rules).values():
            round_ = given(show, SHOE._replace(dice=True))
            wanted = rulings.expected(acted(round_, fault.script(round_)).happened, show.sheet, camera=True)
            if Ruling.VOID in wanted.rulings:
                assert show.id in ("tcp_live", "three_pictures")


def test_every_fault_is_known_here_and_a_clean_round_has_none() -> None:
    assert set(FACTS) == set(FAULTS)
    round_ = given(SHOWS["tcp_live"], SHOE)
    assert acted(round_, CLEAN.script(round_)).happened == ()


def test_what_a_set_up_cannot_have_is_said() -> None:
    assert FAULTS["disagree"].needs(ALONE)
    assert FAULTS["wrong-spot"].needs(ALONE)
    assert FAULTS["unplugged"].needs(CAMERA)
    assert FAULTS["die-leans"].needs(SHOE)
    assert not any(fault.needs(SHOE) for fault in of(LIVE).values())
    assert not any(fault.needs(READER) for fault in of(LIVE).values())


def test_without_a_camera_the_dealer_declares() -> None:
    show = SHOWS["tcp_live"]
    for name in ("exposed-bets", "exposed-decision", "dropped-seen", "dropped-unseen"):
        assert any(isinstance(step, Declare) for step in FAULTS[name].script(given(show, ALONE))), name
        assert not any(isinstance(step, Declare) for step in FAULTS[name].script(given(show, SHOE))), name


def test_a_card_is_laid_up_or_turned_as_the_game_deals() -> None:
    up = FAULTS["exposed-bets"].script(given(SHOWS["tcp_live"], SHOE))
    assert [step.up for step in up if isinstance(step, Lay)] == [False, False, True]
    turned = FAULTS["exposed-stack"].script(given(SHOWS["kap_kun"], SHOE))
    assert [str(step.spot) for step in turned if isinstance(step, Turn)] == ["stack/s1/1"]
