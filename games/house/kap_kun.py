"""Kap Kun: six boxes and the dealer, four cards each from one deck, set by their owners into two hands of two.

Four of a kind, three of a kind and two pairs decide a bet at once, however they lie. Else the high hands are compared
and the low hands: both won wins 1 to 1, none loses; a bettor whose low hand is stronger than his high one loses.

What was laid is settled, not what should have been laid. The table's devices know the four cards of a place in the
order of the deal and not which two were set high, since cards change places in a bettor's hands. So an outcome says
who wins by class, and `open` for a box whose settings decide. A setting comes with the bettor's wager (`high`, `low`,
or `by_house_way` for a box that the dealer set for him), the dealer's by `laid(outcome, ...)` from whoever saw it.
While one that decides is unknown, `settle` raises `UnsettledError`. The house way of the dealer's cards is in the
outcome as advice; a dealer who was laid otherwise is reported there as well and settled as he lies.

| open point of the rule sheet | option | default |
|---|---|---|
| direction of the deal, dice, the dealer's number | `deal`, `dice`, `dealer_number` | see `games.stacks` |
| one hand won, one lost | `split` | push: the bet goes back; else lose, as a text that breaks off may mean |
| whether the dealer is bound to the house way | `dealer_sets` | as_laid; with house_way his setting is computed |
| when the house hand is opened | `dealer_opens` | any time once bets are closed; else first or last of all |
| a house edge "on 3 or 4 points" | `three_or_four` | not_applied; with ask such a win raises `UnsettledError` |
| extras | `extras` | none: what a win with a class pays beside 1 to 1 |
"""

from dataclasses import replace
from decimal import Decimal
from enum import StrEnum

import msgspec
from msgspec import field

from games.audit import Audit, Results, Row, cards_in
from games.cards import Card, parse_cards
from games.conditions import Condition, Ruling, Situation
from games.game import Game, Hands, Outcome, PayTables, void_for
from games.house_way import house_way
from games.kap_kun_bout import LOSE, OPEN, PUSH, Split, ThreeOrFour, bout, by_class, check_edge
from games.kap_kun_hands import Natural, Setting, fouled, four_cards, two_cards
from games.options import Options
from games.paytables import check_odds
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
from games.stacks import DEALER, FLAT_DICE, Opening, StackOptions, Stacks, check_box, dealt_to, under

STACKS = Stacks(("b1", "b2", "b3", "b4", "b5", "b6"), each=4)

EVEN = Decimal(1)


class DealerSets(StrEnum):
    """How the dealer's setting is known."""

    AS_LAID = "as_laid"
    HOUSE_WAY = "house_way"


