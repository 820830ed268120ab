"""Baccarat with insurance and Super 6: a Player hand and a Banker hand of two or three cards from a shoe.

| open point of the rule sheet | option | default |
|---|---|---|
| number of decks | `decks` | eight |
| drawing rules, printed without their tables | - | the published chart |
| burn at the start of a shoe | `shoe_burn` | none |
| how the cards lie when dealt | `facing` | up; `down` where a bettor squeezes them |
| table with commission or without | `commission` | with: the Banker pays 0.95 to 1 |
| whether insurance is offered | `insurance` | yes; the third card waits for its window |
| odds of insurance | `player_insurance`, `player_insurance_third`, `banker_insurance` | none: cannot be settled |
| insurance on a tie | - | returned, since a tie is no loss |
| Super 6 | `super6_pays` | wins when the Banker wins with six points, by two cards or three: 12 to 1 |

The sheet has no clause on irregularities. Hands that are not those the chart calls for have no winner: they are never
settled by guess.
"""

from dataclasses import replace
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, convert, field

from games.audit import Audit, Results, Row, cards_in
from games.baccarat_bets import (
    BANKER,
    BETS,
    EVEN,
    INSURED,
    PLAYER,
    TIE,
    BaccaratWager,
    InsuranceOdds,
    banker_pays,
    insurance,
    on_hand,
)
from games.baccarat_deal import PLACES, drawing, insurable, lay_of, next_card
from games.baccarat_result import YES, compared, in_words
from games.cards import Card
from games.facing import Facing, owed
from games.game import IRREGULAR, Due, Game, Hands, Lay, Outcome, PayTables, Reveal, Window
from games.options import DealWhile, Options
from games.paytables import check_odds
from games.points import POINTS, points
from games.settlement import Net, Settled, UnsettledError, Wager, paid, voided
from games.third_card import dealt


