"""Live 3 Pictures: both versions dealt, judged and settled."""

import csv
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import catalogue
from games.audit import Audit
from games.cards import PACK, Card, parse_cards
from games.conditions import Condition, Ruling, Situation, condition
from games.facing import Facing
from games.game import Dealt, Evidence, Game, Laid, Lay, Next, Outcome, Source, Window
from games.house.three_pictures import GAME, PLACES, REVERSED, ThreePictures, Version, order, outcome, settle
from games.options import DealWhile
from games.picture_bets import BETS, PicturesWager
from games.pictures import picture_rank
from games.settlement import Settled
from games.spots import NOWHERE, hand
from tests import incidents

DATA = Path(__file__).parent / "data/games"
SINGLE, THREE = ThreePictures(), ThreePictures(version=Version.THREE_PLAYERS)
OF_THREE = catalogue.under(GAME, THREE)
WORDS = {"P": "player", "B": "banker", "P1": "p1", "P2": "p2", "P3": "p3", "D": "dealer"}


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).read_text(encoding="utf-8").splitlines()))


ROWS = {audit.name: _rows(f"{audit.name}.csv") for audit in GAME.audits}
CASES = [(audit, row) for audit in GAME.audits for row in ROWS[audit.name]]
SEQUENCES = [row for row in _rows("deal_sequences.csv") if row["game"] == "three_pictures"]
INCIDENTS = incidents.incidents("three_pictures")
LEFT_ALONE = {"case_id", "source", "note", "ambiguous", "discovered"}
"""Columns of the tables that are no result."""


def _hands(text: str) -> dict[str, tuple[Card, ...]]:
    """Hands in the order of the deal, as in `Js 3h 6d / Qs Th 9d`."""
    hands = [parse_cards(part) for part in text.split("/")]
    return dict(zip(PLACES[Version.SINGLE if len(hands) == 2 else Version.THREE_PLAYERS], hands, strict=True))


def _wager(stake: int | Decimal = 1, box: str = "") -> PicturesWager:
    return msgspec.convert(dict.fromkeys(BETS, stake) | {"box": box}, PicturesWager)


def _nets(settled: Settled) -> list[float]:
    return [float(settled.net(bet)) for bet in BETS]


def test_the_tables_are_whole() -> None:
    assert {name: len(rows) for name, rows in ROWS.items()} == {"three_pictures": 66, "three_pictures_reversed": 12}
    assert [row["case_id"] for row in SEQUENCES] == ["SQ007", "SQ008", "SQ009"]
    assert [row["case_id"] for row in INCIDENTS] == [f"IN{number:03}" for number in range(20, 44)]


@pytest.mark.parametrize(("audit", "row"), CASES, ids=[row["case_id"] for _, row in CASES])
@pytest.mark.parametrize("options", [SINGLE, THREE], ids=["single", "three"])
def test_case_table(audit: Audit, row: dict[str, str], options: ThreePictures) -> None:
    results = audit.settle(options, {column: row[column] for column in audit.given})
    assert set(results) == row.keys() - set(audit.given) - LEFT_ALONE
    for column, value in results.items():
        assert value == (row[column] if isinstance(value, str) else Decimal(row[column])), column


@pytest.mark.parametrize("row", SEQUENCES, ids=lambda row: str(row["case_id"]))
def test_the_deal_goes_round_one_card_at_a_time(row: dict[str, str]) -> None:
    places = tuple(WORDS[word] for word in row["hands"].split())
    game = GAME if len(places) == 2 else OF_THREE
    options = SINGLE if game is GAME else THREE
    lay, turns = Lay(), []
    while isinstance(due := order(options, lay), Next):
        turns.append(game.hands.index(due.spot.owner))
        lay = Lay((*lay.laid, Laid(due.spot)))
    assert due == Dealt()
    assert places in (game.hands, game.reversed_places)
    assert [places[turn] for turn in turns] == [WORDS[word] for word in row["expected_slots"].split()]
    assert {laid.spot for laid in lay.laid} == {hand(place, index) for place in places for index in (1, 2, 3)}


spots = st.builds(hand, st.sampled_from([*GAME.hands, *OF_THREE.hands]), st.integers(1, 4)) | st.just(NOWHERE)
lays = st.lists(st.builds(Laid, spots, st.none() | st.sampled_from(PACK)), max_size=20).map(tuple).map(Lay)


