"""What is given before a round is played: the table's rules and senses, its cards and dice."""

from typing import NamedTuple

from demo.rules import Lying, Rules
from demo.setups import Senses
from games.cards import Card
from games.game import Evidence, Source, Window
from games.spots import Spot, SpotKind


class Given(NamedTuple):
    """Before a round.

    `out` are the boxes whose bettors leave it when they decide, `deals_open` whether the house deals while bets are
    open.
    """

    rules: Rules
    senses: Senses
    deck: tuple[Card, ...]
    dice: tuple[int, ...] = ()
    out: tuple[str, ...] = ()
    deals_open: bool = True

    @property
    def course(self) -> list[Spot]:
        """Where the cards go in a deal without a fault."""
        return self.rules.course(self.deck)

    def lying(self, spots: list[Spot]) -> tuple[Lying, ...]:
        """The deck's first cards in these spots."""
        return tuple(zip(spots, self.deck, strict=False))

    def up(self, spot: Spot) -> bool:
        """Whether a card is dealt face up into a spot."""
        backs = {
            row.hand for row in self.rules.game.owed if (row.source, row.evidence) == (Source.CAMERA, Evidence.BACK)
        }
        return spot.kind is SpotKind.HAND and not backs & {"*", spot.owner}

    def window(self, hand: str) -> Window | None:
        """The window after which a hand may be known."""
        row = self.rules.reveal(hand)
        return row.window if row is not None else None

    @property
    def shown(self) -> list[str]:
        """The hands that are turned once they may be known, in their order, without those that are out."""
        named = [row.hand for row in self.rules.game.reveals]
        hands = self.rules.game.hands if "*" in named else named
        playing = [hand for hand in hands if self.rules.counts(hand) and hand not in self.out]
        return [hand for hand in playing if (spots := self.spots_of(hand)) and not self.up(spots[0])]

    def hand_of(self, spot: Spot) -> str:
        """Whose card lies in a spot, once the dice have said so."""
        return self.rules.hand_of(spot, self.dice)

    def spots_of(self, hand: str) -> list[Spot]:
        """Where the cards of a hand lie at the end of the deal, first card first."""
        return sorted(spot for spot in self.course if self.rules.hand_of(spot, self.dice) == hand)

    @property
    def empty(self) -> list[Spot]:
        """Where the cards of boxes without a bet lie."""
        hands = [hand for hand in self.rules.game.boxes if not self.rules.counts(hand)]
        return [spot for hand in hands for spot in self.spots_of(hand)]
