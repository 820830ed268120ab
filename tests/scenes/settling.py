"""Scenes that are settled and need no table: how bets stand after a link lost, a fold, a hand set wrong."""

from decimal import Decimal

from games import catalogue
from games.ante_play import Action, AnteWager
from games.cards import parse_cards
from games.house.kap_kun import KapKunWager
from games.house.niu_niu import NiuWager
from games.settlement import Settled, Wager


def settled(action: Action, *, ante: int, side: int) -> Settled:
    """A Player's straight flush against a Dealer who qualifies, and what a bettor gets."""
    game = catalogue.find("tcp_live")
    options = catalogue.options(game, {})
    hands = {"player": parse_cards("9s 8s 7s"), "dealer": parse_cards("Ah Kh Qh")}
    wager = AnteWager(ante=Decimal(ante), pair_plus=Decimal(side), action=action)
    return game.settle(options, wager, game.outcome(options, hands))


def nets(found: Settled) -> dict[str, Decimal]:
    return {net.bet: net.net for net in found.nets}


def disconnected(game: str) -> None:
    found = nets(settled(Action.DISCONNECT, ante=1, side=1))
    assert [found["ante"], found["pair_plus"], found["ante_bonus"]] == [-1, 40, 5]
    del game


def after_play(game: str) -> None:
    found = nets(settled(Action.PLAY, ante=1, side=0))
    assert [found["ante"], found["play"], found["ante_bonus"]] == [-1, -1, 5]
    del game


def side_bets_only(game: str) -> None:
    assert nets(settled(Action.NONE, ante=0, side=1))["pair_plus"] == 40
    del game


def folded(game: str) -> None:
    found = nets(settled(Action.FOLD, ante=1, side=1))
    assert [found["ante"], found["pair_plus"], found["ante_bonus"]] == [-1, 40, 0]
    del game


def silent(game: str) -> None:
    found = nets(settled(Action.NO_ANSWER, ante=1, side=1))
    assert [found["ante"], found["pair_plus"], found["ante_bonus"]] == [-1, 40, 0]
    del game


def set_wrong(game: str) -> None:
    """The hand is worth what its cards make, in whatever order they are laid."""
    shape = catalogue.find(game)
    options = catalogue.options(shape, {})
    wager = NiuWager(box="b1", ante=Decimal(1))
    dealer = parse_cards("2s 3s 6d 8h Jc")
    found = set()
    for text in ("Th 4c 6c 9d As", "As 9d 6c 4c Th"):
        outcome = shape.outcome(options, {"b1": parse_cards(text), "dealer": dealer})
        found.add(tuple(nets(shape.settle(options, wager, outcome)).values()))
    assert len(found) == 1


def fouled(game: str) -> None:
    shape = catalogue.find(game)
    options = catalogue.options(shape, {})
    cards, dealer = parse_cards("As Ad 2c 3d"), parse_cards("4s 5d 6c 8h")
    outcome = shape.outcome(options, {"b1": cards, "dealer": dealer})
    wager: Wager = KapKunWager(box="b1", bet=Decimal(1), high=cards[2:], low=cards[:2])
    assert nets(shape.settle(options, wager, outcome))["bet"] == -1
