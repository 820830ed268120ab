"""A known order against what a device says, message by message; the order itself, its delays and its picture."""

from pathlib import Path

import numpy as np
import pytest

from calibration.codes_sheet import AMBER, GREEN, GREY, HEAD, TALL, WIDE, sheet
from calibration.delays import Delays, summed
from calibration.known import NEW_DECK, lacking, order_of
from calibration.layout import CalibrationError
from calibration.shoe import Deal, Learnt, Place
from games.cards import PACK, Card
from shoe.codes import CodeDrawn, Told
from shoe.messages import (
    Badge,
    Banner,
    CardDrawn,
    CardUnread,
    Cleared,
    Count,
    CutCard,
    DeviceError,
    DiceKeyed,
    DoubleFeed,
    Empty,
    ErrorCleared,
    Gap,
    Garbled,
    Heartbeat,
    Jam,
    Lid,
    Lock,
    Repeated,
    Reply,
    ResultClaim,
    Setting,
    Shuffle,
    StandBy,
)
from shoe.profile import Delay

THREE = NEW_DECK[:3]
MS = 1_000_000


def deal(passes: int = 1, *, coded: bool = True, again: bool = False) -> Deal:
    return Deal(THREE, passes, coded=coded, again=again)


def begun(passes: int = 1, *, coded: bool = True) -> Deal:
    """A deal of which the first card has come, as number 7 of the device."""
    made = deal(passes, coded=coded)
    made.take(CodeDrawn("a", THREE[0], 7, 1000))
    return made


STOPS: list[tuple[Told, str]] = [
    (Gap(3, 5), "reports were lost on the line (number 3 was due, 5 came)"),
    (DoubleFeed(), "two cards left the device at once"),
    (Jam(on=True), "the device jammed"),
    (DeviceError("4", "reverse run", latched=True), "reports error 4 reverse run"),
    (Empty(), "the deal ended early: 1 of 3 cards came in pass 1, the device says that it holds no more cards"),
    (Banner(""), "the device started anew"),
    (Garbled("0d", 1, "no scan"), "1 bytes that are no report (no scan): 0d"),
    (CodeDrawn("b", None, 9, 1000), "the device counts 9 where 8 was due"),
    (CardUnread(9, 1000), "the device counts 9 where 8 was due"),
]
PASSES_BY: list[Told] = [
    Repeated("x"),
    Heartbeat(),
    StandBy(),
    Jam(on=False),
    Lid(open=True),
    Cleared(by_hand=True),
    Shuffle(on=True),
    Count(52),
    CutCard(),
    ResultClaim("tie"),
    ErrorCleared("1"),
    Lock(on=True),
    Setting("a", "b"),
    DiceKeyed((1, 2, 3)),
    Reply(ok=True),
]


@pytest.mark.parametrize(("told", "words"), STOPS, ids=lambda one: type(one).__name__)
def test_what_no_deal_can_go_on_after_stops_it_and_names_the_card_that_was_due(told: Told, words: str) -> None:
    with pytest.raises(CalibrationError) as error:
        begun().take(told)
    assert words in str(error.value)
    assert "2s" in str(error.value)
    assert "begin anew" in str(error.value)


@pytest.mark.parametrize("told", PASSES_BY, ids=lambda one: type(one).__name__)
def test_what_says_nothing_of_a_card_passes_by(told: Told) -> None:
    made = begun()
    assert made.take(told) == ""
    assert made.due is THREE[1]


def test_every_message_is_tried() -> None:
    tried = {type(told) for told, _ in STOPS} | {type(told) for told in PASSES_BY} | {Badge, CardDrawn, CodeDrawn}
    assert tried == set(Told.__args__)


def test_a_badge_is_no_card_and_a_start_before_the_first_card_is_none_of_the_deal() -> None:
    made = deal()
    assert made.take(Banner("")) == ""
    assert made.take(Badge("D0001")) == "the badge D0001 was read; it is no card"
    assert made.take(Empty()) == ""
    assert made.due is THREE[0]


def test_between_passes_a_counter_may_begin_anew() -> None:
    made = deal(2)
    for number, code in enumerate("abc", 998):
        made.take(CodeDrawn(code, None, number % 1000, 1000))
    assert made.place == Place(2, 1)
    assert made.take(CodeDrawn("a", None, 1, 1000)).startswith("pass 2, 1 of 3: As is a")
    assert {one.times for one in made.codes.values()} == {1, 2}


