"""Ante and Play against a dealer who must qualify: the wagers and their settlement, shared by the three-card games.

| Ante and Play | Ante | Play |
|---|---|---|
| Dealer does not qualify | 1 to 1 | returned |
| qualifies, Player higher | 1 to 1 | 1 to 1 |
| qualifies, Dealer higher | lost | lost |
| qualifies, equal | returned | returned |
| folded, by himself or for him | lost | - |

The Ante Bonus pays on a loss and a tie too, but never after a fold of the bettor's own or a silence; whether a
disconnection that folds the Ante still pays it is a switch of the game.
"""

from decimal import Decimal
from enum import StrEnum
from typing import assert_never

from games.poker import Ranking
from games.settlement import NOTHING, Money, Net, Wager, check_stakes, lost, paid, returned

EVEN = Decimal(1)
NOT_QUALIFIED = "dealer_not_qualified"


class Action(StrEnum):
    """What became of a bettor's decision."""

    PLAY = "play"  # accepted; stands if he disconnects afterwards
    FOLD = "fold"  # also where his balance does not reach for Play
    DISCONNECT = "disconnect"  # lost before he answered
    NO_ANSWER = "no_answer"  # connected, but silent until the window closed
    NONE = "none"  # no Ante, nothing to decide


class PairPlusWager(Wager, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One bettor's Ante, Pair Plus and decision. Play stakes exactly the Ante again.

    Raises:
        ValueError: a stake is negative, no finite number or not exact, or the action does not fit the Ante.
    """

    ante: Money = NOTHING
    pair_plus: Money = NOTHING
    action: Action = Action.NONE

    def __post_init__(self) -> None:
        check_stakes(ante=self.ante, pair_plus=self.pair_plus)
        if (self.action is Action.NONE) is not (self.ante == 0):
            raise ValueError(f"action {self.action.value!r} does not fit an Ante of {self.ante}")

    @property
    def play(self) -> Money:
        """The Play stake."""
        return self.ante if self.action is Action.PLAY else NOTHING

    @property
    def stakes(self) -> dict[str, Money]:
        """Everything staked, by bet."""
        return {"ante": self.ante, "play": self.play, "pair_plus": self.pair_plus}


class AnteWager(PairPlusWager, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One bettor's Ante, Pair Plus, 6 Card Bonus and decision.

    Raises:
        ValueError: as for `PairPlusWager`.
    """

    six_card: Money = NOTHING

    def __post_init__(self) -> None:
        check_stakes(six_card=self.six_card)
        super().__post_init__()

    @property
    def stakes(self) -> dict[str, Money]:
        """Everything staked, by bet."""
        return {**super().stakes, "six_card": self.six_card}


def compare(player: Ranking, dealer: Ranking) -> str:
    """Which hand ranks higher, whether the dealer qualifies or not: player, dealer or tie."""
    if player.strength == dealer.strength:
        return "tie"
    return "player" if player.strength > dealer.strength else "dealer"


def ante_and_play(wager: PairPlusWager, result: str) -> tuple[Net, Net]:
    """The nets of ante and play.

    Raises:
        ValueError: the result is none of these games'.
    """
    ante, play = ("ante", wager.ante), ("play", wager.play)
    if wager.action is not Action.PLAY:
        return lost(*ante), returned(*play)
    match result:
        case "dealer_not_qualified":
            return paid(*ante, EVEN), returned(*play)
        case "player":
            return paid(*ante, EVEN), paid(*play, EVEN)
        case "dealer":
            return lost(*ante), lost(*play)
        case "tie":
            return returned(*ante), returned(*play)
        case _:
            raise ValueError(f"{result!r} is no result of Ante and Play")


def bonus_on(wager: PairPlusWager, *, disconnected: bool) -> Money:
    """The Ante that the Ante Bonus is paid on; `disconnected`: whether a bettor folded by a lost line gets it."""
    match wager.action:
        case Action.PLAY:
            return wager.ante
        case Action.DISCONNECT:
            return wager.ante if disconnected else NOTHING
        case Action.FOLD | Action.NO_ANSWER | Action.NONE:
            return NOTHING
        case _:
            assert_never(wager.action)
