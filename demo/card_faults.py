"""What goes wrong with cards: the dealer's scripts that make it, on any table where it can happen."""

from demo.given import Given
from demo.rounds import allowed, begun, bound, deal, deal_on, dealt, looked, no_more_bets, revealed, show, told, turn
from demo.steps import (
    BEAT,
    SEE,
    SETTLE,
    Await,
    Cue,
    Declare,
    Draw,
    Drop,
    Lay,
    Notice,
    Pause,
    Return,
    Rule,
    Said,
    Script,
    Step,
    Tell,
    Tells,
    Turn,
)
from games.game import Window
from games.spots import Spot

OVER = Await(Cue.OVER)


def noticed(given: Given, fault: str, declared: Step) -> Script:
    """A camera notices; without one the dealer declares."""
    return (Notice(fault),) if given.senses.camera else (BEAT, declared)


def exposed_bets(given: Given) -> Script:
    """A card is laid face up while bets are open: the third, or the first of a game that deals after them."""
    count = 2 if given.rules.deals_before else 0
    spots = given.course
    head = (Await(Cue.BETS_OPEN), *deal(given, spots[:count]), Draw(), Lay(spots[count], up=True))
    seen = (*noticed(given, "exposed", Declare(Said.EXPOSED, spots[count])), SEE)
    return (*head, *seen, Rule("void", must=False), OVER)


def early(given: Given) -> Script:
    """A card is drawn while bets are open, where cards may be dealt only after them."""
    return (Await(Cue.BETS_OPEN), *dealt(given, given.course[0]), Rule("void"), OVER)


def exposed_decision(given: Given) -> Script:
    """A dealer's card is turned while the bettors decide."""
    (*before, last) = given.shown
    ready = [step for hand in before if given.window(hand) is Window.BETS for step in show(given, hand)]
    spot = given.spots_of(last)[0]
    head = (*begun(given), *deal(given, given.course), *ready, Await(Cue.DECISION_OPEN), SETTLE, Turn(spot))
    return (*head, *noticed(given, "exposed", Declare(Said.EXPOSED, spot)), Rule("void"), OVER)


def exposed_stack(given: Given) -> Script:
    """A card of a stack is turned before the dice have said whose it is."""
    spot = given.course[0]
    head = (*begun(given), *deal(given, given.course), Await(Cue.BETS_CLOSED), SETTLE, Turn(spot))
    return (*head, *noticed(given, "exposed", Declare(Said.EXPOSED, spot)), Rule("void"), OVER)


def dealer_first(given: Given) -> Script:
    """The dealer's card is turned before the boxes have laid theirs open."""
    spot = given.spots_of(given.shown[-1])[0]
    head = (*begun(given), *deal(given, given.course), *bound(given), Turn(spot))
    return (*head, *noticed(given, "exposed", Declare(Said.EXPOSED, spot)), Rule("void"), OVER)


def dropped_seen(given: Given) -> Script:
    """A card whose face was seen falls and is laid back; where a hold follows, the card is used again."""
    rest: Script
    spots: list[Spot]
    if given.shown:
        hand, *others = given.shown
        spots = given.spots_of(hand)
        ready = (*begun(given), *deal(given, given.course), *bound(given), *allowed(given, hand))
        head = (*ready, *turn(given, spots[:2]))
        rest = (*turn(given, spots[2:]), *told(given, hand), *revealed(given, others))
    else:
        spots = given.course[:3]
        head = (*begun(given), *deal(given, spots))
        rest = (*deal_on(given, spots), OVER)
    spot = spots[1]
    sure = Notice(confirmed=spot) if given.senses.camera else SEE
    lost = (sure, Drop(spot), *noticed(given, "left_view", Declare(Said.DROPPED_SEEN, spot)), Return(), SEE)
    return (*head, *lost, Rule("go_on", must=False), *rest)


def dropped_unseen(given: Given) -> Script:
    """A card falls face down; in a game of stacks before these are delivered, since then they leave by right."""
    if given.rules.game.bind is not None:
        spot = given.course[0]
        lost = noticed(given, "left_view", Declare(Said.DROPPED_UNSEEN, spot))
        ready = [*begun(given), *deal(given, given.course), *no_more_bets(), *looked(given), *looked(given)]
        return (*ready, Drop(spot), *lost, Rule("void", must=False), OVER)
    (*before, last) = given.shown
    spot = given.spots_of(last)[-1]
    ready = [*begun(given), *deal(given, given.course)]
    if Window.DECISION in given.rules.game.windows:
        ready += [step for hand in before if given.window(hand) is Window.BETS for step in show(given, hand)]
        ready += [Await(Cue.DECISION_OPEN), SETTLE, *looked(given), *looked(given)]
    lost = noticed(given, "left_view", Declare(Said.DROPPED_UNSEEN, spot))
    return (*ready, Drop(spot), *lost, Rule("void", must=False), OVER)


