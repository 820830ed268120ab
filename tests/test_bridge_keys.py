"""Keys by role: who gets in where, over real CURVE handshakes, and key files that are refused."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
import zmq

from bridge.commands import Role
from bridge.config import StreamConfig
from bridge.stream.client import Client
from bridge.stream.cursor import Beat, Delivered, Shut
from bridge.stream.desk import Desk, open_desk
from bridge.stream.frames import Heartbeat
from bridge.stream.keys import Credentials, KeyRing, Keys, new_pair
from bridge.stream.publisher import Publisher, open_publisher
from bridge.stream.sockets import STRANGER, new_context
from tests.stream_table import EPOCH, Memory

ANYWHERE = "tcp://0.0.0.0:*"


class Guarded:
    """A guarded table in this process, with one key a role."""

    def __init__(self) -> None:
        self.public, secret = new_pair()
        pairs = {role: new_pair() for role in Role}
        self.secrets = {role: pair[1] for role, pair in pairs.items()}
        self.people = {pair[0]: (role, "anna") for role, pair in pairs.items()}
        self.keys = Keys(secret, self.people, {})
        self.ring = ring = KeyRing(self.keys)
        self.turned_away: list[tuple[str, str, str]] = []
        self.context = new_context()
        self.book = Memory("t1", EPOCH)
        config = StreamConfig(events=ANYWHERE, desk={Role.ENGINE: ANYWHERE, Role.SUPERVISOR: ANYWHERE})
        desk = open_desk(self.context, config, self.book, ring)
        publisher = open_publisher(self.context, config, "t1", EPOCH, ring)
        assert isinstance(desk, Desk)
        assert isinstance(publisher, Publisher)
        self.desk, self.publisher = desk, publisher
        desk.turned_away = publisher.turned_away = lambda *told: self.turned_away.append(told)
        near = {role: where.replace("0.0.0.0", "127.0.0.1") for role, where in desk.where.items()}  # noqa: S104
        self.where = near
        self.events = publisher.where.replace("0.0.0.0", "127.0.0.1")  # noqa: S104 - bound beyond loopback on purpose
        self.thread = threading.Thread(target=desk.serve)
        self.thread.start()

    def client(self, secret: str | None, *, desk: Role = Role.ENGINE, server: str = "") -> Client:
        credentials = Credentials(server=server or self.public, secret=secret) if secret else None
        return Client(self.events, self.where[desk], table="t1", credentials=credentials)

    def beat(self) -> None:
        self.publisher.heartbeat(Heartbeat(epoch=EPOCH, head=len(self.book.events), hash="", ready=True))

    def said(self, client: Client, seconds: float = 5) -> Beat | Shut | Delivered:
        """What the client says first."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.beat()
            said = client.next(20)
            if isinstance(said, Beat | Shut | Delivered):
                return said
        raise AssertionError("nothing")

    def close(self) -> None:
        self.desk.stop()
        self.thread.join()
        self.publisher.close()
        self.context.term()


@pytest.fixture
def table() -> Iterator[Guarded]:
    mine = Guarded()
    yield mine
    mine.close()


def test_a_known_key_hears_events_and_gives_commands_in_its_name(table: Guarded) -> None:
    with table.client(table.secrets[Role.SUPERVISOR], desk=Role.SUPERVISOR) as client:
        assert isinstance(table.said(client), Beat)
        here = client.hello()
        assert here is not None
        assert here.role is Role.SUPERVISOR
        table.publisher.send([table.book.append()])
        assert isinstance(client.next(2000), Beat | Delivered)


def test_a_key_opens_no_other_roles_desk(table: Guarded) -> None:
    with table.client(table.secrets[Role.ENGINE], desk=Role.SUPERVISOR) as client:
        for _ in range(20):
            said = table.said(client)
            if isinstance(said, Shut):
                break
        assert isinstance(said, Shut)
        assert "does not admit this key" in said.why
        assert client.hello(300) is None


