"""Live Three Card Poker: one Player hand shared by all bettors, one Dealer hand, three cards each, one deck.

Cards are dealt face down, as a rule while bets are open. The Player's three may be known when the bets close,
the Dealer's three when the decision window closes; the engine opens and closes that window in every round, also
where no bettor has an Ante to decide on.

| open point of the rule sheet | option | default |
|---|---|---|
| order of the physical deal | `deal` | packets: three to the Player, then three to the Dealer |
| number of burn cards | `burn` | none |
| when cards may be dealt | `deal_while` | before or after the bets close |
| a Dealer's card shown while decisions are open | `exposed_in_decision` | hold with the void proposed |
| Ante Bonus of a bettor folded by a disconnection | `disconnect_bonus` | paid |
| pay tables | `ante_bonus`, `pair_plus`, `six_card` | as printed |
"""

from dataclasses import replace
from decimal import Decimal
from enum import StrEnum

from msgspec import field

from games.ante_play import NOT_QUALIFIED, Action, AnteWager, ante_and_play, bonus_on, compare
from games.audit import Audit, Results, Row, cards_in, stake_in, word_in
from games.cards import Card
from games.clauses import SHARED, reversed_is_ordinary
from games.conditions import Condition, Ruling, Situation
from games.facing import OWED_DOWN
from games.game import Due, Game, HandResult, Hands, Lay, Outcome, PayTables, Reveal, Window
from games.options import Options
from games.orders import Pattern, due, sequence
from games.paytables import ANTE_BONUS, PAIR_PLUS, SIX_CARD, check_table, named, odds
from games.poker import FIVE_CARD, THREE_CARD, Category, best_five, queen_or_better, three_card
from games.settlement import Settled, Wager, bonus, paid, voided
from games.spots import SpotKind

PLAYER, DEALER = "player", "dealer"
PLACES = (PLAYER, DEALER)

NO_BONUS = "-"
"""`six_category` of six cards that make less than three of a kind."""

SIX_CARD_CATEGORIES = FIVE_CARD[FIVE_CARD.index(Category.THREE_OF_A_KIND) :]


class Deal(StrEnum):
    """How the six cards go out."""

    PACKET = "packet"
    CYCLIC = "cyclic"


class ExposedInDecision(StrEnum):
    """What follows when a Dealer's card is shown while decisions are open."""

    PROPOSE_VOID = "propose_void"
    VOID = "void"


