"""Every hold, void and proposal explains itself: what is known, what is not, by which readings, and what to type."""

import argparse
import shlex
from functools import cache
from typing import NamedTuple

import pytest

from bridge.commands import Command, Role
from bridge.events import Alarm, Event, Held, Voided
from bridge.faults import MEANING, UNKNOWN, FaultKind
from bridge.readings import Asked, DeviceBytes
from bridge.session import take
from bridge.verbs import desk, spoken
from scanner.frames import FrameSeen, FrameUnchanged
from tests.recorded import Recording, events, load, names, takens

HELD_BY = {*FaultKind} - {FaultKind.FOREIGN}
"""Kinds that a hold or a void names; a foreign thing between rounds is an alarm."""


class Explained(NamedTuple):
    """A hold or void of a recording, and how many of its readings were taken by then."""

    recording: str
    event: Event
    taken: int


@cache
def explained(name: str) -> tuple[Explained, ...]:
    """The holds and voids of a recording."""
    return tuple(
        Explained(name, event, place + 1)
        for place, taken in enumerate(takens(name))
        for event in taken.events
        if isinstance(event.what, Held | Voided)
    )


def stands(one: Explained) -> bool:
    """Whether a hold is open as it was said once its reading is taken: some are said anew, or end, by the same one."""
    table = takens(one.recording)[one.taken - 1].state.table
    what = one.event.what
    if not isinstance(what, Held) or what.again:
        return False
    return any((hold.id, hold.text) == (what.hold, what.text) for hold in table.holds)


def spoken_as(text: str, found: Recording, round_id: str) -> tuple[argparse.Namespace, Command]:
    """What the desk's own command line makes of a command, its capitals filled in with what really lay."""
    truth = found.truth.get(round_id, {})
    words = [_filled(word, truth) for word in shlex.split(text)]
    assert words[:2] == ["truedeal", "desk"]
    parser = argparse.ArgumentParser()
    desk.arguments(parser)
    args = parser.parse_args(words[2:])
    return args, spoken.command(spoken.COMMANDS[args.asked], args)


def _filled(word: str, truth: dict[str, str]) -> str:
    spot, _, card = word.partition("=")
    if card == "CARD":
        spot = next(iter(truth)) if spot == "SPOT" else spot
        return f"{spot}={truth.get(spot, 'As')}"
    return {"WHY": "seen", "PIPS": "3"}.get(word, word)


def test_every_kind_of_fault_says_what_it_means_and_what_is_not_known() -> None:
    assert set(MEANING) == set(UNKNOWN) == set(FaultKind)
    found = [one.event.what for name in names() for one in explained(name)]
    assert {what.fault for what in found if isinstance(what, Held | Voided)} - {None} == HELD_BY


def test_every_alarm_names_what_was_found_and_by_which_readings() -> None:
    found = [event for name in names() for event in events(takens(name)) if isinstance(event.what, Alarm)]
    assert {event.what.fault for event in found if isinstance(event.what, Alarm)} == {None, *FaultKind}
    for event in found:
        assert isinstance(event.what, Alarm)
        assert event.what.text
        assert event.causes


@pytest.mark.parametrize("name", names())
def test_a_hold_or_void_says_all_that_it_must(name: str) -> None:
    for _, event, _ in explained(name):
        what = event.what
        assert isinstance(what, Held | Voided)
        if what.fault is None:
            continue
        about = f"{name}, event {event.n}"
        assert event.causes, about
        assert list(event.causes) == sorted(set(event.causes)), about
        assert what.unknown == UNKNOWN[what.fault], about
        assert what.clause, about
        assert what.commands, about
        match what:
            case Held():
                assert what.text, about
                assert what.options, about
                assert len(what.commands) == len(what.options), about
            case Voided():
                assert what.who, about
                assert what.why, about


def test_what_both_sources_said_is_named_where_they_differ() -> None:
    found = load("tcp_live-reference-conflict")
    event = next(one.event for one in explained(found.name) if isinstance(one.event.what, Held))
    kinds = {type(found.readings[number - 1]) for number in event.causes}
    assert DeviceBytes in kinds
    assert kinds & {FrameSeen, FrameUnchanged}
    assert isinstance(event.what, Held)
    assert event.what.text.startswith("the shoe and the camera do not name")


def test_a_void_by_what_a_camera_saw_names_the_picture_that_showed_it() -> None:
    for name in ("tcp_live-reference-exposed-bets-open", "tcp_live-reference-dropped-bets-open"):
        found = load(name)
        event = next(one.event for one in explained(name) if isinstance(one.event.what, Voided))
        said = [found.readings[number - 1] for number in event.causes]
        assert any(isinstance(reading, FrameSeen | FrameUnchanged) for reading in said), name
        assert any(isinstance(reading, DeviceBytes) for reading in said), name


@pytest.mark.parametrize("name", names())
def test_what_is_to_be_typed_is_taken(name: str) -> None:
    """Each command of each hold, at that moment, through the command line's own words and the real session."""
    for one in filter(stands, explained(name)):
        _typed(one)


def _typed(one: Explained) -> None:
    found, what = load(one.recording), one.event.what
    assert isinstance(what, Held)
    state = takens(one.recording)[one.taken - 1].state
    for option, text in zip(what.options, what.commands, strict=True):
        args, command = spoken_as(text, found, one.event.round)
        assert args.round_id == one.event.round or what.result
        last = found.readings[one.taken - 1]
        asked = Asked(
            last.at, last.wall, f"try-{option}", "anna", Role.SUPERVISOR, command, args.round_id, args.why, 10**9
        )
        (answer,) = take(found.setup, state, state.reading + 1, asked).answers
        # Going on is refused where the round would then stand still in silence; the refusal says what to say instead.
        assert answer.done or (option == "go_on" and ": say " in answer.why), (text, answer.why)
