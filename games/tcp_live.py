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

from decimal import Decimal
from enum import StrEnum
from functools import cache

from msgspec import field

from games.cards import Card
from games.conditions import Condition, Ruling, Situation
from games.game import Due, Evidence, Game, HandResult, Hands, Lay, Options, Outcome, Owed, Reveal, Source, Window
from games.orders import Pattern, due, sequence
from games.paytables import ANTE_BONUS, PAIR_PLUS, SIX_CARD, check_table
from games.poker import FIVE_CARD, THREE_CARD, Category, best_five, queen_or_better, three_card
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
    qualifies = queen_or_better(hands[DEALER])
    compare = "tie" if player == dealer else max((player, PLAYER), (dealer, DEALER))[1]
    six = best_five(hands[PLAYER] + hands[DEALER]).category
    return Outcome(
        result=compare if qualifies else "dealer_not_qualified",
        hands=(
            HandResult(PLAYER, hands[PLAYER], player.category),
            HandResult(DEALER, hands[DEALER], dealer.category),
        ),
        facts={
            "dealer_qualifies": "yes" if qualifies else "no",
            "compare": compare,
            "six_category": six if six in SIX_CARD_CATEGORIES else NO_BONUS,
        },
    )


REVEALS = (Reveal(PLAYER, Window.BETS), Reveal(DEALER, Window.DECISION, after_hands=(PLAYER,)))

OWED = (
    Owed("*", Source.SHOE, Evidence.IDENTITY, at_reveal=False, within="lay_ms"),
    Owed("*", Source.CAMERA, Evidence.BACK, at_reveal=False, within="lay_ms"),
    Owed("*", Source.READER, Evidence.IDENTITY, at_reveal=True, within="reveal_ms"),
    Owed("*", Source.CAMERA, Evidence.FACE, at_reveal=True, within="reveal_ms"),
)
"""A shoe knows a card as it is drawn; a reader when it is passed over it at its turning; the camera sees the back
when the card has been laid and the face when it has been turned."""

CLAUSES: tuple[tuple[Situation, Ruling, str], ...] = (
    (
        Situation.EXPOSED_BETS_OPEN,
        Ruling.VOID,
        "exposed card: a card of the hand seen while bets are open makes the hand void",
    ),
    (
        Situation.EXPOSED_SHUFFLING,
        Ruling.HOLD,
        "exposed card: seen while shuffling, management decides by the stage and the number of cards",
    ),
    (Situation.EXPOSED_BURN, Ruling.NOTE, "exposed card: a burn card is no card of the hand"),
    (
        Situation.LEFT_QUIET,
        Ruling.REUSE,
        "dropped cards: out of view while shuffling, burning or scooping, it is picked up and used again",
    ),
    (
        Situation.LEFT_DEALING_SEEN,
        Ruling.REUSE,
        "dropped cards: out of view while dealing, its face seen before, it is used again",
    ),
    (
        Situation.LEFT_DEALING_UNSEEN,
        Ruling.VOID,
        "dropped cards: out of view while dealing, its face not seen before, the hand is void",
    ),
    (
        Situation.LEFT_BETS_OPEN,
        Ruling.VOID,
        "dropped cards: out of view while bets are open, the hand is void, since a face seen then voids it as well",
    ),
    (
        Situation.WRONG_PLACE,
        Ruling.RECONSTRUCT,
        "wrong sequence: found before the result is submitted, the hand goes on with the cards as they really lie",
    ),
    (
        Situation.REVERSED_HAND,
        Ruling.RECONSTRUCT,
        "wrong sequence: the Dealer dealt first is a wrong sequence like any other",
    ),
    (
        Situation.FOUND_LATE,
        Ruling.HOLD,
        "wrong sequence: found after the result is submitted, management may void",
    ),
    (Situation.JAM_DEALING, Ruling.HOLD, "jam: cards jammed in the machine during the deal, management may void"),
    (Situation.JAM_IDLE, Ruling.NOTE, "jam: outside a deal it has no effect on a hand"),
    (
        Situation.CLEARED_DEALING,
        Ruling.HOLD,
        "clearance: the rest of the deck in play left the machine, management may void",
    ),
    (Situation.CLEARED_IDLE, Ruling.NOTE, "clearance: outside a deal it has no effect on a hand"),
)
"""The sheet's clauses, in our words. Where it says that a hand will be void the ruling is VOID, where it says that
management may void it is HOLD."""

IN_DECISION = (
    "exposed card: the decision window offers the Play bet, so a Dealer's card seen then is seen while a bet is open"
)


@cache
def _conditions(in_decision: ExposedInDecision) -> tuple[Condition, ...]:
    rows = (*CLAUSES, (Situation.EXPOSED_DECISION_OPEN, Ruling(in_decision.value), IN_DECISION))
    return tuple(Condition(situation, ruling, clause) for situation, ruling, clause in rows)


def conditions(options: Options) -> tuple[Condition, ...]:
    """The rows of house conditions under these options."""
    assert isinstance(options, TcpLive)
    return _conditions(options.exposed_in_decision)


GAME = Game(
    id="tcp_live",
    title="Live Three Card Poker",
    options=TcpLive,
    decks=1,
    hands=PLACES,
    windows=(Window.BETS, Window.DECISION),
    order=order,
    reveals=REVEALS,
    owed=OWED,
    conditions=conditions(TcpLive()),
    outcome=outcome,
    category=category,
    conditions_for=conditions,
    hand_sizes=(("*", 3),),
    fresh_each_round=True,
)
