"""Dice: read by cameras, keyed on a pad or said by a dealer, one source held against the other.

The throw that counts is the first word after all stacks lie. While bets are open it stands on the stream sealed, and
is opened as they close. It counts for good once every source that owes the dice has told it, or a person has said
how they lie. In a game of dice alone dice that are visible while bets are open show the result: an exposure.
"""

from bridge.events import Alarm, DiceRead, StacksBound
from bridge.faults import FaultKind, HoldKind
from bridge.reconcile import seals
from bridge.reconcile.awaited import expect
from bridge.reconcile.cards import due, throw_agreed
from bridge.reconcile.deal import lay_card, live
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import find_hold, release
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import FIRST_DIE, Awaited, Roll, Round, Throw
from bridge.reconcile.windows import Moment, moment, span
from games.conditions import Situation
from games.game import Next, Source, Window

PEOPLE = Source.PEOPLE.value
"""Under which name the words of key pad and dealer stand: they are one source, the newer word in place of the older."""


def seen(draft: Draft, camera: str, roll: Roll) -> None:
    """What a camera sees of the dice has changed, and rests."""
    draft.put(dice_open={**draft.state.dice_open, camera: roll})
    round_ = draft.round
    if not roll.seen or round_ is None or not live(draft) or not _counts(draft, round_):
        return
    alone = draft.setup.game.throw is not None
    bets = moment(draft.setup, round_, Window.BETS, draft.at)
    if alone and bets is Moment.NEVER:
        return  # the dice of the round before: these are not shaken yet
    if alone and bets is not Moment.CLOSED:
        _exposed(draft, camera)
    round_ = draft.round
    if round_ is None:
        return
    if roll.values:
        _word(draft, round_, camera, Throw(roll.values, Source.CAMERA, draft.n))
    elif roll.seen >= draft.setup.game.dice and not round_.dice:
        _leaning(draft, round_, camera)


def keyed(draft: Draft, values: tuple[int, ...]) -> None:
    """Dice as typed on a key pad or said by a dealer."""
    round_ = draft.round
    if round_ is None or not draft.setup.game.dice:
        return
    if len(values) != draft.setup.game.dice or any(not 1 <= pips <= 6 for pips in values):
        draft.say(Alarm(FaultKind.UNREADABLE, "", f"{len(values)} dice are no throw of this game"))
        return
    values = tuple(sorted(values))
    if round_.submitted and values != round_.dice:
        rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, "other dice were keyed", spot=FIRST_DIE)
    if live(draft) and _counts(draft, round_):
        _word(draft, round_, PEOPLE, Throw(values, Source.PEOPLE, draft.n))


def _counts(draft: Draft, round_: Round) -> bool:
    """Whether a throw can be the one that counts: not while stacks are still being laid."""
    blind = draft.setup.first is Source.READER
    return bool(round_.dice) or blind or not isinstance(due(draft.setup, round_), Next)


def _exposed(draft: Draft, camera: str) -> None:
    text = "dice are visible while bets are open"
    expect(draft, Awaited(Situation.EXPOSED_BETS_OPEN, FaultKind.EXPOSED, text, FIRST_DIE, camera, draft.at, draft.n))


def _leaning(draft: Draft, round_: Round, camera: str) -> None:
    """A die leans, lies on another or cannot be read: no result."""
    draft.put_round(leaning=tuple(dict.fromkeys((*round_.leaning, camera))))
    text = "a die does not lie flat or cannot be read: no result"
    rule(draft, Situation.DIE_NOT_FLAT, FaultKind.UNREADABLE, text, spot=FIRST_DIE, wait=HoldKind.WAIT)


