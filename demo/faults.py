"""The faults of the demo, announced beforehand: each is a name, its words, and the dealer's script that makes it."""

from collections.abc import Callable
from typing import NamedTuple

from demo import card_faults as cards
from demo import device_faults as devices
from demo import rounds
from demo.given import Given
from demo.rules import Rules
from demo.setups import Senses
from demo.steps import Script
from games.game import Window

LONG_MS = 6000
"""How long a window stays open where the fault needs it to be."""


class Fault(NamedTuple):
    """A fault: `game(rules)` is whether it can happen in a game, `needs(senses)` why a set-up cannot have it.

    `bets_ms` and `decision_ms`, 0 as usual: how long the windows stay open at least.
    """

    name: str
    words: str
    script: Callable[[Given], Script]
    game: Callable[[Rules], bool] = lambda _: True
    needs: Callable[[Senses], str] = lambda _: ""
    bets_ms: int = 0
    decision_ms: int = 0


def _two_sources(senses: Senses) -> str:
    return "" if senses.camera and senses.cable else "only one source names a card"


def _a_cable(senses: Senses) -> str:
    return "" if senses.cable else "no device hangs on a cable"


def _a_camera(senses: Senses) -> str:
    return "" if senses.camera else "nothing sees where a card lies"


def _a_place(senses: Senses) -> str:
    claims = "a shoe with a game of its own draws third cards by its own order, so crossed hands end without a result"
    return claims if senses.claims else _a_camera(senses)


def _a_shoe(senses: Senses) -> str:
    return "" if senses.draw else "nothing tells of a card as it is drawn"


def _a_game_shoe(senses: Senses) -> str:
    return "" if senses.claims else "the shoe knows no game of its own (--dialect angel2ex)"


def _seen_dice(senses: Senses) -> str:
    return "" if senses.dice else "no camera reads the dice"


def _cards(rules: Rules) -> bool:
    return rules.game.decks > 0


def _stays(rules: Rules) -> bool:
    """Whether a card has to stay where it lies once its face is seen: stacks leave for their boxes."""
    return _cards(rules) and rules.game.bind is None


def _face_down(rules: Rules) -> bool:
    return _cards(rules) and rules.face_down


def _may_show(rules: Rules) -> bool:
    """Whether a face shown while bets are open is shown too early."""
    return _cards(rules) and all(row.window is not None for row in rules.game.reveals)


def _decides(rules: Rules) -> bool:
    return Window.DECISION in rules.game.windows


def _binds(rules: Rules) -> bool:
    return rules.game.bind is not None


def _dealer_last(rules: Rules) -> bool:
    return _binds(rules) and any(row.after_hands for row in rules.game.reveals)


def _insured(rules: Rules) -> bool:
    return Window.INSURANCE in rules.game.windows


def _dice_alone(rules: Rules) -> bool:
    return rules.game.throw is not None


def _by_turns(rules: Rules) -> bool:
    """Whether hands get their cards by turns, and open."""
    return _cards(rules) and not rules.face_down and bool(rules.game.hand_sizes)


def _open_draw(rules: Rules) -> bool:
    return not rules.game.hand_sizes and _cards(rules)


CLEAN = Fault("clean", "a clean round", rounds.clean)
_ALL = (
    Fault("exposed-bets", "a card is laid face up while bets are open", cards.exposed_bets, _may_show, bets_ms=LONG_MS),
    Fault(
        "early",
        "a card is dealt while bets are open",
        cards.early,
        lambda rules: _cards(rules) and not rules.deals_before and not _may_show(rules),
        _a_shoe,
        bets_ms=LONG_MS,
    ),
    Fault(
        "exposed-decision",
        "a dealer's card is turned while the bettors decide",
        cards.exposed_decision,
        _decides,
        decision_ms=LONG_MS,
    ),
    Fault("exposed-stack", "a card is turned before the dice are opened", cards.exposed_stack, _binds),
    Fault("dealer-first", "the dealer opens before the boxes", cards.dealer_first, _dealer_last, _a_camera),
    Fault(
        "dropped-seen", "a card whose face was seen falls off the table and is laid back", cards.dropped_seen, _stays
    ),
    Fault(
        "dropped-unseen",
        "a card falls off the table face down",
        cards.dropped_unseen,
        _face_down,
        decision_ms=LONG_MS,
    ),
    Fault("wrong-spot", "two cards go to each other's hand", cards.wrong_spot, _stays, _a_place),
    Fault("reversed", "the whole hand is dealt in reverse", cards.reversed_hands, _by_turns, _a_camera),
    Fault("overdrawn", "a card is drawn beyond the last one due", cards.overdrawn, _open_draw, _a_shoe),
    Fault("uninsured", "the third card comes while insurance is open", cards.uninsured, _insured, _a_shoe),
    Fault("cut-card", "the cut card comes out in mid-round", cards.cut_card, _open_draw, _a_game_shoe),
    Fault("locked", "the shoe is locked and unlocked in mid-round", cards.locked, _open_draw, _a_game_shoe),
    Fault("jam", "the machine jams after three cards and is freed", devices.jam, _cards),
    Fault("cleared", "the rest of the deck leaves the machine by a fault", devices.cleared, _cards),
    Fault(
        "disagree", "the device names another card than the one that lies there", devices.disagree, _cards, _two_sources
    ),
    Fault("dice-changed", "other dice are typed once the stacks are bound", devices.dice_changed, _binds),
    Fault("dice-mistyped", "other dice are typed than those seen", devices.dice_changed, _dice_alone, _seen_dice),
    # Over many stacks dice are so small in the picture that one that leans is often not seen as a die at all.
    Fault("die-leans", "a die does not lie flat", devices.die_leans, _dice_alone, _seen_dice),
    Fault(
        "dice-early",
        "the cup is opened while bets are open",
        devices.dice_early,
        _dice_alone,
        _seen_dice,
        bets_ms=LONG_MS,
    ),
    Fault(
        "unplugged",
        "the cable is pulled in mid-report and comes back under another name",
        devices.unplugged,
        _cards,
        _a_cable,
    ),
)
FAULTS: dict[str, Fault] = {fault.name: fault for fault in _ALL}


def of(rules: Rules) -> dict[str, Fault]:
    """The faults that can happen in a game, by their names."""
    return {name: fault for name, fault in FAULTS.items() if fault.game(rules)}