def test_the_same_card_again_in_an_order_bears_the_same_code() -> None:
    made = Deal((*THREE, THREE[0]), 1, coded=True, again=False)
    for code in "abca":
        made.take(CodeDrawn(code))
    assert made.over
    assert made.codes["a"] == Learnt(THREE[0], Place(1, 1), 2, None)


def test_a_code_is_one_cards_and_a_cards_code_is_one() -> None:
    made = begun(2)
    with pytest.raises(
        CalibrationError, match=r"one code for two cards: a came for As \(card 1 of pass 1\) and for 2s"
    ):
        made.take(CodeDrawn("a"))
    made.take(CodeDrawn("b"))
    made.take(CodeDrawn("c"))
    with pytest.raises(CalibrationError, match=r"one card: As is a \(card 1 of pass 1\) and d \(card 1 of pass 2\)"):
        made.take(CodeDrawn("d"))


def test_a_device_that_names_its_cards_names_those_that_are_dealt() -> None:
    made = begun(coded=False)
    made.take(CardDrawn(THREE[1]))
    with pytest.raises(CalibrationError, match=r"the device names 9d where 3s was dealt \(card 3 of pass 1\)"):
        made.take(CardDrawn(Card("9d")))


def test_a_new_deck_holds_every_card_once() -> None:
    assert sorted(NEW_DECK) == sorted(PACK)
    assert lacking(NEW_DECK) == ()
    assert order_of([]) == NEW_DECK


def test_an_order_is_read_from_words_and_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "order.txt"
    file.write_text("As, 10h  # two\nqC\n")
    assert order_of([str(file)]) == (Card("As"), Card("Th"), Card("Qc"))
    assert order_of(["10h", "As"]) == (Card("Th"), Card("As"))
    assert order_of(["As"]) == (Card("As"),)


@pytest.mark.parametrize(
    ("text", "words"),
    [("As 1x", "'1x', card 2, is no card"), ("# nothing\n", "holds no card"), (None, "No such file")],
)
def test_an_order_that_is_none_is_named(tmp_path: Path, text: str | None, words: str) -> None:
    file = tmp_path / "order.txt"
    if text is not None:
        file.write_text(text)
    with pytest.raises(CalibrationError) as error:
        order_of([str(file)])
    assert words in str(error.value)
    assert str(file) in str(error.value)


def test_times_are_summed_by_rank() -> None:
    assert summed([ms * MS for ms in range(100, 0, -1)]) == Delay(100, 1.0, 50.0, 99.0, 100.0)
    assert summed([7 * MS]) == Delay(1, 7.0, 7.0, 7.0, 7.0)


def test_each_delay_is_from_its_beginning_to_its_end() -> None:
    made = Delays()
    made.hear(0, [StandBy()], unfinished=False)
    made.hear(10 * MS, (), unfinished=True)
    made.hear(13 * MS, [CodeDrawn("a")], unfinished=False)
    made.hear(20 * MS, [Repeated("a")], unfinished=False)
    made.hear(63 * MS, [CodeDrawn("b")], unfinished=False)
    made.new_pass()
    made.hear(70 * MS, [Repeated("b"), Garbled("00", 1, "")], unfinished=False)
    made.hear(990 * MS, [CodeDrawn("a")], unfinished=False)
    figures = made.figures()
    assert {what: (delay.n, delay.most) for what, delay in figures.items()} == {
        "start": (1, 13.0),
        "halt": (1, 3.0),
        "repeat": (2, 7.0),
        "between": (1, 50.0),
        "silence": (5, 920.0),
    }
    assert made.times_ms("between") == (50.0,)


def test_the_picture_shows_what_was_dealt_in_every_pass_in_fewer_and_never() -> None:
    codes = {"x1": Learnt(Card("As"), Place(1, 1), 2, None), "x2": Learnt(Card("2s"), Place(1, 2), 1, None)}
    drawn = sheet(codes, 2, (10.0, 40.0))
    tiles = [drawn[8, 8 + column * (WIDE + 6)].tolist() for column in range(3)]
    assert tiles == [list(GREEN), list(AMBER), list(GREY)]
    bars = drawn[6 + 4 * (TALL + 6) + HEAD :]
    amber = np.all(bars == AMBER, axis=2)
    half = bars.shape[1] // 2
    assert 3 < amber[:, half:].sum() / amber[:, :half].sum() < 5
    assert not np.all(sheet({}, 1, ()) == AMBER, axis=2).any()
