"""The bets on two hands ranked by pictures and points: the wager, and what the bets on the winner come to.

| result | Player Win | Banker Win | Tie |
|---|---|---|---|
| Player higher | 1 to 1 | lost | lost |
| Banker higher | lost | 1 to 1 | lost |
| equal ranks | returned | returned | as the table pays |

A winner of six points, whatever its pictures, pays half; a loser's six changes nothing.
"""

from decimal import Decimal

from games.pictures import SIXES, PictureRank
from games.settlement import NOTHING, Money, Net, Wager, check_stakes, lost, paid, returned

PLAYER, BANKER, TIE = "player", "banker", "tie"
EVEN, HALF = Decimal(1), Decimal("0.5")


class PicturesWager(Wager, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One bettor's stakes. In the three-player version `box` is his Player, and the Banker's bets are the Dealer's.

    Raises:
        ValueError: a stake is negative, no finite number or not exact.
    """

    player_win: Money = NOTHING
    banker_win: Money = NOTHING
    tie: Money = NOTHING
    player_3pictures: Money = NOTHING
    banker_3pictures: Money = NOTHING
    player_pair_plus: Money = NOTHING
    banker_pair_plus: Money = NOTHING

    def __post_init__(self) -> None:
        check_stakes(**{bet: getattr(self, bet) for bet in BETS})


BETS = tuple(name for name in PicturesWager.__struct_fields__ if name != "box")


def higher(player: PictureRank, banker: PictureRank) -> str:
    """Whose rank is higher: player, banker or tie."""
    if player.number == banker.number:
        return TIE
    return PLAYER if player.number < banker.number else BANKER


def main_bets(wager: PicturesWager, fare: str, winner: PictureRank, tie_pays: Decimal) -> tuple[Net, Net, Net]:
    """The nets of player_win, banker_win and tie: half is won on a winner's Six, a tie returns the other two."""
    on_player, on_banker = ("player_win", wager.player_win), ("banker_win", wager.banker_win)
    if fare == TIE:
        return returned(*on_player), returned(*on_banker), paid("tie", wager.tie, tie_pays)
    pays = HALF if winner.number in SIXES else EVEN
    if fare == PLAYER:
        return paid(*on_player, pays), lost(*on_banker), lost("tie", wager.tie)
    return lost(*on_player), paid(*on_banker, pays), lost("tie", wager.tie)
