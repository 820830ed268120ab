"""A dealer and an engine for tests of the core: rounds of Live Three Card Poker in any set-up."""

from bridge.commands import OpenRound, Reveal, Role, Scooped, SetWindow, Submit
from games.game import Window
from games.spots import Spot
from tests.rig import Rig
from tests.rig_table import TCP_SPOTS

PLAYER = ("As", "Kd", "7c")
DEALER = ("Qh", "9s", "2d")
CARDS = PLAYER + DEALER
SPOTS = TCP_SPOTS


def open_round(rig: Rig, name: str = "r1") -> None:
    rig.round = name
    assert rig.ask(Role.ENGINE, OpenRound()).why == ""
    window(rig, Window.BETS, open_=True)


def window(rig: Rig, which: Window, *, open_: bool) -> None:
    rig.at += 1_000_000
    assert rig.ask(Role.ENGINE, SetWindow(which, open_, rig.wall)).done


def deal(rig: Rig, cards: tuple[str, ...] = CARDS, spots: tuple[Spot, ...] = SPOTS) -> None:
    """Draw from the shoe where there is one, and lay each card face down where there is a camera."""
    for card, spot in zip(cards, spots, strict=True):
        rig.wait(200)
        if "shoe" in rig.setup.devices:
            rig.draw(card)
        if rig.profiles:
            rig.lay(spot)


def show(rig: Rig, owner: str, cards: tuple[str, ...]) -> None:
    """Reveal a hand by every means the table has."""
    rig.wait(1000)
    for index, card in enumerate(cards, 1):
        if "reader" in rig.setup.devices:
            rig.scan(card)
        if rig.profiles:
            rig.turn(**{f"{owner}_{index}": card})
    if not rig.profiles and "reader" not in rig.setup.devices:
        assert rig.ask(Role.DEALER, Reveal(owner)).done


def half_dealt(rig: Rig) -> None:
    """A round whose player's hand lies and whose dealer's does not."""
    open_round(rig)
    deal(rig, CARDS[:3], SPOTS[:3])


def rest(rig: Rig) -> None:
    """What a round that is half dealt lacks."""
    deal(rig, CARDS[3:], SPOTS[3:])


def play(rig: Rig, name: str = "r1") -> None:
    open_round(rig, name)
    deal(rig)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    window(rig, Window.DECISION, open_=False)
    show(rig, "dealer", DEALER)


def finish(rig: Rig) -> None:
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    if rig.profiles:
        rig.take_away()
    else:
        assert rig.ask(Role.DEALER, Scooped()).done
