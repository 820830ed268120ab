"""Scenes in the deal: cards exposed, gone from view, in each other's hand, jammed or cleared."""

from bridge.commands import Declare, Declared, Release, Role, Submit
from bridge.events import Alarm, Submitted
from bridge.faults import FaultKind
from games.cards import Card
from scanner.frames import Side
from shoe.messages import Cleared, Jam, Shuffle
from tests.rig import Rig
from tests.scenes.table import BURN, Table, goes_on


def exposed_while_betting(game: str) -> Rig:
    table = Table(game, bets_closed=False)
    rig = table.deal(2)
    rig.lies[table.order()[0]] = (Side.FACE, Card("As"))
    rig.frames(6)
    rig.wait(600)
    return rig


def burn_exposed(game: str) -> Rig:
    table = Table(game, burn=1)
    rig = table.opened()
    rig.draw("2c")
    rig.lies[BURN] = (Side.FACE, Card("2c"))
    rig.frames(6)
    assert [what.fault for what in rig.said(Alarm) if what.fault] == [FaultKind.EXPOSED]
    table.opened = lambda: rig  # type: ignore[method-assign]
    table.deal()
    return goes_on(table)


def exposed_while_shuffling(game: str) -> Rig:
    table = Table(game)
    table.rig.say(Shuffle(on=True))
    table.rig.turn(player_1="As")
    return table.rig


def left_while_shuffling(game: str) -> Rig:
    table = Table(game)
    table.rig.say(Shuffle(on=True))
    table.rig.lay(table.spots[0])
    table.rig.take_away()
    assert "while shuffling: it is used again" in table.rig.said(Alarm)[-1].text
    table.rig.say(Shuffle(on=False))
    table.deal()
    return goes_on(table)


def left_and_exposed_while_shuffling(game: str) -> Rig:
    rig = exposed_while_shuffling(game)
    rig.take_away()
    return rig


def burn_left(game: str, side: Side = Side.BACK) -> Rig:
    table = Table(game, burn=1)
    rig = table.opened()
    rig.draw("2c")
    rig.lies[BURN] = (side, Card("2c") if side is Side.FACE else None)
    rig.frames(6)
    rig.take_away(BURN)
    assert "while burning: it is used again" in rig.said(Alarm)[-1].text
    table.opened = lambda: rig  # type: ignore[method-assign]
    table.deal()
    return goes_on(table)


def left_while_scooping(game: str, *, shown: bool) -> Rig:
    table = Table(game)
    rig = table.submitted()
    if not shown:
        rig.lies[table.spots[0]] = (Side.BACK, None)
        rig.frames(6)
    assert rig.ask(Role.DEALER, Declare(Declared.DROPPED_UNSEEN)).why == ""
    assert "while scooping: it is used again" in rig.said(Alarm)[-1].text
    rig.take_away()
    assert rig.ready()
    return rig


def left_dealing(game: str, *, seen: str, bets_closed: bool = True) -> Rig:
    """A card leaves view; its face was seen before, never, or only afterwards."""
    table = Table(game, bets_closed=bets_closed)
    rig = table.deal()
    spot = table.spots[0]
    if seen == "before":
        rig.lies[spot] = (Side.FACE, table.face(spot))
        rig.frames(6)
    rig.take_away(spot)
    if seen == "after":
        rig.lies[spot] = (Side.FACE, table.face(spot))
        rig.frames(6)
    rig.wait(600)
    return goes_on(table) if seen == "before" and bets_closed else rig


def wrong_sequence(game: str) -> Rig:
    """Two cards lie in each other's hand; a person accepts what is proposed."""
    table = Table(game)
    rig = table.deal()
    one, other = table.spots[0], table.spots[3]
    faces = {one: table.face(other), other: table.face(one)}
    table.face = lambda spot: faces.get(spot) or Table.face(table, spot)  # type: ignore[method-assign]
    table.turn(table.hands[0])
    hold = rig.held()[0]
    assert hold.fault is FaultKind.OUT_OF_ORDER
    assert "reconstruct" in hold.options
    assert rig.ask(Role.SUPERVISOR, Release(hold.hold, "reconstruct"), why="as they lie").why == ""
    return goes_on(table)


def found_late(game: str) -> Rig:
    """After the submission nothing changes by itself; management may void, naming the result."""
    rig = Table(game).submitted()
    result = rig.said(Submitted)[0].result
    assert rig.ask(Role.DEALER, Declare(Declared.MISDEALT)).why == ""
    (hold,) = rig.held()
    assert hold.result == result
    assert "void" in hold.options
    return rig


def jam(game: str) -> Rig:
    rig = Table(game, bets_closed=False).deal(3)
    rig.say(Jam(on=True))
    return rig


def cleared(game: str) -> Rig:
    rig = Table(game, bets_closed=False).deal(3)
    rig.say(Cleared(by_hand=False))
    return rig


def jam_after(game: str) -> Rig:
    table = Table(game)
    table.deal()
    rig = table.play()
    rig.say(Jam(on=True))
    assert rig.held() == []
    assert rig.ask(Role.ENGINE, Submit()).why == ""
    return rig
