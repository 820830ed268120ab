"""Three Card Poker for several seats: its case table, the deal to occupied boxes, and settlement box by box."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.ante_play import Action, AnteWager, PairPlusWager
from games.cards import PACK, Card, parse_cards
from games.conditions import Ruling, Situation, condition
from games.game import Dealt, Laid, Lay, Next, Outcome, Unknown
from games.house.tcp_basic import GAME, MOST_SEATS, TcpBasic, boxes, category, order, outcome, settle
from games.settlement import Settled, UnsettledError
from games.spots import hand
from games.three_card import DEALER, Deal

DATA = Path(__file__).parent / "data/games"
ROWS = list(csv.DictReader((DATA / "tcp_basic.csv").read_text(encoding="utf-8").splitlines()))
SEQUENCES = [
    row
    for row in csv.DictReader((DATA / "deal_sequences.csv").read_text(encoding="utf-8").splitlines())
    if row["game"] == "tcp_basic"
]
PAIR_PLUS = {"Three of a Kind": 33, "Straight": 6, "Flush": 4, "Pair": 1}
NOT_TESTED = {"case_id", "ambiguous", "source", "note"}
STRAIGHT_FLUSH, ACE_HIGH = parse_cards("4s 5s 6s"), parse_cards("As Kd 9h")


def _wager(action: Action, ante: int = 10, pair_plus: int = 5, box: str = "p1") -> PairPlusWager:
    return PairPlusWager(ante=Decimal(ante), pair_plus=Decimal(pair_plus), action=action, box=box)


def _round(**hands: str) -> Outcome:
    return outcome(TcpBasic(), {name: parse_cards(cards) for name, cards in hands.items()})


def _nets(settled: Settled) -> dict[str, Decimal]:
    return {net.bet: net.net for net in settled.nets}


def test_the_tables_are_whole() -> None:
    assert (len(ROWS), len(SEQUENCES)) == (55, 2)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_case_table(row: dict[str, str]) -> None:
    (audit,) = GAME.audits
    found = audit.settle(TcpBasic(), row)
    assert set(found) == row.keys() - NOT_TESTED - set(audit.given)
    expected = {name: Decimal(row[name]) if name.startswith("net_") else row[name] for name in found}
    assert found == expected
    assert category(TcpBasic(), "p1", parse_cards(row["player"])) == row["player_category"]


@pytest.mark.parametrize("row", SEQUENCES, ids=lambda row: str(row["case_id"]))
def test_the_deal_of_the_case_table(row: dict[str, str]) -> None:
    names = {"D": DEALER} | {name: name.lower() for name in row["hands"].split() if name != "D"}
    dealt = _dealt(TcpBasic(deal=Deal(row["pattern"])), ("p3", "p1", "p2"))
    assert dealt == [names[owner] for owner in row["expected_slots"].split()]


def _dealt(options: TcpBasic, occupied: tuple[str, ...]) -> list[str]:
    lay, owners = Lay(boxes=occupied), []
    while isinstance(due := order(options, lay), Next):
        owners.append(due.spot.owner)
        lay = Lay((*lay.laid, Laid(due.spot)), occupied)
    assert due == Dealt()
    return owners


@given(st.integers(1, MOST_SEATS), st.data(), st.sampled_from(Deal))
def test_occupied_boxes_alone_get_cards_and_the_dealer_is_last(seats: int, data: st.DataObject, deal: Deal) -> None:
    taken = data.draw(st.sets(st.sampled_from(boxes(seats)), min_size=1))
    dealt = _dealt(TcpBasic(seats=seats, deal=deal), (*taken, "p9", "stranger"))
    assert sorted(dealt) == sorted([*taken, DEALER] * 3)
    assert dealt[-1] == DEALER
    if deal is Deal.PACKET:
        assert dealt == [name for name in (*sorted(taken), DEALER) for _ in range(3)]
    else:
        assert dealt == [*sorted(taken), DEALER] * 3


@pytest.mark.parametrize("occupied", [(), ("p8",)])
def test_without_an_occupied_box_no_card_has_a_place(occupied: tuple[str, ...]) -> None:
    assert order(TcpBasic(), Lay(boxes=occupied)) == Unknown(hand("p1", 1))


def test_seats_are_the_tables() -> None:
    found = catalogue.under(GAME, catalogue.options(GAME, {"seats": 2}))
    assert (found.hands, found.boxes) == (("p1", "p2", DEALER), ("p1", "p2"))
    assert catalogue.under(GAME, GAME.options()).hands == GAME.hands
    for seats in (0, 8):
        with pytest.raises(ValueError, match="tcp_basic: option 'seats'"):
            catalogue.options(GAME, {"seats": seats})


def test_the_sheet_is_silent_on_irregularities_so_that_nothing_voids_by_itself() -> None:
    assert all(condition(GAME.conditions, one).ruling is not Ruling.VOID for one in Situation)


def test_each_box_is_settled_against_the_dealer_by_itself() -> None:
    found = _round(p1="4s 5s 6s", p2="8c 8d 2h", p4="Ah Ad Kh", dealer="9h 9s 3d")
    assert found.result == "dealer_qualifies"
    assert found.facts == {"dealer_qualifies": "yes", "p1": "player", "p2": "dealer", "p4": "player"}
    assert [one.hand for one in found.hands] == ["p1", "p2", "p4", DEALER]
    totals = {box: settle(TcpBasic(), _wager(Action.PLAY, box=box), found).total for box in ("p1", "p2", "p4")}
    assert totals == {"p1": 10 + 10 + 50 + 175, "p2": -10 - 10 + 5, "p4": 10 + 10 + 5}


def test_a_dealer_who_does_not_qualify_returns_every_play() -> None:
    found = _round(p1="Ks 7d 2c", p2="5s 3d 2c", dealer="Jh Tc 8d")
    assert (found.result, found.facts["p1"], found.facts["p2"]) == ("dealer_not_qualified", "player", "dealer")
    for box in ("p1", "p2"):
        nets = _nets(settle(TcpBasic(), _wager(Action.PLAY, box=box), found))
        assert nets == {"ante": 10, "play": 0, "ante_bonus": 0, "pair_plus": -5}


@pytest.mark.parametrize("action", [Action.FOLD, Action.DISCONNECT, Action.NO_ANSWER])
def test_without_a_play_the_ante_is_lost_and_pair_plus_stands(action: Action) -> None:
    settled = settle(TcpBasic(), _wager(action), _round(p1="4s 5s 6s", dealer="As Kd 9h"))
    assert _nets(settled) == {"ante": -10, "play": 0, "ante_bonus": 0, "pair_plus": 175}


def test_a_box_whose_cards_were_taken_away_needs_no_hand_for_a_folded_ante() -> None:
    found = _round(p1="4s 5s 6s", dealer="As Kd 9h")
    nets = _nets(settle(TcpBasic(), _wager(Action.FOLD, pair_plus=0, box="p3"), found))
    assert nets == {"ante": -10, "play": 0, "ante_bonus": 0, "pair_plus": 0}


@pytest.mark.parametrize(
    "wager",
    [
        _wager(Action.PLAY, pair_plus=0, box="p3"),
        _wager(Action.FOLD, box="p3"),
        _wager(Action.NONE, ante=0, box="p3"),
        _wager(Action.FOLD, pair_plus=0, box=""),
        _wager(Action.PLAY, box=DEALER),
    ],
)
def test_a_bet_on_a_hand_that_is_not_there_is_not_settled(wager: PairPlusWager) -> None:
    with pytest.raises(UnsettledError, match="has no hand in this round"):
        settle(TcpBasic(), wager, _round(p1="4s 5s 6s", dealer="As Kd 9h"))


def test_a_void_round_returns_every_stake() -> None:
    settled = settle(TcpBasic(), _wager(Action.PLAY), None)
    assert settled.void
    assert (settled.total, settled.paid_back) == (Decimal(0), Decimal(25))


def test_a_hand_that_is_not_whole_has_no_result() -> None:
    found = _round(p1="4s 5s 6s", p2="8c 8d", dealer="As Kd 9h")
    assert set(found.facts) == {"dealer_qualifies", "p1"}


def test_a_house_table_replaces_the_printed_one() -> None:
    options = catalogue.options(GAME, {"pair_plus": {**PAIR_PLUS, "Straight Flush": 40}, "ante_bonus": {}})
    settled = settle(options, _wager(Action.PLAY), _round(p1="4s 5s 6s", dealer="As Kd 9h"))
    assert (settled.net("pair_plus"), settled.net("ante_bonus")) == (Decimal(200), Decimal(0))
    with pytest.raises(ValueError, match="tcp_basic: option 'pair_plus': pair_plus: Royal Flush cannot occur"):
        catalogue.options(GAME, {"pair_plus": {"Royal Flush": 50}})


@pytest.mark.parametrize(
    ("column", "text", "words"),
    [
        ("player", "4s 5s", "player: 2 cards, 3 are needed"),
        ("player", "4s 5s 9h", "one card is there twice"),
        ("ante", "ten", "ante: 'ten' is no amount"),
        ("action", "raise", "action: 'raise' is none of play, fold"),
    ],
)
def test_a_row_that_cannot_be_settled_says_why(column: str, text: str, words: str) -> None:
    row = {"player": "4s 5s 6s", "dealer": "As Kd 9h", "action": "play", "ante": "10", "pair_plus": "5"}
    with pytest.raises(ValueError, match=words):
        GAME.audits[0].settle(TcpBasic(), row | {column: text})


@given(
    st.lists(st.sampled_from(PACK), min_size=12, max_size=12, unique=True),
    st.sampled_from([Action.PLAY, Action.FOLD, Action.DISCONNECT, Action.NO_ANSWER]),
    st.decimals(min_value="0.01", max_value=10**9, places=2),
)
def test_nobody_loses_more_than_he_staked(cards: list[Card], action: Action, stake: Decimal) -> None:
    hands = {name: tuple(cards[at * 3 : at * 3 + 3]) for at, name in enumerate(("p1", "p2", "p3", DEALER))}
    found = outcome(TcpBasic(), hands)
    for box in ("p1", "p2", "p3"):
        wager = PairPlusWager(ante=stake, pair_plus=stake, action=action, box=box)
        settled = settle(TcpBasic(), wager, found)
        assert all(net.paid_back >= 0 for net in settled.nets)
        assert settled.paid_back - settled.total == sum(wager.stakes.values())


def test_a_wager_with_a_bet_that_this_game_lacks_is_refused() -> None:
    wager = AnteWager(ante=Decimal(10), six_card=Decimal(5), action=Action.PLAY, box="p1")
    with pytest.raises(AssertionError):
        settle(TcpBasic(), wager, _round(p1="4s 5s 6s", dealer="As Kd 9h"))
