"""Settlement of Live Three Card Poker, row by row, and the switches beside the rows."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ante_play import Action, AnteWager
from games.cards import PACK, Card, parse_cards
from games.game import Outcome
from games.house.tcp_live import TcpLive, outcome, settle
from games.settlement import Settled
from games.three_card import DEALER, PLAYER

TABLE = Path(__file__).parent / "data/games/tcp_live.csv"
ROWS = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines()))
BETS = ("ante", "play", "ante_bonus", "pair_plus", "six_card")
SIDE_BETS = {"pair_plus": 200, "six_card": -2}
STRAIGHT_FLUSH, ACE_HIGH = parse_cards("4s 5s 6s"), parse_cards("As Kd 9h")


def _outcome(player: tuple[Card, ...], dealer: tuple[Card, ...]) -> Outcome:
    return outcome(TcpLive(), {PLAYER: player, DEALER: dealer})


def _wager(action: Action, ante: int = 10, pair_plus: int = 5, six_card: int = 2) -> AnteWager:
    return AnteWager(ante=Decimal(ante), pair_plus=Decimal(pair_plus), six_card=Decimal(six_card), action=action)


def _nets(settled: Settled) -> dict[str, Decimal]:
    return {bet: settled.net(bet) for bet in BETS}


def _row_wager(row: dict[str, str]) -> AnteWager:
    return _wager(Action(row["action"]), *(int(row[bet]) for bet in ("ante", "pair_plus", "six_card")))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_case_table(row: dict[str, str]) -> None:
    settled = settle(TcpLive(), _row_wager(row), _outcome(parse_cards(row["player"]), parse_cards(row["dealer"])))
    assert _nets(settled) == {bet: int(row[f"net_{bet}"]) for bet in BETS}
    assert settled.total == Decimal(row["net_total"])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_a_void_round_returns_every_stake(row: dict[str, str]) -> None:
    wager = _row_wager(row)
    settled = settle(TcpLive(), wager, None)
    assert settled.void
    assert settled.total == 0
    antes = 2 if row["action"] == "play" else 1
    assert settled.paid_back == antes * wager.ante + wager.pair_plus + wager.six_card


@pytest.mark.parametrize(
    ("action", "paid_on_disconnect", "ante", "bonus"),
    [
        (Action.PLAY, True, 10, 50),
        (Action.PLAY, False, 10, 50),
        (Action.DISCONNECT, True, -10, 50),
        (Action.DISCONNECT, False, -10, 0),
        (Action.FOLD, True, -10, 0),
        (Action.NO_ANSWER, True, -10, 0),
        (Action.NO_ANSWER, False, -10, 0),
    ],
)
def test_who_gets_the_ante_bonus(action: Action, *, paid_on_disconnect: bool, ante: int, bonus: int) -> None:
    options = TcpLive(disconnect_bonus=paid_on_disconnect)
    settled = settle(options, _wager(action), _outcome(STRAIGHT_FLUSH, ACE_HIGH))
    assert _nets(settled) == {"ante": ante, "play": 10 if action is Action.PLAY else 0, "ante_bonus": bonus} | SIDE_BETS


def test_side_bets_alone_are_settled_without_a_decision() -> None:
    settled = settle(TcpLive(), _wager(Action.NONE, ante=0), _outcome(STRAIGHT_FLUSH, ACE_HIGH))
    assert _nets(settled) == {"ante": 0, "play": 0, "ante_bonus": 0} | SIDE_BETS


def test_a_house_table_replaces_the_printed_one() -> None:
    options = TcpLive(pair_plus={}, ante_bonus=dict.fromkeys(TcpLive().ante_bonus, Decimal("0.5")))
    settled = settle(options, _wager(Action.PLAY), _outcome(STRAIGHT_FLUSH, ACE_HIGH))
    assert settled.net("pair_plus") == -5
    assert settled.net("ante_bonus") == 5


@given(
    st.lists(st.sampled_from(PACK), min_size=6, max_size=6, unique=True),
    st.sampled_from([action for action in Action if action is not Action.NONE]),
    st.decimals(min_value="0.01", max_value=10**9, places=2),
)
def test_nobody_loses_more_than_he_staked(cards: list[Card], action: Action, stake: Decimal) -> None:
    wager = AnteWager(ante=stake, pair_plus=stake, six_card=stake, action=action)
    settled = settle(TcpLive(), wager, _outcome(tuple(cards[:3]), tuple(cards[3:])))
    assert all(net.paid_back >= 0 for net in settled.nets)
    staked = stake * (4 if action is Action.PLAY else 3)
    assert sum(net.stake for net in settled.nets) == staked
    assert settled.paid_back - settled.total == staked
    if action in (Action.FOLD, Action.NO_ANSWER, Action.DISCONNECT):
        assert settled.net("ante") == -stake


@pytest.mark.parametrize("stake", [Decimal(-1), Decimal("NaN"), Decimal("Infinity")])
def test_a_stake_that_is_none_is_refused(stake: Decimal) -> None:
    with pytest.raises(ValueError, match="pair_plus"):
        AnteWager(pair_plus=stake)


def test_a_float_stake_is_refused() -> None:
    with pytest.raises(ValueError, match="six_card"):
        AnteWager(six_card=0.1)  # type: ignore[arg-type]  # what a careless caller might hand over


@pytest.mark.parametrize(("ante", "action"), [(0, Action.PLAY), (0, Action.DISCONNECT), (10, Action.NONE)])
def test_an_action_that_does_not_fit_the_ante_is_refused(ante: int, action: Action) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        _wager(action, ante=ante)


def test_a_result_of_another_game_is_refused() -> None:
    alien = Outcome("banker", _outcome(STRAIGHT_FLUSH, ACE_HIGH).hands, {"six_category": "-"})
    with pytest.raises(ValueError, match="banker"):
        settle(TcpLive(), _wager(Action.PLAY), alien)
