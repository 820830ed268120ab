"""A copy too many in a shoe of several decks: the earlier rounds in which one of them must be wrong are listed."""

from bridge.commands import OpenRound, Role, Scooped, Submit, Void
from bridge.events import Alarm, Held
from bridge.faults import FaultKind
from games.game import Window
from tests.rig import Rig
from tests.rounds import show, window

NATURAL = ("As", "2d", "8h", "Kc")
OTHER = ("9s", "3d", "Kh", "5c")


def played(rig: Rig, name: str, cards: tuple[str, ...]) -> None:
    """A round of four cards that is over after them."""
    opened(rig, name)
    for card in cards:
        rig.draw(card)
    for owner in ("player", "banker"):
        show(rig, owner, ())
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    assert rig.ask(Role.DEALER, Scooped()).why == ""


def opened(rig: Rig, name: str) -> None:
    rig.round = name
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    window(rig, Window.BETS, open_=True)
    window(rig, Window.BETS, open_=False)
    rig.wait(1000)


def impossible(rig: Rig) -> Alarm:
    (told,) = [what for what in rig.said(Alarm) if what.fault is FaultKind.IMPOSSIBLE_COPY]
    return told


def test_while_the_face_is_sealed_every_round_of_the_shoe_is_listed() -> None:
    """The rounds of its copies alone would tell which card it is."""
    rig = Rig("s", game="baccarat", camera=False, options={"deal_while": "either"})
    for number in range(1, 9):
        played(rig, f"r{number}", NATURAL)
    played(rig, "r9", OTHER)
    rig.round = "r10"
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    window(rig, Window.BETS, open_=True)
    rig.draw("As")
    told = impossible(rig)
    assert told.rounds == tuple(f"r{number}" for number in range(1, 10))
    assert told.text.endswith("doubtful earlier rounds: r1, r2, r3, r4, r5, r6, r7, r8, r9")
    assert rig.said(Held)[-1].text == told.text
    assert "As" not in told.text


def test_a_face_that_may_be_known_lists_the_rounds_of_its_copies_in_this_shoe() -> None:
    rig = Rig("r", game="baccarat", camera=False)
    for number in range(1, 9):
        opened(rig, f"r{number}")
        for card in NATURAL:
            rig.at += 3_000_000_000
            rig.scan(card)
        assert rig.ask(Role.ENGINE, Submit()).why == ""
        assert rig.ask(Role.DEALER, Scooped()).why == ""
    opened(rig, "r9")
    rig.at += 3_000_000_000
    rig.scan("5h")
    assert rig.ask(Role.SUPERVISOR, Void()).why == ""
    assert rig.ask(Role.DEALER, Scooped()).why == ""
    opened(rig, "r10")
    rig.at += 3_000_000_000
    rig.scan("As")
    assert impossible(rig).rounds == tuple(f"r{number}" for number in range(1, 9)), "r9 had none"


def test_a_deck_of_its_own_for_each_round_has_no_earlier_rounds() -> None:
    rig = Rig("s", camera=False)
    rig.round = "r1"
    rig.ask(Role.ENGINE, OpenRound())
    rig.draw("As")
    rig.draw("As")
    (told,) = [what for what in rig.said(Alarm) if what.fault is FaultKind.DUPLICATE]
    assert told.rounds == ()