@given(lays, st.sampled_from([SINGLE, THREE]))
def test_any_lay_has_an_answer_that_is_a_free_spot_of_the_game(lay: Lay, options: ThreePictures) -> None:
    due = order(options, lay)
    taken = {laid.spot for laid in lay.laid}
    wanted = {hand(place, index) for place in PLACES[options.version] for index in (1, 2, 3)}
    assert (due.spot in wanted - taken) if isinstance(due, Next) else (due == Dealt() and wanted <= taken)


@pytest.mark.parametrize("row", INCIDENTS, ids=lambda row: str(row["case_id"]))
def test_incident_of_the_case_table(row: dict[str, str]) -> None:
    for_three = row["event"] in (incidents.WHOLE, incidents.ONE_ROUND)
    for game in [OF_THREE] if for_three else [GAME] if "single" in row["event"] else [GAME, OF_THREE]:
        incidents.check(row, game.conditions)


def test_a_whole_hand_in_reverse_swaps_player_1_and_3_only_where_there_are_three() -> None:
    assert dict(zip(OF_THREE.hands, OF_THREE.reversed_places, strict=True)) == {
        "p1": "p3",
        "p2": "p2",
        "p3": "p1",
        "dealer": "dealer",
    }
    assert "swaps Player 1 and Player 3" in condition(OF_THREE.conditions, Situation.REVERSED_HAND).clause
    assert GAME.reversed_places == ()
    assert "Banker dealt first" in condition(GAME.conditions, Situation.REVERSED_HAND).clause


@pytest.mark.parametrize("game", [GAME, OF_THREE], ids=["single", "three"])
def test_each_situation_has_one_row_and_nothing_mechanical_voids(game: Game) -> None:
    situations = [row.situation for row in game.conditions]
    assert len(situations) == len(set(situations))
    voids = {situation for situation in Situation if condition(game.conditions, situation).ruling is Ruling.VOID}
    assert voids == {Situation.EXPOSED_BETS_OPEN, Situation.LEFT_DEALING_UNSEEN, Situation.LEFT_BETS_OPEN}
    elsewhere = Condition(Situation.DISAGREE, Ruling.HOLD, "house default")
    assert condition(game.conditions, Situation.DISAGREE) == elsewhere


@pytest.mark.parametrize("game", [GAME, OF_THREE], ids=["single", "three"])
def test_every_hand_may_be_known_once_the_bets_are_closed(game: Game) -> None:
    assert [(row.hand, row.window, row.after_hands) for row in game.reveals] == [
        (place, Window.BETS, ()) for place in game.hands
    ]
    assert (SINGLE.deal_while, THREE.deal_while) == (DealWhile.BETS_CLOSED, DealWhile.BETS_CLOSED)


def test_a_card_that_is_dealt_open_owes_its_face_as_it_is_laid_and_no_back() -> None:
    rows = {(row.source, row.evidence): (row.hand, row.at_reveal, row.within) for row in GAME.owed}
    assert rows == {
        (Source.SHOE, Evidence.IDENTITY): ("*", False, "lay_ms"),
        (Source.READER, Evidence.IDENTITY): ("*", True, "lay_ms"),
        (Source.CAMERA, Evidence.FACE): ("*", True, "lay_ms"),
    }
    down = catalogue.under(GAME, ThreePictures(facing=Facing.DOWN)).owed
    assert [row.within for row in down if row.evidence is Evidence.BACK] == ["lay_ms"]
    assert [row.within for row in down if row.evidence is Evidence.FACE] == ["reveal_ms"]


def test_outcome_of_the_single_hand() -> None:
    found = outcome(SINGLE, _hands("Js 3h 6d / Qs Th 9d"))
    assert found.result == "tie"
    assert [(one.hand, one.category) for one in found.hands] == [
        ("player", "Single Knight Nine"),
        ("banker", "Single Knight Nine"),
    ]
    assert found.facts == {
        "player_rank": "3",
        "player_pair_plus": "High Card",
        "banker_rank": "3",
        "banker_pair_plus": "High Card",
    }
    assert msgspec.json.decode(msgspec.json.encode(found), type=Outcome) == found