def test_an_unknown_key_is_shut_out(table: Guarded) -> None:
    with table.client(new_pair()[1]) as client:
        said = table.said(client)
        assert isinstance(said, Shut)
        assert "does not admit this key" in said.why


def test_no_key_is_shut_out(table: Guarded) -> None:
    with table.client(None) as client:
        assert isinstance(table.said(client), Shut)


def test_a_wrong_table_key_is_told(table: Guarded) -> None:
    with table.client(table.secrets[Role.ENGINE], server=new_pair()[0]) as client:
        said = table.said(client)
        assert isinstance(said, Shut)
        assert "public key is another" in said.why


def test_without_an_answer_from_zap_nobody_gets_in() -> None:
    """By default libzmq lets any key in where no handler is bound."""
    public, secret = new_pair()
    mine_public, mine_secret = new_pair()
    ring = KeyRing(Keys(secret, {mine_public: (Role.VIEWER, "anna")}, {}))
    context = new_context()
    publisher = open_publisher(context, StreamConfig(events="tcp://127.0.0.1:*", desk={}), "t1", EPOCH, ring)
    assert isinstance(publisher, Publisher)
    listener = context.socket(zmq.SUB)
    listener.set(zmq.LINGER, 0)
    Credentials(server=public, secret=mine_secret).use(listener)
    listener.subscribe("")
    listener.connect(publisher.where)
    for _ in range(10):
        publisher.heartbeat(Heartbeat(epoch=EPOCH, head=0, hash="", ready=True))
        assert not listener.poll(20)
    listener.close()
    publisher.close()
    context.term()


def test_a_key_has_one_role_and_opens_its_desk_and_the_events() -> None:
    ring = KeyRing(Keys(new_pair()[1], {"key": (Role.DEALER, "anna")}, {"old": "dealer bert, 2026-01-02"}))
    assert ring.admit("events", "key", 0) == (Role.DEALER, "anna")
    assert ring.admit("desk/dealer", "key", 0) == (Role.DEALER, "anna")
    assert "opens the events and desk/dealer" in ring.admit("desk/supervisor", "key", 0)
    assert ring.admit("desk/dealer", "other", 0) == "its key is in no list"
    assert ring.admit("desk/dealer", "old", 0) == "its key was revoked: dealer bert, 2026-01-02"
    assert isinstance(ring.admit("", "key", 0), str)


def test_who_is_barred_comes_in_again_when_the_time_is_over() -> None:
    ring = KeyRing(Keys(new_pair()[1], {"key": (Role.VIEWER, "anna"), "other": (Role.VIEWER, "bert")}, {}))
    ring.bar("viewer:anna", 100)
    assert ring.admit("events", "key", 99) == "viewer anna is shut out for a while"
    assert ring.admit("events", "other", 99) == (Role.VIEWER, "bert")
    assert ring.admit("events", "key", 100) == (Role.VIEWER, "anna")


def test_only_a_key_that_is_good_no_more_ends_connections() -> None:
    secret = new_pair()[1]
    anna, bert = (Role.VIEWER, "anna"), (Role.ENGINE, "bert")
    ring = KeyRing(Keys(secret, {"a": anna}, {}))
    assert not ring.take(Keys(secret, {"a": anna, "b": bert}, {}))
    assert ring.take(Keys(secret, {"a": anna}, {"b": "gone"}))
    assert ring.take(Keys(secret, {"a": bert}, {}))
    assert ring.take(Keys(new_pair()[1], {"a": bert}, {}))


