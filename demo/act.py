"""What the dealer's hands do: each act changes the table's truth, the camera's scene, and what the devices say.

Speed scales the hand's way and the pauses; never the wire.
"""

import time
from collections.abc import Callable
from random import Random

from demo import table
from demo.house import House
from demo.steps import Tells
from demo.table import Kind, Placed, Table
from demo.view import Carry, Lying, Scene, lying
from games.cards import Card
from games.game import Window
from games.spots import NOWHERE, Spot
from scanner.frames import Point
from shoe.messages import (
    Banner,
    Claim,
    Cleared,
    Count,
    CutCard,
    DeviceError,
    DiceKeyed,
    ErrorClass,
    ErrorCleared,
    Jam,
    Lock,
    Message,
    ResultClaim,
    Shuffle,
    StandBy,
)

OVERDRAWN = DeviceError("2", "overdrawn", latched=True, error=ErrorClass.OVERDRAW)
"""What a shoe of its own game says of a card beyond the last one due."""
CARRY_MS = 260
LEAST_MS = 90
"""No hand is quicker: a camera with 25 pictures a second would see cards jump."""


class Act:
    """The dealer's hands at one table. `rest(seconds)` passes time; the stream is read meanwhile."""

    def __init__(self, house: House, rng: Random, speed: float, rest: Callable[[float], None]) -> None:
        """Hands over an empty table."""
        self._house = house
        self._layout = house.show.layout
        self.table: Table = table.fresh((), house.show.rules)
        self._rng = rng
        self._speed = speed
        self._rest = rest
        self._at: Point = self._layout.rest

    def pause(self, ms: int, *, wire: bool) -> None:
        """Let time pass."""
        self._rest(ms / 1000 if wire else ms / 1000 / self._speed)

    def begin(self, deck: tuple[Card, ...]) -> None:
        """An empty table and a shuffled deck."""
        self.table = table.fresh(deck, self._house.show.rules)
        self._show(None)

    def windows(self, *, opened: frozenset[Window], closed: frozenset[Window]) -> None:
        """The engine's windows as they stand."""
        self.table = table.windows(self.table, opened=opened, closed=closed)

    def draw(self, *, as_other: bool, over: bool = False) -> None:
        """Take the next card, or one more than is due; a shoe names it, or another one."""
        if over and self._house.senses.claims:
            # It knows its game: it stops, and its operator says what becomes of the card.
            self.table = table.device_fact(self.table, Kind.STOPPED, time.monotonic_ns())
            self._tell(OVERDRAWN)
            return
        self.table = table.drawn(self.table, time.monotonic_ns(), over=over)
        card = table.held(self.table)
        assert card is not None
        if self._house.senses.draw:
            self._name(card, as_other=as_other)
            self._result()

    def _result(self) -> None:
        """A shoe of this game tells the result with the last card, from what it gave out."""
        rules, end = self.table.rules, self._house.ends.cards
        if end is None or not self._house.senses.claims or rules.due(table.in_order(self.table)) is not None:
            return
        dealt: dict[str, tuple[Card, ...]] = dict.fromkeys(rules.game.hands, ())
        for card in self.table.cards:
            dealt[card.due.owner] += (card.card,)
        outcome = rules.game.outcome(rules.options, dealt)
        pairs = [hand for hand in rules.game.hands if outcome.facts.get(f"{hand}_pair") == "yes"]
        pair = "both" if len(pairs) > 1 else "".join(pairs)
        end.say(ResultClaim(outcome.result, {"pair": pair} if pair else {}))
        end.say(StandBy())

    def tell(self, what: Tells) -> None:
        """The cut card comes, or the key is turned; the operator's choice about an overdrawn card is told as well."""
        said: dict[Tells, Message] = {
            Tells.CUT: CutCard(),
            Tells.LOCKED: Lock(on=True),
            Tells.UNLOCKED: Lock(on=False),
            Tells.DISCARDED: ErrorCleared(OVERDRAWN.code),
        }
        self._tell(said[what])

    def start_shoe(self, deck: tuple[Card, ...]) -> int:
        """A shoe of its own game starts with its burn: the first card, and as many as it counts; how many went."""
        end = self._house.ends.cards
        assert end is not None
        end.say(Banner(""))
        end.name(deck[0], Claim("first", 0))
        count = min(10, "A23456789TJQK".index(deck[0].rank) + 1)
        for number, card in enumerate(deck[1 : count + 1], start=1):
            end.name(card, Claim("burn_count", number))
        end.settle()
        return count + 1

    def scan(self, spot: Spot, *, as_other: bool) -> None:
        """Pass a card over the reader, on its way to its spot or from it."""
        card = table.at_spot(self.table, spot) or table.held(self.table)
        if card is not None:
            self._name(card, as_other=as_other)

    def lay(self, spot: Spot, *, up: bool) -> None:
        """Lay the card in hand."""
        card = table.held(self.table)
        assert card is not None
        offset = (self._rng.uniform(-2.5, 2.5), self._rng.uniform(-2.5, 2.5))
        turn = self._rng.uniform(-4.0, 4.0)
        area = self._layout.spots[spot]
        self._at = self._layout.mouth
        target = (area.at[0] + offset[0], area.at[1] + offset[1])
        self._carry(target, Lying(target, area.turn + turn, card.card if up else None))
        self.table = table.laid(self.table, spot, time.monotonic_ns(), (offset, turn), up=up)
        self._away()

    def turn(self, spot: Spot, *, up: bool) -> None:
        """Turn a card in its spot."""
        self._carry(self._layout.at(spot), None)
        self.table = table.turned(self.table, spot, time.monotonic_ns(), up=up)
        self._away()

    def drop(self, spot: Spot) -> None:
        """A card slides over the near edge, out of view."""
        card = table.at_spot(self.table, spot)
        assert card is not None
        self._at = self._layout.at(spot)
        self.table = table.left(self.table, spot, time.monotonic_ns())
        self._carry((self._at[0] + 40, self._layout.size[1] + 90), lying(card, self._layout))
        self._away()

    def lay_back(self) -> None:
        """Lay the card that fell where it lay."""
        card = next((card for card in self.table.cards if card.place is table.Place.FLOOR), None)
        if card is None or card.spot is None:
            return
        self._at = (self._layout.at(card.spot)[0] + 40, self._layout.size[1] + 90)
        back = lying(card, self._layout)
        self._carry(back.at, back)
        self.table = table.returned(self.table, time.monotonic_ns())
        self._away()

    def take(self, spot: Spot) -> None:
        """Take a card away."""
        card = table.at_spot(self.table, spot)
        assert card is not None
        self._at = self._layout.at(spot)
        self.table = table.taken(self.table, spot)
        self._carry(self._layout.mouth, lying(card, self._layout))
        self._away()

    def shake(self, dice: tuple[int, ...]) -> None:
        """Shake the dice under the cup."""
        self.table = table.shaken(self.table, dice)
        self._show(None)

    def cup(self, *, is_open: bool) -> None:
        """Lift the cup, or put it over the dice."""
        self.table = table.cup(self.table, time.monotonic_ns(), is_open=is_open)
        self._show(None)

    def keys(self, dice: tuple[int, ...], *, wrong: bool) -> bool:
        """Type dice; whether there is a key pad to type them on."""
        if wrong:
            self.table = table.device_fact(self.table, Kind.RETHROWN, time.monotonic_ns())
        pad = self._house.ends.pad
        if pad is not None:
            pad.say(DiceKeyed(dice))
        return pad is not None

    def jam(self, *, on: bool) -> bool:
        """The machine jams or is freed; whether a device says so."""
        if on:
            self.table = table.device_fact(self.table, Kind.JAMMED, time.monotonic_ns())
        return self._tell(Jam(on))

    def clear(self) -> bool:
        """The rest of the deck leaves the machine; whether a device says so."""
        self.table = table.device_fact(self.table, Kind.CLEARED, time.monotonic_ns())
        return self._tell(Cleared(by_hand=False))

    def pull(self, after: int) -> None:
        """The cable is pulled in the next report."""
        self.table = table.device_fact(self.table, Kind.UNPLUGGED, time.monotonic_ns())
        if self._house.ends.cards is not None:
            self._house.ends.cards.pull(after)

    def plug(self) -> None:
        """The cable is back."""
        if self._house.ends.cards is not None:
            self._house.ends.cards.plug()

    def again(self) -> None:
        """The device repeats the report that the break cut off."""
        if self._house.ends.cards is not None:
            self._house.ends.cards.again()

    def scoop(self) -> None:
        """Take the cards off, one hand after the other."""
        lying_there = [card.spot for card in self.table.cards if card.place is table.Place.SPOT]
        owners = {spot.owner: spot for spot in lying_there if spot is not None}
        for spot in owners.values():
            self._carry(self._layout.at(spot), None)
        self.table = table.scooped(self.table)
        self._away()

    def shuffle(self) -> bool:
        """The machine shuffles all cards; whether a device says so."""
        told = self._tell(Shuffle(on=True))
        self._rest(0.15 / self._speed)
        if told and self._tell(Shuffle(on=False)):
            self._tell(Count(len(self._house.show.rules.pack)))
        return told

    def _name(self, card: Placed, *, as_other: bool) -> None:
        named = card.card
        if as_other:
            named = self._rng.choice([other for other in self.table.deck[30:] if other is not card.card])
            self.table = table.device_fact(self.table, Kind.MISREPORTED, time.monotonic_ns())
        end = self._house.ends.cards
        if end is not None:
            claimed = self._house.senses.claims and card.due != NOWHERE
            end.name(named, Claim(card.due.owner, card.due.index) if claimed else None)

    def _tell(self, message: Message) -> bool:
        for end in (self._house.ends.states, self._house.ends.cards):
            if end is not None and end.can_say(message):
                end.say(message)
                return True
        return False

    def _carry(self, to: Point, card: Lying | None) -> None:
        """Move the hand from where it is, with a card or without."""
        span = max(LEAST_MS, CARRY_MS / self._speed) / 1000
        if self._house.camera is None:
            self._rest(span)
            return
        begun = time.monotonic_ns()
        self._show(Carry(self._at, to, begun, begun + round(span * 1e9), card))
        self._rest(span)
        self._at = to

    def _away(self) -> None:
        """Draw the hand back, so that nothing is hidden."""
        if self._house.camera is None:
            return
        begun = time.monotonic_ns()
        span = max(LEAST_MS, CARRY_MS / 2 / self._speed) / 1000
        self._show(Carry(self._at, self._layout.rest, begun, begun + round(span * 1e9)))
        self._rest(span)
        self._at = self._layout.rest
        self._show(None)

    def _show(self, hand: Carry | None) -> None:
        if self._house.camera is not None:
            self._house.camera.scene = Scene(self.table, hand, self._layout)
