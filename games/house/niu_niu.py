"""Niu Niu: five boxes and the dealer, five cards each from one deck, dealt into stacks that dice give to places.

The hand with more points wins; at equal points, 0 against 0 too, the highest of all five cards decides, then its
suit, so that no two hands are ever equal. The game is a mirror: the winner's points set the multiple both ways, and a
bettor may lose more than his stake, which is why Double and Super need money shown. Only a win of the bettor on five
points pays half. A hand is worth what its cards can make: one that a player has set wrong is set right by the dealer
and costs nothing, so that no setting is asked for.

| open point of the rule sheet | option | default |
|---|---|---|
| direction of the deal, dice, the dealer's number | `deal`, `dice`, `dealer_number` | see `games.stacks` |
| what Double and Super win or lose by the winner's points | `double_multiples`, `super_multiples` | none |

The sheet states five points only: Double 1, Super 5. Without its table in the table's file a Double or Super that was
won or lost on other points raises `UnsettledError`; the Ante is always settled. Rows that are audited without any
table's file are read by the customary multiples, on which the case table rests: Double 1, from seven points 2, at ten
3; Super the points, 1 for none. A table that plays by them writes them into its file.
"""

from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from msgspec import field

from games.audit import Audit, Results, Row, cards_in
from games.cards import Card
from games.game import Game, Hands, Outcome, PayTables, void_for
from games.niu import BEST, name, points
from games.options import Options
from games.paytables import check_odds
from games.settlement import NOTHING, Money, Net, Settled, UnsettledError, Wager, check_stakes, returned, voided
from games.stacks import DEALER, Opening, StackOptions, Stacks, check_box, dealt_to, under
from games.top_card import top_height

STACKS = Stacks(("b1", "b2", "b3", "b4", "b5"), each=5)

Multiples = tuple[Decimal, ...]
"""What is won or lost for one unit when the winner has 0, 1, ... 10 points."""

FIVE = 5
HALF, ONCE = Decimal("0.5"), Decimal(1)
EVEN: Multiples = (ONCE,) * (BEST + 1)
PRINTED = {"double": ONCE, "super": Decimal(5)}
"""What the sheet states: the multiples at five points."""


