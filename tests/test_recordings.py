"""Every recording replays to its golden, and together they show everything that the closed types can say."""

from pathlib import Path

import pytest

from bridge.commands import Command
from bridge.events import What
from bridge.faults import FaultKind
from bridge.journal.replay import replay
from bridge.journal.tape import EVENTS, SCAN
from bridge.readings import Reading
from games import catalogue
from games.conditions import Situation
from shoe import dialects
from shoe.messages import Message
from tests.record import scan
from tests.record.all import WRITTEN
from tests.record.recorder import known_games
from tests.recorded import FOLDER, confirmed, covers, events, goldens, load, names, takens, true_cards

EXPORTED: tuple[str, ...] = ()
"""Recordings cut out of real journals by `truedeal export`: no script makes them, so their names stand here."""


def wanted() -> set[tuple[str, object]]:
    """Everything that must occur in some recording, derived from the types.

    Of each game every row of its own conditions, and those of each variant of it that is recorded.
    """
    with known_games():
        games = dict(catalogue.GAMES)
    played = (*games.values(), *(load(name).setup.game for name in names()))
    rows = {(game.id, row) for game in played for row in game.conditions}
    lists: dict[str, tuple[object, ...]] = {
        "message": Message.__args__,
        "reading": Reading.__args__,
        "event": What.__args__,
        "fault": tuple(FaultKind),
        "command": Command.__args__,
        "dialect": dialects.names(),
        "game": tuple(games),
        "situation": tuple(Situation),
    }
    return {(kind, member) for kind, members in lists.items() for member in members} | rows


@pytest.mark.parametrize("name", names())
def test_a_recording_replays_to_its_golden(name: str) -> None:
    with known_games():
        report = replay(FOLDER / f"{name}{SCAN}")
    assert report.difference is None, f"python -m tests.record --accept {name} rewrites it, once it is understood"
    assert report.ok


@pytest.mark.parametrize("name", WRITTEN)
def test_a_script_makes_its_recording_again(name: str) -> None:
    assert scan(WRITTEN[name]) == (FOLDER / f"{name}{SCAN}").read_bytes()


def test_every_recording_is_there_with_its_golden() -> None:
    assert set(names()) == set(goldens()) == {*WRITTEN, *EXPORTED}


def test_everything_that_can_be_said_occurs_in_a_recording() -> None:
    shown = {one for name in names() for one in covers(name)}
    missing = wanted() - shown
    assert not missing, f"no recording shows {sorted(map(str, missing))}"


def test_a_recording_without_its_golden_fails(tmp_path: Path) -> None:
    name = "tcp_live-reference-jam"
    scan_file = tmp_path / f"{name}{SCAN}"
    scan_file.write_bytes((FOLDER / scan_file.name).read_bytes())
    assert not replay(scan_file).ok
    (tmp_path / f"{name}{EVENTS}").write_bytes((FOLDER / f"{name}{EVENTS}").read_bytes())
    assert replay(scan_file).ok


@pytest.mark.parametrize("name", names())
def test_what_is_confirmed_lay_there(name: str) -> None:
    assert confirmed(events(takens(name))) <= true_cards(load(name))
