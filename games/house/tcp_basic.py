"""Three Card Poker for several seats: each box plays its own three cards against the Dealer's, one deck.

Boxes `p1`..`pn` and the Dealer get three cards each, all face down; only occupied boxes are dealt to, the Dealer last.
Bettors look at their own cards and make Play or lose the Ante; all hands may be known when the decision window closes.
A suited A K Q is the highest Straight Flush.

| open point of the rule sheet | option | default |
|---|---|---|
| number of seats | `seats` | six |
| order of the deal | `deal` | a packet of three to each occupied box in its order, the Dealer last |
| number of burn cards | `burn` | none |
| when cards may be dealt | `deal_while` | before or after the bets close, but never before the boxes are known |
| pay tables, which may vary | `ante_bonus`, `pair_plus` | as printed |

A box that is out (its Ante folded and no Pair Plus on it, or Pair Plus alone without a pair) leaves the boxes that the
engine names with a window; its cards are then taken away unseen. Pair Plus stands after a fold of the same box.
"""

from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Annotated

from msgspec import Meta, field

from games.ante_play import NOT_QUALIFIED, Action, PairPlusWager, ante_and_play, bonus_on, compare
from games.audit import Audit, Results, Row, stake_in, word_in
from games.cards import Card
from games.facing import OWED_DOWN
from games.game import Due, Game, HandResult, Hands, Lay, Outcome, PayTables, Reveal, Unknown, Window, void_for
from games.options import Options
from games.paytables import BASIC_ANTE_BONUS, BASIC_PAIR_PLUS, check_table, named, odds
from games.poker import THREE_CARD, Category, three_card
from games.settlement import Net, Settled, UnsettledError, Wager, bonus, paid, voided
from games.spots import hand
from games.three_card import (
    DEALER,
    EACH,
    PLAYER,
    Deal,
    columns,
    next_card,
    qualifies,
    two_hands,
)

SEATS = 6
MOST_SEATS = 7
QUALIFIES = "dealer_qualifies"

CATEGORIES = THREE_CARD[:-1]
"""Without a Royal Flush of its own."""


