"""What the demo needs to know of a game: one table of it, how it is equipped, dealt and bet on."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from demo import habits, layout
from demo.bettors import People
from demo.layout import Layout
from demo.rules import LIVE, Rules, rules
from demo.sheets import HELD, MALFUNCTION, PRINTED, Sheet
from demo.toml import Value

CARDS = ("shoe-and-camera", "reader-and-camera", "shoe-only", "camera-only")
DICE = ("pad-and-camera", "pad-only")


@dataclass(frozen=True, eq=False)
class Show:
    """One game's table.

    `settings` are the game's switches in the table's file, `deals_open` whether the house deals while bets are open,
    `setups` how the table may be equipped, the usual way first.
    """

    rules: Rules
    layout: Layout
    people: People
    sheet: Sheet = HELD
    settings: Mapping[str, Value] = field(default_factory=dict)
    deals_open: bool = False
    setups: tuple[str, ...] = CARDS

    @property
    def id(self) -> str:
        """The game's id."""
        return self.rules.game.id

    @property
    def reads_dice(self) -> bool:
        """Whether the camera looks into the saucer."""
        return layout.DIE in self.layout.spots


_ODDS: dict[str, Value] = {"5": 2, "6": 3, "7": 4, "any": 1}
"""Odds of insurance, as a sample: the rule sheet has none."""
_PAIR_PLUS: dict[str, Value] = {"Straight Flush": 40, "Three of a Kind": 30, "Straight": 5, "Flush": 4, "Pair": 1}
_SIX_CARD: dict[str, Value] = {
    "Royal Flush": 1000,
    "Straight Flush": 200,
    "Four of a Kind": 100,
    "Full House": 20,
    "Flush": 15,
    "Straight": 10,
    "Three of a Kind": 7,
}

ONLINE: dict[str, Value] = {
    "ante_bonus": {"Straight Flush": 5, "Three of a Kind": 4, "Straight": 1},
    "pair_plus": _PAIR_PLUS,
    "six_card": _SIX_CARD,
}
BACCARAT: dict[str, Value] = {"player_insurance": _ODDS, "player_insurance_third": _ODDS, "banker_insurance": _ODDS}
NIU_NIU: dict[str, Value] = {
    "double_multiples": [1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3],
    "super_multiples": [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
}
JACKPOT: dict[str, Value] = {
    "jackpot": {"Straight Flush": 100, "Three of a Kind": 50, "Straight": 10, "Flush": 5, "Pair": 1}
}
KAP_KUN: dict[str, Value] = {"dealer_sets": "house_way"}
TAI_XIU: dict[str, Value] = {"big_triple": 71, "small_triple": 71}

SHOWS: dict[str, Show] = {
    show.id: show
    for show in (
        Show(LIVE, layout.HEADS_UP, People(habits.ante_and_play), PRINTED, deals_open=True),
        Show(
            rules("tcp_online", ONLINE, ("player",)),
            layout.heads_up("player", "dealer", "WIN LIMITS"),
            People(habits.ante_and_play),
            MALFUNCTION,
            ONLINE,
        ),
        Show(rules("tcp_basic", {}, tuple(habits.BASIC)), layout.seats(), People(habits.seats, habits.folded)),
        Show(
            rules("three_pictures"),
            layout.heads_up("player", "banker", "3 PICTURES"),
            People(habits.pictures),
            PRINTED,
        ),
        Show(rules("baccarat", BACCARAT), layout.baccarat(), People(habits.baccarat), settings=BACCARAT),
        Show(
            rules("niu_niu", NIU_NIU, ("b1", "b2", "b4", "b5")),
            layout.of_stacks(6, 5, "NIU NIU"),
            People(habits.niu_niu),
            settings=NIU_NIU,
        ),
        Show(
            rules("tcp_jackpot", JACKPOT, ("b1", "b2", "b3", "b6")),
            layout.of_stacks(7, 3, "JACKPOT"),
            People(habits.jackpot),
            settings=JACKPOT,
        ),
        Show(
            rules("kap_kun", KAP_KUN, ("b1", "b3", "b4", "b6")),
            layout.of_stacks(7, 4, "KAP KUN"),
            People(habits.kap_kun),
            settings=KAP_KUN,
        ),
        Show(
            rules("tai_xiu", TAI_XIU),
            layout.saucer(),
            People(habits.tai_xiu),
            settings=TAI_XIU,
            setups=DICE,
        ),
    )
}
"""Every game of the catalogue."""
