"""A dealer and a supervisor at a real daemon, without a camera."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from bridge import events
from demo import table
from demo.board import End
from demo.dealer import Dealer
from demo.given import Given
from demo.house import House, Wanted
from demo.layout import IN_PLAY
from demo.play import Pace
from demo.rounds import clean, deal
from demo.rules import LIVE
from demo.setups import SETUPS
from demo.steps import Await, Cue, Jam, Notice, Rule, Script
from games.cards import PACK


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(Wanted(SETUPS["shoe-only"]), tmp_path_factory.mktemp("house"), 1, quiet=True) as running:
        yield running


def given(house: House) -> Given:
    return Given(LIVE, house.senses, PACK)


def dealt(house: House, start: int, end: int) -> Script:
    return deal(given(house), list(IN_PLAY[start:end]))


def started(house: House, round_id: str) -> Dealer:
    dealer = Dealer(house, Random(1), 20.0)
    dealer.begin(round_id, PACK)
    button = house.running("engine").stdin
    assert button is not None
    button.write(msgspec.json.encode(Pace(round_id, 1, 1)) + b"\n")
    button.flush()
    return dealer


def test_a_clean_script_is_played_to_its_end(house: House) -> None:
    dealer = started(house, "clean")
    dealer.play(clean(given(house)))
    assert dealer.board.end is End.SUBMITTED
    assert dealer.board.shown == table.hands(dealer.act.table)
    assert not any(isinstance(event.what, events.Held) for event in dealer.heard)
    dealer.finish()


def test_the_supervisor_answers_an_announced_hold(house: House) -> None:
    dealer = started(house, "jam")
    dealer.play((Await(Cue.BETS_OPEN), *dealt(house, 0, 2), Jam(on=True), Notice("jam"), Jam(on=False), Rule("void")))
    dealer.watch(0.3)
    assert dealer.supervisor.said == ["jam: void"]
    assert dealer.board.end is End.VOID
    dealer.finish()


def test_a_hold_that_nobody_announced_is_voided(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("demo.dealer.UNEXPECTED_S", 0.4)
    dealer = started(house, "odd")
    dealer.play(
        (
            Await(Cue.BETS_OPEN),
            *dealt(house, 0, 2),
            Jam(on=True),
            Notice("jam"),
            *dealt(house, 2, 6),
            Await(Cue.OVER),
        )
    )
    assert dealer.board.end is End.VOID
    assert dealer.rescued == ["nobody has announced this hold"]
    assert len(dealer.act.table.cards) < 6
    dealer.act.jam(on=False)
    dealer.finish()


def test_a_hold_that_must_come_and_does_not_is_waited_for_in_vain(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("demo.dealer.HOLD_S", 0.3)
    dealer = started(house, "calm")
    dealer.play((Await(Cue.BETS_OPEN), *dealt(house, 0, 6), Rule("void")))
    assert dealer.supervisor.said == []
    assert dealer.board.end is End.NONE
    dealer.supervisor.void(dealer.board, "over")
    dealer.watch(0.3)
    dealer.finish()