class TcpLive(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of Live Three Card Poker."""

    deal: Deal = Deal.PACKET
    exposed_in_decision: ExposedInDecision = ExposedInDecision.PROPOSE_VOID
    disconnect_bonus: bool = True
    ante_bonus: dict[Category, Decimal] = field(default_factory=ANTE_BONUS.copy)
    pair_plus: dict[Category, Decimal] = field(default_factory=PAIR_PLUS.copy)
    six_card: dict[Category, Decimal] = field(default_factory=SIX_CARD.copy)

    def __post_init__(self) -> None:
        check_table("ante_bonus", self.ante_bonus, THREE_CARD)
        check_table("pair_plus", self.pair_plus, THREE_CARD)
        check_table("six_card", self.six_card, SIX_CARD_CATEGORIES)


def order(options: Options, lay: Lay) -> Due:
    """What is due after what lies."""
    assert isinstance(options, TcpLive)
    return due(sequence(Pattern(options.deal.value), SpotKind.HAND, PLACES, 3), lay)


def category(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """The name of one hand of three cards."""
    del options, hand
    return three_card(cards).category


def outcome(options: Options, hands: Hands) -> Outcome:
    """The round's result.

    `result`: dealer_not_qualified, or player, dealer, tie where the Dealer qualifies. Facts: `dealer_qualifies`
    yes or no; `compare` player, dealer or tie whether he qualifies or not; `six_category` the best five of all six
    cards from three of a kind up, else `-`.
    """
    del options
    player, dealer = three_card(hands[PLAYER]), three_card(hands[DEALER])
    higher, qualifies = compare(player, dealer), queen_or_better(hands[DEALER])
    six = best_five(hands[PLAYER] + hands[DEALER]).category
    return Outcome(
        result=higher if qualifies else NOT_QUALIFIED,
        hands=(
            HandResult(PLAYER, hands[PLAYER], player.category),
            HandResult(DEALER, hands[DEALER], dealer.category),
        ),
        facts={
            "dealer_qualifies": "yes" if qualifies else "no",
            "compare": higher,
            "six_category": six if six in SIX_CARD_CATEGORIES else NO_BONUS,
        },
    )


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of ante, play, ante_bonus, pair_plus and six_card; no outcome is a void round and returns all.

    Pair Plus and 6 Card Bonus stand whatever happens to the Ante; a disconnection folds the Ante and still pays the
    Ante Bonus, by the special clause, unless the table's `disconnect_bonus` is off.
    """
    assert isinstance(options, TcpLive)
    assert isinstance(wager, AnteWager)
    if outcome is None:
        names = ("ante", "play", "pair_plus", "six_card")
        return voided({name: getattr(wager, name) for name in names})
    player = next(hand.category for hand in outcome.hands if hand.hand == PLAYER)
    six = outcome.facts["six_category"]
    bonus_stake = bonus_on(wager, disconnected=options.disconnect_bonus)
    return Settled(
        (
            *ante_and_play(wager, outcome.result),
            bonus("ante_bonus", bonus_stake, odds(options.ante_bonus, player)),
            paid("pair_plus", wager.pair_plus, odds(options.pair_plus, player)),
            paid("six_card", wager.six_card, None if six == NO_BONUS else odds(options.six_card, six)),
        )
    )


def audit(options: Options, row: Row) -> Results:
    """The result columns of a row of `tcp_live`."""
    hands = {PLAYER: cards_in(row, PLAYER, 3), DEALER: cards_in(row, DEALER, 3)}
    found = outcome(options, hands)
    wager = AnteWager(
        ante=stake_in(row, "ante"),
        pair_plus=stake_in(row, "pair_plus"),
        six_card=stake_in(row, "six_card"),
        action=word_in(row, "action", Action),
    )
    settled = settle(options, wager, found)
    return {
        "player_category": found.hands[0].category,
        "dealer_category": found.hands[1].category,
        **found.facts,
        **{f"net_{net.bet}": net.net for net in settled.nets},
        "net_total": settled.total,
    }


def pay_tables(options: Options) -> PayTables:
    """What the bets pay, for a reader."""
    assert isinstance(options, TcpLive)
    tables = {"Ante Bonus": options.ante_bonus, "Pair Plus": options.pair_plus, "6 Card Bonus": options.six_card}
    return {bet: named(table) for bet, table in tables.items()}


REVEALS = (Reveal(PLAYER, Window.BETS), Reveal(DEALER, Window.DECISION, after_hands=(PLAYER,)))

IN_DECISION = (
    "exposed card: the decision window offers the Play bet, so a Dealer's card seen then is seen while a bet is open"
)


def conditions(in_decision: ExposedInDecision) -> tuple[Condition, ...]:
    """The rows of house conditions under this option."""
    shown = Condition(Situation.EXPOSED_DECISION_OPEN, Ruling(in_decision.value), IN_DECISION)
    return (*SHARED, reversed_is_ordinary("Dealer"), shown)


def variant(options: Options) -> Game:
    """The game under these options."""
    assert isinstance(options, TcpLive)
    return replace(GAME, conditions=conditions(options.exposed_in_decision))


GAME = Game(
    id="tcp_live",
    title="Live Three Card Poker",
    options=TcpLive,
    decks=1,
    hands=PLACES,
    windows=(Window.BETS, Window.DECISION),
    order=order,
    reveals=REVEALS,
    owed=OWED_DOWN,
    conditions=conditions(ExposedInDecision.PROPOSE_VOID),
    outcome=outcome,
    category=category,
    variant=variant,
    hand_sizes=(("*", 3),),
    fresh_each_round=True,
    wager=AnteWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(Audit("tcp_live", (PLAYER, DEALER, "action", "ante", "pair_plus", "six_card"), audit),),
)
