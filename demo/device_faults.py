"""What goes wrong with devices and dice: the dealer's scripts that make it."""

from demo.given import Given
from demo.rounds import (
    allowed,
    begun,
    bound,
    deal,
    deal_on,
    delivered,
    no_more_bets,
    revealed,
    show,
    told,
    turn,
    waited,
)
from demo.steps import (
    BEAT,
    SEE,
    Again,
    Await,
    Clear,
    Cue,
    Cup,
    Draw,
    Jam,
    Keys,
    Lay,
    Notice,
    Pause,
    Plug,
    Pull,
    Rule,
    Scan,
    Script,
    Shake,
    Turn,
)

OVER = Await(Cue.OVER)


def jam(given: Given) -> Script:
    """The machine jams after three cards and is freed."""
    stuck = (Jam(on=True), Pause(900), Jam(on=False), Rule("go_on"))
    first = given.course[:3]
    return (*begun(given), *deal(given, first), *stuck, *deal_on(given, first), *bound(given), *revealed(given))


def cleared(given: Given) -> Script:
    """The rest of the deck leaves the machine."""
    return (*begun(given), *deal(given, given.course[:4]), Clear(), Rule("void"), OVER)


def disagree(given: Given) -> Script:
    """The device names another card than the one that lies there, in a hand that will be seen."""
    spots = given.course
    if given.senses.draw:
        at = next((at for at in range(1, len(spots)) if given.hand_of(spots[at]) in given.shown), 1)
        spot = spots[at]
        named: Script = (Draw(as_other=True), Lay(spot, up=given.up(spot)), BEAT)
        head = (*begun(given), *deal(given, spots[:at]), *named)
        if given.up(spot):
            return (*head, SEE, Rule("void"), OVER)
        hands = given.shown[: given.shown.index(given.hand_of(spot)) + 1]
        shown = [step for one in hands for step in (*waited(given, one), *show(given, one))]
        return (*head, *deal(given, spots[at + 1 :]), *bound(given), *shown, SEE, Rule("void"), OVER)
    if given.up(spots[0]):
        spot = spots[1]
        named = (Draw(), Scan(spot, as_other=True), Lay(spot, up=True), SEE)
        return (*begun(given), *deal(given, spots[:1]), *named, Rule("void"), OVER)
    hand = given.shown[0]
    first, second, *_ = given.spots_of(hand)
    ready = (*begun(given), *deal(given, spots), *bound(given), *allowed(given, hand))
    return (*ready, *turn(given, [first]), Scan(second, as_other=True), Turn(second), SEE, Rule("void"), OVER)


def unplugged(given: Given) -> Script:
    """The cable is pulled in mid-report; the device sends that report whole once it is back."""
    back = (Pause(1500, wire=True), Plug(), Notice(up=True), Again())
    spots = given.course
    go_on = Rule("go_on", must=False)
    if given.senses.draw:
        first, spot = spots[:3], spots[3]
        cut: Script = (Pull(3), Draw(), *back, Lay(spot, up=given.up(spot)), go_on)
        rest = (*deal_on(given, spots[:4]), *bound(given), *revealed(given))
        return (*begun(given), *deal(given, first), *cut, *rest)
    if given.up(spots[0]):
        cut = (Draw(), Pull(2), Scan(spots[1]), *back, Lay(spots[1], up=True), SEE, go_on)
        return (*begun(given), *deal(given, spots[:1]), *cut, *deal_on(given, spots[:2]), *revealed(given))
    hand, *others = given.shown
    first_spot, second, *more = given.spots_of(hand)
    cut = (*turn(given, [first_spot]), Pull(2), Scan(second), *back, Turn(second), SEE, go_on)
    ready = (*begun(given), *deal(given, spots), *bound(given), *allowed(given, hand))
    return (*ready, *cut, *turn(given, more), *told(given, hand), *revealed(given, others))


def other(dice: tuple[int, ...]) -> tuple[int, ...]:
    """Dice with another total."""
    return (*dice[:-1], dice[-1] % 6 + 1)


def dice_changed(given: Given) -> Script:
    """Other dice are typed than those that lie there, after they were once typed rightly."""
    head = (*begun(given), *deal_on(given, []), *no_more_bets(), Cup(is_open=True), Pause(700))
    wrong = (Keys(other(given.dice), wrong=True), Rule("reconstruct", dice=given.dice))
    if given.rules.game.bind is None:
        # The result stands with the dice; it is the first word that is mistyped.
        return (*head, Keys(other(given.dice), wrong=True), Keys(given.dice), wrong[1], OVER)
    return (*head, Keys(given.dice), Await(Cue.BOUND), *wrong, *delivered(given), *revealed(given))


def die_leans(given: Given) -> Script:
    """A die does not lie flat when the cup is opened; the dice are shaken again."""
    again = (Cup(is_open=False), Pause(900, wire=True), Shake(given.dice), Cup(is_open=True), Notice(dice=True))
    # The hold ends by itself once all are seen to lie flat; the dice are not typed before.
    opened = (Cup(is_open=True), Notice("unreadable"), *again, Rule("go_on", must=False), Keys(given.dice))
    ready = (*begun(given), Shake((0, *given.dice[1:])), *deal_on(given, []), *no_more_bets())
    return (*ready, *opened, *delivered(given), *revealed(given))


def dice_early(given: Given) -> Script:
    """The cup is opened while bets are open."""
    head = (Shake(given.dice), Await(Cue.BETS_OPEN), Pause(300), Cup(is_open=True))
    return (*head, Notice("exposed"), Rule("void"), OVER)
