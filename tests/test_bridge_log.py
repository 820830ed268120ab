"""The log: JSON lines on standard error, and a failure that goes on said once."""

import json

import pytest

from bridge.daemon.log import Repeats, Said, logger


def test_a_line_is_one_object_with_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    logger(table="main").info(Said.READY, devices=["shoe"])
    line = json.loads(capsys.readouterr().err)
    assert {key: line[key] for key in ("event", "level", "table", "devices")} == {
        "event": "running",
        "level": "info",
        "table": "main",
        "devices": ["shoe"],
    }
    assert line["timestamp"].endswith("Z")


def test_an_exception_is_told_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    logger().error(Said.STAGE_DIED, exc_info=KeyError("seven"))
    assert "KeyError: 'seven'" in json.loads(capsys.readouterr().err)["exception"]


def test_a_night_of_failures_is_one_line_for_each_cause(capsys: pytest.CaptureFixture[str]) -> None:
    repeats = Repeats(logger())
    told = [repeats.failed(Said.LINK_DOWN, "shoe", cause) for cause in ["absent"] * 1000 + ["no permission"] * 500]
    assert told.count(True) == 2
    repeats.works(Said.LINK_UP, "shoe", "/dev/ttyUSB0")
    assert repeats.failed(Said.LINK_DOWN, "shoe", "absent")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["link_down", "link_down", "link_up", "link_down"]
    assert lines[2]["failures"] == 1500


def test_two_things_that_fail_do_not_hide_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    repeats = Repeats(logger())
    assert repeats.failed(Said.LINK_DOWN, "shoe", "absent")
    assert repeats.failed(Said.LINK_DOWN, "reader", "absent")
    assert not repeats.failed(Said.LINK_DOWN, "shoe", "absent")
    assert len(capsys.readouterr().err.splitlines()) == 2
