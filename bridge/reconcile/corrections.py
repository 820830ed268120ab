"""Corrections after submission: only a supervisor's, naming the result they touch."""

from typing import Literal, NamedTuple

from msgspec.structs import replace

from bridge.commands import Correct
from bridge.events import ResultCorrected, ResultWithdrawn
from bridge.readings import Asked
from bridge.reconcile import reversal
from bridge.reconcile.confirm import UNCALLED
from bridge.reconcile.draft import Draft
from bridge.reconcile.holds import release
from bridge.reconcile.state import Hold, Round
from games.game import IRREGULAR, VOID, Hands, Outcome


class Result(NamedTuple):
    """A submitted result: the event it is, and how its cards came to their places. `gone`: it does not stand."""

    round: str
    number: int
    gone: bool
    by_order: bool
    swapped: bool


def submitted(draft: Draft, round_id: str) -> Result | None:
    """The submitted result of a round, open or over; None where it has none."""
    round_ = draft.round
    if round_ is not None and round_.id == round_id:
        by_order = reversal.by_order(round_)
        found = Result(round_.id, round_.result, round_.withdrawn, by_order, round_.swapped)
        return found if round_.submitted else None
    for one in draft.state.closed:
        if one.id == round_id and one.submitted:
            return Result(one.id, one.result, one.void, one.by_order, one.swapped)
    return None


def release_late(draft: Draft, asked: Asked, hold: Hold, option: str) -> str | None:
    """Answer a hold about a submitted result; why that is refused, or None."""
    if option == "void":
        return correct(draft, asked, Correct(hold.result, "void"))
    if option == "reversed":
        return correct(draft, asked, Correct(hold.result, "reversed"))
    if option == "correct":
        return f"say what is right: correct event {hold.result}, naming the cards"
    release(draft, hold, option, asked.who, asked.why)
    return None


def correct(draft: Draft, asked: Asked, command: Correct) -> str | None:
    """Withdraw, void or correct a submitted result; why that is refused, or None."""
    why = _correct(draft, asked, command)
    if why is None:
        for hold in draft.state.holds:
            if hold.result and hold.result == command.result:
                release(draft, hold, command.to, asked.who, asked.why)
    return why


def _correct(draft: Draft, asked: Asked, command: Correct) -> str | None:
    round_ = draft.round
    if round_ is not None and round_.submitted and round_.result == command.result and round_.outcome:
        return _open_one(draft, asked, command, round_)
    closed = next((one for one in draft.state.closed if one.result and one.result == command.result), None)
    if closed is None:
        return f"event {command.result} is no submitted result"
    if closed.void:
        return f"the result of event {command.result} is withdrawn already"
    if command.to == "reversed" and (why := _no_swap(draft, by_order=closed.by_order, swapped=closed.swapped)):
        return why
    changed = _said(draft, asked, command, closed.id, closed.outcome)
    if isinstance(changed, str):
        return changed
    after = replace(closed, outcome=changed, void=_gone(command), swapped=_turned(closed.swapped, command))
    draft.put(closed=tuple(after if one is closed else one for one in draft.state.closed))
    return None


def _open_one(draft: Draft, asked: Asked, command: Correct, round_: Round) -> str | None:
    """The same for a round that is submitted and whose cards still lie."""
    if round_.withdrawn:
        return f"the result of event {command.result} is withdrawn already"
    by_order = reversal.by_order(round_)
    if command.to == "reversed" and (why := _no_swap(draft, by_order=by_order, swapped=round_.swapped)):
        return why
    changed = _said(draft, asked, command, round_.id, round_.outcome)
    if isinstance(changed, str):
        return changed
    draft.put_round(outcome=changed, withdrawn=_gone(command), swapped=_turned(round_.swapped, command))
    return None


def _gone(command: Correct) -> bool:
    """Whether no result stands after it."""
    return command.to in ("withdraw", "void")


def _turned(swapped: bool, command: Correct) -> bool:  # noqa: FBT001  # what stands so far
    return swapped or command.to == "reversed"


def _no_swap(draft: Draft, *, by_order: bool, swapped: bool) -> str:
    """Why the places of a result cannot be swapped; empty where they can."""
    if not draft.setup.game.reversed_places:
        return "this game knows no swap for a deal in reverse"
    if swapped:
        return reversal.ONCE
    return "" if by_order else "the cards were placed by where they lay: nothing is to be swapped"


def _said(draft: Draft, asked: Asked, command: Correct, round_id: str, outcome: Outcome | None) -> Outcome | str | None:
    """The outcome as it stands then, or why the command is refused."""
    match command.to:
        case "withdraw" | "void":
            _withdraw(draft, asked, command.to, command.result, round_id)
            return outcome
        case "correct" | "reversed" if outcome is None:
            return "this round is too old to be corrected with other cards: withdraw or void its result"
        case "correct" if draft.setup.game.throw is not None:
            return _thrown(draft, asked, command, round_id)
        case "correct" if not command.spots:
            return "name the spots and cards that are to be corrected"
        case "reversed":
            assert outcome is not None
            hands = reversal.swapped(draft.setup, {one.hand: one.cards for one in outcome.hands})
            return _anew(draft, asked, command, round_id, hands, before=outcome)
        case "correct":
            assert outcome is not None
            return _corrected(draft, asked, command, round_id, outcome)


def _withdraw(draft: Draft, asked: Asked, to: Literal["withdraw", "void"], result: int, round_id: str) -> None:
    draft.say(ResultWithdrawn(result, to == "void", asked.who, asked.why), round_id=round_id)


def _thrown(draft: Draft, asked: Asked, command: Correct, round_id: str) -> Outcome | str:
    game = draft.setup.game
    assert game.throw is not None
    if len(command.dice) != game.dice or any(not 1 <= pips <= 6 for pips in command.dice):
        return f"name the {game.dice} dice as they lay"
    changed = game.throw(draft.setup.options, tuple(sorted(command.dice)))
    draft.say(ResultCorrected(command.result, changed, asked.who, asked.why), round_id=round_id)
    return changed


def _corrected(draft: Draft, asked: Asked, command: Correct, round_id: str, outcome: Outcome) -> Outcome | str:
    hands: Hands = {one.hand: one.cards for one in outcome.hands}
    for one in command.spots:
        cards = list(hands.get(one.spot.owner, ()))
        if not 1 <= one.spot.index <= len(cards):
            return f"{one.spot} is no spot of this result"
        cards[one.spot.index - 1] = one.card
        hands[one.spot.owner] = tuple(cards)
    every = [card for cards in hands.values() for card in cards]
    if any(every.count(card) > draft.setup.game.decks for card in every):
        return "one card is named more often than the deck has it"
    return _anew(draft, asked, command, round_id, hands, before=outcome)


def _anew(  # noqa: PLR0913  # the command, and the result as it stood
    draft: Draft, asked: Asked, command: Correct, round_id: str, hands: Hands, *, before: Outcome
) -> Outcome | str:
    changed = draft.setup.game.outcome(draft.setup.options, hands)
    if changed.result == IRREGULAR:
        return f"{UNCALLED}: name all cards, or void the result"
    if VOID in before.facts:
        changed = replace(changed, facts={**changed.facts, VOID: before.facts[VOID]})
    draft.say(ResultCorrected(command.result, changed, asked.who, asked.why), round_id=round_id)
    return changed
