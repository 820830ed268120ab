"""Tai Xiu: three dice under a cover, no cards.

The dice are shaken before bets are taken and opened after "No more Bets": the result exists while bets are open, and
nothing may tell it. It is known by a camera over the open saucer or typed on a key pad, one held against the other. A
round has no hands; its one reveal `*` stands for the dice. Nothing is dealt, so that nothing is ever due.

Tai is a total of 11 to 17, Xiu one of 4 to 10. Three equal dice of 4 to 6 are a Big Triple: Tai is pushed and Xiu
lost. Three equal dice of 1 to 3 are a Small Triple: Xiu is pushed and Tai lost. The bets on either triple are on the
group of three.

| open point of the rule sheet | option | default |
|---|---|---|
| what Tai and Xiu pay | `tai`, `xiu` | 1 to 1 |
| what the triples pay | `big_triple`, `small_triple` | none: a triple bet that wins raises `UnsettledError` |
"""

from decimal import Decimal
from typing import Annotated

from msgspec import Meta

from games.audit import Audit, Results, Row, text_in
from games.conditions import Condition, Ruling, Situation
from games.game import Due, Game, Hands, Lay, Outcome, PayTables, Reveal, Window
from games.options import Options
from games.orders import DEALT
from games.paytables import check_odds
from games.settlement import (
    NOTHING,
    Money,
    Net,
    Settled,
    UnsettledError,
    Wager,
    check_stakes,
    lost,
    paid,
    returned,
    voided,
)

DICE = 3
TAI, XIU = "TAI", "XIU"
BIG, SMALL, NONE = "BIG", "SMALL", "NONE"
FIRST_TAI, FIRST_BIG = 11, 4
EVEN = Decimal(1)


