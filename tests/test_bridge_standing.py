"""What an incident slip says lies in a spot: confirmed cards are named, and a seal that opens confirms none."""

from typing import Any

import pytest

from bridge.journal.standing import Standing, after

SPOT = {"kind": "hand", "owner": "banker", "index": 1}
DEALT = {"kind": "CardDealt", "spot": SPOT, "seal": "5a" * 32}
OPENED = {"kind": "SealOpened", "spot": SPOT, "card": "2s", "dealt": 1, "salt": ""}


def named(card: str, kind: str = "CardConfirmed") -> dict[str, Any]:
    return {"kind": kind, "spot": SPOT, "card": card}


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ((DEALT,), "face down"),
        ((DEALT, OPENED), "not confirmed (the shoe had said 2s)"),
        ((OPENED,), "not confirmed (the shoe had said 2s)"),
        ((DEALT, named("2s"), OPENED), "2s"),
        ((DEALT, named("Js"), OPENED), "Js (the shoe had said 2s)"),
        ((DEALT, named("", "CardDiscarded"), OPENED), "taken away (the shoe had said 2s)"),
    ],
)
def test_a_seal_that_opens_is_the_shoes_word(events: tuple[dict[str, Any], ...], words: str) -> None:
    standing = Standing()
    for number, what in enumerate(events, 1):
        standing = after(standing, number, what)
    assert standing.placement == {"hand/banker/1": words}
