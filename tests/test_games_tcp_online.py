"""Three Card Poker with win limits: the limits' case table, pay tables that may lack, and who knows what when."""

import csv
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.ante_play import Action, AnteWager
from games.cards import PACK, Card, parse_cards
from games.conditions import Ruling, Situation, condition
from games.game import Dealt, Evidence, Laid, Lay, Next, Outcome, Source, Window
from games.house import tcp_live
from games.house.tcp_online import GAME, TcpOnline, category, order, outcome, settle
from games.options import DealWhile
from games.paytables import ANTE_BONUS, PAIR_PLUS, SIX_CARD
from games.poker import Category
from games.settlement import Settled, UnsettledError
from games.three_card import DEALER, PLAYER, Deal

DATA = Path(__file__).parent / "data/games"


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines()))


CAPS = _rows("tcp_online_caps.csv")
LIVE = _rows("tcp_live.csv")
(SEQUENCE,) = [row for row in _rows("deal_sequences.csv") if row["game"] == "tcp_online"]
ROUNDS, LIMITS = GAME.audits
GIVEN = {"case_id", "bet", "stake", "odds", "ambiguous", "source", "note"}
WORDS = {"basis"}
BETS = ("ante", "play", "ante_bonus", "pair_plus", "six_card")

TABLES = {
    "ante_bonus": {name: odds for name, odds in ANTE_BONUS.items() if name is not Category.ROYAL_FLUSH},
    "pair_plus": PAIR_PLUS,
    "six_card": SIX_CARD,
}
STRAIGHT_FLUSH = {PLAYER: parse_cards("4s 5s 6s"), DEALER: parse_cards("Qs Jh 9d")}
NOTHING_MUCH = {PLAYER: parse_cards("Ks 7d 2c"), DEALER: parse_cards("Jh Tc 8d")}


def _options(**more: Any) -> TcpOnline:
    found = catalogue.options(GAME, {**TABLES, **more})
    assert isinstance(found, TcpOnline)
    return found


def _wager(action: Action = Action.PLAY, ante: str = "0", pair_plus: str = "0", six_card: str = "0") -> AnteWager:
    stakes = {"ante": Decimal(ante), "pair_plus": Decimal(pair_plus), "six_card": Decimal(six_card)}
    return AnteWager(action=action if stakes["ante"] else Action.NONE, **stakes)  # type: ignore[arg-type]  # all Decimal


def _nets(settled: Settled) -> dict[str, Decimal]:
    return {net.bet: net.net for net in settled.nets}


def _round(hands: Mapping[str, tuple[Card, ...]]) -> Outcome:
    return outcome(TcpOnline(), dict(hands))


def test_the_table_is_whole() -> None:
    assert len(CAPS) == 17


@pytest.mark.parametrize("row", CAPS, ids=lambda row: str(row["case_id"]))
@pytest.mark.parametrize("stated", [True, False], ids=["limit of the row", "limit of the table"])
def test_limits_of_the_case_table(row: dict[str, str], *, stated: bool) -> None:
    given_row = row if stated else {name: text for name, text in row.items() if name in GIVEN}
    found = LIMITS.settle(TcpOnline(), given_row)
    assert set(found) == row.keys() - GIVEN
    assert found == {name: row[name] if name in WORDS else Decimal(row[name]) for name in found}


@pytest.mark.parametrize(
    ("bet", "stake", "odds", "setting", "credit"),
    [
        ("pair_plus", "700", "30", {"most": 20100, "basis": "win without stake"}, "20100"),
        ("pair_plus", "500", "40", {"most": 20100, "basis": "win without stake"}, "20000"),
        ("base", "50", "7", {"most": 500, "basis": "win plus returned stake"}, "400"),
        ("combined", "125", "2001", {}, "250125"),
        ("six_card", "100", "0", {"most": 50, "basis": "win plus returned stake"}, "0"),
    ],
)
def test_every_limit_and_its_basis_is_a_setting(
    bet: str, stake: str, odds: str, setting: dict[str, Any], credit: str
) -> None:
    options = _options(**{f"{bet}_limit": setting})
    found = LIMITS.settle(options, {"bet": bet, "stake": stake, "odds": odds})
    assert found["credit"] == Decimal(credit)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"bet": "tie"}, "bet: 'tie' is none of pair_plus, six_card, base, combined"),
        ({"odds": "many"}, "odds: 'many' is no amount"),
        ({"stake": "-1"}, "stake: a stake of -1 is below 0"),
        ({"basis": "all"}, "basis: 'all' is none of win without stake"),
    ],
)
def test_a_limit_that_cannot_be_settled_says_why(more: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        LIMITS.settle(TcpOnline(), {"bet": "base", "stake": "1", "odds": "1", **more})


def test_a_limit_that_can_be_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"tcp_online: option 'base_limit': a limit of -1"):
        catalogue.options(GAME, {"base_limit": {"most": -1}})


