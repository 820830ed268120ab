"""Rounds in which nothing is wrong, in each set-up of sources."""

from bridge.commands import Burn, Faces, OpenRound, Role, Scooped, Submit
from games.game import Window
from shoe.messages import Banner, CutCard, Empty, Jam, Shuffle
from tests.record.recorder import Recorder
from tests.rig import Rig
from tests.rounds import CARDS, DEALER, PLAYER, SPOTS, deal, finish, open_round, play, show, window


def closed(rig: Rig, name: str = "r1") -> None:
    """A round dealt, its bets closed long enough ago for a face to be no exposure."""
    open_round(rig, name)
    deal(rig)
    rig.wait(600)
    window(rig, Window.BETS, open_=False)
    rig.wait(600)


def dealers(rig: Rig, cards: tuple[str, ...] = DEALER) -> None:
    """The decision window opens and closes, and the dealer's hand is turned."""
    window(rig, Window.DECISION, open_=True)
    rig.wait(800)
    window(rig, Window.DECISION, open_=False)
    show(rig, "dealer", cards)


def half_dealt(rig: Rig, name: str = "r1") -> None:
    """A round with the Player's three cards dealt."""
    open_round(rig, name)
    deal(rig, CARDS[:3], SPOTS[:3])


def rest(rig: Rig) -> None:
    """The Dealer's three cards, both hands turned, the result taken."""
    deal(rig, CARDS[3:], SPOTS[3:])
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    dealers(rig)
    finish(rig)


def shoe_camera() -> Recorder:
    rig = Recorder()
    rig.say(Banner("1.4"))
    play(rig)
    finish(rig)
    return rig


def shoe_only() -> Recorder:
    rig = Recorder(camera=False)
    play(rig)
    finish(rig)
    play(rig, "r2")
    finish(rig)
    return rig


def camera_only() -> Recorder:
    rig = Recorder("m")
    play(rig)
    finish(rig)
    return rig


def reader_camera() -> Recorder:
    rig = Recorder("mr")
    play(rig)
    finish(rig)
    return rig


def reader_only() -> Recorder:
    rig = Recorder("r", camera=False)
    play(rig)
    finish(rig)
    return rig


def burn_cut_card() -> Recorder:
    """A burn card by the rule and one by the dealer's word, the cut card in mid-round, and the new shoe."""
    rig = Recorder(camera=False, options={"burn": 1})
    open_round(rig)
    assert rig.ask(Role.DEALER, Burn(1)).done
    rig.draw("2c")
    rig.draw("3c")
    deal(rig, CARDS[:3], SPOTS[:3])
    rig.say(CutCard())
    assert rig.ask(Role.SUPERVISOR, Faces(), why="a claim").faces
    rest(rig)
    open_round(rig, "r2")
    rig.draw("2c")
    deal(rig, CARDS[:3], SPOTS[:3])
    rest(rig)
    rig.say(Empty())
    rig.round = "r3"
    assert "cut card" in rig.ask(Role.ENGINE, OpenRound()).why
    rig.say(Shuffle(on=True))
    rig.wait(1000)
    rig.say(Shuffle(on=False))
    assert rig.ready()
    return rig


def finished_stands() -> Recorder:
    """A jam and a lost line once the result stands, and a jam between two rounds."""
    rig = Recorder()
    play(rig)
    rig.say(Jam(on=True))
    rig.say(Jam(on=False))
    rig.link_down("shoe")
    rig.wait(400)
    rig.link_up("shoe")
    assert rig.ask(Role.ENGINE, Submit()).done
    assert not rig.ask(Role.DEALER, Scooped()).done
    rig.take_away()
    rig.say(Jam(on=True))
    assert not rig.ready()
    rig.say(Jam(on=False))
    assert rig.ready()
    return rig
