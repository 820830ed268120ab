"""Keys by role: who gets in where, over real CURVE handshakes, and key files that are refused."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import zmq

from bridge.commands import Role
from bridge.config import ConfigError, StreamConfig
from bridge.stream.client import Client
from bridge.stream.cursor import Beat, Delivered, Shut
from bridge.stream.desk import Desk, open_desk
from bridge.stream.frames import Heartbeat
from bridge.stream.keys import Credentials, KeyRing, load_credentials, load_keys, new_pair
from bridge.stream.publisher import Publisher, new_context, open_publisher
from tests.stream_table import EPOCH, Memory

ANYWHERE = "tcp://0.0.0.0:*"


class Guarded:
    """A guarded table in this process, with one key a role."""

    def __init__(self, folder: Path) -> None:
        self.public, secret = new_pair()
        pairs = {role: new_pair() for role in Role}
        self.secrets = {role: pair[1] for role, pair in pairs.items()}
        lines = [f'secret = "{secret}"', *(f'[{role.value}]\nanna = "{pair[0]}"' for role, pair in pairs.items())]
        path = folder / "keys.toml"
        path.write_text("\n".join(lines), encoding="utf-8")
        path.chmod(0o600)
        ring = load_keys(path)
        assert ring.public == self.public
        self.context = new_context()
        self.book = Memory("t1", EPOCH)
        config = StreamConfig(events=ANYWHERE, desk={Role.ENGINE: ANYWHERE, Role.SUPERVISOR: ANYWHERE})
        desk = open_desk(self.context, config, self.book, ring)
        publisher = open_publisher(self.context, config, "t1", EPOCH, ring)
        assert isinstance(desk, Desk)
        assert isinstance(publisher, Publisher)
        self.desk, self.publisher = desk, publisher
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
def table(tmp_path: Path) -> Iterator[Guarded]:
    mine = Guarded(tmp_path)
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
    ring = KeyRing(secret, {mine_public: (Role.VIEWER, "anna")})
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
    ring = KeyRing(new_pair()[1], {"key": (Role.DEALER, "anna")})
    assert ring.admit("events", "key") == "dealer:anna"
    assert ring.admit("desk/dealer", "key") == "dealer:anna"
    assert ring.admit("desk/supervisor", "key") is None
    assert ring.admit("desk/dealer", "other") is None
    assert ring.admit("", "key") is None


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
    assert KeyRing(new_pair()[1], {}).judge(frames)[2] == b"400"


def test_wrong_key_files_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "keys.toml"
    (public, secret), good = new_pair(), f'secret = "{new_pair()[1]}"\n'
    wrong = {
        "no TOML [": "keys.toml",
        'secret = "short"': "secret: a key is 40",
        f'{good}[engine]\nanna = "{public[:-1]}"': "engine.anna: a key is 40",
        f'{good}[engine]\nanna = "{public}"\n[viewer]\nbert = "{public}"': "viewer.bert: this key stands there twice",
        f'{good}[boss]\nanna = "{public}"': "boss",
    }
    for text, why in wrong.items():
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        with pytest.raises(ConfigError, match=why):
            load_keys(path)
    path.write_text(f'server = "{public}"\nsecret = "{secret}"', encoding="utf-8")
    assert load_credentials(path) == Credentials(server=public, secret=secret)
    path.chmod(0o604)
    with pytest.raises(ConfigError, match="everyone on this machine"):
        load_credentials(path)
    with pytest.raises(ConfigError, match=r"none\.toml"):
        load_keys(tmp_path / "none.toml")
