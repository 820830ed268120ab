"""Baccarat's deal: what is due after what lies, who still draws, and which hands may be insured meanwhile."""

import msgspec

from games.baccarat_bets import BANKER, PLAYER
from games.cards import Card
from games.game import Due, Laid, Lay, Next, Unknown
from games.orders import DEALT, Pattern, sequence
from games.points import POINTS, points
from games.spots import SpotKind, hand
from games.third_card import BANKER_DRAWS_ON, NATURAL, banker_draws, player_draws, thirds, two

PLACES = (PLAYER, BANKER)
FIRST_FOUR = sequence(Pattern.CYCLIC, SpotKind.HAND, PLACES, 2)
PLAYERS_THIRD, BANKERS_THIRD = hand(PLAYER, 3), hand(BANKER, 3)
UNKNOWN = tuple(Unknown(spot) for spot in FIRST_FOUR)
DRAWS_ON_ANY = len(BANKER_DRAWS_ON[0])


def next_card(lay: Lay, *, insured: bool) -> Due:
    """What is due: four cards in turn, then third cards by the chart, as far as the cards that decide are known.

    With insurance (`insured`) the Banker's third card waits for the face of the Player's also where it is due in any
    case, since bettors insure on what that face shows.
    """
    cards = {laid.spot: laid.card for laid in lay.laid}
    four = []
    for spot, answer in FIRST_FOUR.items():
        if spot not in cards:
            return answer
        four.append(cards[spot])
    on_player, on_banker = _total(four[0], four[2]), _total(four[1], four[3])
    if _natural(on_player) or _natural(on_banker):
        return DEALT
    if on_player is None or on_banker is None:
        return UNKNOWN[four.index(None)]
    third: int | None = None
    if player_draws(on_player):
        if PLAYERS_THIRD not in cards:
            return Next(PLAYERS_THIRD)
        card = cards[PLAYERS_THIRD]
        if card is None:
            return _unseen_third(on_banker, lies=BANKERS_THIRD in cards, insured=insured)
        third = POINTS[card]
    return Next(BANKERS_THIRD) if banker_draws(on_banker, third) and BANKERS_THIRD not in cards else DEALT


def _total(first: Card | None, second: Card | None) -> int | None:
    """The points of two cards, None while one of them is unknown."""
    return None if first is None or second is None else two(first, second)


def _natural(total: int | None) -> bool:
    return total is not None and total >= NATURAL


def _unseen_third(on_banker: int, *, lies: bool, insured: bool) -> Due:
    """What is due while the Player's third card lies there unknown; `lies`: the Banker's lies there as well."""
    draws_on = BANKER_DRAWS_ON[on_banker]
    if not draws_on or (lies and len(draws_on) == DRAWS_ON_ANY):
        return DEALT
    if len(draws_on) == DRAWS_ON_ANY and not insured:
        return Next(BANKERS_THIRD)
    return Unknown(PLAYERS_THIRD)


def insurable(lay: Lay) -> tuple[str, ...]:
    """The hands that may be insured: both after four cards if a third is due, the Player's after his third card.

    None while a card that lies there is unknown.
    """
    if any(laid.card is None for laid in lay.laid):
        return ()
    match next_card(lay, insured=True):
        case Next(spot) if spot in (PLAYERS_THIRD, BANKERS_THIRD):
            return (PLAYER,) if any(laid.spot == PLAYERS_THIRD for laid in lay.laid) else PLACES
        case _:
            return ()


def lay_of(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Lay:
    """What lies where these hands of two or three cards were dealt."""
    cards = zip(FIRST_FOUR, (player[0], banker[0], player[1], banker[1]), strict=True)
    third = [(PLAYERS_THIRD, card) for card in player[2:]] + [(BANKERS_THIRD, card) for card in banker[2:]]
    return Lay(tuple([Laid(spot, card) for spot, card in (*cards, *third)]))


class Drawing(msgspec.Struct, frozen=True):
    """Where a deal stands after four cards or more: who draws, `done` who has drawn, `depends` who waits to see."""

    stage: str
    player_total: int
    banker_total: int
    player_draws: str
    banker_draws: str


STAGES = {(2, 2): "after four cards", (3, 2): "after the player's third card"}
YES_NO = ("no", "yes")
DONE, DEPENDS = "done", "depends"


def drawing(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Drawing:
    """Where a deal stands after these cards."""
    on_banker = two(banker[0], banker[1])
    third = POINTS[player[2]] if len(player) > 2 else None
    takes = thirds(two(player[0], player[1]), on_banker, third)
    waits = takes[0] and third is None
    draws_on = len(BANKER_DRAWS_ON[on_banker])
    by_third = YES_NO[draws_on == DRAWS_ON_ANY] if draws_on in (0, DRAWS_ON_ANY) else DEPENDS
    next_banker = by_third if waits else YES_NO[takes[1]]
    return Drawing(
        STAGES.get((len(player), len(banker)), "after the banker's third card"),
        points(player),
        points(banker),
        DONE if third is not None else YES_NO[takes[0]],
        DONE if len(banker) > 2 else next_banker,
    )