@pytest.mark.parametrize(("written", "lacks"), [({"most": 20100}, "basis"), ({"basis": "win without stake"}, "most")])
def test_a_limit_of_which_a_half_is_left_out_is_refused(written: dict[str, Any], lacks: str) -> None:
    with pytest.raises(ValueError, match=f"'pair_plus_limit': a limit without `{lacks}`: write both"):
        catalogue.options(GAME, {"pair_plus_limit": written})


@pytest.mark.parametrize("row", LIVE, ids=lambda row: str(row["case_id"]))
def test_within_the_limits_rounds_are_settled_as_in_the_live_game(row: dict[str, str]) -> None:
    disconnected = row["action"] == "disconnect"
    found = ROUNDS.settle(_options(), row)
    live = tcp_live.GAME.audits[0].settle(tcp_live.TcpLive(disconnect_bonus=False), row)
    for side in ("player_category", "dealer_category"):
        live[side] = str(live[side]).replace("Royal", "Straight")
    assert found == live
    assert disconnected or found["net_total"] == Decimal(row["net_total"])


def test_without_pay_tables_ante_and_play_are_settled_where_no_bonus_may_be_due() -> None:
    settled = settle(TcpOnline(), _wager(ante="10"), _round(NOTHING_MUCH))
    assert _nets(settled) == {"ante": 10, "play": 0, "ante_bonus": 0, "pair_plus": 0, "six_card": 0}
    folded = settle(TcpOnline(), _wager(Action.FOLD, ante="10"), _round(STRAIGHT_FLUSH))
    assert folded.total == -10


@pytest.mark.parametrize("hands", [STRAIGHT_FLUSH, NOTHING_MUCH], ids=["a hand that wins", "a hand that loses"])
@pytest.mark.parametrize("bet", ["pair_plus", "six_card"])
def test_a_side_bet_without_its_pay_table_is_not_settled(bet: str, hands: dict[str, tuple[Card, ...]]) -> None:
    options = catalogue.options(GAME, {name: table for name, table in TABLES.items() if name != bet})
    wager = AnteWager(**{bet: Decimal(5)})  # type: ignore[arg-type]  # a stake
    with pytest.raises(UnsettledError, match=rf"{bet}: .* set game_options\.{bet}"):
        settle(options, wager, _round(hands))


def test_an_ante_bonus_that_may_be_due_is_not_settled_without_its_pay_table() -> None:
    with pytest.raises(UnsettledError, match=r"ante_bonus: .* set game_options\.ante_bonus"):
        settle(TcpOnline(), _wager(ante="10"), _round(STRAIGHT_FLUSH))
    row = {
        "player": "4s 5s 6s",
        "dealer": "Qs Jh 9d",
        "action": "play",
        "ante": "10",
        "pair_plus": "0",
        "six_card": "0",
    }
    with pytest.raises(UnsettledError, match=r"game_options\.ante_bonus"):
        ROUNDS.settle(TcpOnline(), row)


def test_a_void_round_needs_no_pay_table_and_returns_every_stake() -> None:
    settled = settle(TcpOnline(), _wager(ante="10", pair_plus="5", six_card="2"), None)
    assert settled.void
    assert (settled.total, settled.paid_back) == (Decimal(0), Decimal(27))


def test_the_base_limit_is_for_ante_play_and_bonus_together_and_cuts_the_bonus_first() -> None:
    settled = settle(_options(), _wager(ante="100"), _round(STRAIGHT_FLUSH))
    assert _nets(settled) == {"ante": 100, "play": 100, "ante_bonus": 300, "pair_plus": 0, "six_card": 0}
    tight = settle(
        _options(base_limit={"most": 150, "basis": "win without stake"}), _wager(ante="100"), _round(STRAIGHT_FLUSH)
    )
    assert _nets(tight) == {"ante": 100, "play": 50, "ante_bonus": 0, "pair_plus": 0, "six_card": 0}


def test_what_is_lost_does_not_count_against_a_limit() -> None:
    lost = {PLAYER: parse_cards("4s 5s 6s"), DEALER: parse_cards("7h 8h 9h")}
    settled = settle(_options(), _wager(ante="150"), _round(lost))
    assert _nets(settled) == {"ante": -150, "play": -150, "ante_bonus": 500, "pair_plus": 0, "six_card": 0}


def test_side_bets_are_limited_with_their_returned_stake() -> None:
    settled = settle(_options(), _wager(pair_plus="700", six_card="6000"), _round(STRAIGHT_FLUSH))
    assert settled.net("pair_plus") + 700 == 20_100
    assert settled.net("six_card") == -6000


