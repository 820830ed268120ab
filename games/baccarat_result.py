"""Baccarat's result: two hands compared, and what the side bets are about."""

from games.baccarat_bets import BANKER, PLAYER, TIE
from games.cards import Card
from games.game import IRREGULAR, HandResult, Outcome
from games.points import points
from games.third_card import NATURAL, regular

YES = "yes"
YES_NO = ("no", YES)
"""A fact by its truth."""
NATURALS = {(True, True): "both", (True, False): PLAYER, (False, True): BANKER, (False, False): "none"}
"""Who has a natural, by whether the Player and whether the Banker does."""

POINTS_IN_WORDS = {count: f"{count} points" for count in range(10)}
NATURAL_IN_WORDS = {count: f"natural {count}" for count in range(NATURAL, 10)}


def in_words(cards: tuple[Card, ...], count: int) -> str:
    """The points of a hand in words."""
    return NATURAL_IN_WORDS[count] if len(cards) == 2 and count >= NATURAL else POINTS_IN_WORDS[count]


def compared(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Outcome:
    """The result of two hands.

    `result`: player, banker or tie, or `irregular` where these are not the cards that the drawing rules call for.
    Facts: `player_total`, `banker_total`; `natural` player, banker, both or none; `player_pair`, `banker_pair`,
    `super6` yes or no; `shoe_result`, the result as a shoe would claim it.
    """
    on_player, on_banker = points(player), points(banker)
    shown = (
        HandResult(PLAYER, player, in_words(player, on_player)),
        HandResult(BANKER, banker, in_words(banker, on_banker)),
    )
    facts = {"player_total": str(on_player), "banker_total": str(on_banker)}
    if not regular(player, banker):
        return Outcome(IRREGULAR, shown, facts)
    result = TIE if on_player == on_banker else PLAYER if on_player > on_banker else BANKER
    facts["natural"] = NATURALS[len(player) == 2 and on_player >= NATURAL, len(banker) == 2 and on_banker >= NATURAL]
    facts["player_pair"] = YES_NO[player[0][0] == player[1][0]]
    facts["banker_pair"] = YES_NO[banker[0][0] == banker[1][0]]
    facts["super6"] = YES_NO[result == BANKER and on_banker == 6]
    facts["shoe_result"] = result
    return Outcome(result, shown, facts)