class TaiXiu(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of Tai Xiu: what each bet wins for one unit. There are no cards, so none to burn."""

    burn: Annotated[int, Meta(ge=0, le=0)] = 0
    tai: Decimal = EVEN
    xiu: Decimal = EVEN
    big_triple: Decimal | None = None
    small_triple: Decimal | None = None

    def __post_init__(self) -> None:
        odds = {name: getattr(self, name) for name in ("tai", "xiu", "big_triple", "small_triple")}
        check_odds(**{name: number for name, number in odds.items() if number is not None})


class TaiXiuWager(Wager, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One bettor's stakes.

    Raises:
        ValueError: a stake is negative, no finite number or not exact.
    """

    tai: Money = NOTHING
    xiu: Money = NOTHING
    big_triple: Money = NOTHING
    small_triple: Money = NOTHING

    def __post_init__(self) -> None:
        check_stakes(**self.stakes)

    @property
    def stakes(self) -> dict[str, Money]:
        """The stakes by their bets' names."""
        return {"tai": self.tai, "xiu": self.xiu, "big_triple": self.big_triple, "small_triple": self.small_triple}


def order(options: Options, lay: Lay) -> Due:
    """No card is ever due."""
    del options, lay
    return DEALT


def outcome(options: Options, hands: Hands) -> Outcome:
    """A round of dice has no hands: its outcome comes from `throw`.

    Raises:
        AssertionError: always.
    """
    raise AssertionError((options, hands))


def throw(options: Options, dice: tuple[int, ...]) -> Outcome:
    """The round's result: TAI or XIU; facts `total` and `triple` (BIG, SMALL, NONE).

    Raises:
        ValueError: these are not three dice.
    """
    del options
    if len(dice) != DICE or not all(1 <= pips <= 6 for pips in dice):
        raise ValueError(f"{' '.join(map(str, dice)) or 'nothing'} is no throw: three dice of 1 to 6 are needed")
    total = sum(dice)
    triple = NONE if len(set(dice)) > 1 else BIG if dice[0] >= FIRST_BIG else SMALL
    return Outcome(TAI if total >= FIRST_TAI else XIU, (), {"total": str(total), "triple": triple})


def side_net(bet: str, stake: Money, odds: Money, outcome: Outcome) -> Net:
    """What becomes of Tai or Xiu: the higher side at a Big Triple, the lower at a Small one, is pushed, not paid."""
    if bet.upper() != outcome.result:
        return lost(bet, stake)
    return paid(bet, stake, odds) if outcome.facts["triple"] == NONE else returned(bet, stake)


def triple_net(bet: str, stake: Money, odds: Money | None, *, won: bool) -> Net:
    """What becomes of a bet on a group of triples.

    Raises:
        UnsettledError: it wins, and the table's file does not say what it pays.
    """
    if not won or not stake:
        return lost(bet, stake)
    if odds is None:
        raise UnsettledError(f"{bet}: the rule sheet states no odds: set {bet} in the table's file")
    return paid(bet, stake, odds)


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of tai, xiu, big_triple and small_triple; no outcome is a void round and returns all.

    Raises:
        UnsettledError: a triple wins at a table without its odds.
    """
    assert isinstance(options, TaiXiu)
    assert isinstance(wager, TaiXiuWager)
    if outcome is None:
        return voided(wager.stakes)
    triple = outcome.facts["triple"]
    return Settled(
        (
            side_net("tai", wager.tai, options.tai, outcome),
            side_net("xiu", wager.xiu, options.xiu, outcome),
            triple_net("big_triple", wager.big_triple, options.big_triple, won=triple == BIG),
            triple_net("small_triple", wager.small_triple, options.small_triple, won=triple == SMALL),
        )
    )


def audit(options: Options, row: Row) -> Results:
    """The result columns of a row of `tai_xiu`."""
    assert isinstance(options, TaiXiu)
    found = throw(options, tuple(_die(row, column) for column in ("d1", "d2", "d3")))
    triple = found.facts["triple"]
    return {
        "total": int(found.facts["total"]),
        "side": found.result,
        "triple": triple,
        "net_tai": side_net("tai", EVEN, options.tai, found).net,
        "net_xiu": side_net("xiu", EVEN, options.xiu, found).net,
        "big_triple": "win" if triple == BIG else "lose",
        "small_triple": "win" if triple == SMALL else "lose",
    }


def _die(row: Row, column: str) -> int:
    text = text_in(row, column)
    if text not in ("1", "2", "3", "4", "5", "6"):
        raise ValueError(f"{column}: {text!r} is no die: 1 to 6 is needed")
    return int(text)


def pay_tables(options: Options) -> PayTables:
    """What the bets pay, for a reader; a triple without odds is left out."""
    assert isinstance(options, TaiXiu)
    odds = (
        ("Tai", "11 to 17", options.tai),
        ("Xiu", "4 to 10", options.xiu),
        ("Big Triple", "444, 555 or 666", options.big_triple),
        ("Small Triple", "111, 222 or 333", options.small_triple),
    )
    return {bet: {what: number} for bet, what, number in odds if number is not None}


CONDITIONS = (
    Condition(
        Situation.DIE_NOT_FLAT,
        Ruling.HOLD,
        "flat dice: a die that does not lie flat is no result: shake again; bets stand or management returns them",
    ),
    Condition(
        Situation.EXPOSED_BETS_OPEN,
        Ruling.HOLD,
        "covered dice: they are opened when bets are closed; dice seen before that are for management to decide on",
    ),
    Condition(
        Situation.DISAGREE,
        Ruling.HOLD,
        "result: a result that was mistyped is corrected against the dice",
    ),
)

GAME = Game(
    id="tai_xiu",
    title="Tai Xiu",
    options=TaiXiu,
    decks=0,
    hands=(),
    windows=(Window.BETS,),
    order=order,
    reveals=(Reveal("*", Window.BETS),),
    owed=(),
    conditions=CONDITIONS,
    outcome=outcome,
    dice=DICE,
    wager=TaiXiuWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(Audit("tai_xiu", ("d1", "d2", "d3"), audit),),
    throw=throw,
)
