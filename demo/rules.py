"""A game as it is played at one simulated table: its switches, the places in play, and what the truth asks of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games import catalogue
from games.cards import PACK, Card
from games.game import Evidence, Game, Laid, Lay, Next, Reveal, Source
from games.options import DealWhile, Options
from games.orders import place
from games.spots import Spot

Lying = tuple[Spot, Card]
"""A card and where it lies."""


@dataclass(frozen=True, eq=False)
class Rules:
    """The game under its options, with the boxes that have a bet."""

    game: Game
    options: Options
    boxes: tuple[str, ...] = ()

    def under(self, options: Options) -> "Rules":
        """The same game under other switches."""
        return replace(self, game=catalogue.under(self.game, options), options=options)

    def due(self, lying: Iterable[Lying], dice: tuple[int, ...] = ()) -> Spot | None:
        """Where the next card goes after these, or None where no card is due."""
        due = self.game.order(self.options, self._lay(lying, dice))
        return due.spot if isinstance(due, Next) else None

    def course(self, deck: tuple[Card, ...], dice: tuple[int, ...] = (), lying: tuple[Lying, ...] = ()) -> list[Spot]:
        """Where the cards of this deck go, one after the other, once these lie."""
        spots: list[Spot] = []
        for card in deck:
            spot = self.due((*lying, *zip(spots, deck, strict=False)), dice)
            if spot is None:
                break
            spots.append(spot)
            assert card
        return spots

    def insurable(self, lying: Iterable[Lying]) -> bool:
        """Whether the next card waits for an insurance window."""
        return bool(self.game.insurance(self.options, self._lay(lying, ())))

    def places(self, dice: tuple[int, ...]) -> Mapping[str, str]:
        """The place of each stack once the dice have said it."""
        if self.game.bind is None or not dice:
            return {}
        return dict(self.game.bind(self.options, sum(dice), self.boxes))

    def hand_of(self, spot: Spot, dice: tuple[int, ...]) -> str:
        """Whose card lies in a spot; empty where nobody's does."""
        return place(spot, self.places(dice))

    def reveal(self, hand: str) -> Reveal | None:
        """When a hand may be known."""
        rows = {row.hand: row for row in self.game.reveals}
        return rows.get(hand, rows.get("*"))

    def counts(self, hand: str) -> bool:
        """Whether a hand counts in the round: every one but a box without a bet."""
        return hand not in self.game.boxes or hand in self.boxes

    @property
    def deals_before(self) -> bool:
        """Whether cards may be dealt while bets are open."""
        return self.options.deal_while is not DealWhile.BETS_CLOSED

    @property
    def face_down(self) -> bool:
        """Whether some card is dealt face down."""
        return any((row.source, row.evidence) == (Source.CAMERA, Evidence.BACK) for row in self.game.owed)

    @property
    def pack(self) -> tuple[Card, ...]:
        """All cards of a shoe or deck."""
        return PACK * self.game.decks

    @property
    def cards(self) -> int:
        """How many cards a round takes, where that never varies; else 0."""
        return len(self.course(PACK)) if self.game.hand_sizes else 0

    def _lay(self, lying: Iterable[Lying], dice: tuple[int, ...]) -> Lay:
        return Lay(tuple(self._laid(lying)), self.boxes, dice)

    @staticmethod
    def _laid(lying: Iterable[Lying]) -> Iterator[Laid]:
        for spot, card in lying:
            yield Laid(spot, card)


def rules(game: str, settings: Mapping[str, Any] | None = None, boxes: tuple[str, ...] = ()) -> Rules:
    """A game by its id under these switches.

    Raises:
        ValueError: there is no such game or switch.
    """
    found = catalogue.find(game)
    options = catalogue.options(found, settings or {})
    return Rules(catalogue.under(found, options), options, boxes)


LIVE = rules("tcp_live", boxes=("player",))
"""Live Three Card Poker with its own switches."""
