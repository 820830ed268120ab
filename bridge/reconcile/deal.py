"""Dealing: a card gets the spot that the game owes it, or has none and holds."""

from typing import assert_never

from msgspec.structs import replace

from bridge.commands import Target
from bridge.events import Alarm, CardBurned, CardDealt, CardDiscarded
from bridge.faults import FaultKind, HoldKind
from bridge.reconcile import seals
from bridge.reconcile.cards import at_spot, due, group, turned
from bridge.reconcile.draft import Draft
from bridge.reconcile.lacking import came
from bridge.reconcile.phase import Phase
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import BurnCard, Extra, Known, Look, Lying, Round
from bridge.reconcile.windows import allowed_since, hand_of, insurance_waits, span
from games.cards import Card
from games.conditions import Situation
from games.game import Dealt, Next, Source, Unknown, Window
from games.spots import Spot, SpotKind

PLACELESS = ("go_on", "burn", "discard", "void")
"""What a person may say of a card that was drawn before it had a place; to go on is to deal it where it is due."""


_LIVE = (Phase.DEALING, Phase.REVEALING, Phase.COMPLETE)


def deal(
    draft: Draft, card: Card | None, source: Source, *, counter: int | None = None, kept: Card | None = None
) -> Lying | None:
    """Give a card its due spot; None where it has none (it, or `kept`, is an extra then and the round held)."""
    round_ = draft.round
    assert round_ is not None
    if round_.burn_due:
        burn(draft, card)
        return None
    extra = Extra(card or kept, counter, draft.n, source=source)
    if waits(round_) or early(draft, round_):
        keep_early(draft, extra)
        return None
    match due(draft.setup, round_):
        case Next(spot):
            return lay_card(draft, spot, card, source, counter=counter)
        case Unknown(needs):
            keep_unplaced(draft, extra, needs)
        case Dealt():
            overdrawn(draft, round_, extra)
    return None


def keep_early(draft: Draft, extra: Extra) -> None:
    """Keep a card that may not be dealt yet, or that came after one whose place is not known; hold the round."""
    round_ = draft.round
    assert round_ is not None
    ahead = next((one.awaits for one in round_.extras if one.awaits and not one.assigned), None)
    if ahead is not None:
        keep_unplaced(draft, extra, ahead)
        return
    draft.put_round(extras=(*round_.extras, replace(extra, early=True)))
    text = "a card was dealt while this game may not deal, or after one that was"
    if insurance_waits(round_):
        text = "a card was dealt before the insurance window has closed"
    rule(draft, Situation.EARLY, FaultKind.EARLY, text, spot=extra.seen, options=PLACELESS)


def keep_unplaced(draft: Draft, extra: Extra, needs: Spot) -> None:
    """Keep a card whose place depends on one that nobody knows; the hold ends by itself when that is known."""
    round_ = draft.round
    assert round_ is not None
    draft.put_round(extras=(*round_.extras, replace(extra, early=True, awaits=needs)))
    text = f"where the next card goes depends on {needs}, which nobody knows"
    rule(draft, Situation.MISSING, FaultKind.MISSING, text, spot=needs, options=PLACELESS, wait=HoldKind.WAIT)


def lay_card(draft: Draft, spot: Spot, card: Card | None, source: Source, *, counter: int | None = None) -> Lying:
    """Put a card into the round at a spot and say so, sealed."""
    round_ = draft.round
    assert round_ is not None
    shoe = card if source is Source.SHOE else None
    reader = card if source is Source.READER else None
    number = draft.state.event + 1
    sealed = seals.seal(draft.setup.secret, number, shoe) if shoe is not None else ""
    name = str(spot)
    looks = tuple(look for key, look in draft.state.layout.items() if key.split("|")[1] == name)
    lying = Lying(
        spot,
        max((one.order for one in round_.cards), default=0) + 1,
        shoe=shoe,
        reader=reader,
        counter=counter,
        drawn=draft.at,
        dealt=number,
        seal=sealed,
        looks=_occupied(looks),
        alone=_unwatched(draft, spot),
        causes=(draft.n,),
    )
    draft.put_round(cards=(*round_.cards, lying))
    draft.say(CardDealt(spot, sealed, (source,) if card is not None or source is Source.CAMERA else ()))
    came(draft, spot)
    return draft.card(lying.order)


def _unwatched(draft: Draft, spot: Spot) -> bool:
    """Whether by the house's policy the round goes on without the cameras over a spot, which are lost."""
    watchers = draft.setup.watchers.get(spot, ())
    marked = draft.setup.config.policy.camera_lost == "mark" and len(draft.setup.sources) > 1
    return marked and bool(watchers) and all(draft.camera(name).lost for name in watchers)


def _occupied(looks: tuple[Look, ...]) -> tuple[Look, ...]:
    return tuple(look for look in looks if look.view.value != "empty")


def burn(draft: Draft, card: Card | None) -> None:
    """Take the card as a burn card; its face stays sealed."""
    round_ = draft.round
    assert round_ is not None
    draft.put_round(burn_due=max(0, round_.burn_due - 1))
    _burned(draft, card)


def _burned(draft: Draft, card: Card | None, causes: tuple[int, ...] = ()) -> None:
    round_ = draft.round
    assert round_ is not None
    number = draft.state.event + 1
    spot = Spot(SpotKind.BURN, "", len(round_.burns) + 1)
    sealed = seals.seal(draft.setup.secret, number, card) if card is not None else ""
    draft.put_round(burns=(*round_.burns, BurnCard(spot, card, number, round_.deck)))
    draft.say(CardBurned(spot, sealed), causes=causes)