class KapKun(StackOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The switches of Kap Kun."""

    split: Split = Split.PUSH
    dealer_sets: DealerSets = DealerSets.AS_LAID
    dealer_opens: Opening = Opening.ANY
    three_or_four: ThreeOrFour = ThreeOrFour.NOT_APPLIED
    extras: dict[Natural, Decimal] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_odds(**{f"extras: {natural}": extra for natural, extra in self.extras.items()})


class KapKunWager(Wager, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One bettor's stake on one box, and how its cards were set; both hands, or neither while nobody knows.

    Raises:
        ValueError: the box does not exist, the stake is none, or the setting is not one of two hands of two.
    """

    bet: Money = NOTHING
    high: tuple[Card, ...] = ()
    low: tuple[Card, ...] = ()
    by_house_way: bool = False

    def __post_init__(self) -> None:
        check_box(STACKS, self.box)
        check_stakes(bet=self.bet)
        if (len(self.high), len(self.low)) not in ((0, 0), (2, 2)) or (self.high and self.by_house_way):
            raise ValueError("a setting is two cards high and two low, or neither; or it is by house way")


def named(cards: tuple[Card, ...]) -> str:
    """The class of four cards, or the names of both their hands if set by house way."""
    found = four_cards(cards)
    if found is not None:
        return found.natural
    high, low = house_way(cards)
    return f"house way: {two_cards(high).name}, {two_cards(low).name}"


def category(options: Options, hand: str, cards: tuple[Card, ...]) -> str:
    """The name of four cards, or of a hand of two."""
    del options, hand
    return two_cards(cards).name if len(cards) == 2 else named(cards)


def outcome(options: Options, hands: Hands) -> Outcome:
    """The round's result: the dealer's cards.

    Facts: `win` or `lose` under a box's name where a class decides, else `open`; `dealer_house_high` and
    `dealer_house_low`, which are advice; `dealer_high` and `dealer_low` where the house way binds the dealer.
    """
    assert isinstance(options, KapKun)
    *boxes, dealer = STACKS.results(hands, named)
    advice = house_way(dealer.cards)
    facts = {box.hand: by_class(box.cards, dealer.cards) for box in boxes}
    facts |= {"dealer_house_high": " ".join(advice.high), "dealer_house_low": " ".join(advice.low)}
    found = Outcome(dealer.category, (*boxes, dealer), facts)
    return laid(found, DEALER, *advice) if options.dealer_sets is DealerSets.HOUSE_WAY else found


def laid(outcome: Outcome, hand: str, high: tuple[Card, ...], low: tuple[Card, ...]) -> Outcome:
    """The outcome with how a hand was set, as facts `HAND_high`, `HAND_low`, and whether a dealer left the house way.

    Raises:
        ValueError: these are not two and two of the hand's cards.
        UnsettledError: the round has no such hand.
    """
    cards = dealt_to(outcome, hand)
    if (len(high), len(low)) != (2, 2) or sorted(high + low) != sorted(cards):
        raise ValueError(f"{hand}: {' '.join(high)} and {' '.join(low)} are not {' '.join(cards)} in two hands")
    facts = outcome.facts | {f"{hand}_high": " ".join(high), f"{hand}_low": " ".join(low)}
    if hand == DEALER:
        advised = sorted(card[0] for card in house_way(cards).high)
        facts["dealer_deviates"] = "no" if advised == sorted(card[0] for card in high) else "yes"
    return msgspec.structs.replace(outcome, facts=facts)


def setting(outcome: Outcome, hand: str) -> Setting:
    """How a hand was set.

    Raises:
        UnsettledError: nobody has said it.
    """
    high, low = (outcome.facts.get(f"{hand}_{part}") for part in Setting._fields)
    if not high or not low:
        raise UnsettledError(f"{hand}: how its four cards were set is not known: say which two lie high and which low")
    return Setting(parse_cards(high), parse_cards(low))


def settle(options: Options, wager: Wager, outcome: Outcome | None) -> Settled:
    """The net of the bet; no outcome is a void round and returns it.

    Raises:
        UnsettledError: a setting that decides is unknown, the box has no hand, or the house has to be asked about
            3 and 4 points.
        ValueError: the wager's setting is not of the box's cards.
    """
    assert isinstance(options, KapKun)
    assert isinstance(wager, KapKunWager)
    if outcome is None or void_for(wager, outcome):
        return voided({"bet": wager.bet})
    cards = dealt_to(outcome, wager.box)
    if wager.high or wager.by_house_way:
        mine = house_way(cards) if wager.by_house_way else Setting(wager.high, wager.low)
        outcome = laid(outcome, wager.box, *mine)
    return Settled((net(options, wager.bet, cards, _result(options, outcome, wager.box)),))


def _result(options: KapKun, outcome: Outcome, box: str) -> str:
    """What a box came to, asking for settings only where they decide."""
    if outcome.facts[box] != OPEN:
        return outcome.facts[box]
    mine = setting(outcome, box)
    found = LOSE if fouled(*mine) else bout(options.split, mine, setting(outcome, DEALER)).result
    check_edge(options.three_or_four, box, mine, found)
    return found


def net(options: KapKun, stake: Money, cards: tuple[Card, ...], result: str) -> Net:
    """The result of a bet by its word."""
    if result == PUSH:
        return returned("bet", stake)
    if result == LOSE:
        return lost("bet", stake)
    held = four_cards(cards)
    extra = NOTHING if held is None else options.extras.get(held.natural, NOTHING)
    return paid("bet", stake, EVEN + extra)


def audit(options: Options, row: Row) -> Results:
    """The result columns of a row of `kap_kun`; a dealer who is bound to the house way is settled by it.

    Raises:
        UnsettledError: the house has to be asked about 3 and 4 points.
    """
    assert isinstance(options, KapKun)
    player, dealer = (
        Setting(cards_in(row, f"{hand}_high", 2), cards_in(row, f"{hand}_low", 2)) for hand in ("player", DEALER)
    )
    if options.dealer_sets is DealerSets.HOUSE_WAY:
        dealer = house_way(dealer.high + dealer.low)
    found = bout(options.split, player, dealer)
    cards = player.high + player.low
    mine, his = four_cards(cards), four_cards(dealer.high + dealer.low)
    if mine is his is None:
        check_edge(options.three_or_four, "player", player, found.result)
    return {
        "player_high_name": two_cards(player.high).name,
        "player_low_name": two_cards(player.low).name,
        "dealer_high_name": two_cards(dealer.high).name,
        "dealer_low_name": two_cards(dealer.low).name,
        "player_natural": mine.natural if mine else "",
        "dealer_natural": his.natural if his else "",
        "foul": "yes" if found.foul else "no",
        "high_winner": found.high_winner,
        "low_winner": found.low_winner,
        "outcome": found.result.upper(),
        "net": net(options, EVEN, cards, found.result).net,
    }


def audit_house_way(options: Options, row: Row) -> Results:
    """The result columns of a row of `kap_kun_house_way`."""
    del options
    high, low = house_way(cards_in(row, "cards", 4))
    return {"high": " ".join(high), "low": " ".join(low)}


def pay_tables(options: Options) -> PayTables:
    """What the bet pays, for a reader."""
    assert isinstance(options, KapKun)
    extras = {natural.value: EVEN + extra for natural, extra in options.extras.items()}
    return {"Bet": {"both hands": EVEN, **extras}}


def variant(options: Options) -> Game:
    """The game with its dice and the opening of the house hand."""
    assert isinstance(options, KapKun)
    return replace(under(GAME, options), reveals=STACKS.reveals(options.dealer_opens))


TOUCHING = Condition(
    Situation.TOUCHED,
    Ruling.HOLD,
    "touching: nobody touches his cards once the house hand is open; what follows is for management to decide",
)

GAME = replace(
    STACKS.game(("kap_kun", "Kap Kun"), KapKun, Opening.ANY, outcome, category),
    conditions=(FLAT_DICE, TOUCHING),
    part_sizes=(2,),
    variant=variant,
    wager=KapKunWager,
    settle=settle,
    pay_tables=pay_tables,
    audits=(
        Audit("kap_kun", ("player_high", "player_low", "dealer_high", "dealer_low"), audit),
        Audit("kap_kun_house_way", ("cards",), audit_house_way),
    ),
)