class Baccarat(Options, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of baccarat."""

    decks: Annotated[int, Meta(ge=1, le=16)] = 8
    shoe_burn: Annotated[int, Meta(ge=0, le=52)] | Literal["first_card"] = 0
    """Burn cards after a new shoe's start; `first_card`: the first one and as many as it counts, ten for a picture."""
    facing: Facing = Facing.UP
    deal_while: DealWhile = DealWhile.BETS_CLOSED
    commission: bool = True
    tie_pays: Decimal = Decimal(8)
    pair_pays: Decimal = Decimal(11)
    super6_pays: Decimal = Decimal(12)
    insurance: bool = True
    player_insurance: InsuranceOdds = field(default_factory=dict)
    player_insurance_third: InsuranceOdds = field(default_factory=dict)
    banker_insurance: InsuranceOdds = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_odds(tie_pays=self.tie_pays, pair_pays=self.pair_pays, super6_pays=self.super6_pays)
        for bet in INSURED:
            check_odds(**{f"{bet}: {leader}": pays for leader, pays in getattr(self, bet).items()})


def shoe_burn(options: Options, burned: tuple[Card | None, ...]) -> int | None:
    """How many more cards are burned after a new shoe's start; None where the first card says it and is unknown."""
    assert isinstance(options, Baccarat)
    if isinstance(options.shoe_burn, int):
        return max(0, options.shoe_burn - len(burned))
    if not burned:
        return 1
    first = burned[0]
    return None if first is None else max(0, (POINTS[first] or 10) + 1 - len(burned))


def order(options: Options, lay: Lay) -> Due:
    """What is due after what lies."""
    assert isinstance(options, Baccarat)
    return next_card(lay, insured=options.insurance)


def offers(options: Options, lay: Lay) -> tuple[str, ...]:
    """The hands that may be insured after what lies."""
    assert isinstance(options, Baccarat)
    return insurable(lay) if options.insurance else ()


def category(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """A hand's points in words: `natural 9`, `6 points`."""
    del options, hand
    return in_words(cards, points(cards))


def outcome(options: Options, hands: Hands) -> Outcome:
    """The round's result, whatever the options."""
    del options
    return compared(hands[PLAYER], hands[BANKER])


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of player, banker, tie, the pairs, super6 and the insurance bets made; no outcome returns all.

    Raises:
        UnsettledError: the hands are not those the drawing rules call for, or an insurance bet was not offered, has no
            odds in the table's file or could win too much.
    """
    assert isinstance(options, Baccarat)
    assert isinstance(wager, BaccaratWager)
    if outcome is None:
        return voided({bet: getattr(wager, bet) for bet in BETS})
    result, facts = outcome.result, outcome.facts
    if result == IRREGULAR:
        raise UnsettledError("the hands are not those that the drawing rules call for: a person decides")
    six = facts["super6"] == YES
    nets: tuple[Net, ...] = (
        on_hand(PLAYER, wager.player, result, EVEN),
        on_hand(BANKER, wager.banker, result, banker_pays(six=six, commission=options.commission)),
        paid("tie", wager.tie, options.tie_pays if result == TIE else None),
        paid("player_pair", wager.player_pair, options.pair_pays if facts["player_pair"] == YES else None),
        paid("banker_pair", wager.banker_pair, options.pair_pays if facts["banker_pair"] == YES else None),
        paid("super6", wager.super6, options.super6_pays if six else None),
    )
    tables = {bet: getattr(options, bet) if options.insurance else {} for bet in INSURED if getattr(wager, bet)}
    if tables:
        nets = (*nets, *insurance(wager, tables, {one.hand: one.cards for one in outcome.hands}, result))
    return Settled(nets)


UNITS = convert(dict.fromkeys(BETS, 1) | dict.fromkeys(INSURED, 0), BaccaratWager)
"""A stake of 1 on each bet but insurance."""


def audit(options: Options, row: Row) -> Results:
    """The result columns of a row of `baccarat`: a shoe's cards from the round's first on, stakes of 1."""
    cards = cards_in(row, "shoe")
    try:
        player, banker = dealt(cards)
    except ValueError as error:
        raise ValueError(f"shoe: {error}") from None
    found = outcome(options, {PLAYER: player, BANKER: banker})
    if found.result == IRREGULAR:
        raise ValueError(f"shoe: {len(cards)} cards, the round takes more")
    nets = {net.bet: net.net for net in settle(options, UNITS, found).nets}
    results: Results = {
        "used": len(player) + len(banker),
        "player_cards": " ".join(player),
        "banker_cards": " ".join(banker),
        "player_total": int(found.facts["player_total"]),
        "banker_total": int(found.facts["banker_total"]),
        "outcome": found.result.upper(),
        "net_player": nets.pop(PLAYER),
    }
    del nets[BANKER]
    six = found.facts["super6"] == YES
    for name, commission in (("net_banker_commission", True), ("net_banker_nocommission", False)):
        results[name] = on_hand(BANKER, EVEN, found.result, banker_pays(six=six, commission=commission)).net
    for bet, net in nets.items():
        results[f"net_{bet}"] = net
    return results


def audit_windows(options: Options, row: Row) -> Results:
    """The result columns of a row of `baccarat_insurance_windows`: who draws and may be insured after these cards."""
    assert isinstance(options, Baccarat)
    cards = cards_in(row, "cards")
    try:
        player, banker = dealt(cards)
    except ValueError as error:
        raise ValueError(f"cards: {error}") from None
    if len(player) + len(banker) < len(cards):
        raise ValueError(f"cards: {len(cards)} cards, the round takes {len(player) + len(banker)}")
    offered = offers(options, lay_of(player, banker))
    state = drawing(player, banker)
    return {
        "stage": state.stage,
        "player_total": state.player_total,
        "banker_total": state.banker_total,
        "player_draws": state.player_draws,
        "banker_draws": state.banker_draws,
        "player_insurance": OFFERED[PLAYER in offered],
        "banker_insurance": OFFERED[BANKER in offered],
    }


OFFERED = ("none", "offer")


def pay_tables(options: Options) -> PayTables:
    """What the bets pay, for a reader."""
    assert isinstance(options, Baccarat)
    pays = [banker_pays(six=six, commission=options.commission) for six in (False, True)]
    tables: dict[str, dict[str, Decimal]] = {
        "Player": {"any win": EVEN},
        "Banker": {"any win": pays[0]} if pays[0] == pays[1] else {"any other win": pays[0], "a win with six": pays[1]},
        "Tie": {"equal totals": options.tie_pays},
        "Player Pair, Banker Pair": {"two cards of one rank": options.pair_pays},
        "Super 6": {"Banker wins with six": options.super6_pays},
    }
    for bet, title in TITLES.items():
        rows = {f"leader has {leader}": pays for leader, pays in getattr(options, bet).items()}
        if options.insurance and rows:
            tables[title] = rows
    return tables


TITLES = dict(
    zip(
        INSURED,
        (
            "Player Insurance after four cards",
            "Player Insurance after his third card",
            "Banker Insurance after four cards",
        ),
        strict=True,
    )
)


def variant(options: Options) -> Game:
    """The game under these options."""
    assert isinstance(options, Baccarat)
    windows = (Window.BETS, Window.INSURANCE) if options.insurance else (Window.BETS,)
    return replace(GAME, decks=options.decks, owed=owed(options.facing), windows=windows)


GAME = Game(
    id="baccarat",
    title="Baccarat",
    options=Baccarat,
    decks=8,
    hands=PLACES,
    windows=(Window.BETS, Window.INSURANCE),
    order=order,
    reveals=tuple(Reveal(place, Window.BETS) for place in PLACES),
    owed=owed(Facing.UP),
    conditions=(),
    outcome=outcome,
    category=category,
    variant=variant,
    insurance=offers,
    first_cards=2,
    shoe_burn=shoe_burn,
    wager=BaccaratWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(
        Audit("baccarat", ("shoe",), audit),
        Audit("baccarat_insurance_windows", ("cards",), audit_windows),
    ),
)
