"""`truedeal settle`: every row of every case table, rows that cannot be settled, and what an auditor is told."""

import csv
import io
import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.cli import main
from bridge.verbs import settle
from bridge.verbs.rows import csv_rows, json_rows
from bridge.verbs.settling import settled
from games import catalogue

Captured = pytest.CaptureFixture[str]
DATA = Path(__file__).parent / "data/games"
CONFIG = Path(__file__).parents[1] / "config/tcp_live.toml"
NO_RESULTS = {"deal_sequences", "incidents", "reconcile"}
NO_RESULT = {"three_pictures_reversed": {"discovered"}}
"""Columns of a table that tell what happened and follow from no card."""
ALSO_GIVEN = {"tcp_online_caps": {"cap", "basis"}}
"""Results that a row may state for itself, in the stead of the table's options."""
TABLES = sorted(path.stem for path in DATA.glob("*.csv") if path.stem not in NO_RESULTS)
LIVE = "case_id,player,dealer,action,ante,pair_plus,six_card"

each_table = pytest.mark.parametrize("name", TABLES)


def table(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / f"{name}.csv").read_text(encoding="utf-8").splitlines()))


def exact(text: str) -> list[dict[str, object]]:
    return [json.loads(line, parse_float=Decimal) for line in text.splitlines()]


def rows(tmp_path: Path, text: str | bytes) -> str:
    path = tmp_path / "rows"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def run(capsys: Captured, *words: str) -> tuple[int, list[dict[str, object]], str]:
    code = main(["settle", *words])
    said = capsys.readouterr()
    return code, exact(said.out), said.err


def test_every_kind_of_table_is_here() -> None:
    assert len(TABLES) == 12
    audits = {audit.name for game in catalogue.GAMES.values() for audit in game.audits}
    assert set(TABLES) <= audits


@each_table
def test_every_row_of_every_case_table(name: str, capsys: Captured) -> None:
    code, found, said = run(capsys, name, str(DATA / f"{name}.csv"))
    expected = table(name)
    assert (code, [row["case_id"] for row in found]) == (0, [row["case_id"] for row in expected])
    assert said == f"{len(expected)} rows: {len(expected)} settled, 0 not\n"
    _, audit = catalogue.audit(name)
    notes = {"ambiguous", "source", "note", *audit.given, *NO_RESULT.get(name, ())}
    for row, one in zip(expected, found, strict=True):
        assert one.keys() == row.keys() - notes, "every result column, under its own name, and no other"
        assert all(_equal(row[column], value) for column, value in one.items()), row["case_id"]


def _equal(text: str, value: object) -> bool:
    if isinstance(value, str):
        return text == value or sorted(text.split()) == sorted(value.split())
    return not isinstance(value, float) and Decimal(text) == value


@each_table
def test_a_file_that_is_right_has_no_difference(name: str, capsys: Captured) -> None:
    code, found, said = run(capsys, name, str(DATA / f"{name}.csv"), "--check")
    assert code == 0
    assert all("differs" not in row for row in found)
    assert f"{len(found)} compared, 0 differ" in said


@each_table
def test_json_lines_come_to_the_same(name: str, tmp_path: Path, capsys: Captured) -> None:
    main(["settle", name, str(DATA / f"{name}.csv")])
    by_csv = capsys.readouterr().out
    assert main(["settle", name, rows(tmp_path, "\n".join(map(json.dumps, table(name))))]) == 0
    assert capsys.readouterr().out == by_csv


@each_table
def test_a_row_that_says_something_else_is_named_column_by_column(name: str, tmp_path: Path, capsys: Captured) -> None:
    expected = table(name)
    _, (settled_row, *_), _ = run(capsys, name, str(DATA / f"{name}.csv"))
    for column in settled_row.keys() - {"case_id", *ALSO_GIVEN.get(name, ())}:
        wrong = [{**expected[0], column: "17"}, expected[1]]
        code, found, said = run(capsys, name, rows(tmp_path, "\n".join(map(json.dumps, wrong))), "--check")
        assert code == 1
        assert found[0]["differs"] == {column: "17"}
        assert "differs" not in found[1]
        assert f"{expected[0]['case_id']}: {column}: the file says '17', settled" in said
        assert "2 compared, 1 differ" in said


