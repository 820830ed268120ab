"""Requests are bounded; replies may grow."""

import msgspec
import pytest

from bridge.stream.requests import Get, Reply, Request, Told

WRONG = [
    '{"verb":"get","first":1,"limit":501}',
    '{"verb":"get","first":9223372036854775808}',
    '{"verb":"hello","tag":-1}',
    '{"verb":"command","id":"%s","command":{"do":"submit"}}' % ("x" * 65),
    '{"verb":"command","id":"a","why":"%s","command":{"do":"submit"}}' % ("x" * 1001),
    '{"verb":"status","more":1}',
]


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_is_out_of_bounds_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Request)


def test_what_is_in_bounds_is_taken() -> None:
    assert msgspec.json.decode('{"verb":"get","first":1}', type=Request) == Get(first=1, limit=500)


def test_a_later_desk_may_say_more() -> None:
    assert msgspec.json.decode('{"reply":"told","told":{},"more":1}', type=Reply) == Told(told={})