class TcpBasic(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of Three Card Poker for several seats."""

    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = SEATS
    deal: Deal = Deal.PACKET
    ante_bonus: dict[Category, Decimal] = field(default_factory=BASIC_ANTE_BONUS.copy)
    pair_plus: dict[Category, Decimal] = field(default_factory=BASIC_PAIR_PLUS.copy)

    def __post_init__(self) -> None:
        check_table("ante_bonus", self.ante_bonus, CATEGORIES, BASIC_ANTE_BONUS)
        check_table("pair_plus", self.pair_plus, CATEGORIES, BASIC_PAIR_PLUS)


@cache
def boxes(seats: int) -> tuple[str, ...]:
    """The boxes of a table with so many seats, in the order of the deal. Remembered: each row of an audit asks."""
    return tuple(f"p{number}" for number in range(1, seats + 1))


def order(options: Options, lay: Lay) -> Due:
    """What is due after what lies; unknown while no box is known to be occupied."""
    assert isinstance(options, TcpBasic)
    all_boxes = boxes(options.seats)
    taken = tuple(box for box in all_boxes if box in lay.boxes)
    return next_card(options.deal, (*taken, DEALER), lay) if taken else Unknown(hand(all_boxes[0], 1))


def category(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """The name of one hand of three cards."""
    del options, hand
    return three_card(cards, royal=False).category


def outcome(options: Options, hands: Hands) -> Outcome:
    """What every box comes to against the Dealer.

    `result`: dealer_qualifies or dealer_not_qualified. Facts: `dealer_qualifies` yes or no, and under each box's name
    which hand ranks higher, whether the Dealer qualifies or not: player, dealer or tie.
    """
    assert isinstance(options, TcpBasic)
    dealt = [name for name in (*boxes(options.seats), DEALER) if len(hands.get(name, ())) == EACH]
    ranked = {name: three_card(hands[name], royal=False) for name in dealt}
    dealer = ranked[DEALER]
    qualified = qualifies(dealer)
    facts = {"dealer_qualifies": "yes" if qualified else "no"}
    facts |= {name: compare(ranked[name], dealer) for name in dealt if name != DEALER}
    return Outcome(
        result=QUALIFIES if qualified else NOT_QUALIFIED,
        hands=tuple(HandResult(name, hands[name], ranked[name].category) for name in dealt),
        facts=facts,
    )


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of ante, play, ante_bonus and pair_plus of one box; no outcome is a void round and returns all.

    Pair Plus stands whatever happens to the Ante. Without an answer the Ante is folded and earns no Ante Bonus.

    Raises:
        UnsettledError: the box has no hand in this round, and what is staked on it depends on one.
    """
    assert isinstance(options, TcpBasic)
    assert type(wager) is PairPlusWager
    if outcome is None or void_for(wager, outcome):
        return voided(wager.stakes)
    mine = next((hand for hand in outcome.hands if hand.hand == wager.box != DEALER), None)
    if mine is None:
        return Settled(_without_hand(wager))
    result = outcome.facts[wager.box] if outcome.result == QUALIFIES else NOT_QUALIFIED
    return Settled(
        (
            *ante_and_play(wager, result),
            bonus("ante_bonus", bonus_on(wager, disconnected=False), odds(options.ante_bonus, mine.category)),
            paid("pair_plus", wager.pair_plus, odds(options.pair_plus, mine.category)),
        )
    )


def _without_hand(wager: PairPlusWager) -> tuple[Net, ...]:
    """A box whose cards were taken away unseen: only a folded Ante needs none."""
    if wager.play or wager.pair_plus or not wager.box:
        raise UnsettledError(f"box {wager.box!r} has no hand in this round")
    return (
        *ante_and_play(wager, NOT_QUALIFIED),
        bonus("ante_bonus", wager.play, None),
        paid("pair_plus", wager.play, None),
    )


def audit(options: Options, row: Row) -> Results:
    """The result columns of a row of `tcp_basic`, which is one box."""
    player, dealer = two_hands(row)
    (box, *_) = boxes(1)
    found = outcome(options, {box: player, DEALER: dealer})
    wager = PairPlusWager(
        box=box,
        ante=stake_in(row, "ante"),
        pair_plus=stake_in(row, "pair_plus"),
        action=word_in(row, "action", Action),
    )
    facts = {"dealer_qualifies": found.facts["dealer_qualifies"], "compare": found.facts[box]}
    return columns(found.hands, facts, settle(options, wager, found))


def pay_tables(options: Options) -> PayTables:
    """What the bets pay, for a reader."""
    assert isinstance(options, TcpBasic)
    return {"Ante Bonus": named(options.ante_bonus), "Pair Plus": named(options.pair_plus)}


def variant(options: Options) -> Game:
    """The game with this table's seats."""
    assert isinstance(options, TcpBasic)
    return _seated(options.seats)


def _seated(seats: int) -> Game:
    names = boxes(seats)
    return replace(GAME, hands=(*names, DEALER), boxes=names)


GAME = Game(
    id="tcp_basic",
    title="Three Card Poker",
    options=TcpBasic,
    decks=1,
    hands=(*boxes(SEATS), DEALER),
    boxes=boxes(SEATS),
    windows=(Window.BETS, Window.DECISION),
    order=order,
    reveals=(Reveal("*", Window.DECISION),),
    owed=OWED_DOWN,
    conditions=(),
    outcome=outcome,
    category=category,
    variant=variant,
    hand_sizes=(("*", EACH),),
    fresh_each_round=True,
    wager=PairPlusWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(Audit("tcp_basic", (PLAYER, DEALER, "action", "ante", "pair_plus"), audit),),
)
