"""An order from the desk to the wire, and back: the real daemon on a real line."""

from pathlib import Path

import pytest

from bridge.commands import Answer, Operate
from bridge.config import load
from bridge.daemon.daemon import Daemon
from bridge.daemon.prepare import header
from bridge.session import Setup
from bridge.stream.client import Client
from games.cards import Card
from shoe.dialects import find
from shoe.messages import CardDrawn, Order, Reply
from tests.daemon_rig import SHOE, Table, until
from tests.daemon_rig import table as real_table

ANGEL = find("angel2ex", {})
SIGNS = {
    False: [(1, "8s"), (2, "7h"), (4, "6h"), (5, "7s"), (6, "Jc"), (3, "3s")],
    True: [(41, "7s"), (42, "Ah"), (44, "9s"), (45, "3h"), (46, "7h"), (43, "7s")],
}
"""Counters and cards whose reports end with such a sign, the one that stops last."""


def order(table: Table, what: Order, id_: str = "") -> Answer:
    with Client("", f"ipc://{table.folder}/supervisor", table="", recover=False) as client:
        answer = client.ask(Operate("shoe", what), command_id=id_)
    assert isinstance(answer, Answer)
    return answer


def running(table: Table) -> None:
    table.run()
    until(lambda: any(event["what"]["kind"] == "DeviceUp" for event in table.journal("event")))


def read(table: Table) -> bytes:
    return b"".join(bytes.fromhex(reading["data"]) for reading in table.readings("bytes"))


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


@pytest.mark.parametrize("line_anew", [False, True], ids=["the first line", "a line plugged in anew"])
def test_signs_that_stop_a_terminal_stop_nothing(tmp_path: Path, line_anew: bool) -> None:  # noqa: FBT001  # a case
    """Check bytes that are signs to a terminal: end of file, carriage return, line feed, delete, XON, and XOFF last."""
    with real_table(tmp_path, "write = true\n") as table:
        table.line.plug()
        table.line.stoppable()
        running(table)
        if line_anew:
            table.line.unplug()
            until(lambda: table.readings("down"))
            table.line.plug()
            table.line.stoppable()
            until(lambda: len(table.readings("up")) == 2)
        reports = [SHOE.encode(CardDrawn(Card(card), counter, 1000)) for counter, card in SIGNS[line_anew]]
        assert {report[-1] for report in reports} == {0x1A, 0x0D, 0x13, 0x0A, 0x11, 0x7F}
        assert reports[-1][-1] == 0x13
        for report in reports:
            table.line.send(report)
        until(lambda: read(table) == b"".join(reports))
        wanted = SHOE.order(Order.CLEAR_ERROR)
        assert wanted is not None
        assert order(table, Order.CLEAR_ERROR).done
        assert table.line.arrived(len(wanted)) == wanted
        assert table.stop() == 0


def test_an_order_after_the_end_is_said_to_be_lost(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with real_table(tmp_path, "write = true\n") as table:
        config = load(table.file)
        daemon = Daemon(config, {})
        daemon._stages(Setup.of(header(config, 1)))  # noqa: SLF001  # threads that do not run, as after the end
        daemon._order("shoe", b"\x02")  # noqa: SLF001
    (line,) = capfd.readouterr().err.splitlines()
    assert '"event":"order_lost"' in line
    assert '"data":"02"' in line
