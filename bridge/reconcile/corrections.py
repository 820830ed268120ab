"""Corrections after submission: only a supervisor's, naming the result they touch."""

from typing import Literal

from msgspec.structs import replace

from bridge.commands import Correct
from bridge.events import ResultCorrected, ResultWithdrawn
from bridge.readings import Asked
from bridge.reconcile.draft import Draft
from bridge.reconcile.state import Round
from games.game import Hands, Outcome


def correct(draft: Draft, asked: Asked, command: Correct) -> str | None:
    """Withdraw, void or correct a submitted result; why that is refused, or None."""
    round_ = draft.round
    if round_ is not None and round_.submitted and round_.result == command.result and round_.outcome:
        return _open_one(draft, asked, command, round_)
    closed = next((one for one in draft.state.closed if one.result and one.result == command.result), None)
    if closed is None:
        return f"event {command.result} is no submitted result"
    if closed.void:
        return f"the result of event {command.result} is withdrawn already"
    changed = _said(draft, asked, command, closed.id, closed.outcome)
    if isinstance(changed, str):
        return changed
    after = replace(closed, outcome=changed, void=command.to != "correct")
    draft.put(closed=tuple(after if one is closed else one for one in draft.state.closed))
    return None


def _open_one(draft: Draft, asked: Asked, command: Correct, round_: Round) -> str | None:
    """The same for a round that is submitted and whose cards still lie."""
    if round_.withdrawn:
        return f"the result of event {command.result} is withdrawn already"
    changed = _said(draft, asked, command, round_.id, round_.outcome)
    if isinstance(changed, str):
        return changed
    draft.put_round(outcome=changed, withdrawn=command.to != "correct")
    return None


def _said(draft: Draft, asked: Asked, command: Correct, round_id: str, outcome: Outcome | None) -> Outcome | str | None:
    """The outcome as it stands then, or why the command is refused."""
    match command.to:
        case "withdraw" | "void":
            _withdraw(draft, asked, command.to, command.result, round_id)
            return outcome
        case "correct" if outcome is None:
            return "this round is too old to be corrected with other cards: withdraw or void its result"
        case "correct" if draft.setup.game.throw is not None:
            return _thrown(draft, asked, command, round_id)
        case "correct" if not command.spots:
            return "name the spots and cards that are to be corrected"
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
    changed = draft.setup.game.outcome(draft.setup.options, hands)
    draft.say(ResultCorrected(command.result, changed, asked.who, asked.why), round_id=round_id)
    return changed
