"""Orders to devices: what is refused and why, what is handed out, and what a device's answer is worth."""

import pytest

from bridge.commands import Operate, Role
from bridge.events import Alarm, DeviceDown
from shoe.dialects import find
from shoe.messages import Order, Reply
from tests.record.recorder import Recorder, Speech
from tests.rounds import open_round

ANGEL = Speech("angel2ex", {"wrap": 0}, write=True)
DONE_ONCE = "lock was ordered by supervisor-1"


def table(shoe: Speech) -> Recorder:
    return Recorder(camera=False, speak={"shoe": shoe})


def orders(rig: Recorder) -> list[tuple[str, str]]:
    return [order for taken in rig.taken for order in taken.orders]


def notices(rig: Recorder) -> list[str]:
    return [alarm.text for alarm in rig.said(Alarm) if alarm.device == "shoe"]


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("dialect", ["angel2ex", "reference"])
def test_an_order_is_told_and_its_bytes_are_exactly_the_dialects(dialect: str, order: Order) -> None:
    rig = table(Speech(dialect, write=True))
    answer = rig.ask(Role.SUPERVISOR, Operate("shoe", order))
    assert answer.done
    data = find(dialect, {}).order(order)
    assert data is not None
    assert orders(rig) == [("shoe", data.hex())]
    assert rig.events[-1].what == Alarm(None, "shoe", f"{order.value} was ordered by supervisor-1")
    assert answer.event == rig.events[-1].n


def test_the_same_order_sent_again_goes_out_once() -> None:
    rig = table(ANGEL)
    for _ in range(2):
        assert rig.ask(Role.SUPERVISOR, Operate("shoe", Order.LOCK), id_="x", as_of=0).done
    assert len(orders(rig)) == 1
    assert notices(rig) == [DONE_ONCE]


def test_an_order_in_a_round_stands_in_it_and_holds_nothing() -> None:
    rig = table(ANGEL)
    open_round(rig)
    assert rig.ask(Role.SUPERVISOR, Operate("shoe", Order.LOCK)).done
    assert rig.events[-1].round == rig.round
    assert rig.held() == []


def refused(rig: Recorder, command: Operate, role: Role = Role.SUPERVISOR) -> str:
    before = len(rig.events)
    answer = rig.ask(role, command)
    assert not answer.done
    assert orders(rig) == []
    assert len(rig.events) == before
    return answer.why


def test_without_write_in_the_tables_file_nothing_goes_out() -> None:
    why = refused(table(Speech("angel2ex", {"wrap": 0})), Operate("shoe", Order.LOCK))
    assert why == "shoe is opened for reading only: `write = true` is not set for it in the table's file"


def test_what_cannot_be_ordered_is_refused_with_its_reason() -> None:
    assert refused(table(ANGEL), Operate("shuffler", Order.LOCK)) == "'shuffler' is no device of this table: shoe"
    beetek = table(Speech("beetek", write=True))
    assert refused(beetek, Operate("shoe", Order.LOCK)) == "the dialect 'beetek' of shoe knows no order 'lock'"
    for role in (Role.DEALER, Role.ENGINE, Role.VIEWER):
        assert "a supervisor may" in refused(table(ANGEL), Operate("shoe", Order.LOCK), role)


def test_a_device_that_is_gone_or_silent_is_sent_nothing() -> None:
    rig = table(ANGEL)
    rig.link_down("shoe")
    assert refused(rig, Operate("shoe", Order.LOCK)) == "shoe is down: nothing can be sent to it"
    rig.link_up("shoe")
    assert rig.ask(Role.SUPERVISOR, Operate("shoe", Order.LOCK)).done
    mute = table(Speech("reference", write=True))
    mute.mute = {"shoe"}
    mute.wait(6000)
    assert mute.said(DeviceDown)
    assert "is down" in refused(mute, Operate("shoe", Order.LOCK))


def test_a_device_that_refuses_is_told_with_its_code_and_one_that_obeys_is_no_event() -> None:
    rig = table(ANGEL)
    assert rig.say(Reply(ok=True)) == []
    (event,) = rig.say(Reply(ok=False, code="21"))
    assert event.what == Alarm(None, "shoe", "the device refused an order (code 21)")
