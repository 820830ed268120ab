"""Kap Kun: every row, both readings of a split, how settings are known, and the house way as advice."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.cards import PACK, Card, parse_cards
from games.game import Outcome
from games.house.kap_kun import GAME, DealerSets, KapKun, KapKunWager, category, laid, outcome, settle
from games.house_way import house_way
from games.kap_kun_bout import Split, ThreeOrFour, bout
from games.kap_kun_hands import Natural, Setting, fouled, four_cards, points, two_cards
from games.settlement import UnsettledError
from games.stacks import DEALER
from tests.cases import differences, rows

ROWS = rows("kap_kun")
HOUSE_WAY = rows("kap_kun_house_way")
LOSE = KapKun(split=Split.LOSE)
ONE = Decimal(1)


def _setting(row: dict[str, str], who: str) -> Setting:
    return Setting(parse_cards(row[f"{who}_high"]), parse_cards(row[f"{who}_low"]))


def _known(player: Setting, dealer: Setting, options: KapKun = KapKun()) -> Outcome:  # noqa: B008 - a frozen value
    return outcome(options, {"b4": player.high + player.low, DEALER: dealer.low + dealer.high})


def _wager(setting: Setting | None = None, *, by_house_way: bool = False, box: str = "b4") -> KapKunWager:
    high, low = setting or ((), ())
    return KapKunWager(box=box, bet=ONE, high=high, low=low, by_house_way=by_house_way)


def test_the_tables_are_whole() -> None:
    assert (len(ROWS), len(HOUSE_WAY)) == (60, 38)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_audit_of_the_case_table(row: dict[str, str]) -> None:
    assert differences(GAME.audits[0], KapKun(), row) == {}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_a_split_loses_under_the_other_reading_and_nothing_else_changes(row: dict[str, str]) -> None:
    lost = {"outcome": ("LOSE", "PUSH"), "net": (Decimal(-1), "0")} if row["ambiguous"] == "K1" else {}
    assert differences(GAME.audits[0], LOSE, row) == lost


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_settlement_of_the_case_table(row: dict[str, str]) -> None:
    player, dealer = _setting(row, "player"), _setting(row, DEALER)
    found = laid(_known(player, dealer), DEALER, *dealer)
    assert settle(KapKun(), _wager(player), found).total == Decimal(row["net"])
    net = -1 if row["ambiguous"] == "K1" else Decimal(row["net"])
    assert settle(LOSE, _wager(player), found).total == net


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
def test_settings_are_asked_for_where_they_decide_and_only_there(row: dict[str, str]) -> None:
    player, dealer = _setting(row, "player"), _setting(row, DEALER)
    bare = _known(player, dealer)
    if row["player_natural"] or row["dealer_natural"]:
        assert bare.facts["b4"] == row["outcome"].lower()
        assert settle(KapKun(), _wager(), bare).total == Decimal(row["net"])
        return
    assert bare.facts["b4"] == "open"
    with pytest.raises(UnsettledError, match="b4: how its four cards were set is not known"):
        settle(KapKun(), _wager(), laid(bare, DEALER, *dealer))
    if row["foul"] == "yes":
        assert settle(KapKun(), _wager(player), bare).total == -1
    else:
        with pytest.raises(UnsettledError, match="dealer: how its four cards were set"):
            settle(KapKun(), _wager(player), bare)


@pytest.mark.parametrize("row", HOUSE_WAY, ids=lambda row: str(row["case_id"]))
def test_audit_of_the_house_way(row: dict[str, str]) -> None:
    assert differences(GAME.audits[1], KapKun(), row) == {}


@pytest.mark.parametrize("row", HOUSE_WAY, ids=lambda row: str(row["case_id"]))
def test_the_house_way_does_not_depend_on_the_order_of_the_cards(row: dict[str, str]) -> None:
    assert house_way(parse_cards(row["cards"])[::-1]) == house_way(parse_cards(row["cards"]))


@pytest.mark.parametrize(
    ("cards", "high", "low"),
    [
        ("7s 7d 7h 2c", "7s 7h", "7d 2c"),
        ("7s 7d 7h 7c", "7s 7h", "7c 7d"),
        ("2s 2d Ah Ac", "Ah Ac", "2s 2d"),
        ("Ks Qd Jc 5h", "Ks Jc", "Qd 5h"),
        ("As 9d Kc Qh", "Kc Qh", "9d As"),
        ("5s 4d 2c Kh", "4d 2c", "5s Kh"),
        ("6s 3d Tc Kh", "6s Kh", "3d Tc"),
        ("2s 9h Td Jc", "9h 2s", "Jc Td"),
    ],
)
def test_house_way_beyond_the_table(cards: str, high: str, low: str) -> None:
    found = house_way(parse_cards(cards))
    assert [sorted(two) for two in found] == [sorted(parse_cards(high)), sorted(parse_cards(low))]
    assert two_cards(found.high).strength > two_cards(found.low).strength


def test_the_house_way_binds_the_dealer_only_where_the_table_says_so() -> None:
    player, dealer = _setting(ROWS[0], "player"), Setting(parse_cards("Kc 8c"), parse_cards("2h Ah"))
    bound = KapKun(dealer_sets=DealerSets.HOUSE_WAY)
    found = _known(player, dealer, bound)
    assert (found.facts["dealer_high"], found.facts["dealer_low"]) == ("Kc 8c", "2h Ah")
    assert found.facts["dealer_deviates"] == "no"
    assert settle(bound, _wager(player), found).total == 1
    assert "dealer_high" not in _known(player, dealer).facts


def test_the_dealer_is_settled_as_he_lies_and_a_deviation_is_reported() -> None:
    player, dealer = (
        Setting(parse_cards("9s 8s"), parse_cards("4h 2c")),
        Setting(parse_cards("8d Ac"), parse_cards("Qs 3h")),
    )
    found = laid(_known(player, dealer), DEALER, *dealer)
    assert (found.facts["dealer_house_high"], found.facts["dealer_house_low"]) == ("Qs 8d", "3h Ac")
    assert found.facts["dealer_deviates"] == "yes"
    assert settle(KapKun(), _wager(player), found).total == 0
    advised = laid(_known(player, dealer), DEALER, *parse_pair("8d Qs", "Ac 3h"))
    assert advised.facts["dealer_deviates"] == "no"
    assert settle(KapKun(), _wager(player), advised).total == 0


def parse_pair(high: str, low: str) -> Setting:
    return Setting(parse_cards(high), parse_cards(low))


def test_a_box_that_the_dealer_set_is_set_by_house_way() -> None:
    player, dealer = parse_pair("4s 5d", "6c 7h"), parse_pair("8s Td", "Qd 2h")
    found = laid(_known(player, dealer), DEALER, *dealer)
    assert settle(KapKun(), _wager(by_house_way=True), found).total == 1
    assert settle(KapKun(), _wager(Setting(player.low, player.high)), found).total == -1
    said = laid(found, "b4", *player)
    assert settle(KapKun(), _wager(), said).total == 1, "whoever saw it may say it of a box too"


def test_a_setting_of_other_cards_is_refused() -> None:
    player, dealer = _setting(ROWS[0], "player"), _setting(ROWS[0], DEALER)
    found = laid(_known(player, dealer), DEALER, *dealer)
    with pytest.raises(ValueError, match=r"b4: .* are not .* in two hands"):
        settle(KapKun(), _wager(parse_pair("Ks Kd", "4h 3c")), found)
    with pytest.raises(ValueError, match="dealer: "):
        laid(found, DEALER, dealer.high + dealer.low, ())
    with pytest.raises(UnsettledError, match="no hand 'b1'"):
        settle(KapKun(), _wager(player, box="b1"), found)


def test_extras_are_paid_beside_even_money_to_the_class_that_wins() -> None:
    options = catalogue.options(GAME, {"extras": {"Four of a Kind": 10}})
    player, dealer = parse_pair("7s 7d", "7h 7c"), parse_pair("As Ad", "Kh Qd")
    assert settle(options, _wager(), _known(player, dealer)).total == 11
    assert settle(options, _wager(), _known(parse_pair("7s 7d", "7h 8c"), dealer)).total == 1
    assert GAME.pay_tables(options) == {"Bet": {"both hands": 1, "Four of a Kind": 11}}
    with pytest.raises(ValueError, match="extras: Two Pairs: -1"):
        catalogue.options(GAME, {"extras": {"Two Pairs": -1}})


def test_an_edge_on_three_or_four_points_is_asked_about_only_where_the_table_says_so() -> None:
    ask = KapKun(three_or_four=ThreeOrFour.ASK)
    player, dealer = parse_pair("9s Td", "2h Ac"), parse_pair("8d Kh", "2d Ad")
    found = laid(_known(player, dealer), DEALER, *dealer)
    assert settle(KapKun(), _wager(player), found).total == 1
    with pytest.raises(UnsettledError, match="3 or 4 points"):
        settle(ask, _wager(player), found)
    beaten = laid(_known(dealer, player), DEALER, *player)
    assert settle(ask, _wager(dealer), beaten).total == -1


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["case_id"]))
@pytest.mark.parametrize(
    "options", [KapKun(three_or_four=ThreeOrFour.ASK), KapKun(dealer_sets=DealerSets.HOUSE_WAY)], ids=["ask", "bound"]
)
def test_an_audit_by_a_tables_file_settles_as_the_table_does(row: dict[str, str], options: KapKun) -> None:
    player, dealer = _setting(row, "player"), _setting(row, DEALER)
    found = _known(player, dealer, options)
    if options.dealer_sets is DealerSets.AS_LAID:
        found = laid(found, DEALER, *dealer)
    try:
        net = settle(options, _wager(player), found).total
    except UnsettledError:
        with pytest.raises(UnsettledError, match="player: it wins with 3 or 4 points"):
            GAME.audits[0].settle(options, row)
    else:
        assert GAME.audits[0].settle(options, row)["net"] == net


def test_a_void_round_returns_the_stake() -> None:
    settled = settle(KapKun(), _wager(), None)
    assert settled.void
    assert settled.total == 0
    assert settled.paid_back == 1


def test_a_wager_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="box 'b7'"):
        _wager(box="b7")
    with pytest.raises(ValueError, match="bet: "):
        KapKunWager(box="b1", bet=Decimal(-1))
    with pytest.raises(ValueError, match="two cards high and two low"):
        KapKunWager(box="b1", bet=ONE, high=parse_cards("As Ad"))
    with pytest.raises(ValueError, match="or it is by house way"):
        _wager(parse_pair("As Ad", "2s 3s"), by_house_way=True)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As 9d", "A+9"),
        ("Ks Kd Js Jd", "Two Picture Pairs"),
        ("Ks Kd Ts Td", "Two Pairs"),
        ("Qs 8d Ac 4h", "house way: 9 points, 4 points"),
    ],
)
def test_a_hand_has_a_name(cards: str, name: str) -> None:
    assert category(KapKun(), "b1", parse_cards(cards)) == name


four = st.lists(st.sampled_from(PACK), min_size=4, max_size=4, unique=True).map(tuple)
eight = st.lists(st.sampled_from(PACK), min_size=8, max_size=8, unique=True).map(tuple)


@given(four)
def test_two_hands_of_two_are_never_equal(cards: tuple[Card, ...]) -> None:
    first, second = cards[:2], cards[2:]
    assert two_cards(first).strength != two_cards(second).strength
    assert two_cards(first) == two_cards(first[::-1])


@given(eight)
def test_a_bout_mirrors_but_for_fouls_and_is_never_left_open(cards: tuple[Card, ...]) -> None:
    player, dealer = house_way(cards[:4]), house_way(cards[4:])
    results = (bout(Split.PUSH, player, dealer).result, bout(Split.PUSH, dealer, player).result)
    assert results in {("win", "lose"), ("lose", "win"), ("push", "push")}


@given(four)
def test_the_house_way_uses_the_four_cards_and_never_fouls(cards: tuple[Card, ...]) -> None:
    high, low = house_way(cards)
    assert sorted(high + low) == sorted(cards)
    assert not fouled(high, low)
    ranks = [card[0] for card in cards]
    equal = {rank for rank in ranks if ranks.count(rank) > 1}
    if four_cards(cards) is None and equal & set("45TJQKA"):
        assert two_cards(high).name == "Pair"
    if four_cards(cards) is None and not equal and points(high) == 9 and two_cards(high).name == "9 points":
        fixed = {"3", "9", "T"} < set(ranks) or set(ranks) == set("4567")
        others = [(high[0], low[0]), (high[0], low[1])]
        balanced = [9 not in (points(two), points(tuple(set(cards) - set(two)))) for two in others]
        assert fixed or points(low) >= 4 or not any(balanced)


def test_classes_stand_in_their_order() -> None:
    hands = ("2s 2d 3s 3d", "As Ad Ks Kd", "Js Jd Qs Qd", "2s 2d 2h 3c", "As Ad Ah 3c", "2s 2d 2h 2c")
    found = [four_cards(parse_cards(hand)) for hand in hands]
    strengths = [one.strength for one in found if one is not None]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len(hands)
    assert list(dict.fromkeys(one.natural for one in found if one)) == [
        Natural.TWO_PAIRS,
        Natural.TWO_PICTURE_PAIRS,
        Natural.THREE_OF_A_KIND,
        Natural.FOUR_OF_A_KIND,
    ]
