"""Settlement of Live Three Card Poker: what a wager came to.

| Ante and Play | Ante | Play |
|---|---|---|
| Dealer does not qualify | 1 to 1 | returned |
| qualifies, Player higher | 1 to 1 | 1 to 1 |
| qualifies, Dealer higher | lost | lost |
| qualifies, equal | returned | returned |
| folded, by himself or for him | lost | - |

The Ante Bonus pays on a loss and a tie too, but never after a fold of the bettor's own or a silence: only a
disconnection folds the Ante and still pays it, by the special clause, unless the table's `disconnect_bonus` is off.
Pair Plus and 6 Card Bonus stand whatever happens to the Ante.
"""

from decimal import Decimal
from enum import StrEnum
from typing import assert_never

import msgspec

from games.game import Outcome
from games.paytables import odds
from games.settlement import NOTHING, Money, Net, Settled, bonus, lost, paid, returned, voided
from games.tcp_live import NO_BONUS, PLAYER, TcpLive

EVEN = Decimal(1)


class Action(StrEnum):
    """What became of a bettor's decision."""

    PLAY = "play"  # accepted; stands if he disconnects afterwards
    FOLD = "fold"  # also where his balance does not reach for Play
    DISCONNECT = "disconnect"  # lost before he answered
    NO_ANSWER = "no_answer"  # connected, but silent until the window closed
    NONE = "none"  # no Ante, nothing to decide


class Wager(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One bettor's stakes and decision. Play stakes exactly the Ante again.

    Raises:
        ValueError: a stake is negative, no finite number or not exact, or the action does not fit the Ante.
    """

    ante: Money = NOTHING
    pair_plus: Money = NOTHING
    six_card: Money = NOTHING
    action: Action = Action.NONE

    def __post_init__(self) -> None:
        for name in ("ante", "pair_plus", "six_card"):
            stake = getattr(self, name)
            if not isinstance(stake, Decimal) or not stake.is_finite() or stake < 0:
                raise ValueError(f"{name}: {stake!r} is no stake: an exact decimal of 0 or more is needed")
        if (self.action is Action.NONE) is not (self.ante == 0):
            raise ValueError(f"action {self.action.value!r} does not fit an Ante of {self.ante}")

    @property
    def play(self) -> Money:
        """The Play stake."""
        return self.ante if self.action is Action.PLAY else NOTHING


def settle(options: TcpLive, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of ante, play, ante_bonus, pair_plus and six_card; no outcome is a void round and returns all."""
    if outcome is None:
        names = ("ante", "play", "pair_plus", "six_card")
        return voided({name: getattr(wager, name) for name in names})
    player = next(hand.category for hand in outcome.hands if hand.hand == PLAYER)
    six = outcome.facts["six_category"]
    return Settled(
        (
            *_ante_and_play(wager, outcome.result),
            bonus("ante_bonus", _bonus_on(options, wager), odds(options.ante_bonus, player)),
            paid("pair_plus", wager.pair_plus, odds(options.pair_plus, player)),
            paid("six_card", wager.six_card, None if six == NO_BONUS else odds(options.six_card, six)),
        )
    )


def _ante_and_play(wager: Wager, result: str) -> tuple[Net, Net]:
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
            raise ValueError(f"{result!r} is no result of Live Three Card Poker")


def _bonus_on(options: TcpLive, wager: Wager) -> Money:
    """The Ante that the Ante Bonus is paid on."""
    match wager.action:
        case Action.PLAY:
            return wager.ante
        case Action.DISCONNECT:
            return wager.ante if options.disconnect_bonus else NOTHING
        case Action.FOLD | Action.NO_ANSWER | Action.NONE:
            return NOTHING
        case _:
            assert_never(wager.action)
