"""The same table with shoes and readers of every dialect."""

from bridge.commands import Operate, Release, Role, Void
from bridge.events import DealerChanged, RoundComplete
from bridge.faults import FaultKind
from games.cards import Card
from games.game import Window
from shoe.messages import (
    Badge,
    Banner,
    CardDrawn,
    CardUnread,
    Claim,
    CutCard,
    DeviceError,
    DrawKind,
    ErrorClass,
    ErrorCleared,
    Lock,
    Order,
    Reply,
    ResultClaim,
    Setting,
    StandBy,
)
from tests.record.clean import dealers, half_dealt, rest
from tests.record.recorder import Recorder, Speech
from tests.rounds import CARDS, PLAYER, deal, finish, open_round, play, show, window

LINE: dict[str, object] = {
    "terminator": "cr",
    "wrap": 1000,
    "rule": [
        {"pattern": r"(?P<counter>[0-9]{3}) (?P<card>[A2-9TJQK][shdc])", "write": "{counter:03} {card}"},
        {"pattern": "JAM (?P<on>[01])", "say": "jam", "write": "JAM {on:d}"},
        {"pattern": "D(?P<d1>[1-6])(?P<d2>[1-6])(?P<d3>[1-6])", "say": "dice", "write": "D{d1}{d2}{d3}"},
    ],
}


def angel_camera() -> Recorder:
    """A baccarat shoe in a game of its own ideas: its places are claims, its result speaks of another game."""
    rig = Recorder(speak={"shoe": Speech("angel2ex", {"wrap": 0})})
    rig.say(Banner(""))
    rig.say(Setting("B4", "0012"))
    rig.say(Lock(on=True))
    play(rig)
    rig.say(ResultClaim("banker", {"pair": "both"}))
    rig.say(StandBy())
    rig.say(Reply(ok=True))
    finish(rig)
    return rig


def angel_gap() -> Recorder:
    """All three copies of a report are lost: the sequence shows it."""
    rig = Recorder(camera=False, speak={"shoe": Speech("angel2ex", {"wrap": 0})})
    open_round(rig)
    rig.draw("As")
    rig.said_by["shoe"] += 1
    rig.draw("7c")
    assert rig.held()[0].fault is FaultKind.MISSING
    assert rig.ask(Role.SUPERVISOR, Void(), why="a card is unknown").done
    return rig


def angel_errors() -> Recorder:
    """A card of another set, an error that stays, a card that cannot be read."""
    rig = Recorder(camera=False, speak={"shoe": Speech("angel2ex", {"wrap": 0})})
    rig.say(DeviceError("6", "card code of another set", latched=True, error=ErrorClass.WRONG_SET))
    assert not rig.ready()
    rig.say(ErrorCleared("6"))
    assert rig.ready()
    half_dealt(rig)
    rig.say(CardUnread(claim=Claim("banker", 1)))
    rig.say(DeviceError("1", "cannot read the card", latched=True, error=ErrorClass.UNREADABLE))
    rig.say(ErrorCleared("1"))
    assert rig.held()[0].fault is FaultKind.UNREADABLE
    assert rig.ask(Role.SUPERVISOR, Void(), why="unread").done
    return rig


def angel_orders() -> Recorder:
    """An error that stays is cleared from the desk; the shoe refuses a lock while it is busy; the round goes on."""
    rig = Recorder(camera=False, speak={"shoe": Speech("angel2ex", {"wrap": 0}, write=True)})
    rig.say(DeviceError("3", "button mishandled", latched=True, error=ErrorClass.OPERATOR))
    assert not rig.ready()
    assert rig.ask(Role.SUPERVISOR, Operate("shoe", Order.CLEAR_ERROR), why="pressed by mistake").done
    rig.say(Reply(ok=True))
    rig.say(ErrorCleared("3"))
    assert rig.ready()
    assert rig.ask(Role.SUPERVISOR, Operate("shoe", Order.LOCK)).done
    rig.say(Reply(ok=False, code="21"))
    assert not rig.ask(Role.SUPERVISOR, Operate("reader", Order.LOCK)).done
    play(rig)
    finish(rig)
    return rig


def angel_burn() -> Recorder:
    """The shoe's own burn codes, and an overdrawn card that its operator keeps."""
    rig = Recorder(camera=False, speak={"shoe": Speech("angel2ex", {"wrap": 0})})
    open_round(rig)
    rig.say(CardDrawn(Card("3c"), draw=DrawKind.BURN, claim=Claim("burn", 1)))
    deal(rig)
    rig.say(CutCard())
    window(rig, Window.BETS, open_=False)
    show(rig, "player", PLAYER)
    dealers(rig)
    assert rig.said(RoundComplete)
    finish(rig)
    return rig


def beetek_camera() -> Recorder:
    rig = Recorder(speak={"shoe": Speech("beetek")})
    rig.say(DeviceError("W0x12", "", latched=False))
    play(rig)
    finish(rig)
    return rig


def beetek_alone() -> Recorder:
    rig = Recorder(camera=False, speak={"shoe": Speech("beetek")})
    play(rig)
    finish(rig)
    return rig


def beetek_noise() -> Recorder:
    """Without a counter, damaged bytes during a deal may have been a card."""
    rig = Recorder(speak={"shoe": Speech("beetek")})
    half_dealt(rig)
    rig.bytes(b" [Manual Burn Cards]<Card:Q\x00>\r\n")
    rig.wait(2500)
    (hold,) = rig.held()
    assert hold.fault is FaultKind.UNREADABLE
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold), why="nothing was drawn").done
    rest(rig)
    return rig


def line_camera() -> Recorder:
    rig = Recorder(speak={"shoe": Speech("line", LINE)})
    play(rig)
    finish(rig)
    return rig


def line_alone() -> Recorder:
    rig = Recorder(camera=False, speak={"shoe": Speech("line", LINE)})
    play(rig)
    finish(rig)
    return rig


def scan_early() -> Recorder:
    """A dealer's badge is no card, and a card scanned while bets are open is early."""
    rig = Recorder("mr")
    open_round(rig)
    rig.say(Badge("D0088"), "reader")
    assert rig.said(DealerChanged)
    deal(rig)
    rig.scan("As")
    assert rig.held()[0].fault is FaultKind.EARLY
    return rig


def scan_twice() -> Recorder:
    """One card goes over the reader twice; one cannot be read."""
    rig = Recorder("r", camera=False)
    open_round(rig)
    window(rig, Window.BETS, open_=False)
    rig.scan(CARDS[0])
    rig.scan(CARDS[0])
    rig.scan(CARDS[1])
    rig.say(CardUnread(), "reader")
    assert rig.held()[0].fault is FaultKind.UNREADABLE
    return rig
