"""The fold is a function: same readings, same events, from any checkpoint; nothing sealed is told; nothing raises."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import commands as c
from bridge.events import Alarm, CardConfirmed, CardDealt, DiceRead, Event, RoundComplete, Voided
from bridge.faults import FaultKind
from bridge.session import SessionState, begin, next_deadline, snapshot, status, take
from games import catalogue
from games.cards import PACK, Card
from games.game import Window
from games.spots import Spot
from scanner.frames import FrameSeen, FrameUnchanged, Quality, Side
from shoe import messages as m
from tests.madeup import SIX_STACKS, THIRD
from tests.rig import FRAME, MS, Rig
from tests.rig_table import TCP_SPOTS, profile, stack_spots
from tests.rounds import CARDS, deal, finish, open_round, play


def fold(rig: Rig, state: SessionState, start: int) -> list[Event]:
    said: list[Event] = []
    for number, reading in enumerate(rig.readings[start:], start + 1):
        taken = take(rig.setup, state, number, reading)
        state = taken.state
        said += taken.events
    return said


def played() -> Rig:
    rig = Rig("s")
    play(rig)
    finish(rig)
    open_round(rig, "r2")
    deal(rig)
    rig.turn(player_1="As")
    return rig


def test_the_same_readings_give_the_same_events() -> None:
    rig = played()
    assert msgspec.json.encode(fold(rig, begin(rig.setup), 0)) == msgspec.json.encode(rig.events)


def test_any_state_written_down_is_a_place_to_start_from() -> None:
    rig = played()
    for cut in range(0, len(rig.readings), 23):
        state = rig.taken[cut - 1].state if cut else begin(rig.setup)
        read = msgspec.json.decode(msgspec.json.encode(state), type=SessionState)
        assert read == state
        assert fold(rig, read, cut) == [event for event in rig.events if event.n > state.event]


def test_bytes_in_any_cut_say_the_same() -> None:
    whole, cut = Rig("s", camera=False), Rig("s", camera=False)
    open_round(whole)
    open_round(cut)
    for number, card in enumerate(CARDS):
        data = whole.setup.devices["shoe"].dialect.encode(m.CardDrawn(Card(card), number, 1000))
        whole.bytes(data)
        for byte in data:
            cut.bytes(bytes([byte]))
    assert [event.what for event in whole.events] == [event.what for event in cut.events]


def test_an_unfinished_frame_has_a_deadline_and_ends_as_noise() -> None:
    rig = Rig("s", camera=False)
    rig.bytes(b"\x02C00")
    due = next_deadline(rig.setup, rig.state)
    assert due is not None
    assert due - rig.at <= 10_000 * MS
    rig.wait(11_000)
    assert not rig.state.lines["shoe"].buffer


def test_noise_that_nothing_follows_is_said_after_a_silence() -> None:
    rig = Rig("s", camera=False)
    rig.mute.add("shoe")
    rig.bytes(b"\x80\x81")
    assert not rig.said(Alarm)
    rig.wait(2500)
    assert "2 bytes" in rig.said(Alarm)[-1].text


def unchanged(rig: Rig, count: int) -> list[Event]:
    """So many frames like the last one."""
    since = rig.at + FRAME
    rig.at += count * FRAME
    return rig.take(FrameUnchanged("top", rig.at, rig.wall, since, count, rig.at))


def test_frames_like_one_of_a_moved_camera_say_nothing() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.lies[TCP_SPOTS[0]] = (Side.FACE, Card("As"))
    rig.frames(2)
    rig.take(FrameSeen("top", 9999, rig.at + 1, rig.wall, Quality.FRESH, 100.0, 120.0, 40.0))
    unchanged(rig, 30)
    assert {what.fault for what in rig.said(Alarm)} == {FaultKind.CAMERA_MOVED}


def test_frames_that_are_equal_to_one_with_dice_count_for_the_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue.GAMES, SIX_STACKS.id, SIX_STACKS)
    spots = stack_spots(6, 2)
    for count, told in ((1, 0), (2, 1), (30, 1)):
        rig = Rig("s", game="six_stacks", profiles={"top": profile("top", (*spots, THIRD))})
        rig.round = "r1"
        assert rig.ask(c.Role.ENGINE, c.OpenRound("", ("b1",))).done
        for card in PACK[:12]:
            rig.draw(card.value)
        rig.dice = (1, 2, 4)
        rig.frames(1)
        unchanged(rig, count)
        assert len(rig.said(DiceRead)) == told
        unchanged(rig, 5)
        assert len(rig.said(DiceRead)) == 1


def test_status_and_snapshot_name_no_sealed_face() -> None:
    rig = Rig("s")
    open_round(rig)
    deal(rig)
    rig.draw("As")
    for told in (status(rig.setup, rig.state), snapshot(rig.setup, rig.state)):
        text = msgspec.json.encode(told).decode()
        assert not any(f'"{card}"' in text for card in CARDS)
        assert "r1" in text


def test_frames_that_say_nothing_new_change_nothing_but_the_count() -> None:
    rig = Rig("s")
    open_round(rig)
    rig.draw("As")
    rig.lay(TCP_SPOTS[0])
    table = rig.state.table
    rig.frames(10)
    assert rig.state.table is table


WORDS = """
draw gap repeat lay turn wrong away clear wait noise frozen jam unjam down up
open bets closed decide decided submit scoop void release reconstruct
"""
ACTIONS = st.sampled_from(WORDS.split())


def act(rig: Rig, action: str, number: int) -> None:
    match action:
        case "draw" | "gap" | "repeat" | "noise" | "jam" | "unjam" | "down" | "up":
            by_the_shoe(rig, action, number)
        case "lay" | "turn" | "wrong" | "away" | "clear" | "wait" | "frozen":
            before_the_camera(rig, action, number)
        case _:
            by_people(rig, action, number)


def by_the_shoe(rig: Rig, action: str, number: int) -> None:
    card = PACK[number % 52]
    match action:
        case "draw":
            rig.draw(card.value)
        case "gap":
            rig.draw(card.value, counter=rig.counter + number % 4)
        case "repeat":
            rig.draw(card.value, counter=max(0, rig.counter - 1))
        case "noise":
            rig.bytes(bytes([number % 256] * (number % 9)))
        case "jam" | "unjam":
            rig.say(m.Jam(on=action == "jam"))
        case "down":
            rig.link_down("shoe")
        case _:
            rig.link_up("shoe")


def before_the_camera(rig: Rig, action: str, number: int) -> None:
    spot: Spot = TCP_SPOTS[number % 6]
    card = PACK[number % 52]
    match action:
        case "lay":
            rig.lay(spot)
        case "turn":
            known = {one.spot: one.shoe for one in rig.state.table.round.cards} if rig.state.table.round else {}
            rig.lies[spot] = (Side.FACE, known.get(spot) or card)
            rig.frames(5)
        case "wrong":
            rig.lies[spot] = (Side.FACE, card)
            rig.frames(5)
        case "away":
            rig.take_away(spot)
        case "clear":
            rig.take_away()
        case "wait":
            rig.wait(40 * (1 + number % 30))
        case _:
            rig.frames(number % 14, Quality.FROZEN)


def by_people(rig: Rig, action: str, number: int) -> None:
    holds = [hold.id for hold in rig.state.table.holds]
    match action:
        case "bets" | "closed":
            rig.ask(c.Role.ENGINE, c.SetWindow(Window.BETS, action == "bets"))  # a Struct's field
        case "decide" | "decided":
            rig.ask(c.Role.ENGINE, c.SetWindow(Window.DECISION, action == "decide"))  # as above
        case "open":
            rig.round = f"r{number}"
            rig.ask(c.Role.ENGINE, c.OpenRound())
        case "submit":
            rig.ask(c.Role.ENGINE, c.Submit())
        case "void":
            rig.ask(c.Role.SUPERVISOR, c.Void())
        case "release":
            rig.ask(c.Role.SUPERVISOR, c.Release(holds[number % len(holds)] if holds else 1))
        case "reconstruct":
            placement = c.Placement(TCP_SPOTS[number % 6], PACK[number % 52])
            rig.ask(c.Role.SUPERVISOR, c.Reconstruct((placement,)))
        case _:
            rig.ask(c.Role.DEALER, c.Scooped())


@settings(max_examples=40)
@given(st.lists(st.tuples(ACTIONS, st.integers(0, 300)), max_size=40))
def test_anything_in_any_order_never_raises_and_never_settles_what_is_held(actions: list[tuple[str, int]]) -> None:
    rig = Rig("s")
    open_round(rig, "r-first")
    for action, number in actions:
        act(rig, action, number)
        sound(rig)
    assert [event.n for event in rig.events] == list(range(1, len(rig.events) + 1))


def sound(rig: Rig) -> None:
    """What must hold after every reading: void is final, and each result and confirmation is single."""
    void = {event.round: event.n for event in rig.events if isinstance(event.what, Voided)}
    late = [event for event in rig.events if event.n > void.get(event.round, event.n)]
    assert not any(isinstance(event.what, CardConfirmed | RoundComplete) for event in late)
    places: set[tuple[str, Any]] = set()
    for event in rig.events:
        if isinstance(event.what, CardConfirmed):
            assert (event.round, event.what.spot) not in places
            places.add((event.round, event.what.spot))


def test_a_half_report_of_a_lost_line_is_never_joined_to_the_next() -> None:
    rig = Rig("s", camera=False)
    open_round(rig)
    data = rig.setup.devices["shoe"].dialect.encode(m.CardDrawn(Card("As"), 0, 1000))
    rig.bytes(data[:4])
    rig.link_down("shoe")
    assert not rig.state.lines["shoe"].buffer
    rig.link_up("shoe")
    rig.bytes(data[4:])
    assert not [event for event in rig.events if type(event.what).__name__ == "CardDealt"]
    rig.draw("Kd", counter=1)
    assert [str(what.spot) for what in rig.said(CardDealt)] == ["hand/player/1"]
