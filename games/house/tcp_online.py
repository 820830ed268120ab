"""Three Card Poker with win limits: as the live game, but the Player is dealt face up and wins are limited.

One Player hand and one Dealer hand of three cards each, one deck. The Player's cards may be known as they are dealt,
the Dealer's three when the decision window closes. A suited A K Q is a Straight Flush here, except where the house's
Pair Plus table names a Royal Flush of its own.

| open point of the rule sheet | option | default |
|---|---|---|
| pay tables, which the sheet leaves to the game | `ante_bonus`, `pair_plus`, `six_card` | none: not settled without |
| a separate top prize on Pair Plus | a row for the Royal Flush in `pair_plus` | none |
| what a "win" is for the limits | `basis` of each limit | side bets with the returned stake, the others without |
| limits of Pair Plus and 6 Card Bonus | `pair_plus_limit`, `six_card_limit` | 20,100 and 100,100 |
| limit of Ante, Play and Ante Bonus together | `base_limit` | 500 |
| limit of all wins together | `combined_limit` | 250,000 |
| order of the physical deal | `deal` | packets: three to the Player, then three to the Dealer |
| when cards may be dealt | `deal_while` | after the bets close, since the Player's cards lie open |
| number of burn cards | `burn` | none |

A bettor who is lost before he answers has made no Play: the Ante is folded and earns no Ante Bonus.
"""

from collections.abc import Mapping
from decimal import Decimal

from games.ante_play import AnteWager, ante_and_play, bonus_on
from games.audit import Audit, Results, Row, stake_in, text_in, word_in
from games.cards import Card
from games.conditions import Condition, Ruling, Situation
from games.facing import Facing, owed
from games.game import Due, Game, Hands, Lay, Outcome, PayTables, Reveal, Window
from games.limits import Basis, Limit
from games.options import DealWhile, Options
from games.paytables import check_table, named, odds
from games.poker import THREE_CARD, Category, three_card
from games.settlement import NOTHING, Money, Net, Settled, UnsettledError, Wager, bonus, paid, voided
from games.three_card import (
    DEALER,
    EACH,
    GIVEN,
    NO_BONUS,
    PLACES,
    PLAYER,
    SIX_CARD_CATEGORIES,
    Deal,
    heads_up,
    heads_up_audit,
    next_card,
)

Table = dict[Category, Decimal]

STRAIGHT_UP = (Category.STRAIGHT, Category.THREE_OF_A_KIND, Category.STRAIGHT_FLUSH)
"""The categories on which the sheet knows an Ante Bonus."""

BASE = ("ante", "play", "ante_bonus")
BETS = (*BASE, "pair_plus", "six_card")

LIMITED = ("pair_plus", "six_card", "base", "combined")
NO_LIMIT = "-"


