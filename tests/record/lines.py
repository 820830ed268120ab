"""What goes wrong on the shoe's line and in the machine, in the reference protocol."""

from bridge.commands import Assign, DeckChange, OpenRound, Placement, Reconstruct, Release, Role, Scooped, Void
from bridge.events import CardDealt, RoundComplete, Voided
from bridge.faults import FaultKind
from bridge.readings import Started
from games.cards import Card
from games.game import Window
from games.spots import hand
from shoe.messages import (
    Banner,
    CardDrawn,
    CardUnread,
    Cleared,
    Count,
    DoubleFeed,
    DrawKind,
    Jam,
    Lid,
    Reply,
    Shuffle,
    StandBy,
)
from tests.record.clean import dealers, half_dealt, rest
from tests.record.recorder import Recorder
from tests.rig import MS
from tests.rounds import CARDS, DEALER, PLAYER, SPOTS, deal, finish, open_round, show, window


def jam() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    rig.say(Jam(on=True))
    assert rig.held()[0].fault is FaultKind.JAM
    rig.wait(3000)
    rig.say(Jam(on=False))
    rest(rig)
    return rig


def jam_never_cleared() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    rig.say(Jam(on=True))
    rig.say(Lid(open=True))
    rig.say(Lid(open=False))
    deal(rig, CARDS[3:4], SPOTS[3:4])
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="cards torn").done
    rig.say(Jam(on=False))
    rig.take_away()
    assert rig.ready()
    return rig


def double_feed() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    rig.say(DoubleFeed())
    assert rig.held()[0].fault is FaultKind.SURPLUS
    return rig


def cleared() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    rig.say(Cleared(by_hand=False))
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "void"), why="the deck is gone").done
    rig.take_away()
    rig.say(Cleared(by_hand=True))
    rig.say(Shuffle(on=True))
    rig.say(Shuffle(on=False))
    return rig


def count_differs() -> Recorder:
    rig = Recorder()
    rig.say(Shuffle(on=True))
    rig.say(Count(51))
    rig.say(Shuffle(on=False))
    (hold,) = rig.held()
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="a new deck").done
    assert rig.ask(Role.SUPERVISOR, DeckChange(""), why="a new deck").done
    assert rig.ready()
    return rig


def two_decks() -> Recorder:
    """Clearance and count of the other deck in the machine touch no round."""
    rig = Recorder(decks=("red", "blue"))
    rig.round = "r1"
    assert rig.ask(Role.ENGINE, OpenRound("red")).done
    window(rig, Window.BETS, open_=True)
    rig.say(Cleared(by_hand=False, deck="blue"))
    deal(rig)
    rig.say(Count(52, "blue"))
    assert rig.held() == []
    return rig


def link_lost() -> Recorder:
    """The plug is pulled in the middle of a report; the card that the shoe gives meanwhile is reported twice."""
    rig = Recorder()
    half_dealt(rig)
    rig.bytes(b"\x02C00")
    rig.link_down("shoe")
    assert rig.held()[0].fault is FaultKind.LINK_LOST
    rig.wait(1200)
    rig.link_up("shoe")
    rest(rig)
    assert rig.said(RoundComplete)
    return rig


def silent() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    rig.mute.add("shoe")
    rig.wait(4000)
    assert rig.held()[0].fault is FaultKind.LINK_LOST
    rig.mute.clear()
    rest(rig)
    return rig


def restart() -> Recorder:
    rig = Recorder()
    half_dealt(rig)
    rig.at += 3000 * MS
    rig.take(Started(rig.at, rig.wall, "boot-1", "0.1.0"))
    rig.links_up()
    rig.wait(2000)
    window(rig, Window.BETS, open_=True)
    rest(rig)
    assert rig.said(RoundComplete)
    return rig


def reboot() -> Recorder:
    """The machine starts again: its monotonic clock begins anew."""
    rig = Recorder()
    half_dealt(rig)
    rig.at = 20_000 * MS
    rig.take(Started(rig.at, rig.wall, "boot-2", "0.1.0", cut_bytes=17))
    rig.links_up()
    rig.wait(1500)
    window(rig, Window.BETS, open_=True)
    rest(rig)
    return rig


def device_restarted() -> Recorder:
    rig = Recorder(camera=False)
    half_dealt(rig)
    rig.say(Banner("1.4"))
    assert rig.held()[0].fault is FaultKind.LINK_LOST
    rig.counter = 0
    rig.draw("Qh")
    assert rig.ask(Role.SUPERVISOR, Void(), why="the shoe fell dark").done
    return rig


