"""Sources: what a text names, a video played by a clock, and devices that are absent or forbidden."""

import os
from itertools import pairwise
from pathlib import Path

import cv2
import pytest

from scanner.capture import Camera, Pictures, SourceError, Video, open_source
from tests.pictures import jpeg, layout, put

SIZE = (960, 540)


class Time:
    """A clock that pausing moves on."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def __call__(self) -> tuple[int, int]:
        return self.now, self.now + 5

    def pause(self, seconds: float) -> None:
        self.now += round(seconds * 1e9)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (96, 54))
    for k in range(20):
        picture = cv2.resize(layout(), (96, 54))
        picture[:, : 3 * k] = 10 * k
        writer.write(picture)
    writer.release()
    return path


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("v4l2:/dev/v4l/by-path/top", Camera),
        ("rtsp://10.0.0.2/stream?channel=1", Camera),
        ("file:table.avi", Video),
        ("folder:pictures", Pictures),
        ("folder:pictures?from=new&fps=10", Pictures),
        ("folder:pictures?from=first", Pictures),
    ],
)
def test_a_text_names_a_source(text: str, kind: type) -> None:
    time = Time()
    assert isinstance(open_source(text, SIZE, None, time, time.pause), kind)


@pytest.mark.parametrize(
    "text", ["", "webcam", "v4l2:", "rtsp:host", "folder:", "folder:a?fps=0", "folder:a?size=3", "folder:a?from=2"]
)
def test_another_text_is_refused_with_the_cure(text: str) -> None:
    with pytest.raises(SourceError, match="v4l2:PATH"):
        open_source(text, SIZE, None, Time(), Time().pause)


def test_a_video_is_played_at_its_own_pace_to_its_end(video: Path) -> None:
    time = Time()
    source = open_source(f"file:{video}", SIZE, None, time, time.pause)
    source.open()
    taken = [one for one in (source.take() for _ in range(40)) if one]
    time.now += 1_000_000_000
    with pytest.raises(EOFError, match="20 pictures"):
        source.take()
    source.close()
    assert [one.number for one in taken] == list(range(1, 21))
    assert taken[0].wall == taken[0].at + 5
    assert {after.at - before.at for before, after in pairwise(taken)} == {100_000_000}


def test_a_video_jumps_when_behind(video: Path) -> None:
    time = Time()
    source = open_source(f"file:{video}", SIZE, 10.0, time, time.pause)
    source.open()
    time.now += 750_000_000
    taken = source.take()
    source.close()
    assert taken is not None
    assert (taken.number, source.dropped) == (8, 7)


def test_pictures_are_stamped_and_a_cut_one_has_no_image(tmp_path: Path) -> None:
    time = Time()
    put(tmp_path, 1, jpeg(layout()))
    put(tmp_path, 2, jpeg(layout())[:900])
    source = open_source(f"folder:{tmp_path}", SIZE, 25.0, time, time.pause)
    source.open()
    taken = [one for one in (source.take() for _ in range(30)) if one]
    assert [(one.number, one.image is None) for one in taken] == [(1, False), (2, True)]
    assert taken[1].at - taken[0].at >= 40_000_000


@pytest.mark.parametrize(
    ("query", "fps", "numbers"),
    [
        ("", None, []),
        ("?from=new", None, []),
        ("?from=new&fps=25", None, []),
        ("?from=first", None, [1, 2]),
        ("?fps=25", None, [1, 2]),
        ("", 25.0, [1, 2]),
    ],
)
def test_old_pictures_are_played_only_where_it_is_asked_for(
    tmp_path: Path, query: str, fps: float | None, numbers: list[int]
) -> None:
    time = Time()
    put(tmp_path, 1, jpeg(layout()))
    put(tmp_path, 2, jpeg(layout()))
    source = open_source(f"folder:{tmp_path}{query}", SIZE, fps, time, time.pause)
    source.open()
    taken = [one for one in (source.take() for _ in range(30)) if one]
    assert [(one.number, one.age) for one in taken] == [(number, 0) for number in numbers]


def test_a_followed_picture_is_as_old_as_its_file(tmp_path: Path) -> None:
    time = Time()
    source = open_source(f"folder:{tmp_path}", SIZE, None, time, time.pause)
    source.open()
    ages = []
    for number, old in enumerate((3_000_000_000, 0, -5_000_000_000)):
        path, written = put(tmp_path, number, jpeg(layout())), time()[1] - old
        os.utime(path, ns=(written, written))
        taken = source.take()
        assert taken is not None
        ages.append(taken.age)
    assert ages == [3_000_000_000, 0, 0]


@pytest.mark.parametrize("text", ["v4l2:{0}/none", "file:{0}/none.avi", "folder:{0}/none"])
def test_an_absent_source_is_an_oserror_that_names_it(text: str, tmp_path: Path) -> None:
    source = open_source(text.format(tmp_path), SIZE, None, Time(), Time().pause)
    with pytest.raises(OSError, match="none"):
        source.open()
    source.close()


def test_what_is_no_camera_and_no_video_is_an_oserror(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("words")
    for text in ("v4l2", "file"):
        source = open_source(f"{text}:{tmp_path / 'words'}", SIZE, None, Time(), Time().pause)
        with pytest.raises(OSError, match="words"):
            source.open()
        source.close()
