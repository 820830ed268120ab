"""Live 3 Pictures: a Player hand and a Banker hand, three cards each, one deck; nobody decides anything.

The terms also speak of Player 1, 2, 3 and a Dealer. That is a version of its own here: a bettor plays the box of one
Player, whose hand is compared with the Dealer's, and all his bets are about those two hands. All hands are dealt and
count in every round, whoever has bet on them.

| open point of the rule sheet | option | default |
|---|---|---|
| one Player hand or three | `version` | single |
| how the cards lie when dealt | `facing` | up |
| number of burn cards | `burn` | none |
| when cards may be dealt | `deal_while` | after the bets close |
| pays of the three-player version | `tie_pays`, `pictures_pay`, `pair_plus` | as printed for the single hand |

Order of the deal: one card at a time, the Banker or Dealer last. "1:2" on a winning Six is read as half of the stake;
only the winner's Six counts.
"""

from dataclasses import replace
from decimal import Decimal
from enum import StrEnum

from msgspec import convert, field, structs

from games.audit import Audit, Results, Row, cards_in, word_in
from games.cards import Card
from games.clauses import SHARED, reversed_is_ordinary
from games.conditions import Condition, Ruling, Situation
from games.facing import Facing, owed
from games.game import Due, Game, HandResult, Hands, Lay, Outcome, PayTables, Reveal, Window
from games.options import DealWhile, Options
from games.orders import Pattern, due, sequence
from games.paytables import PAIR_PLUS, check_odds, check_table, named, odds
from games.picture_bets import BANKER, BETS, EVEN, HALF, PLAYER, PicturesWager, higher, main_bets
from games.pictures import picture_rank
from games.poker import THREE_CARD, Category, three_card
from games.settlement import Settled, Wager, paid, voided
from games.spots import SpotKind

DEALER = "dealer"
PLAYERS = ("p1", "p2", "p3")
REVERSED = (*reversed(PLAYERS), DEALER)

PAIR_PLUS_CATEGORIES = tuple(category for category in THREE_CARD if category is not Category.ROYAL_FLUSH)


class Version(StrEnum):
    """Which hands are dealt."""

    SINGLE = "single"
    THREE_PLAYERS = "three_players"


PLACES = {Version.SINGLE: (PLAYER, BANKER), Version.THREE_PLAYERS: (*PLAYERS, DEALER)}
"""The hands in the order of the deal; the last is the one that the others play against."""


PAYS: dict[Category, Decimal] = {category: PAIR_PLUS[category] for category in reversed(PAIR_PLUS_CATEGORIES[1:])}
"""What Pair Plus pays."""