def test_the_combined_limit_comes_last_and_is_for_all_wins() -> None:
    hands = {PLAYER: parse_cards("9s Ts Js"), DEALER: parse_cards("Qs Ks 2d")}
    wager = _wager(ante="10", pair_plus="100", six_card="100")
    free = settle(_options(), wager, _round(hands))
    assert _nets(free) == {"ante": 10, "play": 10, "ante_bonus": 50, "pair_plus": 4000, "six_card": 20_000}
    bound = settle(_options(combined_limit={"most": 4000, "basis": "win without stake"}), wager, _round(hands))
    assert _nets(bound) == {"ante": 10, "play": 10, "ante_bonus": 50, "pair_plus": 3930, "six_card": 0}


def test_a_suited_ace_king_queen_is_a_straight_flush_unless_pair_plus_has_a_row_for_it() -> None:
    royal = {PLAYER: parse_cards("As Ks Qs"), DEALER: parse_cards("Jh Tc 8d")}
    assert _round(royal).hands[0].category == category(TcpOnline(), PLAYER, royal[PLAYER]) == "Straight Flush"
    plain = _options(pair_plus={"Straight Flush": 40})
    assert settle(plain, _wager(pair_plus="5"), _round(royal)).net("pair_plus") == 200
    topped = _options(pair_plus={"Straight Flush": 40, "Royal Flush": 200})
    assert settle(topped, _wager(pair_plus="5"), _round(royal)).net("pair_plus") == 1000
    assert settle(topped, _wager(pair_plus="5"), _round(STRAIGHT_FLUSH)).net("pair_plus") == 200


@pytest.mark.parametrize("name", ["Royal Flush", "Flush", "Pair"])
def test_an_ante_bonus_below_a_straight_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"ante_bonus: {name} cannot occur"):
        catalogue.options(GAME, {"ante_bonus": {name: 1}})


@given(
    st.lists(st.sampled_from(PACK), min_size=6, max_size=6, unique=True),
    st.sampled_from([Action.PLAY, Action.FOLD, Action.DISCONNECT, Action.NO_ANSWER]),
    st.decimals(min_value="0.01", max_value=10**6, places=2),
)
def test_no_limit_is_passed_and_nobody_loses_more_than_he_staked(
    cards: list[Card], action: Action, stake: Decimal
) -> None:
    options = _options()
    found = _round({PLAYER: tuple(cards[:3]), DEALER: tuple(cards[3:])})
    wager = AnteWager(ante=stake, pair_plus=stake, six_card=stake, action=action)
    settled = settle(options, wager, found)
    assert all(net.paid_back >= 0 for net in settled.nets)
    won = {net.bet: max(net.net, Decimal(0)) for net in settled.nets}
    assert won["ante"] + won["play"] + won["ante_bonus"] <= 500
    assert sum(won.values()) <= 250_000
    for bet, most in (("pair_plus", 20_100), ("six_card", 100_100)):
        assert settled.net(bet) <= 0 or settled.net(bet) + stake <= most


@pytest.mark.parametrize(
    ("deal", "owners"),
    [(Deal.PACKET, SEQUENCE["expected_slots"]), (Deal.CYCLIC, "P D P D P D")],
)
def test_the_deal_in_both_orders(deal: Deal, owners: str) -> None:
    options, lay, dealt = TcpOnline(deal=deal), Lay(), []
    while isinstance(due := order(options, lay), Next):
        dealt.append(due.spot.owner)
        lay = Lay((*lay.laid, Laid(due.spot)))
    assert due == Dealt()
    assert dealt == [{"P": PLAYER, "D": DEALER}[name] for name in owners.split()]


def test_the_player_lies_open_and_the_dealer_is_known_after_the_decisions() -> None:
    assert [(row.hand, row.window, row.after_hands) for row in GAME.reveals] == [
        (PLAYER, None, ()),
        (DEALER, Window.DECISION, (PLAYER,)),
    ]
    backs = {row.hand for row in GAME.owed if (row.source, row.evidence) == (Source.CAMERA, Evidence.BACK)}
    assert backs == {DEALER}
    assert {row.hand for row in GAME.owed} == {PLAYER, DEALER}
    assert TcpOnline().deal_while is DealWhile.BETS_CLOSED


@pytest.mark.parametrize("situation", [Situation.DEVICE_FAULT, Situation.JAM_DEALING])
def test_a_malfunction_is_held_with_the_void_proposed(situation: Situation) -> None:
    found = condition(GAME.conditions, situation)
    assert found.ruling is Ruling.PROPOSE_VOID
    assert found.clause.startswith("malfunction")


def test_nothing_voids_by_itself() -> None:
    assert all(condition(GAME.conditions, one).ruling is not Ruling.VOID for one in Situation)


def test_pay_tables_are_told_as_far_as_there_are_any() -> None:
    assert GAME.pay_tables(TcpOnline()) == {}
    assert set(GAME.pay_tables(_options())) == {"Ante Bonus", "Pair Plus", "6 Card Bonus"}