def _word(draft: Draft, round_: Round, who: str, throw: Throw) -> None:
    """Take one source's word; before the bets close it stands sealed."""
    if who in round_.leaning:
        round_ = draft.put_round(leaning=tuple(one for one in round_.leaning if one != who))
    if round_.leaning:
        rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, "dice were told while one does not lie flat")
    _came(draft, FaultKind.UNREADABLE)
    known = round_.rolls.get(who)
    bets = span(round_, Window.BETS)
    if bets is None or not bets.closed:
        if known is None or known.values != throw.values:
            _seal(draft, who, throw)
        return
    draft.put_round(rolls={**round_.rolls, who: throw})
    _told(draft, who, throw, changed=known is not None and known.values != throw.values)


def _seal(draft: Draft, who: str, throw: Throw) -> None:
    number = draft.state.event + 1
    sealed = seals.seal(draft.setup.secret, number, seals.dice_text(throw.values))
    draft.say(DiceRead((), sealed, (throw.source,)))
    round_ = draft.round
    assert round_ is not None
    draft.put_round(rolls={**round_.rolls, who: Throw(throw.values, throw.source, throw.reading, number)})


def bets_opened(draft: Draft) -> None:
    """Bets are taken: the dice of a game of dice alone have been shaken, and nothing may tell them."""
    if draft.setup.game.throw is not None:
        for camera, roll in draft.state.dice_open.items():
            if roll.seen:
                _exposed(draft, camera)


def bets_closed(draft: Draft) -> None:
    """What was told of the dice under seal may be known."""
    round_ = draft.round
    if round_ is not None and not round_.dice:
        for who, throw in round_.rolls.items():
            _told(draft, who, throw, changed=False)


def _told(draft: Draft, who: str, throw: Throw, *, changed: bool) -> None:
    """Hold a word that may be known against what is known."""
    round_ = draft.round
    if round_ is None or not live(draft):
        return
    salt = seals.salt(draft.setup.secret, throw.sealed).hex() if throw.sealed else ""
    if not round_.dice:
        draft.put_round(dice=throw.values, dice_by=(throw.source,), dice_at=draft.at)
        said = DiceRead(throw.values, "", (throw.source,), salt, throw.sealed)
        draft.say(said, causes=(throw.reading,))
        bind(draft)
    elif throw.values == round_.dice:
        by = tuple(dict.fromkeys((*round_.dice_by, throw.source)))
        if by != round_.dice_by:
            draft.put_round(dice_by=by)
            draft.say(DiceRead(throw.values, "", by, salt, throw.sealed), causes=(throw.reading,))
    elif not round_.dice_said or changed:
        del who
        rule(draft, Situation.DISAGREE, FaultKind.CONFLICT, "the dice were read with two results; both are kept")
    _came(draft, FaultKind.UNSEEN)


def _came(draft: Draft, fault: FaultKind) -> None:
    """End the hold that waits for the dice."""
    hold = find_hold(draft, fault, spot=FIRST_DIE) if draft.state.holds else None
    round_ = draft.round
    if hold is None or round_ is None or hold.wait is not HoldKind.WAIT or round_.leaning:
        return
    if fault is FaultKind.UNREADABLE or throw_agreed(draft.setup, round_):
        release(draft, hold, "go_on", "table", "the dice were read")


def bind(draft: Draft) -> None:
    """Say whose each stack is, where dice choose."""
    round_ = draft.round
    assert round_ is not None
    if draft.setup.game.bind is None:
        return
    if draft.setup.first is Source.READER:
        _lay_unseen(draft)
    places = places_for(draft, round_, round_.dice)
    draft.put_round(places=places)
    draft.say(StacksBound(round_.dice, places))


def _lay_unseen(draft: Draft) -> None:
    """Where only a reader at the reveal knows cards, the dice tell that all stacks lie."""
    while draft.round is not None and isinstance(owed := due(draft.setup, draft.round), Next):
        lay_card(draft, owed.spot, None, Source.READER)


def places_for(draft: Draft, round_: Round, dice: tuple[int, ...]) -> dict[str, str]:
    """The place of each stack for a throw."""
    game = draft.setup.game
    assert game.bind is not None
    return dict(game.bind(draft.setup.options, sum(dice), round_.boxes))
