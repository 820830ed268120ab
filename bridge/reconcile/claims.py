"""The device's own result of a round: a claim, held against ours, and never a winner in silence."""

from bridge.faults import FaultKind
from bridge.reconcile.cards import due
from bridge.reconcile.draft import Draft
from bridge.reconcile.phase import Phase
from bridge.reconcile.rulings import rule
from bridge.reconcile.state import Claimed, Round
from games.conditions import Situation
from games.game import Next, Outcome
from shoe.messages import ResultClaim

OTHER_ORDER = "the device claims another order than the game's"
"""The note of a round whose device thinks of another game: its result is none of this game's."""
TARGETS = frozenset({"player", "banker"})
"""The hands of which such a device speaks."""


def claimed(draft: Draft, name: str, message: ResultClaim) -> None:
    """Take a device's result: keep it until ours is known, or hold it against ours at once."""
    round_ = draft.round
    if round_ is None:
        return
    claim = Claimed(name, message.result, message.facts.get("pair", ""), draft.n)
    if round_.outcome is not None:
        if not _alike(claim, round_.outcome):
            _differs(draft, claim)
        return
    round_ = draft.put_round(claimed=claim)
    speaks_of_this = set(draft.setup.game.hands) >= TARGETS and OTHER_ORDER not in round_.notes
    if speaks_of_this and draft.state.phase is Phase.DEALING and isinstance(due(draft.setup, round_), Next):
        text = "the device tells its result while a card is due"
        rule(draft, Situation.MISSING, FaultKind.MISSING, text, device=name)


def same(draft: Draft, round_: Round, outcome: Outcome) -> bool:
    """Whether the device's own result, if it told one, is ours; holds the round where it is another."""
    if round_.claimed is None or _alike(round_.claimed, outcome):
        return True
    draft.put_round(claimed=None)
    _differs(draft, round_.claimed)
    return False


def _differs(draft: Draft, claim: Claimed) -> None:
    text = "the device's result is another than ours"
    rule(draft, Situation.RESULT_DIFFERS, FaultKind.CONFLICT, text, device=claim.device, causes=(claim.reading,))


def _alike(claim: Claimed, outcome: Outcome) -> bool:
    """Whether a claim says the same as an outcome, as far as the game states what a shoe would claim."""
    ours = outcome.facts.get("shoe_result")
    if ours is None:
        return True
    pairs = {(True, True): "both", (True, False): "player", (False, True): "banker", (False, False): ""}
    made = tuple(outcome.facts.get(f"{hand}_pair") == "yes" for hand in ("player", "banker"))
    return (claim.result, claim.pair) == (ours, pairs[made[0], made[1]])
