"""`truedeal settle` and rows that cannot be settled: each is named, none stops the rest, none is kept in memory."""

import io
import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.cli import main
from bridge.verbs import settle
from bridge.verbs.rows import LONGEST, csv_rows, json_rows
from bridge.verbs.settling import settled
from games import catalogue
from tests.settle_rig import LIVE, Captured, each_table, rows, run, table


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


def test_a_name_that_stands_twice_in_an_object_is_not_settled_on_either(tmp_path: Path, capsys: Captured) -> None:
    good = json.dumps(table("tcp_live")[0])
    twice = good.replace("{", '{"player": "2h 3d 9s", ', 1)
    code, found, said = run(capsys, "tcp_live", rows(tmp_path, f"{twice}\n{good}"))
    assert (code, [one["case_id"] for one in found]) == (1, [1, "TL001"])
    assert found[0]["error"] == "'player' stands in it twice"
    assert said.splitlines()[-1] == "2 rows: 1 settled, 1 not"


def test_a_number_beyond_all_amounts_does_not_stop_a_night(tmp_path: Path, capsys: Captured) -> None:
    great = '{"case_id": "x", "ante": 1e99999999999999999999}'
    fine = '{"case_id": "y", "ante": 1e-99999999999999999999}'
    text = "\n".join((great, fine, json.dumps(table("tcp_live")[0])))
    code, found, _ = run(capsys, "tcp_live", rows(tmp_path, text))
    assert (code, [one["case_id"] for one in found]) == (1, [1, 2, "TL001"])
    assert all("greater or finer than any amount" in str(one["error"]) for one in found[:2])


def test_a_short_row_that_lacks_its_name_is_named_by_its_line(tmp_path: Path, capsys: Captured) -> None:
    text = f"{LIVE.removeprefix('case_id,')},case_id\nAs Ad 3c,Jh Th 8s,play,1,0,0\n"
    _, (found,), said = run(capsys, "tcp_live", rows(tmp_path, text))
    assert found == {"case_id": 2, "error": "fewer fields than the header's 7"}
    assert said.startswith("line 2: fewer fields")


@pytest.mark.parametrize(
    ("opened", "closed", "lines"),
    [('1,0,0,"a note', "", "3 to 5"), ('1,0,0,"a note', '1,0,0,"b"', "3 to 4"), ('"1,0,0,', "", "3 to 5")],
)
def test_rows_behind_an_open_quote_are_not_lost_in_silence(
    opened: str, closed: str, lines: str, tmp_path: Path, capsys: Captured
) -> None:
    start, good = "As Ad 3c,Jh Th 8s,play,", "1,0,0,"
    rest = (good, opened, closed or good, good)
    text = "\n".join([f"{LIVE},note", *(f"{name},{start}{end}" for name, end in zip("abcd", rest, strict=True))])
    code, found, _ = run(capsys, "tcp_live", rows(tmp_path, text))
    assert code == 1
    assert "error" not in found[0]
    assert str(found[1]["error"]).endswith(f"lines {lines} are one row, its quotes do not match")


@pytest.mark.parametrize("column", ["player", "ante", "action"])
def test_a_missing_column_is_named_once(column: str, tmp_path: Path, capsys: Captured) -> None:
    row = {name: text for name, text in table("tcp_live")[0].items() if name != column}
    _, (found,), _ = run(capsys, "tcp_live", rows(tmp_path, json.dumps(row)))
    assert found["error"] == f"{column}: the column is missing"


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


def test_many_faults_are_named_once_each_but_not_all_on_a_terminal(tmp_path: Path, capsys: Captured) -> None:
    path = rows(tmp_path, f"{LIVE}\n" + "\x1b[2J,As,Jh Th 8s,play,1,0,0\n" * 30)
    code, found, said = run(capsys, "tcp_live", path)
    assert (code, len(found)) == (1, 30)
    assert len(said.splitlines()) == settle.TOLD + 1
    assert "\x1b" not in said
    assert "10 of them are named on standard output only" in said


@pytest.mark.parametrize(
    ("words", "text", "why"),
    [
        ("tcp_life", f"{LIVE}\n", "'tcp_life' is nothing to settle: choose one of baccarat,"),
        ("tcp_live", "", "there is no header line"),
        ("tcp_live", "case_id,player,dealer\n", "column action, ante, pair_plus, six_card is missing"),
        ("tcp_live", f"{LIVE},ante\n", "column 'ante' stands in the header twice"),
        ("tcp_live", f'{LIVE},"note\n', "the header line: unexpected end of data"),
        ("tcp_live", f"{LIVE},{'x' * 140_000}\n", "the header line: field larger than field limit"),
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


@pytest.mark.parametrize(("head", "read"), [(f"{LIVE}\n".encode(), _by_csv), (b"", _by_json)])
def test_a_line_without_an_end_is_refused_before_it_fills_memory(
    head: bytes, read: Callable[[Endless], Iterator[object]]
) -> None:
    raw = Endless(head, b"As Ad 3c " * 4096)
    with pytest.raises(ValueError, match=r"line .* is longer than"):
        list(read(raw))
    assert raw.read_so_far < 2 * LONGEST


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
