"""Who gets in at a guarded table, tried from outside: a real daemon, and each client a process of its own.

Whoever is refused is told why, is said once in the table's log, and is gone at once instead of waiting.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.commands import Role
from bridge.stream.client import Client
from bridge.stream.cursor import Beat, Shut
from bridge.stream.keys import new_pair
from bridge.stream.sockets import STRANGER
from tests.daemon_rig import until
from tests.keyed_rig import Guarded, guarded, truedeal


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    with guarded(tmp_path_factory.mktemp("guarded")) as made:
        yield made


def file(folder: Path, server: str, secret: str) -> Path:
    """A client's key file, written by hand."""
    path = folder / "mine.toml"
    path.write_text(f'server = "{server}"\nsecret = "{secret}"\n')
    path.chmod(0o600)
    return path


def server(table: Guarded) -> str:
    found = re.search(r'^table = "(.*)"$', (table.folder / "keys.toml").read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


def refusals(table: Guarded, who: str) -> list[tuple[str, str, str]]:
    return until(lambda: [one for one in table.refused() if who in one[0]])  # type: ignore[no-any-return]


def hears(client: Client) -> None:
    until(lambda: isinstance(client.next(100), Beat))


def test_each_role_gets_in_with_its_key(table: Guarded) -> None:
    for role in Role:
        done = table.desk_says(role, table.key(role), "hello")
        assert (done.returncode, f'"role":"{role.value}"' in done.stdout) == (0, True), done.stderr


def test_who_did_it_is_the_keys_holder(table: Guarded) -> None:
    done = table.desk_says(Role.DEALER, table.key(Role.DEALER), "dealer", "7731")
    assert done.returncode == 0, done.stderr
    asked = until(lambda: table.readings("command"))
    assert {(one["who"], one["role"]) for one in asked} == {("dealer:anna", "dealer")}


def test_an_unknown_key(table: Guarded, tmp_path: Path) -> None:
    public, secret = new_pair()
    mine = file(tmp_path, server(table), secret)
    for _ in range(3):
        done = table.desk_says(Role.ENGINE, mine, "hello")
        assert (done.returncode, done.stdout) == (2, "")
        assert "does not admit this key here: it is unknown, revoked, or of another role" in done.stderr
    assert refusals(table, public) == [(f"{public} from 127.0.0.1", "desk/engine", "its key is in no list")]


def test_a_client_without_a_key(table: Guarded) -> None:
    for _ in range(3):
        done = table.desk_says(Role.ENGINE, None, "hello")
        assert (done.returncode, done.stdout) == (2, "")
        assert "the table asks for a key" in done.stderr
    said = [one for one in refusals(table, "somebody") if one[1] == "desk/engine"]
    assert said == [("somebody", "desk/engine", STRANGER)]


def test_a_client_that_knows_another_table(table: Guarded, tmp_path: Path) -> None:
    secret = next(line for line in table.key(Role.ENGINE).read_text().splitlines() if line.startswith("secret"))
    done = table.desk_says(Role.DEALER, file(tmp_path, new_pair()[0], secret.split('"')[1]), "hello")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the table's public key is another one" in done.stderr
    assert ("somebody", "desk/dealer", STRANGER) in refusals(table, "somebody")


def test_a_viewers_key_at_the_supervisors_desk(table: Guarded) -> None:
    for _ in range(2):
        done = table.desk_says(Role.SUPERVISOR, table.key(Role.VIEWER), "faces", "--round", "r1")
        assert (done.returncode, done.stdout) == (2, "")
        assert "not let in: the table does not admit this key here" in done.stderr
    why = "the key of viewer anna opens the events and desk/viewer"
    assert [(where, said) for _, where, said in table.refused() if "viewer anna" in said] == [("desk/supervisor", why)]


@pytest.mark.parametrize("words", ["faces", "void", "release 1", "submit", "reveal player"])
def test_a_viewer_who_asks_for_more_than_his_role(table: Guarded, words: str) -> None:
    verb = words.split(maxsplit=1)[0]
    for _ in range(2):
        done = table.desk_says(Role.VIEWER, table.key(Role.VIEWER), *words.split(), "--round", "r1", "--why", "so")
        assert done.returncode == 1
        assert f"viewer may not say this: {verb} is for the" in done.stderr
    assert [why for who, _, why in refusals(table, "viewer:anna") if f" {verb} " in why] == [
        re.sub(r"^refused: |\n$", "", done.stderr)
    ]
    assert not [one for one in table.readings("command") if one["who"] == "viewer:anna"]


def test_a_stream_that_is_not_for_me_says_so(table: Guarded, tmp_path: Path) -> None:
    words = ["tail", "--events", table.events, "--desk", table.desk[Role.VIEWER], "--until", "1"]
    done = truedeal(*words, "--keys", str(file(tmp_path, server(table), new_pair()[1])))
    assert (done.returncode, done.stdout) == (2, "")
    assert "does not admit this key here" in done.stderr


def test_a_revoked_key_is_out_after_the_reload_and_the_others_stay(tmp_path: Path) -> None:
    with guarded(tmp_path) as table:
        bert = table.key(Role.SUPERVISOR, "bert")
        table.reload()
        with table.near(Role.SUPERVISOR, bert) as gone, table.near(Role.ENGINE) as kept:
            for client in (gone, kept):
                hears(client)
                assert client.hello() is not None
            assert table.keys("revoke", "--name", "bert") == 0
            assert gone.hello() is not None, "nothing has been reloaded yet"
            table.reload()
            until(lambda: isinstance(gone.next(100), Shut))
            assert gone.hello(2_000) is None
            assert "revoked" in gone.shut
            assert kept.hello() is not None
            hears(kept)
        done = table.desk_says(Role.SUPERVISOR, bert, "hello")
        assert (done.returncode, "revoked" in done.stderr) == (2, True)
        causes = [why for _, where, why in table.refused() if where == "desk/supervisor"]
        assert len(causes) == 1
        assert causes[0].startswith("its key was revoked: supervisor bert, 20")
        assert table.stop() == 0


def test_a_list_that_is_wrong_changes_nothing_at_a_reload(tmp_path: Path) -> None:
    with guarded(tmp_path) as table:
        (tmp_path / "keys.toml").write_text("no TOML [")
        assert table.process is not None
        table.process.send_signal(1)
        said = until(lambda: table.said("keys_kept"))
        assert "keys.toml: no TOML" in said[0]["cause"]
        assert table.desk_says(Role.ENGINE, table.key(Role.ENGINE), "hello").returncode == 0


def test_without_keys_nothing_is_bound_beyond_this_machine(tmp_path: Path) -> None:
    made = Guarded(tmp_path)
    made.unguard()
    process = made.start()
    assert process.wait(20) == 2
    assert "reaches beyond this machine and no keys are set" in made.log.read_text()


def test_a_client_of_an_unguarded_table_with_keys_is_told(tmp_path: Path) -> None:
    made = Guarded(tmp_path, host="127.0.0.1")
    made.unguard()
    made.run()
    try:
        done = made.desk_says(Role.ENGINE, file(tmp_path, *new_pair()), "hello")
        assert (done.returncode, "the table has no keys" in done.stderr) == (2, True)
    finally:
        assert made.stop() == 0


def test_a_refused_client_waits_for_nothing(table: Guarded) -> None:
    with Client(table.events, table.desk[Role.ENGINE], table="t1") as client:
        assert client.hello(60_000) is None
        assert "asks for a key" in client.shut
