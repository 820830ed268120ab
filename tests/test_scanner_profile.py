"""The profile as a file: read back whole, and doubted for every reason there is."""

from datetime import date
from pathlib import Path

import cv2
import msgspec
import pytest

from scanner.profile import Profile, ProfileError, check, load, save
from tests.layouts import profile
from tests.pictures import layout, write_profile

TODAY = date(2026, 6, 1)


def test_a_profile_is_read_back_whole(tmp_path: Path) -> None:
    save(profile(), tmp_path / "top.json")
    assert load(tmp_path / "top.json") == profile()


@pytest.mark.parametrize("text", ["{", '{"version": 9}', '{"lens": 1}'])
def test_what_is_no_profile_is_refused_with_its_path(text: str, tmp_path: Path) -> None:
    (tmp_path / "top.json").write_text(text)
    with pytest.raises(ProfileError, match=r"top\.json.*calibrate layout"):
        load(tmp_path / "top.json")


def test_an_absent_profile_is_refused_with_its_path(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"top\.json: No such file"):
        load(tmp_path / "top.json")


def test_a_good_profile_has_no_reason_against_it(tmp_path: Path) -> None:
    path = write_profile(tmp_path)
    assert check(load(path), path, TODAY) == ()


def test_without_a_background_the_camera_is_half_blind(tmp_path: Path) -> None:
    (reason,) = check(profile(), tmp_path / "top.json", TODAY)
    assert "hands and a moved camera cannot be told" in reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"expires": "2026-05-31"}, "expired on 2026-05-31"),
        ({"expires": "soon"}, "is no date"),
        ({"fingerprint": "00"}, "is not the picture"),
        ({"width": 1920}, "is 960 x 540, the profile"),
        ({"background": "gone.png"}, "gone.png: No such file"),
    ],
)
def test_a_doubtful_profile_names_its_reason(change: dict[str, object], reason: str, tmp_path: Path) -> None:
    path = write_profile(tmp_path)
    doubtful: Profile = msgspec.structs.replace(load(path), **change)
    (found,) = check(doubtful, path, TODAY)
    assert reason in found


def test_it_holds_to_the_day_of_its_expiry(tmp_path: Path) -> None:
    path = write_profile(tmp_path)
    assert check(msgspec.structs.replace(load(path), expires="2026-06-01"), path, TODAY) == ()


def test_another_background_is_noticed(tmp_path: Path) -> None:
    path = write_profile(tmp_path)
    cv2.imwrite(str(tmp_path / "empty.png"), layout()[::-1])
    assert "is not the picture" in check(load(path), path, TODAY)[0]
    (tmp_path / "empty.png").write_bytes(b"words")
    assert "no PNG" in check(load(path), path, TODAY)[1]