def missing() -> Recorder:
    """One report is lost; the camera sees the card, and a person takes its word."""
    rig = Recorder()
    open_round(rig)
    for number, (card, spot) in enumerate(zip(CARDS, SPOTS, strict=True)):
        if number != 1:
            rig.draw(card, counter=number)
        rig.lay(spot)
    window(rig, Window.BETS, open_=False)
    rig.wait(600)
    show(rig, "player", PLAYER)
    hold = rig.held()[0]
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="as it lies").why == ""
    dealers(rig)
    finish(rig)
    return rig


def missing_shoe_only() -> Recorder:
    rig = Recorder(camera=False)
    open_round(rig)
    rig.draw("As")
    rig.draw("7c", counter=2)
    for card in DEALER:
        rig.draw(card)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    answer = rig.ask(Role.SUPERVISOR, Reconstruct((Placement(hand("player", 2), Card("Kd")),)), why="the footage")
    assert answer.why == ""
    dealers(rig)
    finish(rig)
    return rig


def counter_reused() -> Recorder:
    """A report comes again, early and late; then one counter stands for two cards."""
    rig = Recorder(camera=False)
    open_round(rig)
    rig.draw("As", counter=200)
    rig.draw("As", counter=200)
    rig.wait(3500)
    rig.draw("As", counter=200)
    rig.draw("Kd", counter=201)
    rig.draw("9c", counter=201)
    assert rig.held()[0].fault is FaultKind.COUNTER_REUSED
    assert rig.ask(Role.SUPERVISOR, Void(), why="the shoe is out of order").done
    return rig


def duplicate() -> Recorder:
    rig = Recorder(camera=False)
    open_round(rig)
    rig.draw("As")
    rig.draw("As")
    assert rig.held()[0].fault is FaultKind.DUPLICATE
    assert rig.ask(Role.SUPERVISOR, Void(), why="not one deck").done
    return rig


def unread() -> Recorder:
    rig = Recorder(camera=False)
    open_round(rig)
    rig.draw("As")
    rig.say(CardUnread(1, 1000))
    rig.counter = 2
    for card in CARDS[2:]:
        rig.draw(card)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    assert rig.ask(Role.SUPERVISOR, Reconstruct((Placement(hand("player", 2), Card("Kd")),)), why="read").done
    dealers(rig)
    finish(rig)
    return rig


def overdrawn() -> Recorder:
    rig = Recorder(camera=False)
    open_round(rig)
    deal(rig)
    rig.draw("5c")
    assert rig.held()[0].fault is FaultKind.OVERDRAWN
    assert rig.ask(Role.SUPERVISOR, Assign(Card("5c"), "next_round"), why="kept").done
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    dealers(rig)
    finish(rig)
    rig.lying["hand/player/1"] = "5c"
    open_round(rig, "r2")
    for card in CARDS[1:]:
        rig.draw(card)
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    dealers(rig)
    finish(rig)
    return rig


def outside_round() -> Recorder:
    """Cards before any round and after a void belong to none."""
    rig = Recorder(camera=False)
    rig.draw("5c")
    rig.ask(Role.DEALER, Scooped())
    open_round(rig)
    rig.draw("As")
    rig.draw("Kd")
    for _ in range(3):
        rig.ask(Role.SUPERVISOR, Void(), why="a chair fell", id_="the-void")
    assert len(rig.said(Voided)) == 1
    dealt = len(rig.said(CardDealt))
    rig.draw("3d")
    rig.say(CardDrawn(Card("7s"), rig.counter, 1000, DrawKind.FREE))
    assert len(rig.said(CardDealt)) == dealt
    return rig


def noise() -> Recorder:
    """A modem's echo, half reports, a damaged check byte, and bytes that dribble in."""
    rig = Recorder()
    rig.say(StandBy())
    rig.say(Reply(ok=True))
    open_round(rig)
    rig.bytes(b"AT\r" + bytes(range(0x80, 0x90)))
    deal(rig, CARDS[:2], SPOTS[:2])
    rig.bytes(b"\x02C002")
    rig.wait(2500)
    rig.bytes(b"\x02C0027C\x03\x00")
    deal(rig, CARDS[2:3], SPOTS[2:3])
    rest(rig)
    return rig