class TcpOnline(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of Three Card Poker with win limits."""

    deal: Deal = Deal.PACKET
    deal_while: DealWhile = DealWhile.BETS_CLOSED
    ante_bonus: Table | None = None
    pair_plus: Table | None = None
    six_card: Table | None = None
    pair_plus_limit: Limit = Limit(most=Decimal(20_100), basis=Basis.WIN_AND_STAKE)
    six_card_limit: Limit = Limit(most=Decimal(100_100), basis=Basis.WIN_AND_STAKE)
    base_limit: Limit = Limit(most=Decimal(500), basis=Basis.WIN)
    combined_limit: Limit = Limit(most=Decimal(250_000), basis=Basis.WIN)

    def __post_init__(self) -> None:
        check_table("ante_bonus", self.ante_bonus or {}, STRAIGHT_UP)
        check_table("pair_plus", self.pair_plus or {}, THREE_CARD)
        check_table("six_card", self.six_card or {}, SIX_CARD_CATEGORIES)


def order(options: Options, lay: Lay) -> Due:
    """What is due after what lies."""
    assert isinstance(options, TcpOnline)
    return next_card(options.deal, PLACES, lay)


def category(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """The name of one hand of three cards."""
    del options, hand
    return three_card(cards, royal=False).category


def outcome(options: Options, hands: Hands) -> Outcome:
    """The round's result and facts, a suited A K Q being a Straight Flush."""
    del options
    return heads_up(hands, royal=False)


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of ante, play, ante_bonus, pair_plus and six_card within the limits; no outcome returns all stakes.

    A side bet's limit holds for it alone, then the base limit for Ante, Play and Ante Bonus together, then the
    combined limit for all; where several bets share a limit the last of them is cut first.

    Raises:
        UnsettledError: a bet needs a pay table that the table's file does not have.
    """
    assert isinstance(options, TcpOnline)
    assert isinstance(wager, AnteWager)
    if outcome is None:
        return voided(wager.stakes)
    return Settled(limited(options, _unlimited(options, wager, outcome)))


def _unlimited(options: TcpOnline, wager: AnteWager, outcome: Outcome) -> tuple[Net, ...]:
    player, six = outcome.hands[0], outcome.facts["six_category"]
    on = bonus_on(wager, disconnected=False)
    with_bonus = on and player.category in STRAIGHT_UP
    flush = player.category == Category.STRAIGHT_FLUSH  # on Pair Plus alone a royal may have a row of its own
    suited = three_card(player.cards).category if flush else player.category
    return (
        *ante_and_play(wager, outcome.result),
        bonus("ante_bonus", on, _odds("ante_bonus", options.ante_bonus, player.category) if with_bonus else None),
        _side_bet("pair_plus", wager.pair_plus, options.pair_plus, suited),
        _side_bet("six_card", wager.six_card, options.six_card, six),
    )


def _side_bet(bet: str, stake: Money, table: Table | None, category: str) -> Net:
    """A side bet; which hands win is the pay table's to say, so that a stake alone needs it."""
    return paid(bet, stake, _odds(bet, table, category) if stake else None)


def _odds(bet: str, table: Mapping[Category, Decimal] | None, category: str) -> Decimal | None:
    if table is None:
        raise UnsettledError(f"{bet}: the rule sheet has no pay table for it; set game_options.{bet}")
    return None if category == NO_BONUS else odds(table, category)


def limited(options: TcpOnline, nets: tuple[Net, ...]) -> tuple[Net, ...]:
    """The nets after all limits."""
    limits = (
        (options.pair_plus_limit, ("pair_plus",)),
        (options.six_card_limit, ("six_card",)),
        (options.base_limit, BASE),
        (options.combined_limit, BETS),
    )
    paid_back = sum((net.paid_back for net in nets), NOTHING)
    if all(limit.most is None or paid_back <= limit.most for limit, _ in limits):
        return nets  # whatever the basis, no bet counts more than what is paid back
    for limit, bets in limits:
        nets = limit.cut(nets, bets)
    return nets


def audit_limit(options: Options, row: Row) -> Results:
    """The result columns of a row of `tcp_online_caps`: one win against its limit.

    `bet` is pair_plus, six_card, base or combined, `stake` won `odds` to 1. A row may state its own `cap` and `basis`;
    where it leaves them out the table's limit of that bet counts.
    """
    assert isinstance(options, TcpOnline)
    bet = text_in(row, "bet")
    if bet not in LIMITED:
        raise ValueError(f"bet: {bet!r} is none of {', '.join(LIMITED)}")
    limit: Limit = getattr(options, f"{bet}_limit")
    most = stake_in(row, "cap") if row.get("cap") else limit.most
    # Without any limit a win counts as it is won.
    basis = word_in(row, "basis", Basis) if row.get("basis") else limit.basis or Basis.WIN
    limit = Limit() if most is None else Limit(most=most, basis=basis)
    stake = stake_in(row, "stake")
    win = stake * stake_in(row, "odds")
    counted = basis.counted(stake, win)
    return {
        "uncapped_win": win,
        "uncapped_credit": counted,
        "cap": NO_LIMIT if limit.most is None else limit.most,
        "credit": limit.credit(counted),
        "basis": basis.value,
    }


def pay_tables(options: Options) -> PayTables:
    """What the bets pay as far as the table's file says; the limits are no pays and stand among the options."""
    assert isinstance(options, TcpOnline)
    tables = {"Ante Bonus": options.ante_bonus, "Pair Plus": options.pair_plus, "6 Card Bonus": options.six_card}
    return {bet: named(table) for bet, table in tables.items() if table is not None}


REVEALS = (Reveal(PLAYER, None), Reveal(DEALER, Window.DECISION, after_hands=(PLAYER,)))

MALFUNCTION = "malfunction: it voids all plays and pays; a person says whether what the device reports is one"

GAME = Game(
    id="tcp_online",
    title="Three Card Poker with win limits",
    options=TcpOnline,
    decks=1,
    hands=PLACES,
    windows=(Window.BETS, Window.DECISION),
    order=order,
    reveals=REVEALS,
    owed=(*owed(Facing.UP, PLAYER), *owed(Facing.DOWN, DEALER)),
    conditions=(
        Condition(Situation.DEVICE_FAULT, Ruling.PROPOSE_VOID, MALFUNCTION),
        Condition(Situation.JAM_DEALING, Ruling.PROPOSE_VOID, MALFUNCTION),
    ),
    outcome=outcome,
    category=category,
    hand_sizes=(("*", EACH),),
    fresh_each_round=True,
    wager=AnteWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(
        Audit("tcp_online", GIVEN, heads_up_audit(outcome, settle)),
        Audit("tcp_online_caps", ("bet", "stake", "odds"), audit_limit),
    ),
)
