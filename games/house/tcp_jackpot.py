"""Three cards against the dealer, with a Jackpot bet: six boxes and the dealer, dealt into stacks that dice give away.

Hands rank as in the basic three-card game, a suited A K Q being the highest straight flush; the dealer needs no
qualifying hand and suits never decide. The Jackpot stands beside a Bet, never alone: it wins where the bettor beats
the dealer with a pair or better, goes back at a push with a pair or better, and is lost otherwise. A player may cut
the deck instead of shaking the dice; the dealer's shake and its total decide all the same.

| open point of the rule sheet | option | default |
|---|---|---|
| direction of the deal, dice, the dealer's number | `deal`, `dice`, `dealer_number` | see `games.stacks` |
| "King and Queen as high hand" wins half | `half_pay` | a winning High Card hand with a king or a queen on top |
| what the Jackpot pays | `jackpot` | none: a Jackpot that wins raises `UnsettledError` |
"""

from dataclasses import replace
from decimal import Decimal
from enum import StrEnum
from typing import assert_never

from games.ante_play import compare
from games.audit import Audit, Results, Row, cards_in
from games.cards import Card
from games.game import Game, Hands, Outcome, PayTables, void_for
from games.options import Options
from games.paytables import check_table, named
from games.poker import NUMBER, QUEEN, THREE_CARD, Category, Ranking, three_card
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
from games.stacks import DEALER, Opening, StackOptions, Stacks, check_box, dealt_to, under

STACKS = Stacks(("b1", "b2", "b3", "b4", "b5", "b6"), each=3)

RESULTS = {"player": "win", "dealer": "lose", "tie": "push"}
EVEN, HALF = Decimal(1), Decimal("0.5")
KING = NUMBER["K"]

JACKPOT = THREE_CARD[THREE_CARD.index(Category.PAIR) : THREE_CARD.index(Category.ROYAL_FLUSH)]
"""The hands with which a Jackpot can win."""


class HalfPay(StrEnum):
    """Which winning High Card hands are paid half."""

    TOP_KING_OR_QUEEN = "top_king_or_queen"  # the highest card is a king or a queen
    KING_AND_QUEEN = "king_and_queen"  # it holds both