def test_numbers_in_json_are_as_exact_as_they_are_written(tmp_path: Path, capsys: Captured) -> None:
    row = {"case_id": 7, "player": ["As", "Ad", "3c"], "dealer": "Jh Th 8s", "action": "play"}
    text = json.dumps(row)[:-1] + ', "ante": 0.10, "pair_plus": 1e1, "six_card": 0, "note": null}\n\n'
    assert main(["settle", "tcp_live", rows(tmp_path, text)]) == 0
    out = capsys.readouterr().out
    (found,) = exact(out)
    assert found["case_id"] == "7"
    assert (found["net_ante"], found["net_pair_plus"]) == (Decimal("0.10"), 10)
    assert '"net_ante":0.10,' in out


def test_standard_input_and_its_kind(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    data = (DATA / "tcp_live.csv").read_bytes()
    for form in ([], ["--format", "csv"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(data))))
        code, found, _ = run(capsys, "tcp_live", "-", *form)
        assert (code, len(found)) == (0, 67)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n "])
def test_what_a_file_is_shows_at_its_beginning(mark: bytes, tmp_path: Path, capsys: Captured) -> None:
    row = json.dumps(table("tcp_live")[0]).encode()
    assert run(capsys, "tcp_live", rows(tmp_path, mark + row + b"\r\n"))[0] == 0
    if mark.strip() == mark:
        text = mark + f"{LIVE}\r\na,As Ad 3c,Jh Th 8s,play,1,0,0\r\n".encode()
        code, (found,), _ = run(capsys, "tcp_live", rows(tmp_path, text))
        assert (code, found["case_id"]) == (0, "a")


def test_rows_that_cannot_be_settled_do_not_stop_the_rest(tmp_path: Path, capsys: Captured) -> None:
    good = "As Ad 3c,Jh Th 8s,play,1,0,0"
    text = f"""{LIVE}
a,{good}
b,As Ad,Jh Th 8s,play,1,0,0
c,As Ad 3x,Jh Th 8s,play,1,0,0
d,As Ad 3c,Jh Th as,play,1,0,0
e,As Ad 3c,Jh Th 8s,walk,1,0,0
f,As Ad 3c,Jh Th 8s,play,-1,0,0
g,As Ad 3c,Jh Th 8s,play,1.0000000000000000000000000000000001,0,0
h,As Ad 3c,Jh Th 8s,play,1,0
i,As Ad 3c,Jh Th 8s,play,1,0,0,9
j,As Ad 3c,Jh Th 8s,none,1,0,0
,As Ad,Jh Th 8s,play,1,0,0
l,{"x" * 140_000},Jh Th 8s,play,1,0,0
m,As Ad 3c,10h JH 8s,play,1,0,1e999999
n,{good}
"""
    code, found, said = run(capsys, "tcp_live", rows(tmp_path, text))
    assert code == 1
    assert [row["case_id"] for row in found] == ["a", *"bcdefghij", 12, 13, "m", "n"]
    errors = {str(row["case_id"]): str(row["error"]) for row in found if "error" in row}
    assert errors.keys() == {*"bcdefghijm", "12", "13"}
    assert {len(row) for row in found if "error" in row} == {2}
    assert errors["b"] == "player: 2 cards, 3 are needed"
    assert "'3x' is no card" in errors["c"]
    assert "As" in errors["d"]
    assert "action: 'walk' is none of play" in errors["e"]
    assert "ante" in errors["f"]
    assert errors["g"] == errors["m"] == "an amount has more digits than can be settled without rounding"
    assert "fewer fields" in errors["h"]
    assert "more fields" in errors["i"]
    assert "does not fit" in errors["j"]
    assert "field larger than field limit" in errors["13"]
    assert "line 12: player: 2 cards" in said
    assert said.splitlines()[-1] == "14 rows: 2 settled, 12 not"


def test_json_lines_that_cannot_be_settled(tmp_path: Path, capsys: Captured) -> None:
    good = json.dumps(table("tcp_live")[0])
    bad = ["{", "[1]", '{"case_id": "x"}', '{"player": {"a": 1}}']
    text = "\n".join((good, *bad, good))
    code, found, said = run(capsys, "tcp_live", rows(tmp_path, text))
    assert code == 1
    assert [row["case_id"] for row in found] == ["TL001", 2, 3, "x", 5, "TL001"]
    assert "no JSON object" in str(found[1]["error"])
    assert "player: the column is missing" in str(found[3]["error"])
    assert "6 rows: 2 settled, 4 not" in said


