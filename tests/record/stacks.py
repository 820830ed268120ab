"""The made-up game: six stacks bound to hands by dice, two decks, two cameras, a conditional card."""

from bridge.commands import Dice, OpenRound, Reconstruct, Role, Submit
from bridge.events import CardDiscarded, RoundComplete, StacksBound
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Window
from games.spots import Spot, stack
from scanner.frames import Side
from shoe.messages import DiceKeyed
from tests.madeup import THIRD
from tests.record.dialects import LINE
from tests.record.recorder import Recorder, Speech
from tests.rig_table import profile, stack_spots
from tests.rounds import window

LAID = ("2c", "3c", "4c", "5c", "6c", "7c", "7d", "6d", "5d", "4d", "3d", "Ac")
NAMES = tuple(f"s{number}" for number in range(1, 7))
ORDER: tuple[Spot, ...] = tuple(stack(name, 1) for name in NAMES) + tuple(stack(name, 2) for name in reversed(NAMES))
FACES = dict(zip(ORDER, LAID, strict=True))


def table(roles: str = "s", speak: dict[str, Speech] | None = None) -> Recorder:
    """A table of the game over two cameras."""
    spots = stack_spots(6, 2)
    profiles = {"left": profile("left", spots[:6]), "right": profile("right", (*spots[6:], THIRD), first=6)}
    rig = Recorder(roles, speak=speak, game="six_stacks", profiles=profiles)
    rig.lying = {**{str(spot): card for spot, card in FACES.items()}, str(THIRD): "9h"}
    return rig


def deal(rig: Recorder) -> None:
    """Twelve cards in six stacks, after the bets."""
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", ("b1", "b3"))).why == ""
    window(rig, Window.BETS, open_=True)
    rig.wait(800)
    window(rig, Window.BETS, open_=False)
    rig.wait(800)
    for card, spot in zip(LAID, ORDER, strict=True):
        rig.draw(card)
        rig.lay(spot)


def places(rig: Recorder) -> dict[str, str]:
    """Whose each stack is."""
    return rig.said(StacksBound)[-1].places


def show(rig: Recorder, place: str) -> None:
    """Turn the stack of a hand."""
    for spot, card in FACES.items():
        if places(rig)[spot.owner] == place:
            rig.lies[spot] = (Side.FACE, Card(card))
    rig.frames(6)


def end(rig: Recorder) -> None:
    """Take the empty boxes' cards away, turn the others and the dealer's, give him his third card where due."""
    for spot in FACES:
        if places(rig)[spot.owner] in ("b2", "b4", "b5"):
            rig.lies.pop(spot)
    rig.frames(15)
    assert len(rig.said(CardDiscarded)) == 6
    for place in ("b3", "b1", "dealer"):
        show(rig, place)
    if not rig.said(RoundComplete):
        rig.draw("9h")
        rig.lies[THIRD] = (Side.FACE, Card("9h"))
        rig.frames(8)
    assert rig.held() == []
    assert rig.said(RoundComplete)
    assert rig.ask(Role.ENGINE, Submit()).done
    rig.take_away()


def bound() -> Recorder:
    rig = table()
    deal(rig)
    rig.dice = (1, 2, 4)
    rig.frames(5)
    rig.dice = ()
    end(rig)
    return rig


def dice_differ() -> Recorder:
    rig = table()
    deal(rig)
    rig.dice = (1, 2, 4)
    rig.frames(5)
    rig.dice = ()
    assert rig.ask(Role.DEALER, Dice((1, 2, 5))).done
    assert rig.held()[0].fault is FaultKind.CONFLICT
    assert rig.ask(Role.SUPERVISOR, Reconstruct(dice=(1, 2, 5)), why="the footage").done
    end(rig)
    return rig


def third_copy() -> Recorder:
    rig = table()
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("", ("b1",))).done
    for _ in range(3):
        rig.draw("9h")
    assert rig.held()[0].fault is FaultKind.IMPOSSIBLE_COPY
    return rig


def dice_keyed() -> Recorder:
    """The dice are typed on a key pad that a table's file describes."""
    rig = table("sk", {"keypad": Speech("line", LINE)})
    deal(rig)
    rig.say(DiceKeyed((1, 2, 4)), "keypad")
    assert places(rig)
    return rig
