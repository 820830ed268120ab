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

from games.ante_play import AnteWager, ante_and_play, bonus_on
from games.audit import Audit
from games.cards import Card
from games.clauses import SHARED, reversed_is_ordinary
from games.conditions import Condition, Ruling, Situation
from games.facing import OWED_DOWN
from games.game import Due, Game, Hands, Lay, Outcome, PayTables, Reveal, Window
from games.options import Options
from games.paytables import ANTE_BONUS, PAIR_PLUS, SIX_CARD, check_table, named, odds
from games.poker import THREE_CARD, Category, three_card
from games.settlement import Settled, Wager, bonus, paid, voided
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
        check_table("ante_bonus", self.ante_bonus, THREE_CARD, ANTE_BONUS)
        check_table("pair_plus", self.pair_plus, THREE_CARD, PAIR_PLUS)
        check_table("six_card", self.six_card, SIX_CARD_CATEGORIES, SIX_CARD)


def order(options: Options, lay: Lay) -> Due:
    """What is due after what lies."""
    assert isinstance(options, TcpLive)
    return next_card(options.deal, PLACES, lay)


def category(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """The name of one hand of three cards."""
    del options, hand
    return three_card(cards).category


def outcome(options: Options, hands: Hands) -> Outcome:
    """The round's result and facts, with the Royal Flush as a category of its own."""
    del options
    return heads_up(hands, royal=True)


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of ante, play, ante_bonus, pair_plus and six_card; no outcome is a void round and returns all.

    Pair Plus and 6 Card Bonus stand whatever happens to the Ante; a disconnection folds the Ante and still pays the
    Ante Bonus, by the special clause, unless the table's `disconnect_bonus` is off.
    """
    assert isinstance(options, TcpLive)
    assert isinstance(wager, AnteWager)
    if outcome is None:
        return voided(wager.stakes)
    player = outcome.hands[0].category
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
    hand_sizes=(("*", EACH),),
    fresh_each_round=True,
    wager=AnteWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(Audit("tcp_live", GIVEN, heads_up_audit(outcome, settle)),),
)
