"""What the games of Three Card Poker share: the deal, what the hands come to, and the columns of their case tables."""

from collections.abc import Callable, Iterable
from enum import StrEnum

from games.ante_play import NOT_QUALIFIED, Action, AnteWager, compare
from games.audit import Results, Row, cards_in, stake_in, word_in
from games.cards import Card, parse_cards
from games.game import Due, HandResult, Hands, Lay, Outcome
from games.options import Options
from games.orders import Pattern, due, sequence
from games.poker import FIVE_CARD, Category, Ranking, best_five, three_card
from games.settlement import Settled, Wager
from games.spots import SpotKind

PLAYER, DEALER = "player", "dealer"
PLACES = (PLAYER, DEALER)
EACH = 3

SIX_CARD_CATEGORIES = frozenset(FIVE_CARD[FIVE_CARD.index(Category.THREE_OF_A_KIND) :])
NO_BONUS = "-"
"""`six_category` of six cards that make less than three of a kind."""

LEAST = three_card(parse_cards("Qs 3h 2d"))
"""The lowest hand with which a Dealer qualifies."""


class Deal(StrEnum):
    """How the cards go out."""

    PACKET = "packet"
    CYCLIC = "cyclic"


def next_card(deal: Deal, places: tuple[str, ...], lay: Lay) -> Due:
    """What is due after what lies when each of these places gets three cards."""
    return due(sequence(Pattern(deal.value), SpotKind.HAND, places, EACH), lay)


def qualifies(dealer: Ranking) -> bool:
    """Whether a dealer's three cards qualify: queen high or better."""
    return dealer.strength >= LEAST.strength


def heads_up(hands: Hands, *, royal: bool) -> Outcome:
    """What one Player hand and the Dealer's come to; without `royal` a suited A K Q is a Straight Flush.

    `result`: dealer_not_qualified, or player, dealer, tie where the Dealer qualifies. Facts: `dealer_qualifies`
    yes or no; `compare` player, dealer or tie whether he qualifies or not; `six_category` the best five of all six
    cards from three of a kind up, else `-`.
    """
    player, dealer = three_card(hands[PLAYER], royal=royal), three_card(hands[DEALER], royal=royal)
    higher, qualified = compare(player, dealer), qualifies(dealer)
    six = best_five(hands[PLAYER] + hands[DEALER]).category
    return Outcome(
        result=higher if qualified else NOT_QUALIFIED,
        hands=(
            HandResult(PLAYER, hands[PLAYER], player.category),
            HandResult(DEALER, hands[DEALER], dealer.category),
        ),
        facts={
            "dealer_qualifies": "yes" if qualified else "no",
            "compare": higher,
            "six_category": six if six in SIX_CARD_CATEGORIES else NO_BONUS,
        },
    )


def two_hands(row: Row) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The Player's and the Dealer's cards of a row.

    Raises:
        ValueError: they are not three each, or one card is there twice.
    """
    player, dealer = cards_in(row, PLAYER, EACH), cards_in(row, DEALER, EACH)
    if len({*player, *dealer}) < 2 * EACH:
        raise ValueError(f"{PLAYER}, {DEALER}: one card is there twice")
    return player, dealer


def columns(hands: Iterable[HandResult], facts: dict[str, str], settled: Settled) -> Results:
    """The result columns of a row: the categories of the Player's hand and the Dealer's, the facts and the nets."""
    player, dealer = hands
    found: Results = {"player_category": player.category, "dealer_category": dealer.category, **facts}
    for net in settled.nets:
        found[f"net_{net.bet}"] = net.net
    found["net_total"] = settled.total
    return found


GIVEN = (PLAYER, DEALER, "action", "ante", "pair_plus", "six_card")
"""The given columns of a game with one Player hand and a 6 Card Bonus."""


def heads_up_audit(
    outcome: Callable[[Options, Hands], Outcome], settle: Callable[[Options, Wager, Outcome | None], Settled]
) -> Callable[[Options, Row], Results]:
    """How such a game's rows are settled again."""

    def audit(options: Options, row: Row) -> Results:
        player, dealer = two_hands(row)
        found = outcome(options, {PLAYER: player, DEALER: dealer})
        wager = AnteWager(
            ante=stake_in(row, "ante"),
            pair_plus=stake_in(row, "pair_plus"),
            six_card=stake_in(row, "six_card"),
            action=word_in(row, "action", Action),
        )
        return columns(found.hands, found.facts, settle(options, wager, found))

    return audit