class TcpJackpot(StackOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of the three-card game with Jackpot; a `jackpot` table has a row for every hand from Pair up."""

    half_pay: HalfPay = HalfPay.TOP_KING_OR_QUEEN
    jackpot: dict[Category, Decimal] | None = None

    def __post_init__(self) -> None:
        if self.jackpot is not None:
            check_table("jackpot", self.jackpot, JACKPOT)
            if missing := [category.value for category in JACKPOT if category not in self.jackpot]:
                raise ValueError(f"jackpot: no row for {', '.join(missing)}, which win by the rules")


class JackpotWager(Wager, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One bettor's stakes on one box.

    Raises:
        ValueError: the box does not exist, a stake is none, or there is a Jackpot without a Bet.
    """

    bet: Money = NOTHING
    jackpot: Money = NOTHING

    def __post_init__(self) -> None:
        check_box(STACKS, self.box)
        check_stakes(bet=self.bet, jackpot=self.jackpot)
        if self.jackpot and not self.bet:
            raise ValueError(f"a Jackpot of {self.jackpot} without a Bet")


def ranking(cards: tuple[Card, ...]) -> Ranking:
    """How strong three cards are in this game."""
    return three_card(cards, royal=False)


def category(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """The name of one hand of three cards."""
    del options, hand
    return ranking(cards).category


def outcome(options: Options, hands: Hands) -> Outcome:
    """The round's result: the dealer's hand; as facts `win`, `lose` or `push` under each box's name."""
    del options
    *boxes, dealer = STACKS.results(hands, lambda cards: ranking(cards).category)
    facts = {box.hand: RESULTS[compare(ranking(box.cards), ranking(dealer.cards))] for box in boxes}
    return Outcome(dealer.category, (*boxes, dealer), facts)


def halved(rule: HalfPay, cards: tuple[Card, ...], won_by: Category) -> bool:
    """Whether a winning hand is "King and Queen as high hand"."""
    if won_by is not Category.HIGH_CARD:
        return False
    numbers = {NUMBER[card[0]] for card in cards}
    match rule:
        case HalfPay.TOP_KING_OR_QUEEN:
            return max(numbers) in (QUEEN, KING)
        case HalfPay.KING_AND_QUEEN:
            return {QUEEN, KING} <= numbers
        case _:
            assert_never(rule)


def bet_net(rule: HalfPay, stake: Money, cards: tuple[Card, ...], held: Category, result: str) -> Net:
    """What becomes of the Bet."""
    if result == "push":
        return returned("bet", stake)
    if result == "lose":
        return lost("bet", stake)
    return paid("bet", stake, HALF if halved(rule, cards, held) else EVEN)


def jackpot_result(held: Category, result: str) -> str:
    """What becomes of the Jackpot: win, lose or return."""
    if held is Category.HIGH_CARD or result == "lose":
        return "lose"
    return "return" if result == "push" else "win"


def jackpot_net(table: dict[Category, Decimal] | None, stake: Money, held: Category, result: str) -> Net:
    """The Jackpot's net.

    Raises:
        UnsettledError: it wins, and the table's file does not say what it pays.
    """
    won = jackpot_result(held, result)
    if won == "return" or not stake:
        return returned("jackpot", stake)
    if won == "lose":
        return lost("jackpot", stake)
    if table is None:
        raise UnsettledError(f"jackpot: the rule sheet has no pay table: set jackpot in the table's file to pay {held}")
    return paid("jackpot", stake, table[held])


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of bet and jackpot; no outcome is a void round and returns both.

    Raises:
        UnsettledError: a Jackpot wins at a table without its pay table, or the box has no hand.
    """
    assert isinstance(options, TcpJackpot)
    assert isinstance(wager, JackpotWager)
    if outcome is None or void_for(wager, outcome):
        return voided({"bet": wager.bet, "jackpot": wager.jackpot})
    cards = dealt_to(outcome, wager.box)
    held, result = ranking(cards).category, outcome.facts[wager.box]
    return Settled(
        (
            bet_net(options.half_pay, wager.bet, cards, held, result),
            jackpot_net(options.jackpot, wager.jackpot, held, result),
        )
    )


def audit(options: Options, row: Row) -> Results:
    """The result columns of a row of `tcp_jackpot`."""
    assert isinstance(options, TcpJackpot)
    cards = cards_in(row, "player", 3)
    player, dealer = ranking(cards), ranking(cards_in(row, DEALER, 3))
    result = RESULTS[compare(player, dealer)]
    return {
        "player_category": player.category,
        "dealer_category": dealer.category,
        "outcome": result.upper(),
        "net_bet": bet_net(options.half_pay, EVEN, cards, player.category, result).net,
        "jackpot": jackpot_result(player.category, result),
    }


def pay_tables(options: Options) -> PayTables:
    """What the bets pay, for a reader; a Jackpot without a table is left out."""
    assert isinstance(options, TcpJackpot)
    half = {HalfPay.TOP_KING_OR_QUEEN: "King or Queen high", HalfPay.KING_AND_QUEEN: "High Card with King and Queen"}
    tables = {"Bet": {"a better hand": EVEN, half[options.half_pay]: HALF}}
    return tables if options.jackpot is None else {**tables, "Jackpot": named(options.jackpot)}


def variant(options: Options) -> Game:
    """The game with its dice."""
    return under(GAME, options)


GAME = replace(
    STACKS.game(("tcp_jackpot", "Three Card Poker with Jackpot"), TcpJackpot, Opening.LAST, outcome, category),
    variant=variant,
    wager=JackpotWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(Audit("tcp_jackpot", ("player", DEALER), audit),),
)
