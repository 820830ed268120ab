"""`truedeal settle`: every row of every case table, what a check compares, options, and what an auditor is told."""

import io
import json
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from bridge.cli import main
from bridge.verbs import settle
from games import catalogue
from tests.settle_rig import CONFIG, DATA, LIVE, TABLES, Captured, each_table, exact, rows, run, table

NO_RESULT = {"three_pictures_reversed": {"discovered"}}
"""Columns of a table that tell what happened and follow from no card."""
ALSO_GIVEN = {"tcp_online_caps": {"cap", "basis"}}
"""Results that a row may state for itself, in the stead of the table's options."""


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