@pytest.mark.parametrize("name", ["niu_niu", "kap_kun", "tcp_live", "three_pictures"])
def test_a_card_that_one_deck_has_once_cannot_lie_twice(name: str, tmp_path: Path, capsys: Captured) -> None:
    row = table(name)[0]
    first, second = list(catalogue.audit(name)[1].given)[:2]
    card = row[first].split()[0]
    row[second] = " ".join([f"10{card[1]}" if card[0] == "T" else card.lower(), *row[second].split()[1:]])
    code, (found,), _ = run(capsys, name, rows(tmp_path, json.dumps(row)))
    assert code == 1
    assert found["error"] == f"{card} stands there 2 times, the game has 1 of it"


def test_equal_cards_of_a_big_shoe_are_settled(tmp_path: Path, capsys: Captured) -> None:
    row = {**table("baccarat")[0], "shoe": "4s 4s 4s 4s 4s 4s"}
    assert run(capsys, "baccarat", rows(tmp_path, json.dumps(row)))[0] == 0
    row["shoe"] = row["shoe"] + " 4s 4s 4s"
    assert run(capsys, "baccarat", rows(tmp_path, json.dumps(row)))[0] == 1


def test_bytes_that_are_no_text_do_not_stop_a_night(tmp_path: Path, capsys: Captured) -> None:
    head = f"{LIVE},note\n".encode()
    text = head + b"a,As Ad 3c,Jh Th 8s,play,1,0,0,caf\xe9\nb\xe9,As Ad \xe9,Jh Th 8s,play,1,0,0,\n"
    code, found, _ = run(capsys, "tcp_live", rows(tmp_path, text))
    assert code == 1
    assert [row["case_id"] for row in found] == ["a", "b\\xe9"]
    assert "error" not in found[0]


def test_a_tables_options_count(tmp_path: Path, capsys: Captured) -> None:
    text = CONFIG.read_text(encoding="utf-8")
    config = tmp_path / "t.toml"
    config.write_text(text[: text.index("[game_options]")] + "[game_options]\ndisconnect_bonus = false\n")
    row = rows(tmp_path, f"{LIVE}\na,4s 5s 6s,Jh Th 8s,disconnect,10,0,0\n")
    assert run(capsys, "tcp_live", row)[1][0]["net_ante_bonus"] == 50
    assert run(capsys, "tcp_live", row, "--config", str(config))[1][0]["net_ante_bonus"] == 0
    assert main(["settle", "niu_niu", row, "--config", str(config)]) == 2
    assert "this table plays tcp_live, not niu_niu" in capsys.readouterr().err


def test_what_a_tables_file_leaves_out_is_not_settled_by_guess(tmp_path: Path, capsys: Captured) -> None:
    expected = table("niu_niu")
    text = (CONFIG.parent / "niu_niu.toml").read_text(encoding="utf-8")
    config = tmp_path / "t.toml"
    config.write_text(text[: text.index("[game_options]")] + "[game_options]\ndice = 3\n")
    words = ("niu_niu", str(DATA / "niu_niu.csv"), "--check")
    assert run(capsys, *words)[0] == 0
    code, found, said = run(capsys, *words, "--config", str(config))
    assert code == 1
    unsettled = [row["case_id"] for row in expected if row["winning_points"] != "5"]
    assert [row["case_id"] for row in found if "error" in row] == unsettled
    assert f"{len(unsettled)} not" in said
    assert all("set double_multiples in the table's file" in str(row["error"]) for row in found if "error" in row)


def test_numbers_and_cards_are_compared_by_what_they_mean(tmp_path: Path, capsys: Captured) -> None:
    row = {**table("tcp_live")[0], "net_total": "20.00", "net_ante": " -10 ", "six_category": "Three of a Kind "}
    assert run(capsys, "tcp_live", rows(tmp_path, json.dumps(row)), "--check")[0] == 0
    cards = next(row for row in table("baccarat") if len(row["player_cards"].split()) == 2)
    turned = {**cards, "player_cards": " ".join(reversed(cards["player_cards"].split()))}
    assert run(capsys, "baccarat", rows(tmp_path, json.dumps(turned)), "--check")[0] == 0
    empty = {**row, "net_total": ""}
    code, (found,), _ = run(capsys, "tcp_live", rows(tmp_path, json.dumps(empty)), "--check")
    assert (code, found["differs"]) == (1, {"net_total": ""})


def test_a_file_without_results_cannot_be_checked(tmp_path: Path, capsys: Captured) -> None:
    path = rows(tmp_path, f"{LIVE}\na,As Ad 3c,Jh Th 8s,play,1,0,0\n")
    code, found, said = run(capsys, "tcp_live", path, "--check")
    assert (code, len(found)) == (2, 1)
    assert "0 compared" in said


