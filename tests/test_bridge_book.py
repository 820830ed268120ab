"""What the desk may see: the synced head, the daemon's own reasons, and a restored journal."""

from pathlib import Path

from bridge.commands import OpenRound
from bridge.daemon.stage import stamp
from bridge.readings import Asked, LinkUp
from bridge.stream.client import Client
from bridge.stream.requests import Get, Hello, Refused
from tests.daemon_rig import until
from tests.loop_rig import Table, a_table, addresses, beat


def test_the_head_is_what_is_synced(tmp_path: Path) -> None:
    with a_table(tmp_path) as table, Client(*addresses(tmp_path), table="t1") as client:
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: table.book.head().head == 3)
        here = client.hello()
        assert here is not None
        last = table.journal.stored(3, 1)[0]
        assert (here.oldest, here.head, here.hash) == (1, 3, last.hash)
        assert beat(client).head == 3


def test_a_book_opened_again_knows_its_head(tmp_path: Path) -> None:
    with a_table(tmp_path) as table:
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: table.book.head().head == 3)
        before = table.book.head()
    again = Table(tmp_path, lambda _: None, {})
    assert again.book.head() == before
    again.outlets.close()
    again.journal.close()


def test_a_get_beyond_the_head_stops_nothing(tmp_path: Path) -> None:
    with a_table(tmp_path) as table, Client(*addresses(tmp_path), table="t1") as client:
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: beat(client).ready)
        with Client(*addresses(tmp_path), table="t1") as other:
            reply = other.call(Get(first=999), 2000)
        assert isinstance(reply, Refused)
        assert beat(client).ready
        assert table.older == []


def test_an_engine_that_has_seen_more_than_the_journal_stops_the_next_round(tmp_path: Path) -> None:
    with a_table(tmp_path) as table, Client(*addresses(tmp_path), table="t1") as client:
        table.put(LinkUp("shoe", *stamp(), "x"))
        until(lambda: beat(client).ready)
        with Client(*addresses(tmp_path), table="t1") as other:
            for head in (999, 998):
                reply = other.call(Hello(epoch=table.book.epoch, head=head, hash="00"), 2000)
                assert isinstance(reply, Refused)
                assert reply.code == "ahead"
        assert len(table.older) == 1
        assert "event 999" in table.older[0]
        told = until(lambda: not (said := beat(client)).ready and said)
        assert any("an older one was restored" in reason for reason in told.reasons)
        answer = client.ask(OpenRound(), round_id="r1")
        assert answer is not None
        assert not answer.done
        assert table.on_disk(Asked) == []
