"""The burn of a new shoe: expected cards that belong to no round and stay sealed until the shoe ends."""

from msgspec.structs import replace

from bridge.events import CardBurned
from bridge.reconcile import seals, voids
from bridge.reconcile.draft import Draft
from bridge.reconcile.state import BurnCard, Burning, TableState
from bridge.setup import Setup
from games.cards import Card
from games.spots import Spot, SpotKind


def shoe_started(draft: Draft, deck: str) -> None:
    """A new shoe is in use: the old one's burn cards are opened, its own burn is due."""
    burning = draft.state.burning
    every = (*draft.state.burned, *(burning.cards if burning else ()))
    over = tuple(one for one in every if one.deck == deck or len(draft.setup.config.decks) == 1)
    voids.open_burned(draft, over, round_id="")
    draft.put(burned=tuple(one for one in every if one not in over), burning=Burning(deck=deck))
    _whether_done(draft)


def left(setup: Setup, burning: Burning) -> int | None:
    """How many cards are still to be burned; None while that depends on a face nobody knows."""
    if burning.said is not None:
        return burning.said
    return setup.game.shoe_burn(setup.options, tuple(one.card for one in burning.cards))


def burned(draft: Draft, card: Card | None, *, own_code: bool) -> bool:
    """Take a card that came with no round as one of the burn, where one is due or the device says so itself."""
    if draft.state.burning is None and not own_code:
        return False
    burning = draft.state.burning or Burning(deck=draft.state.decks_in_use)
    number = draft.state.event + 1
    spot = Spot(SpotKind.BURN, "", len(burning.cards) + len(draft.state.burned) + 1)
    sealed = seals.seal(draft.setup.secret, number, card.value) if card is not None else ""
    draft.say(CardBurned(spot, sealed), round_id="")
    said = burning.said if burning.said is None else burning.said - 1
    draft.put(burning=replace(burning, cards=(*burning.cards, BurnCard(spot, card, number, burning.deck)), said=said))
    _whether_done(draft)
    return True


def said(draft: Draft, count: int) -> str | None:
    """A dealer says how many more cards are burned; why that is refused, or None."""
    if draft.state.burning is None:
        return "no round is open"
    if not 0 < count <= draft.setup.game.decks * 52:
        return f"{count} burn cards cannot be"
    draft.put(burning=replace(draft.state.burning, said=count))
    return None


def _whether_done(draft: Draft) -> None:
    burning = draft.state.burning
    if burning is not None and (more := left(draft.setup, burning)) is not None and more <= 0:
        draft.put(burning=None, burned=(*draft.state.burned, *burning.cards))


def why_not(setup: Setup, state: TableState) -> str:
    """Why no round may be opened yet; empty where nothing of the burn is due."""
    if state.burning is None:
        return ""
    more = left(setup, state.burning)
    if more is None:
        return "the burn of the new shoe depends on a card that nobody knows: say burn and how many"
    return f"the burn of the new shoe is not complete: {more} more"