def test_many_faults_are_named_once_each_but_not_all_on_a_terminal(tmp_path: Path, capsys: Captured) -> None:
    path = rows(tmp_path, f"{LIVE}\n" + "\x1b[2J,As,Jh Th 8s,play,1,0,0\n" * 30)
    code, found, said = run(capsys, "tcp_live", path)
    assert (code, len(found)) == (1, 30)
    assert len(said.splitlines()) == settle.TOLD + 1
    assert "\x1b" not in said
    assert "10 of them are named on standard output only" in said


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_long_file_says_how_far_it_is_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(settle, "EVERY", 10)
    monkeypatch.setattr(settle, "SECONDS", 0)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["settle", "tcp_live", str(DATA / "tcp_live.csv")]) == 0
    assert "\r10 rows \r20 rows " in terminal.getvalue()
    assert len(capsys.readouterr().out.splitlines()) == 67


@pytest.mark.parametrize(
    ("words", "text", "why"),
    [
        ("tcp_life", f"{LIVE}\n", "'tcp_life' is nothing to settle: choose one of baccarat,"),
        ("tcp_live", "", "there is no header line"),
        ("tcp_live", "case_id,player,dealer\n", "column action, ante, pair_plus, six_card is missing"),
        ("tcp_live", f"{LIVE},ante\n", "column 'ante' stands in the header twice"),
        ("tcp_live --format csv", '{"player": "As"}\n', "is missing"),
        ("tcp_live --config none.toml", f"{LIVE}\n", "none.toml"),
    ],
)
def test_what_cannot_be_settled_at_all(words: str, text: str, why: str, tmp_path: Path, capsys: Captured) -> None:
    name, *flags = words.split()
    assert main(["settle", name, rows(tmp_path, text), *flags]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (only,) = said.err.splitlines()
    assert why in only


@pytest.mark.parametrize("path", ["/nowhere/rows.csv", "/proc", "/proc/self/mem"])
def test_what_cannot_be_read_is_named(path: str, capsys: Captured) -> None:
    assert main(["settle", "tcp_live", path]) == 2
    (only,) = capsys.readouterr().err.splitlines()
    assert only.startswith(f"truedeal settle: {path}: ")


class Endless(io.RawIOBase):
    """Rows without an end."""

    def __init__(self, head: bytes, row: bytes) -> None:
        self.head, self.row, self.read_so_far = head, row, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview[int]") -> int:  # type: ignore[override]
        chunk, self.head = (self.head or self.row)[: len(buffer)], b""
        buffer[: len(chunk)] = chunk
        self.read_so_far += len(chunk)
        return len(chunk)


def _by_csv(raw: Endless) -> Iterator[object]:
    return csv_rows(io.BufferedReader(raw))


def _by_json(raw: Endless) -> Iterator[object]:
    return json_rows(io.BufferedReader(raw))


def test_rows_are_read_as_they_come() -> None:
    row = b"a,As Ad 3c,Jh Th 8s,play,1,0,0\n"
    raw = Endless(f"{LIVE}\n".encode(), row)
    assert len(list(islice(_by_csv(raw), 10_000))) == 10_000
    assert raw.read_so_far < 10_000 * len(row) + 100_000
    raw = Endless(b"", json.dumps(table("tcp_live")[0]).encode() + b"\n")
    assert len(list(islice(_by_json(raw), 1_000))) == 1_000
    assert raw.read_so_far < 1_000 * len(raw.row) + 100_000


JUNK = (
    st.sampled_from(["", "x", "As", "As As As", "-1", "nan", "1e400", "0.333", "As Kd Qh 2c 3s", "7", "99"]) | st.text()
)


@each_table
@settings(max_examples=40)
@given(data=st.data())
def test_no_row_stops_the_rest_whatever_stands_in_it(name: str, data: st.DataObject) -> None:
    game, audit = catalogue.audit(name)
    row = data.draw(st.sampled_from(table(name)))
    columns = data.draw(st.lists(st.sampled_from(audit.given), min_size=1, max_size=4))
    spoiled = {**row, **{column: data.draw(JUNK) for column in columns}}
    lines = json_rows(io.BytesIO(json.dumps(spoiled).encode()))
    (case,) = settled(game, audit, audit.reading or game.options(), lines, check=True)
    assert bool(case.why) is not bool(case.results)