@pytest.mark.parametrize(
    "frames",
    [
        [],
        [b"1.0", b"7"],
        [b"2.0", b"7", b"events", b"", b"", b"CURVE", b"k" * 32],
        [b"1.0", b"7", b"events", b"", b"", b"PLAIN", b"a", b"b"],
        [b"1.0", b"7", b"events", b"", b"", b"NULL"],
        [b"1.0", b"7", b"events", b"", b"", b"CURVE", b"short"],
        [b"1.0", b"7", b"events", b"", b"", b"CURVE", b"k" * 32],
    ],
)
def test_zap_refuses_what_is_no_known_curve_key(frames: list[bytes]) -> None:
    assert KeyRing(Keys(new_pair()[1], {}, {})).judge(frames, 0).reply[2] == b"400"


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 9, 40])
def test_every_subscription_of_a_guarded_client_arrives(table: Guarded, count: int) -> None:
    mine = table.context.socket(zmq.SUB)
    mine.set(zmq.LINGER, 0)
    for number in range(1, count):
        mine.subscribe(f"other/{number}")
    mine.subscribe("v1/t1/")
    Credentials(server=table.public, secret=table.secrets[Role.VIEWER]).use(mine)
    mine.connect(table.events)
    until(table, lambda: bool(mine.poll(0)))
    mine.close()


def until(table: Guarded, seen: Callable[[], bool], seconds: float = 10) -> None:
    """Beat until it is seen."""
    end = time.monotonic() + seconds
    while not seen():
        assert time.monotonic() < end
        table.beat()
        time.sleep(0.02)


def test_whoever_is_refused_is_told_of_at_the_table(table: Guarded) -> None:
    public, secret = new_pair()
    with table.client(secret):
        until(table, lambda: len(table.turned_away) > 1)
    told = set(table.turned_away)
    assert told == {(f"{public} from 127.0.0.1", where, "its key is in no list") for where in ("events", "desk/engine")}


@pytest.mark.parametrize("server", ["", new_pair()[0]], ids=["without a key", "with another table's"])
def test_whoever_comes_to_no_key_is_told_of_at_the_table(table: Guarded, server: str) -> None:
    with table.client(table.secrets[Role.ENGINE] if server else None, server=server):
        until(table, lambda: {"events", "desk/engine"} <= {where for _, where, _ in table.turned_away})
    assert {(who, why) for who, _, why in table.turned_away} == {("somebody", STRANGER)}


def test_a_revoked_key_is_thrown_out_and_the_others_lose_nothing(table: Guarded) -> None:
    gone = next(key for key, (role, _) in table.people.items() if role is Role.SUPERVISOR)
    with (
        table.client(table.secrets[Role.SUPERVISOR], desk=Role.SUPERVISOR) as anna,
        table.client(table.secrets[Role.ENGINE]) as engine,
    ):
        for client in (anna, engine):
            assert isinstance(table.said(client), Beat)
            assert client.hello() is not None
        kept = {key: person for key, person in table.people.items() if key != gone}
        assert table.ring.take(table.keys._replace(people=kept, revoked={gone: "supervisor anna"}))
        table.desk.shed()
        table.publisher.shed()
        for _ in range(5):
            table.publisher.send([table.book.append()])
        until(table, lambda: isinstance(anna.next(10), Shut))
        assert anna.hello(500) is None
        got: list[int] = []
        until(table, lambda: _took(engine, got) == [1, 2, 3, 4, 5])
        assert engine.hello() is not None
    assert {why for _, _, why in table.turned_away} == {"its key was revoked: supervisor anna"}


def _took(client: Client, got: list[int]) -> list[int]:
    said = client.next(10)
    if isinstance(said, Delivered):
        got.append(said.n)
    return got


def test_a_client_that_was_refused_is_answered_once_its_key_is_admitted(table: Guarded) -> None:
    public, secret = new_pair()
    credentials = Credentials(server=table.public, secret=secret)
    asks = Client("", table.where[Role.ENGINE], table="t1", recover=False, credentials=credentials)
    with asks as client:
        assert client.hello(5_000) is None
        assert "does not admit" in client.shut
        table.ring.take(table.keys._replace(people={**table.people, public: (Role.ENGINE, "bert")}))
        until(table, lambda: client.hello(500) is not None)
        assert client.shut == ""
