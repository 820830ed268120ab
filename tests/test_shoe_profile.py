"""A device's profile on disk: dated, sealed, of one device, dialect and deck; every misuse named with its cure."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.cards import PACK
from shoe.profile import CURE, Delay, ProfileError, ShoeProfile, fingerprint, load, misfit, save, sealed, stale

MADE = sealed(
    ShoeProfile(
        device="reader",
        dialect="barcode",
        deck="red",
        made="2026-11-30",
        expires="2027-05-29",
        cards=52,
        passes=2,
        codes={f"x{number}": card for number, card in enumerate(PACK)},
        delays={"between": Delay(103, 700.0, 900.5, 1400.0, 2100.0)},
    )
)


def written(folder: Path) -> Path:
    path = folder / "reader.json"
    save(MADE, path)
    return path


def test_it_comes_back_as_it_was_written_whatever_the_order_of_its_keys(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert load(path) == MADE
    turned = dict(reversed(json.loads(path.read_bytes()).items()))
    turned["codes"] = dict(reversed(turned["codes"].items()))
    path.write_text(json.dumps(turned))
    assert load(path) == MADE


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("codes", {"x0": "Kd"}),
        ("expires", "2099-01-01"),
        ("device", "shoe"),
        ("deck", "blue"),
        ("delays", {}),
        ("fingerprint", ""),
    ],
)
def test_a_profile_that_was_edited_is_refused(tmp_path: Path, key: str, value: Any) -> None:
    path = written(tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_bytes()), key: value}))
    with pytest.raises(ProfileError) as error:
        load(path)
    assert str(error.value) == f"{path}: was edited by hand or damaged since it was written; {CURE}"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "version"),
        ({"codes": {"x0": "Zz"}}, "Zz"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_is_no_profile_is_named(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    path = written(tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **change}))
    with pytest.raises(ProfileError) as error:
        load(path)
    for part in (str(path), words, CURE):
        assert part in str(error.value)
    path.unlink()
    with pytest.raises(ProfileError, match="No such file or directory; write one with `truedeal calibrate shoe`"):
        load(path)


def test_a_profile_is_of_one_device_one_dialect_and_one_deck() -> None:
    assert misfit(MADE, "reader", "barcode", ("", "red", "blue")) == ""
    assert misfit(MADE, "reader", "barcode", ("",)) == ""
    assert misfit(MADE, "shoe", "barcode", ()) == "is the profile of the device 'reader', not of 'shoe'"
    assert misfit(MADE, "reader", "line", ()) == "was made with the dialect 'barcode', the device speaks 'line'"
    assert (
        misfit(MADE, "reader", "barcode", ("gold", "blue")) == "was made with the deck 'red', the table has blue, gold"
    )


def test_a_profile_ends_with_its_date() -> None:
    assert stale(MADE, dt.date(2027, 5, 29)) == ""
    assert stale(MADE, dt.date(2027, 5, 30)) == "expired on 2027-05-29"
    assert stale(msgspec.structs.replace(MADE, expires=""), dt.date(2999, 1, 1)) == ""
    assert (
        stale(msgspec.structs.replace(MADE, expires="soon"), dt.date(2026, 1, 1)) == "expires 'soon', which is no date"
    )


def test_a_fingerprint_is_of_all_the_rest() -> None:
    assert fingerprint(MADE) == MADE.fingerprint == fingerprint(msgspec.structs.replace(MADE, fingerprint="x"))
    changes: tuple[dict[str, Any], ...] = ({"made": "2026-12-01"}, {"passes": 1}, {"codes": {}})
    for change in changes:
        assert fingerprint(msgspec.structs.replace(MADE, **change)) != MADE.fingerprint
