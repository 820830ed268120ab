"""The habits of the bettors, game by game."""

from decimal import Decimal
from random import Random
from typing import NamedTuple

from demo.bettors import Bet
from demo.board import Board
from demo.rules import Rules
from games.ante_play import Action, AnteWager, PairPlusWager
from games.baccarat_bets import BaccaratWager
from games.cards import Card, parse_cards
from games.house.kap_kun import KapKunWager
from games.house.niu_niu import NiuWager
from games.house.tai_xiu import TaiXiuWager
from games.house.tcp_jackpot import JackpotWager
from games.kap_kun_hands import Setting, fouled
from games.picture_bets import PicturesWager
from games.poker import three_card

_LEAST = three_card(parse_cards("Qs 6h 4d"))
"""Who follows the book plays a queen, six, four or better."""


class Bettor(NamedTuple):
    """A bettor on one shared Player hand: his stakes, and how often he loses his line or does not answer."""

    name: str
    ante: int
    pair_plus: int
    six_card: int
    lost_line: float = 0.0
    silent: float = 0.0


BETTORS = (
    Bettor("seat 1", 10, 0, 0),
    Bettor("seat 2", 25, 5, 0, silent=0.05),
    Bettor("seat 3", 0, 10, 5),
    Bettor("seat 4", 50, 0, 10, lost_line=0.1),
)


def _action(bettor: Bettor, hand: tuple[Card, ...], rng: Random) -> Action:
    chance = rng.random()
    if not bettor.ante:
        return Action.NONE
    if chance < bettor.lost_line:
        return Action.DISCONNECT
    if chance < bettor.lost_line + bettor.silent:
        return Action.NO_ANSWER
    return Action.PLAY if hand and three_card(hand) >= _LEAST else Action.FOLD


def ante_and_play(_rules: Rules, board: Board, rng: Random) -> tuple[Bet, ...]:
    """Ante, Pair Plus and 6 Card Bonus, played by the book on the Player's hand (unseen it is folded)."""
    hand = board.shown.get("player", ())
    found = []
    for one in BETTORS:
        action = _action(one, hand, rng)
        ante, pair_plus, six_card = Decimal(one.ante), Decimal(one.pair_plus), Decimal(one.six_card)
        wager = AnteWager(action=action, ante=ante, pair_plus=pair_plus, six_card=six_card)
        found.append(Bet(one.name, wager, action.value))
    return tuple(found)


BASIC = {"p1": (10, 5), "p3": (25, 0), "p4": (0, 10), "p6": (50, 5)}
"""Ante and Pair Plus of the occupied boxes."""


def folded(rng: Random) -> tuple[str, ...]:
    """The boxes that are out: the careful bettor without Pair Plus folds every third hand or so."""
    return ("p3",) if rng.random() < 0.35 else ()


def seats(_rules: Rules, _board: Board, rng: Random) -> tuple[Bet, ...]:
    """A bettor a box, who looks at his own cards; one of them folds now and then."""
    out = folded(rng)
    found = []
    for box, (ante, pair_plus) in BASIC.items():
        action = Action.NONE if not ante else Action.FOLD if box in out else Action.PLAY
        wager = PairPlusWager(box=box, ante=Decimal(ante), pair_plus=Decimal(pair_plus), action=action)
        found.append(Bet(box, wager, action.value))
    return tuple(found)


def pictures(_rules: Rules, _board: Board, _rng: Random) -> tuple[Bet, ...]:
    """One on each side, one on the tie, one on everything."""
    ten, five, one = Decimal(10), Decimal(5), Decimal(1)
    return (
        Bet("seat 1", PicturesWager(player_win=ten, player_pair_plus=one)),
        Bet("seat 2", PicturesWager(banker_win=Decimal(25), banker_pair_plus=five)),
        Bet("seat 3", PicturesWager(tie=one, player_3pictures=one, banker_3pictures=one)),
        Bet("seat 4", PicturesWager(player_win=five, banker_win=ten, tie=one, banker_pair_plus=one)),
    )


def baccarat(_rules: Rules, board: Board, _rng: Random) -> tuple[Bet, ...]:
    """Player, Banker, Tie, pairs and Super 6; two of them insure what they may when it is offered."""
    ten, one, none = Decimal(10), Decimal(1), Decimal(0)
    first = board.offers[0] if board.offers else ()
    mine, his = "player" in first, "banker" in first
    third = one if len(board.offers) > 1 else none
    first_seat = BaccaratWager(
        player=ten, player_pair=one, player_insurance=one if mine else none, player_insurance_third=third
    )
    second = BaccaratWager(banker=Decimal("12.50"), super6=one, banker_insurance=one if his else none)
    return (
        Bet("seat 1", first_seat, "insures" if mine else ""),
        Bet("seat 2", second, "insures" if his else ""),
        Bet("seat 3", BaccaratWager(tie=one, banker_pair=one)),
        Bet("seat 4", BaccaratWager(banker=Decimal(100))),
    )


def niu_niu(rules: Rules, _board: Board, _rng: Random) -> tuple[Bet, ...]:
    """Ante everywhere; Double and Super by habit."""
    plus = ((0, 0), (5, 0), (5, 2), (0, 10))
    found = []
    for number, box in enumerate(rules.boxes):
        double, super_ = plus[number % len(plus)]
        wager = NiuWager(box=box, ante=Decimal(10), double=Decimal(double), super_=Decimal(super_))
        found.append(Bet(box, wager))
    return tuple(found)


def jackpot(rules: Rules, _board: Board, _rng: Random) -> tuple[Bet, ...]:
    """A bet on each box, a Jackpot on every other one."""
    found = []
    for number, box in enumerate(rules.boxes):
        found.append(Bet(box, JackpotWager(box=box, bet=Decimal(15), jackpot=Decimal(number % 2))))
    return tuple(found)


def _set(cards: tuple[Card, ...]) -> Setting | None:
    """How somebody sets his cards who makes the high hand as he finds it, where that is allowed."""
    for high, low in ((cards[:2], cards[2:]), (cards[2:], cards[:2])):
        if len(high) == len(low) == 2 and not fouled(high, low):
            return Setting(high, low)
    return None


def kap_kun(rules: Rules, board: Board, _rng: Random) -> tuple[Bet, ...]:
    """Some set their cards themselves, some leave it to the dealer's house way."""
    found = []
    for number, box in enumerate(rules.boxes):
        own = _set(board.shown.get(box, ())) if number % 2 == 0 else None
        stake = Decimal(20)
        if own is None:
            found.append(Bet(box, KapKunWager(box=box, bet=stake, by_house_way=True), "house way"))
        else:
            found.append(Bet(box, KapKunWager(box=box, bet=stake, high=own.high, low=own.low), "sets"))
    return tuple(found)


def tai_xiu(_rules: Rules, _board: Board, _rng: Random) -> tuple[Bet, ...]:
    """One on each side, one on the triples."""
    return (
        Bet("seat 1", TaiXiuWager(tai=Decimal(10))),
        Bet("seat 2", TaiXiuWager(xiu=Decimal(25))),
        Bet("seat 3", TaiXiuWager(xiu=Decimal(5), big_triple=Decimal(1), small_triple=Decimal(1))),
    )