class NiuNiu(StackOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of Niu Niu; a table of multiples has eleven numbers, for 0 to 10 points."""

    double_multiples: Multiples | None = None
    super_multiples: Multiples | None = None

    def __post_init__(self) -> None:
        for bet, table in (("double", self.double_multiples), ("super", self.super_multiples)):
            if table is not None and len(table) != BEST + 1:
                raise ValueError(f"{len(table)} multiples: eleven are needed, for 0 to 10 points")
            check_odds(**{f"{bet} at {points}": number for points, number in enumerate(table or ())})


CUSTOMARY = NiuNiu(
    double_multiples=tuple(map(Decimal, (1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3))),
    super_multiples=tuple(map(Decimal, (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))),
)
"""The multiples on which the case table rests; no rule sheet states them."""


class NiuWager(Wager, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One bettor's stakes on one box; each bet stands alone.

    Raises:
        ValueError: the box does not exist, or a stake is negative, no finite number or not exact.
    """

    ante: Money = NOTHING
    double: Money = NOTHING
    super_: Money = field(default=NOTHING, name="super")

    def __post_init__(self) -> None:
        check_box(STACKS, self.box)
        check_stakes(**self.stakes)

    @property
    def stakes(self) -> dict[str, Money]:
        """The stakes by their bets' names."""
        return {"ante": self.ante, "double": self.double, "super": self.super_}


class Duel(NamedTuple):
    """A box against the dealer."""

    player: int
    dealer: int
    won: bool
    decided_by: str  # points, card or suit

    @property
    def points(self) -> int:
        """The winner's points."""
        return self.player if self.won else self.dealer


def duel(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> Duel:
    """Which of two hands wins, and by what; never equal in one deck."""
    mine, his = points(player), points(dealer)
    if mine != his:
        return Duel(mine, his, mine > his, "points")
    top, other = top_height(player), top_height(dealer)
    return Duel(mine, his, top > other, "suit" if top // 4 == other // 4 else "card")


def category(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """The points of five cards: No Niu, Niu 1 to Niu 9, Niu Niu."""
    del options, hand
    return name(points(cards))


def outcome(options: Options, hands: Hands) -> Outcome:
    """The round's result: the dealer's hand; as facts `win` or `lose` under each box's name."""
    del options
    *boxes, dealer = STACKS.results(hands, lambda cards: name(points(cards)))
    facts = {box.hand: "win" if duel(box.cards, dealer.cards).won else "lose" for box in boxes}
    return Outcome(dealer.category, (*boxes, dealer), facts)


def net(bet: str, stake: Money, found: Duel, multiples: Multiples | None) -> Net:
    """The result of one bet.

    Raises:
        UnsettledError: there is a stake, and neither the sheet nor the table's file says what it wins or loses.
    """
    if not stake:
        return returned(bet, stake)
    if multiples is not None:
        multiple = multiples[found.points]
    elif found.points == FIVE:
        multiple = PRINTED[bet]
    else:
        known = f"the rule sheet states no multiple for {found.points} points"
        raise UnsettledError(f"{bet}: {known}: set {bet}_multiples in the table's file")
    if found.won and found.points == FIVE:
        multiple *= HALF
    return Net(bet, stake, stake * multiple if found.won else -stake * multiple)


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The nets of ante, double and super; no outcome is a void round and returns all.

    Raises:
        UnsettledError: the table's file lacks the multiples that a bet needs, or the box has no hand.
    """
    assert isinstance(options, NiuNiu)
    assert isinstance(wager, NiuWager)
    if outcome is None or void_for(wager, outcome):
        return voided(wager.stakes)
    found = duel(dealt_to(outcome, wager.box), dealt_to(outcome, DEALER))
    return Settled(
        (
            net("ante", wager.ante, found, EVEN),
            net("double", wager.double, found, options.double_multiples),
            net("super", wager.super_, found, options.super_multiples),
        )
    )


def audit(options: Options, row: Row) -> Results:
    """The result columns of a row of `niu_niu`, for a stake of 1 on each bet.

    Raises:
        UnsettledError: the table's file lacks the multiples that a bet needs.
    """
    assert isinstance(options, NiuNiu)
    found = duel(cards_in(row, "player", 5), cards_in(row, DEALER, 5))
    return {
        "player_points": found.player,
        "dealer_points": found.dealer,
        "winner": "PLAYER" if found.won else "DEALER",
        "decided_by": found.decided_by,
        "winning_points": found.points,
        "net_ante": net("ante", ONCE, found, EVEN).net,
        "net_double": net("double", ONCE, found, options.double_multiples).net,
        "net_super": net("super", ONCE, found, options.super_multiples).net,
    }


def pay_tables(options: Options) -> PayTables:
    """What a winning bettor gets; the house takes the same, but on five points the whole instead of half."""
    assert isinstance(options, NiuNiu)
    known = {"Ante": EVEN, "Double": options.double_multiples, "Super": options.super_multiples}
    return {
        bet: {
            name(points): multiple * (HALF if points == FIVE else ONCE)
            for points, multiple in (enumerate(table) if table is not None else [(FIVE, PRINTED[bet.lower()])])
        }
        for bet, table in known.items()
    }


def variant(options: Options) -> Game:
    """The game with its dice."""
    return under(GAME, options)


GAME = replace(
    STACKS.game(("niu_niu", "Niu Niu"), NiuNiu, Opening.LAST, outcome, category),
    variant=variant,
    wager=NiuWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(Audit("niu_niu", ("player", DEALER), audit, reading=CUSTOMARY),),
)
