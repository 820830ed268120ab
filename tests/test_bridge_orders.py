"""An order from the desk to the wire, and back: the real daemon on a real line."""

from pathlib import Path

from bridge.commands import Answer, Operate
from bridge.stream.client import Client
from games.cards import Card
from shoe.dialects import find
from shoe.messages import CardDrawn, Order, Reply
from tests.daemon_rig import SHOE, Table, until
from tests.daemon_rig import table as real_table

ANGEL = find("angel2ex", {})


def order(table: Table, what: Order, id_: str = "") -> Answer:
    with Client("", f"ipc://{table.folder}/supervisor", table="", recover=False) as client:
        answer = client.ask(Operate("shoe", what), command_id=id_)
    assert isinstance(answer, Answer)
    return answer


def running(table: Table) -> None:
    table.run()
    until(lambda: any(event["what"]["kind"] == "DeviceUp" for event in table.journal("event")))


def alarms(table: Table) -> list[str]:
    return [event["what"]["text"] for event in table.journal("event") if event["what"]["kind"] == "Alarm"]


def test_without_write_in_the_tables_file_the_wire_stays_silent(tmp_path: Path) -> None:
    with real_table(tmp_path) as table:
        table.line.plug()
        running(table)
        answer = order(table, Order.LOCK)
        assert not answer.done
        assert "`write = true` is not set" in answer.why
        assert table.line.arrived(1, 0.3) == b""
        assert table.stop() == 0


def test_an_order_comes_out_whole_and_once_and_a_refusal_comes_back(tmp_path: Path) -> None:
    with real_table(tmp_path, "write = true\n") as table:
        table.file.write_text(table.file.read_text().replace('"reference"', '"angel2ex"'))
        table.line.plug()
        running(table)
        for what in (Order.LOCK, Order.CLEAR_ERROR, Order.CONFIRM):
            wanted = ANGEL.order(what)
            assert wanted is not None
            assert order(table, what, f"mine-{what}").done
            assert f"{what.value} was ordered by supervisor" in alarms(table)[-1]
            assert order(table, what, f"mine-{what}").done
            assert table.line.arrived(len(wanted)) == wanted
        table.line.send(ANGEL.encode(Reply(ok=False, code="13")))
        until(lambda: alarms(table)[-1] == "the device refused an order (code 13)")
        assert table.stop() == 0


def test_signs_that_stop_a_terminal_stop_no_order(tmp_path: Path) -> None:
    """Check bytes of 0x13 and 0x11 are XOFF and XON to a line that was left with flow control on."""
    with real_table(tmp_path, "write = true\n") as table:
        table.line.plug()
        table.line.stoppable()
        running(table)
        stop, go = SHOE.encode(CardDrawn(Card("3s"), 3, 1000)), SHOE.encode(CardDrawn(Card("7s"), 5, 1000))
        assert (stop[-1], go[-1]) == (0x13, 0x11)
        for report in (stop, go, stop):
            table.line.send(report)
            until(lambda: table.readings("bytes") and table.readings("bytes")[-1]["data"].endswith(report.hex()))  # noqa: B023  # asked for within this turn
        wanted = SHOE.order(Order.CLEAR_ERROR)
        assert wanted is not None
        assert order(table, Order.CLEAR_ERROR).done
        assert table.line.arrived(len(wanted)) == wanted
        assert b"".join(bytes.fromhex(read["data"]) for read in table.readings("bytes")) == stop + go + stop
        assert table.stop() == 0
