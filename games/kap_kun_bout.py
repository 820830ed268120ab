"""A box of Kap Kun against the dealer: by a class of four cards, or by two hands that were set.

| what lies | result |
|---|---|
| a class of four cards at one of them, or the higher class | win or lose, the whole bet, however it was set |
| the bettor's low hand stronger than his high one | lose |
| both hands stronger than the dealer's | win |
| neither | lose |
| one each | push, or lose where the house reads its text so |
"""

from enum import StrEnum
from typing import NamedTuple

from games.cards import Card
from games.kap_kun_hands import Setting, fouled, four_cards, two_cards
from games.settlement import UnsettledError

WIN, LOSE, PUSH, OPEN = "win", "lose", "push", "open"
"""Results; a box is open as long as its settings decide and nobody has looked at them."""


class Split(StrEnum):
    """What becomes of a bet with one hand won and one lost."""

    PUSH = "push"
    LOSE = "lose"


class ThreeOrFour(StrEnum):
    """What follows where a bet would win with a hand of 3 or 4 points."""

    NOT_APPLIED = "not_applied"
    ASK = "ask"


class Bout(NamedTuple):
    """Two settings held against each other; no winners where a class or a foul decides."""

    result: str
    foul: bool = False
    high_winner: str = ""
    low_winner: str = ""


def by_class(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> str:
    """`win` or `lose` where a class of four cards decides, else `open`."""
    mine, his = four_cards(player), four_cards(dealer)
    if mine is None and his is None:
        return OPEN
    if mine is None or his is None:
        return WIN if his is None else LOSE
    return WIN if mine.strength > his.strength else LOSE


def bout(split: Split, player: Setting, dealer: Setting) -> Bout:
    """The result of two settings as they lie."""
    found = by_class(player.high + player.low, dealer.high + dealer.low)
    if found != OPEN:
        return Bout(found, fouled(*player))
    if fouled(*player):
        return Bout(LOSE, foul=True)
    won = [two_cards(mine).strength > two_cards(his).strength for mine, his in zip(player, dealer, strict=True)]
    high, low = ("player" if one else "dealer" for one in won)
    return Bout(WIN if all(won) else split.value if any(won) else LOSE, high_winner=high, low_winner=low)


def check_edge(rule: ThreeOrFour, box: str, mine: Setting, result: str) -> None:
    """Refuse a win on which the house may have an edge.

    Raises:
        UnsettledError: it wins with 3 or 4 points, and the house has to be asked about those.
    """
    names = {two_cards(two).name for two in mine}
    if result == WIN and rule is ThreeOrFour.ASK and names & {"3 points", "4 points"}:
        raise UnsettledError(f"{box}: it wins with 3 or 4 points, on which the house has an edge that no rule states")
