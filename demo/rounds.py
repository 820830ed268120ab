"""A round in its parts, as scripts: how it begins, the deal, the dice, the hands that are turned.

Where the next card goes is the game's own word (`Game.order`), asked of the cards as they will lie: the whole deal
follows from the deck before the first card is out, third cards too.
"""

from demo.given import Given
from demo.steps import (
    BEAT,
    LOOK,
    SETTLE,
    Await,
    Cue,
    Cup,
    Draw,
    Keys,
    Lay,
    Notice,
    Pause,
    Reveal,
    Scan,
    Script,
    Shake,
    Step,
    Take,
    Turn,
)
from games.game import Window
from games.spots import Spot

FEW = 6
"""So many cards a camera has seen as soon as they lie."""
CLOSED = {Window.BETS: Cue.BETS_CLOSED, Window.DECISION: Cue.DECISION_CLOSED}


def begun(given: Given) -> Script:
    """Up to the moment at which the dealer may deal; dice are shaken before bets are taken."""
    shaken: Script = (Shake(given.dice),) if given.rules.game.dice else ()
    if given.deals_open:
        return *shaken, Await(Cue.BETS_OPEN)
    return *shaken, Await(Cue.BETS_OPEN), *no_more_bets()


def deal(given: Given, spots: list[Spot]) -> Script:
    """Draw and lay a card into each spot; where only the camera tells of it, no quicker than it sees."""
    return tuple(step for spot in spots for step in dealt(given, spot))


def dealt(given: Given, spot: Spot) -> Script:
    """One card, over the reader on its way where it is laid face up."""
    up = given.up(spot)
    if given.senses.draw:
        return Draw(), Lay(spot, up=up), BEAT
    scan: Script = (Scan(spot),) if given.senses.scan and up else ()
    return Draw(), *scan, Lay(spot, up=up), Notice(dealt=spot), BEAT


def deal_on(given: Given, filled: list[Spot]) -> Script:
    """Deal to the end once these spots are filled, waiting for the closing of each insurance window."""
    steps: list[Step] = []
    spots, windows = list(filled), 0
    while (spot := given.rules.due(given.lying(spots))) is not None:
        if given.rules.insurable(given.lying(spots)):
            windows += 1
            steps += [Await(Cue.INSURED, windows), SETTLE]
        steps += dealt(given, spot)
        spots.append(spot)
    return tuple(steps)


def turn(given: Given, spots: list[Spot]) -> Script:
    """Turn cards, over the reader where there is one."""
    scan = given.senses.scan
    return tuple(step for spot in spots for step in ((Scan(spot), Turn(spot), BEAT) if scan else (Turn(spot), BEAT)))


def told(given: Given, hand: str) -> Script:
    """The dealer's word that a hand is turned, where nothing sees it."""
    return () if given.senses.camera or given.senses.scan else (Reveal(hand),)


def allowed(given: Given, hand: str) -> Script:
    """Wait until a hand may be known."""
    window = given.window(hand)
    return (Await(CLOSED[window]), SETTLE) if window is not None else ()


def show(given: Given, hand: str) -> Script:
    """A hand is turned at its time."""
    return *allowed(given, hand), *turn(given, given.spots_of(hand)), *told(given, hand)


def bound(given: Given) -> Script:
    """The dice are opened and typed, stacks are delivered, and what lies for nobody is taken away."""
    if not given.rules.game.dice:
        return ()
    return *no_more_bets(), Cup(is_open=True), Pause(700), Keys(given.dice), *delivered(given)


def no_more_bets() -> Script:
    """The engine has closed the bets."""
    return Await(Cue.BETS_CLOSED), SETTLE


def delivered(given: Given) -> Script:
    """The stacks go to their places, and what lies for nobody is taken away."""
    if given.rules.game.bind is None:
        return ()
    taken = tuple(step for spot in given.empty for step in (Take(spot), BEAT))
    seen = (Notice(dice=True), *looked(given)) if given.senses.dice else (Pause(300),)
    return Await(Cue.BOUND), *seen, Cup(is_open=False), *taken


def looked(given: Given) -> Script:
    """The time that a camera needs to have seen every card of a table full of them."""
    return (LOOK,) if given.senses.camera and given.rules.cards > FEW else ()


def left(given: Given) -> Script:
    """The cards of bettors who have left the round are taken away unseen."""
    spots = [spot for hand in given.out for spot in given.spots_of(hand)]
    if not spots:
        return ()
    return Await(Cue.DECISION_CLOSED), SETTLE, *(step for spot in spots for step in (Take(spot), BEAT))


def waited(given: Given, hand: str) -> Script:
    """The hands that must be known before this one are so."""
    row = given.rules.reveal(hand)
    before = row.after_hands if row is not None else ()
    return tuple(Notice(complete=other) for other in before if other in given.shown)


def revealed(given: Given, hands: list[str] | None = None) -> Script:
    """All hands are turned, one after the other, up to the round's end."""
    wanted = given.shown if hands is None else hands
    steps: list[Step] = list(left(given))
    asked: list[Step] = []
    for hand in wanted:
        wait = [step for step in allowed(given, hand) if step not in asked]
        asked += [step for step in wait if step != SETTLE]
        steps += wait if any(step != SETTLE for step in wait) else []
        steps += waited(given, hand)
        steps += (*turn(given, given.spots_of(hand)), *told(given, hand))
    return *steps, Await(Cue.OVER)


def clean(given: Given) -> Script:
    """A round without a fault."""
    return *begun(given), *deal_on(given, []), *bound(given), *revealed(given)