def put_aside(draft: Draft, extra: Extra, to: Target) -> None:
    """Let a card without a place go where a person or the table's setting sends it, and say so, its face sealed."""
    round_ = draft.round
    assert round_ is not None
    gone = Extra(extra.card, extra.counter, extra.reading, to)
    known = extra in round_.extras
    extras = tuple(gone if one is extra else one for one in round_.extras) if known else (*round_.extras, gone)
    draft.put_round(extras=extras)
    match to:
        case "burn":
            _burned(draft, extra.card, (extra.reading,))
        case "discard":
            count = sum(one.assigned == "discard" for one in extras)
            draft.say(CardDiscarded(Spot(SpotKind.DISCARD, "", count)), causes=(extra.reading,))
        case "next_round":
            pass  # it is told as that round's first
        case _:
            assert_never(to)


def overdrawn(draft: Draft, round_: Round, extra: Extra) -> None:
    """A card beyond the last due: the table's setting says where it goes, or a person does."""
    policy = draft.setup.config.policy.overdrawn
    text = "a card was drawn beyond the last one due"
    if policy == "hold":
        draft.put_round(extras=(*round_.extras, extra))
        options = ("next_round", "burn", "discard", "void")
        rule(draft, Situation.OVERDRAWN, FaultKind.OVERDRAWN, text, spot=extra.seen, options=options)
        return
    draft.say(Alarm(FaultKind.OVERDRAWN, "", f"{text}; by the table's setting it goes to {policy.replace('_', ' ')}"))
    put_aside(draft, extra, policy)


def early(draft: Draft, round_: Round) -> bool:
    """Whether the game may not deal at this moment."""
    if insurance_waits(round_):
        return True
    allowed = getattr(draft.setup.options, "deal_while", "either")
    bets = span(round_, Window.BETS)
    is_open = bets is not None and not bets.closed
    return (allowed == "bets_closed" and is_open) or (allowed == "bets_open" and not is_open)


def waits(round_: Round) -> bool:
    """Whether a card is kept without a place that a person has still to decide about: later ones wait behind it."""
    return any(extra.early and not extra.assigned for extra in round_.extras)


def take_up(draft: Draft) -> None:
    """Deal, in their order, the cards that were drawn before they had a place: a person lets them count."""
    round_ = draft.round
    assert round_ is not None
    early_ones = [extra for extra in round_.extras if extra.early and not extra.assigned]
    draft.put_round(extras=tuple(extra for extra in round_.extras if extra not in early_ones))
    for extra in early_ones:
        match due(draft.setup, draft.round or round_):
            case Next(spot):
                lay_card(draft, extra.seen or spot, extra.card, extra.source, counter=extra.counter)
                if extra.seen is not None and group(draft.setup, extra.seen) != group(draft.setup, spot):
                    text = f"a card was dealt to {extra.seen} while {spot} is due"
                    rule(draft, Situation.WRONG_PLACE, FaultKind.OUT_OF_ORDER, text, spot=extra.seen)
            case Unknown(needs):
                keep_unplaced(draft, extra, needs)
            case Dealt():
                overdrawn(draft, draft.round or round_, replace(extra, early=False, awaits=None))


def count_known(draft: Draft, card: Card) -> bool:
    """Count a card into the composition of the deck in use; whether a further copy of it is possible."""
    round_ = draft.round
    deck = round_.deck if round_ else draft.state.decks_in_use
    known = draft.state.known.get(deck, ())
    entry = Known(card, round_.id if round_ else "", draft.n)
    draft.put(known={**draft.state.known, deck: (*known, entry)})
    return sum(one.card is card for one in known) < draft.setup.game.decks


def impossible(draft: Draft, card: Card, device: str, spot: Spot | None) -> None:
    """More copies of a card than the deck has: the fault is named, not the face, while that is sealed."""
    fault = FaultKind.DUPLICATE if draft.setup.game.decks == 1 else FaultKind.IMPOSSIBLE_COPY
    text = "a card came that the deck does not hold any more"
    rounds, causes = _doubtful(draft, card, spot)
    if rounds:
        text = f"{text}; doubtful earlier rounds: {', '.join(rounds)}"
    rule(draft, Situation.IMPOSSIBLE_COPY, fault, text, device=device, spot=spot, rounds=rounds, causes=causes)


def _doubtful(draft: Draft, card: Card, spot: Spot | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The earlier rounds of the deck in which a copy was told, one of which must be wrong, and the copies' readings.

    While the face is sealed they are all of the deck's rounds, and no reading: those of its copies would tell it.
    """
    round_ = draft.round
    if round_ is None:
        return (), ()
    lying = at_spot(round_, spot) if spot is not None else None
    told = (
        lying is not None
        and allowed_since(draft.setup, round_, hand_of(round_, lying.spot)) is not None
        and turned(draft.setup, round_, lying)
    )
    known = draft.state.known.get(round_.deck, ())
    rounds = (one.round for one in known if one.card is card or not told)
    copies = tuple(one.reading for one in known if one.card is card and told)
    return tuple(name for name in dict.fromkeys(rounds) if name not in ("", round_.id)), copies


def live(draft: Draft) -> bool:
    """Whether a round is open whose result is not submitted."""
    return draft.state.round is not None and draft.state.phase in _LIVE