def test_outcome_of_three_players() -> None:
    found = outcome(THREE, _hands("Ks Qd Jh / 9s 8d 3h / 5s 4d Th / 2c 9d 8h"))
    assert found.result == "win lose tie"
    assert {place: found.facts[place] for place in OF_THREE.hands[:3]} == {"p1": "win", "p2": "lose", "p3": "tie"}
    assert [one.category for one in found.hands] == ["3 Knights", "Plain Zero", "Plain Nine", "Plain Nine"]


@pytest.mark.parametrize(
    ("box", "nets"),
    [
        ("p1", [1, -1, -1, 36, -1, 5, 1]),
        ("p2", [0, 0, 18, -1, -1, 1, 1]),
        ("p3", [-1, 0.5, -1, -1, -1, -1, 1]),
    ],
)
def test_each_box_is_settled_against_the_dealer(box: str, nets: list[float]) -> None:
    found = outcome(THREE, _hands("Ks Qd Jh / 8s 8d Th / 4s 6d Ts / 8h 8c Td"))
    assert found.result == "win tie lose"
    assert _nets(settle(THREE, _wager(box=box), found)) == nets


@pytest.mark.parametrize(
    ("options", "box"), [(SINGLE, "p1"), (SINGLE, "banker"), (THREE, ""), (THREE, "dealer"), (THREE, "player")]
)
def test_a_box_that_is_no_player_is_refused(options: ThreePictures, box: str) -> None:
    with pytest.raises(ValueError, match=f"box '{box}': write one of p"):
        settle(options, _wager(box=box), None)


@pytest.mark.parametrize(("options", "box"), [(SINGLE, ""), (SINGLE, "player"), (THREE, "p2")])
def test_a_void_round_returns_every_stake(options: ThreePictures, box: str) -> None:
    settled = settle(options, _wager(3, box), None)
    assert settled.void
    assert [settled.total, settled.paid_back] == [0, 21]


def test_a_house_table_replaces_the_printed_one() -> None:
    options = ThreePictures(tie_pays=Decimal(8), pictures_pay=Decimal(30), pair_plus={})
    assert _nets(settle(options, _wager(), outcome(options, _hands("Ks Qd Jh / Js Qh Kd")))) == [
        0,
        0,
        8,
        30,
        30,
        -1,
        -1,
    ]


@given(st.lists(st.sampled_from(PACK), min_size=12, max_size=12, unique=True), st.decimals("0.01", 10**9, places=2))
def test_nobody_loses_more_than_he_staked_and_a_swap_swaps(cards: list[Card], stake: Decimal) -> None:
    dealt = {place: tuple(cards[at::4]) for at, place in enumerate(OF_THREE.hands)}
    swapped = {place: dealt[was] for place, was in zip(REVERSED, OF_THREE.hands, strict=True)}
    found, after = outcome(THREE, dealt), outcome(THREE, swapped)
    assert [after.facts[place] for place in REVERSED[:3]] == [found.facts[place] for place in OF_THREE.hands[:3]]
    for box in OF_THREE.hands[:3]:
        settled = settle(THREE, _wager(stake, box), found)
        assert all(-stake <= net.net for net in settled.nets)
        assert settled.paid_back - settled.total == 7 * stake


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"version": "four"}, "option 'version'"),
        ({"tie_pays": -1}, "tie_pays: -1"),
        ({"pictures_pay": "NaN"}, "pictures_pay: NaN"),
        ({"pair_plus": {"Royal Flush": 40}}, "Royal Flush cannot occur"),
    ],
)
def test_a_wrong_option_is_named(raw: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        catalogue.options(GAME, raw)


def test_what_cannot_be_settled_again_names_its_column() -> None:
    with pytest.raises(ValueError, match="banker: 2 cards, 3 are needed"):
        GAME.audits[0].settle(SINGLE, {"player": "As Ks Qs", "banker": "2s 3s"})
    with pytest.raises(ValueError, match="dealt_order: 'backwards' is none of normal, reversed"):
        GAME.audits[1].settle(SINGLE, {"cards_in_order": " ".join(PACK[:12]), "dealt_order": "backwards"})


def test_a_negative_stake_is_refused() -> None:
    with pytest.raises(ValueError, match="banker_3pictures"):
        PicturesWager(banker_3pictures=Decimal(-1))


def test_three_cards_have_a_rank_and_others_none() -> None:
    with pytest.raises(ValueError, match="2 cards have no rank"):
        picture_rank(parse_cards("As Ks"))