class ThreePictures(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of Live 3 Pictures."""

    version: Version = Version.SINGLE
    facing: Facing = Facing.UP
    deal_while: DealWhile = DealWhile.BETS_CLOSED
    tie_pays: Decimal = Decimal(18)
    pictures_pay: Decimal = Decimal(36)
    pair_plus: dict[Category, Decimal] = field(default_factory=PAYS.copy)

    def __post_init__(self) -> None:
        check_odds(tie_pays=self.tie_pays, pictures_pay=self.pictures_pay)
        check_table("pair_plus", self.pair_plus, PAIR_PLUS_CATEGORIES, PAYS)


def order(options: Options, lay: Lay) -> Due:
    """What is due after what lies."""
    assert isinstance(options, ThreePictures)
    return due(sequence(Pattern.CYCLIC, SpotKind.HAND, PLACES[options.version], 3), lay)


def category(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """The name of one hand's rank."""
    del options, hand
    return picture_rank(cards).name


WORDS = {"player": "win", "banker": "lose", "tie": "tie"}
"""How a Player of several fares against the Dealer."""


def outcome(options: Options, hands: Hands) -> Outcome:
    """The round's result.

    `result`: player, banker or tie; in the three-player version `win`, `lose` or `tie` of each Player in their order,
    which are facts under his name as well. Facts of each hand: `HAND_rank`, 1 to 31, and `HAND_pair_plus`, its poker
    category.
    """
    assert isinstance(options, ThreePictures)
    places = PLACES[options.version]
    ranks = [picture_rank(hands[place]) for place in places]
    facts: dict[str, str] = {}
    for place, rank in zip(places, ranks, strict=True):
        facts[f"{place}_rank"] = str(rank.number)
        facts[f"{place}_pair_plus"] = three_card(hands[place], royal=False).category
    result = higher(ranks[0], ranks[-1])
    if len(places) > 2:
        fares = {place: WORDS[higher(rank, ranks[-1])] for place, rank in zip(PLAYERS, ranks, strict=False)}
        facts |= fares
        result = " ".join(fares.values())
    shown = tuple([HandResult(place, hands[place], rank.name) for place, rank in zip(places, ranks, strict=True)])
    return Outcome(result, shown, facts)


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of the seven bets; no outcome is a void round and returns all.

    Raises:
        ValueError: the wager's box is no Player of this version.
    """
    assert isinstance(options, ThreePictures)
    assert isinstance(wager, PicturesWager)
    places = PLACES[options.version]
    player, banker = wager.box or places[0], places[-1]
    if player not in places[:-1] or (not wager.box and len(places) > 2):
        raise ValueError(f"box {wager.box!r}: write one of {', '.join(places[:-1])}")
    if outcome is None:
        return voided({bet: getattr(wager, bet) for bet in BETS})
    cards = {hand.hand: hand.cards for hand in outcome.hands}
    ranks = picture_rank(cards[player]), picture_rank(cards[banker])
    pictures = [options.pictures_pay if rank.number == 1 else None for rank in ranks]
    made = [odds(options.pair_plus, outcome.facts[f"{hand}_pair_plus"]) for hand in (player, banker)]
    return Settled(
        (
            *main_bets(wager, higher(*ranks), min(ranks), options.tie_pays),
            paid("player_3pictures", wager.player_3pictures, pictures[0]),
            paid("banker_3pictures", wager.banker_3pictures, pictures[1]),
            paid("player_pair_plus", wager.player_pair_plus, made[0]),
            paid("banker_pair_plus", wager.banker_pair_plus, made[1]),
        )
    )


SINGLE, OF_THREE = Version.SINGLE, Version.THREE_PLAYERS
UNITS = convert(dict.fromkeys(BETS, 1), PicturesWager)
"""A stake of 1 on each bet."""


def audit(options: Options, row: Row) -> Results:
    """The result columns of a row of `three_pictures`: the single hand, nets for a stake of 1 on each bet."""
    assert isinstance(options, ThreePictures)
    under = options if options.version is SINGLE else structs.replace(options, version=SINGLE)
    found = outcome(under, {place: cards_in(row, place, 3) for place in PLACES[SINGLE]})
    settled = settle(under, UNITS, found)
    player, banker = found.hands
    results: Results = {
        "player_rank": int(found.facts["player_rank"]),
        "player_name": player.category,
        "banker_rank": int(found.facts["banker_rank"]),
        "banker_name": banker.category,
        "player_pp_category": found.facts["player_pair_plus"],
        "banker_pp_category": found.facts["banker_pair_plus"],
        "outcome": found.result.upper(),
    }
    for net in settled.nets:
        results[f"net_{net.bet}"] = net.net
    return results


class DealtOrder(StrEnum):
    """In which order the twelve cards of the three-player version went out."""

    NORMAL = "normal"
    REVERSED = "reversed"


SWAPPED = {
    DealtOrder.NORMAL: (PLACES[OF_THREE], "settle"),
    DealtOrder.REVERSED: (REVERSED, "settle with Player 1 and Player 3 swapped"),
}
"""Whose the cards of each turn are, and what is done about it."""
COLUMNS = dict(zip(PLACES[OF_THREE], ("player1", "player2", "player3", DEALER), strict=True))


def audit_reversed(options: Options, row: Row) -> Results:
    """The result columns of a row of `three_pictures_reversed`: cards attributed by the order in which they came."""
    del options
    cards = cards_in(row, "cards_in_order", 12)
    turns, action = SWAPPED[word_in(row, "dealt_order", DealtOrder)]
    hands = {place: cards[at::4] for at, place in enumerate(turns)}
    ranks = {place: picture_rank(hands[place]) for place in COLUMNS}
    return {
        **{column: " ".join(hands[place]) for place, column in COLUMNS.items()},
        **{f"rank{number}": ranks[place].number for number, place in enumerate(PLAYERS, start=1)},
        "rank_dealer": ranks[DEALER].number,
        **{
            f"result{number}": WORDS[higher(ranks[place], ranks[DEALER])].upper()
            for number, place in enumerate(PLAYERS, start=1)
        },
        "action": action,
    }


def pay_tables(options: Options) -> PayTables:
    """What the bets pay, for a reader."""
    assert isinstance(options, ThreePictures)
    return {
        "Player Win, Banker Win": {"any hand but a Six": EVEN, "any Six": HALF},
        "Tie": {"equal ranks": options.tie_pays},
        "3 Pictures": {"3 Knights": options.pictures_pay},
        "Pair Plus": named(options.pair_plus),
    }


SWAP = Condition(
    Situation.REVERSED_HAND,
    Ruling.RECONSTRUCT,
    "wrong sequence: the whole hand dealt Player 3, 2, 1, Dealer; the result is edited and settlement swaps Player 1"
    " and Player 3, before and after submission",
)


def variant(options: Options) -> Game:
    """The game under these options."""
    assert isinstance(options, ThreePictures)
    places = PLACES[options.version]
    game = replace(GAME, owed=owed(options.facing))
    if options.version is Version.SINGLE:
        return game
    return replace(
        game,
        hands=places,
        reveals=tuple(Reveal(place, Window.BETS) for place in places),
        conditions=(*SHARED, SWAP),
        reversed_places=REVERSED,
    )


GAME = Game(
    id="three_pictures",
    title="Live 3 Pictures",
    options=ThreePictures,
    decks=1,
    hands=PLACES[SINGLE],
    windows=(Window.BETS,),
    order=order,
    reveals=tuple(Reveal(place, Window.BETS) for place in PLACES[SINGLE]),
    owed=owed(Facing.UP),
    conditions=(*SHARED, reversed_is_ordinary("Banker")),
    outcome=outcome,
    category=category,
    variant=variant,
    hand_sizes=(("*", 3),),
    fresh_each_round=True,
    wager=PicturesWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(
        Audit("three_pictures", PLACES[SINGLE], audit),
        Audit("three_pictures_reversed", ("cards_in_order", "dealt_order"), audit_reversed),
    ),
)
