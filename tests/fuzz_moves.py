"""The moves that may be made at a fuzzed table: right and wrong ones of engine, people, devices and hands."""

from collections.abc import Callable

from hypothesis import strategies as st

from bridge import commands as c
from games.cards import PACK
from games.game import Window
from scanner.frames import Side
from shoe.messages import Cleared, CutCard, DoubleFeed, Jam
from tests.fuzzed import Fuzzed

Move = Callable[[Fuzzed], None]
CARDS = st.sampled_from(PACK)
SMALL = st.integers(0, 40)
PIPS = st.integers(1, 6)
BOXES = (*(f"b{number}" for number in range(1, 7)), "p1", "p2", "p3")


def _ask(role: c.Role, command: c.Command) -> Move:
    return lambda table: table.say(role, command)


ENGINE = st.one_of(
    st.builds(
        lambda which, is_open, boxes: _ask(c.Role.ENGINE, c.SetWindow(which, is_open, boxes_with_bet=boxes)),
        st.sampled_from(Window),
        st.booleans(),
        st.sampled_from(((), ("b1",), ("b1", "b3"))),
    ),
    st.sampled_from([_ask(c.Role.ENGINE, c.Submit()), _ask(c.Role.ENGINE, c.Cancel())]),
    st.builds(
        lambda boxes: lambda table: table.open_round(tuple(boxes)), st.lists(st.sampled_from(BOXES), unique=True)
    ),
)
PEOPLE = st.one_of(
    st.builds(lambda which: _ask(c.Role.DEALER, c.Declare(which)), st.sampled_from(c.Declared)),
    st.builds(lambda dice: _ask(c.Role.DEALER, c.Dice(tuple(dice))), st.lists(PIPS, min_size=2, max_size=3)),
    st.builds(lambda dice: _ask(c.Role.SUPERVISOR, c.Reconstruct(dice=dice)), st.tuples(PIPS, PIPS, PIPS)),
    st.builds(
        lambda card, to: _ask(c.Role.SUPERVISOR, c.Assign(card, to)), CARDS, st.sampled_from(("burn", "discard"))
    ),
    st.builds(lambda which, option: lambda table: table.release(which, option), SMALL, SMALL),
    st.builds(lambda to: lambda table: table.correct(to), st.sampled_from(("withdraw", "void", "correct", "reversed"))),
    st.builds(lambda which, card: lambda table: table.place(which, card), SMALL, CARDS),
    st.sampled_from(
        [
            _ask(c.Role.DEALER, c.Burn(1)),
            _ask(c.Role.DEALER, c.Scooped()),
            _ask(c.Role.DEALER, c.Shuffling(on=True)),
            _ask(c.Role.DEALER, c.Shuffling(on=False, count=52)),
            _ask(c.Role.SUPERVISOR, c.Void()),
            _ask(c.Role.SUPERVISOR, c.DeckChange("")),
            _ask(c.Role.SUPERVISOR, c.Faces()),
        ]
    ),
)
TABLE = st.one_of(
    st.builds(lambda card, skip: lambda table: table.draw(card, skip), CARDS, st.sampled_from((0, 0, 0, 1))),
    st.builds(
        lambda which, side, card: lambda table: table.lay(which, side, card),
        SMALL,
        st.sampled_from((Side.FACE, Side.BACK)),
        st.one_of(CARDS, st.none()),
    ),
    st.builds(lambda which: lambda table: table.lift(which), SMALL),
    st.builds(lambda dice: lambda table: table.throw(tuple(dice)), st.lists(st.one_of(PIPS, st.none()), max_size=3)),
    st.sampled_from([CutCard(), Jam(on=True), Jam(on=False), DoubleFeed(), Cleared(by_hand=True)]).map(
        lambda message: lambda table: table.device(message)
    ),
    st.just(lambda table: table.unread()),
    st.builds(lambda ms: lambda table: table.wait(ms), st.sampled_from((300, 1000, 5000))),
)
RIGHT = st.builds(lambda card: lambda table: table.rightly(card, ("b1", "b3")), CARDS)
MOVES = st.lists(
    st.one_of(
        RIGHT, RIGHT, RIGHT, ENGINE, PEOPLE, TABLE, st.builds(lambda which: lambda table: table.turn(which), SMALL)
    ),
    max_size=25,
)
"""Anything, in any order; what is right nearly as often as all that is wrong together, so that rounds go far."""


def run(table: Fuzzed, boxes: tuple[str, ...], rightly: int, moves: list[Move]) -> None:
    """Play `rightly` steps of a round in which nothing goes wrong, then take the moves."""
    for number in range(rightly):
        table.rightly(PACK[(number * 7) % 52], boxes)
    table.check()
    for move in moves:
        move(table)
        table.check()
    table.whole()
