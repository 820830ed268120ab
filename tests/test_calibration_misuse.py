"""What was measured for another, has ended or was edited: `truedeal check` names each file with what cures it.

Every kind is made by its own command, then spoilt in one way.
"""

import json
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from bridge.cli import main
from scanner import deck_file
from scanner.profile import EnrolledDeck, edited, load, save, sealed
from shoe import profile as shoe_profile
from tests.dealt import BARCODE, write_table
from tests.lenses import lens_of
from tests.shown import enrolled
from tests.test_calibration_layout import calibrate as lay_out
from tests.test_shoe_profile import MADE

Captured = pytest.CaptureFixture[str]
CAMERA = '[[camera]]\nname = "overhead"\nsource = "folder:pictures"\nprofile = "made.json"\n'


class Table(NamedTuple):
    """A table's folder in which everything was measured: its file, and what lies beside it."""

    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / "main.toml"

    def change(self, name: str, **values: Any) -> None:
        """Set keys of a JSON file by hand."""
        path = self.folder / name
        path.write_text(json.dumps({**json.loads(path.read_bytes()), **values}))


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A layout, a lens, a deck and a shoe, all of this table and good for years."""
    folder = tmp_path_factory.mktemp("measured")
    assert lay_out(folder, "--days", "0") == 0
    enrolled(folder)
    path = folder / "made.json"
    assert load(path).seal
    lens = msgspec.structs.replace(lens_of(1280, 720, "overhead"), expires="")
    named = msgspec.structs.replace(load(path), decks=(EnrolledDeck("red", "deck"),), lens=lens)
    save(sealed(named), path)
    shoe_profile.save(
        shoe_profile.sealed(msgspec.structs.replace(MADE, device="cards", expires="")), folder / "cards.json"
    )
    (folder / "pictures" / "keep").write_text("")
    return folder


@pytest.fixture
def table(measured: Path, tmp_path: Path) -> Table:
    folder = tmp_path / "table"
    shutil.copytree(measured, folder)
    device = [BARCODE[0], BARCODE[1], BARCODE[2], 'profile = "cards.json"']
    write_table(folder, f'path = "{folder}/line"', device, 'decks = ["red"]\n')
    made = Table(folder)
    made.file.write_text(made.file.read_text() + CAMERA)
    deck = folder / "deck" / "deck.json"
    kept = msgspec.json.decode(deck.read_bytes(), type=deck_file.DeckFile)
    deck.write_bytes(msgspec.json.encode(deck_file.sealed(msgspec.structs.replace(kept, expires=""))))
    return made


def checked(table: Table, capsys: Captured) -> list[dict[str, str]]:
    """The errors of `truedeal check` about what was measured."""
    capsys.readouterr()
    main(["check", str(table.file)])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    measured = ("profile", "lens", "deck", "table")
    return [one for one in found if one["level"] == "error" and one["about"] in measured]


def test_all_that_was_measured_for_this_table_holds(table: Table, capsys: Captured) -> None:
    assert checked(table, capsys) == []


def _spot(table: Table) -> None:
    spots = json.loads((table.folder / "made.json").read_bytes())["spots"]
    spots[0]["polygon"][0][0] += 30
    table.change("made.json", spots=spots)


def _resealed(table: Table, **values: Any) -> None:
    path = table.folder / "made.json"
    save(sealed(msgspec.structs.replace(load(path), **values)), path)


def _lens(table: Table, **values: Any) -> None:
    lens = load(table.folder / "made.json").optics
    assert lens is not None
    _resealed(table, lens=msgspec.structs.replace(lens, **values))


def _deck(table: Table, **values: Any) -> None:
    path = table.folder / "deck" / "deck.json"
    file = msgspec.json.decode(path.read_bytes(), type=deck_file.DeckFile)
    path.write_bytes(msgspec.json.encode(deck_file.sealed(msgspec.structs.replace(file, **values))))


def _shoe(table: Table, **values: Any) -> None:
    path = table.folder / "cards.json"
    shoe_profile.save(shoe_profile.sealed(msgspec.structs.replace(shoe_profile.load(path), **values)), path)


def _swap(table: Table, name: str, other: str) -> None:
    shutil.copy(table.folder / other, table.folder / name)


Spoil = Callable[[Table], None]
LAYOUT, LENS, DECK, SHOE = (f"truedeal calibrate {kind}" for kind in ("layout", "lens", "deck", "shoe"))
CASES: list[tuple[str, Spoil, str, str, str]] = [
    ("layout of another camera", lambda t: _resealed(t, camera="side"), "made.json", "of camera 'side'", "made.json"),
    ("layout ended", lambda t: _resealed(t, expires="2026-01-31"), "made.json", "expired on 2026-01-31", LAYOUT),
    ("layout with a spot moved by hand", _spot, "made.json", "was edited by hand or damaged", LAYOUT),
    ("layout with a later end by hand", lambda t: t.change("made.json", expires="2099-01-01"), "made.json", "", LAYOUT),
    ("layout of another version", lambda t: t.change("made.json", version=2), "made.json", "version", LAYOUT),
    ("another picture", lambda t: _swap(t, "overhead.png", "deck.png"), "overhead.png", "is not the picture", LAYOUT),
    ("lens of another camera", lambda t: _lens(t, camera="side"), "made.json", "of the camera 'side'", LENS),
    ("lens ended", lambda t: _lens(t, expires="2026-01-31"), "made.json", "the lens expired on 2026-01-31", LENS),
    ("lens edited", lambda t: _lens(t, distortion=(0.1, 0, 0, 0, 0)), "made.json", "not those that were", LENS),
    ("deck of another camera", lambda t: _deck(t, camera="side"), "deck", "shown to the camera 'side'", DECK),
    ("deck ended", lambda t: _deck(t, expires="2026-01-31"), "deck", "expired on 2026-01-31", DECK),
    ("another deck", lambda t: _deck(t, name="blue"), "deck", "holds the deck 'blue', the profile names 'red'", DECK),
    ("deck edited", lambda t: t.change("deck/deck.json", readers=[]), "deck.json", "was edited by hand", DECK),
    ("a face swapped", lambda t: _swap(t, "deck/As.png", "deck/Ah.png"), "deck", "are not those that", DECK),
    ("shoe of another device", lambda t: _shoe(t, device="other"), "cards.json", "of the device 'other'", SHOE),
    ("shoe of another dialect", lambda t: _shoe(t, dialect="line"), "cards.json", "with the dialect 'line'", SHOE),
    ("shoe of another deck", lambda t: _shoe(t, deck="gold"), "cards.json", "with the deck 'gold'", SHOE),
    ("shoe ended", lambda t: _shoe(t, expires="2026-01-31"), "cards.json", "expired on 2026-01-31", SHOE),
    ("shoe edited", lambda t: t.change("cards.json", codes={"x1": "As"}), "cards.json", "was edited by hand", SHOE),
    ("shoe of another version", lambda t: t.change("cards.json", version=2), "cards.json", "version", SHOE),
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_what_does_not_fit_is_named_with_its_file_and_cure(
    table: Table, capsys: Captured, case: tuple[str, Spoil, str, str, str]
) -> None:
    _, spoil, file, why, cure = case
    spoil(table)
    found = checked(table, capsys)
    assert found
    told = [one["what"] for one in found if why in one["what"]]
    assert any(str(table.folder / file) in words or file in words for words in told), found
    assert any(cure in one["what"] + one["cure"] for one in found), found


def test_what_every_kind_writes_is_versioned_dated_and_sealed(measured: Path) -> None:
    layout = load(measured / "made.json")
    deck = msgspec.json.decode((measured / "deck" / "deck.json").read_bytes(), type=deck_file.DeckFile)
    lens = layout.optics
    assert lens is not None
    kinds = (layout, lens, deck, shoe_profile.load(measured / "cards.json"))
    assert {one.version for one in kinds} == {1}
    assert all(date.fromisoformat(one.made) and len(one.fingerprint) == 64 for one in kinds)
    assert layout.seal
    assert deck.seal
    assert deck.expires == "2026-06-30"


def test_a_person_may_set_thresholds_and_decks_but_nothing_that_was_measured(measured: Path) -> None:
    made = load(measured / "made.json")
    loose = msgspec.structs.replace(made.thresholds, shift_mm=12.0)
    assert not edited(msgspec.structs.replace(made, thresholds=loose, decks=()))
    for change in ({"homography": ((1.0, 0.0, 0.0),) * 3}, {"exits": ()}, {"made": "2026-01-02"}, {"marks": ()}):
        assert edited(msgspec.structs.replace(made, **change)), change
    assert not edited(msgspec.structs.replace(made, seal=msgspec.UNSET, exits=()))


RED = ("--name", "red", "--out", "x")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["lens", "--source", "pictures", "--profile", "made.json"], "made.json: was edited by hand or damaged"),
        (
            ["deck", "pictures", "--name", "red", "--camera", "side", "--out", "x", "--profile", "none.json"],
            "none.json",
        ),
        (["deck", "deck", "--name", "red", "--camera", "overhead", "--out", "x", "--profile", "bad.json"], "bad.json"),
    ],
)
def test_a_command_that_would_build_on_a_spoilt_profile_refuses_it(
    table: Table, capsys: Captured, monkeypatch: pytest.MonkeyPatch, words: list[str], why: str
) -> None:
    _spot(table)
    monkeypatch.chdir(table.folder)
    (table.folder / "bad.json").write_text("{}")
    assert main(["calibrate", *words]) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert "calibrate layout" in said.err or "measure the layout again" in said.err


def test_a_report_on_an_edited_layout_is_not_fit(table: Table, capsys: Captured) -> None:
    _spot(table)
    shutil.copy(table.folder / "overhead.png", table.folder / "pictures" / "empty.png")
    for path in (table.folder / "pictures").glob("0*"):
        path.unlink()
    assert (
        main(["calibrate", "report", str(table.folder / "made.json"), "--source", str(table.folder / "pictures")]) == 1
    )
    assert "was edited by hand or damaged since it was measured" in capsys.readouterr().err