def crossing(given: Given) -> int:
    """Which card is the first, from the third on, whose follower goes to another hand, both with a bet."""
    spots = given.course
    hands = [given.rules.hand_of(spot, given.dice) for spot in spots]
    playing = [given.rules.counts(hand) and hand not in given.out for hand in hands]
    found = (at for at in range(2, len(spots) - 1) if spots[at].owner != spots[at + 1].owner)
    return next(at for at in found if playing[at] and playing[at + 1])


def wrong_spot(given: Given) -> Script:
    """Two cards go to each other's hand.

    A shoe's cards are told apart only by their faces; where the camera deals, the back's place tells at once.
    """
    at = crossing(given)
    spots = given.course[: at + 2]
    crossed = [*spots[:at], spots[at + 1], spots[at]]
    head = (*begun(given), *deal(given, spots[:at]))
    first, second = crossed[at:]
    wrong = (Draw(), Lay(first, up=given.up(first)))
    if not given.senses.draw:
        told_of = (*wrong, BEAT, Notice("out_of_order"), Rule("reconstruct"))
        return (*head, *told_of, *dealt(given, second), *deal_on(given, crossed), *bound(given), *revealed(given))
    both = (*head, *wrong, BEAT, Draw(), Lay(second, up=given.up(second)))
    if given.up(first) or given.up(second):
        return (*both, SEE, Rule("reconstruct"), *deal_on(given, crossed), *bound(given), *revealed(given))
    return (*both, *deal_on(given, crossed), *bound(given), *_shown_crossed(given, (first, second)))


def _shown_crossed(given: Given, crossed: tuple[Spot, ...]) -> Script:
    """Turn all hands; the reconstruction is proposed once a face has told of it."""
    hands = given.shown
    owners = {given.rules.hand_of(spot, given.dice) for spot in crossed}
    first = next(at for at, hand in enumerate(hands) if hand in owners)
    ready = [step for hand in hands[: first + 1] for step in show(given, hand)]
    accepted = (*ready, SEE, Rule("reconstruct"))
    if given.rules.game.bind is None:
        return (*accepted, *revealed(given, hands[first + 1 :]))
    # The other hand's face tells of the same fault once more, since nobody knew these cards together.
    second = next(at for at in range(first + 1, len(hands)) if hands[at] in owners)
    between = revealed(given, hands[first + 1 : second + 1])[:-1]
    return (*accepted, *between, SEE, Rule("reconstruct", must=False), *revealed(given, hands[second + 1 :]))


def reversed_hands(given: Given) -> Script:
    """The hands get their cards in reverse: at each turn the one that is due last gets the first card."""
    spots = given.course
    size = len(given.rules.game.hands)
    turned = [spot for at in range(0, len(spots), size) for spot in reversed(spots[at : at + size])]
    head = (*begun(given), *deal(given, turned))
    accepted = (SEE, Rule("reconstruct"), SEE, Rule("reconstruct", must=False), SEE, Rule("reconstruct", must=False))
    return (*head, *accepted, *revealed(given))


def overdrawn(given: Given) -> Script:
    """A card is drawn beyond the last one that is due."""
    own = (Pause(900, wire=True), Tell(Tells.DISCARDED), Rule("go_on"))
    gone: Script = own if given.senses.claims else (Rule("discard"),)
    return (*begun(given), *deal_on(given, []), Draw(over=True), *gone, *revealed(given))


def cut_card(given: Given) -> Script:
    """The cut card comes out in mid-round: the round goes on, and a new shoe follows."""
    first = given.course[:2]
    return (*begun(given), *deal(given, first), Tell(Tells.CUT), *deal_on(given, first), *revealed(given))


def locked(given: Given) -> Script:
    """The shoe's key is turned and turned back in mid-round."""
    first = given.course[:2]
    turned = (Tell(Tells.LOCKED), Pause(400, wire=True), Tell(Tells.UNLOCKED))
    return (*begun(given), *deal(given, first), *turned, *deal_on(given, first), *revealed(given))


def uninsured(given: Given) -> Script:
    """The third card is drawn while insurance can still be taken."""
    first = given.course[:4]
    spot = given.rules.due(given.lying(first))
    if spot is None:
        return (*begun(given), *deal_on(given, []), *revealed(given))
    head = (*begun(given), *deal(given, first), Await(Cue.INSURANCE_DUE), *dealt(given, spot))
    return (*head, Rule("void"), OVER)
