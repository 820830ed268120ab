"""Baccarat's bets: the wager, and what the main bets and insurance come to.

Insurance is a bet on the loss of the hand that a bettor has bet on: won when that hand loses, lost when it wins,
returned on a tie, which is no loss. Its odds stand in no rule sheet; the table's file has them by the leader's points
at the time of the offer. What it could win may not be more than the bet it insures.

| bet | when it is offered |
|---|---|
| `player_insurance`, `banker_insurance` | after four cards, where some third card is or may be due |
| `player_insurance_third` | after the Player's third card, where the Banker must draw |
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Annotated

from msgspec import Meta

from games.cards import Card
from games.points import points
from games.settlement import NOTHING, Money, Net, UnsettledError, Wager, check_stakes, lost, paid, returned

PLAYER, BANKER, TIE = "player", "banker", "tie"

EVEN, HALF, LESS_COMMISSION = Decimal(1), Decimal("0.5"), Decimal("0.95")

ANY = "any"
InsuranceOdds = dict[Annotated[str, Meta(pattern="^([0-9]|any)$")], Decimal]
"""Odds to 1 by the points of the leading hand, "0" to "9", and "any" for those that have no row."""

INSURED = {"player_insurance": PLAYER, "player_insurance_third": PLAYER, "banker_insurance": BANKER}
"""The hand whose loss each insurance bet is on."""


class BaccaratWager(Wager, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One bettor's stakes.

    Raises:
        ValueError: a stake is negative, no finite number or not exact.
    """

    player: Money = NOTHING
    banker: Money = NOTHING
    tie: Money = NOTHING
    player_pair: Money = NOTHING
    banker_pair: Money = NOTHING
    super6: Money = NOTHING
    player_insurance: Money = NOTHING
    player_insurance_third: Money = NOTHING
    banker_insurance: Money = NOTHING

    def __post_init__(self) -> None:
        check_stakes(**{bet: getattr(self, bet) for bet in BETS})


BETS = tuple(name for name in BaccaratWager.__struct_fields__ if name != "box")


def on_hand(hand: str, stake: Money, result: str, pays: Decimal) -> Net:
    """The net of a bet on the Player or the Banker; a tie returns it."""
    if result == TIE:
        return returned(hand, stake)
    return paid(hand, stake, pays if result == hand else None)


def banker_pays(*, six: bool, commission: bool) -> Decimal:
    """What a winning Banker bet pays: less 5 % commission, or even and half where the Banker wins with `six`."""
    if commission:
        return LESS_COMMISSION
    return HALF if six else EVEN


def insurance(
    wager: BaccaratWager, tables: Mapping[str, InsuranceOdds], hands: Mapping[str, tuple[Card, ...]], result: str
) -> Iterator[Net]:
    """The nets of the insurance bets that were made, those that have a table here (it may be empty).

    Raises:
        UnsettledError: such a bet was not offered, has no odds in the table's file, or could win more than the bet
            that it insures; the message names it.
    """
    could_win = {PLAYER: NOTHING, BANKER: NOTHING}
    for bet, table in tables.items():
        stake: Money = getattr(wager, bet)
        hand = INSURED[bet]
        pays = _odds(bet, table, hands)
        could_win[hand] += stake * pays
        if could_win[hand] > getattr(wager, hand):
            raise UnsettledError(f"{bet}: {stake} at {pays} to 1 could win more than the {hand} bet that it insures")
        if result == TIE:
            yield returned(bet, stake)
        else:
            yield lost(bet, stake) if result == hand else paid(bet, stake, pays)


def _odds(bet: str, table: InsuranceOdds, hands: Mapping[str, tuple[Card, ...]]) -> Decimal:
    player, banker = hands[PLAYER], hands[BANKER]
    third = bet == "player_insurance_third"
    drawn = [len(player) > 2, len(banker) > 2]
    if not (all(drawn) if third else any(drawn)):
        raise UnsettledError(f"{bet}: it was not offered in this round")
    leader = str(max(points(player if third else player[:2]), points(banker[:2])))
    pays = table.get(leader, table.get(ANY))
    if pays is None:
        raise UnsettledError(f"{bet}: the table's file has no odds for it where the leader has {leader} points")
    return pays
