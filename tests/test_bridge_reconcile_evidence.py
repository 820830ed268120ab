"""Which readings a card and a finding keep."""

from bridge.readings import DeviceBytes
from bridge.reconcile.evidence import MOST, OF_A_CARD, also, newest
from games.game import Window
from tests.rig import Rig
from tests.rounds import deal, open_round, window


def test_a_card_keeps_the_reading_that_dealt_it_and_the_newest() -> None:
    causes: tuple[int, ...] = ()
    for reading in range(1, 30):
        causes = also(causes, reading)
        assert causes[0] == 1
        assert causes[-1] == reading
        assert len(causes) == min(reading, OF_A_CARD)
    assert causes == (1, *range(30 - OF_A_CARD + 1, 30))


def test_a_finding_names_the_newest_in_order_and_each_once() -> None:
    assert newest((3, 1), (2, 3)) == (1, 2, 3)
    assert newest(tuple(range(40))) == tuple(range(40 - MOST, 40))


def test_a_card_that_was_looked_at_for_long_still_names_its_draw() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)
    for card in ("Ah", "2h") * OF_A_CARD:
        rig.turn(player_1=card)
    round_ = rig.state.table.round
    assert round_ is not None
    causes = round_.cards[0].causes
    assert len(causes) == OF_A_CARD
    assert isinstance(rig.readings[causes[0] - 1], DeviceBytes)
    assert not any(isinstance(rig.readings[number - 1], DeviceBytes) for number in causes[1:])
