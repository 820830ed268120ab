"""Guards of cards: when a face is sealed, when it is confirmed, and what no report from a line may slip past."""

from tests.guards.guard import Guard

ROUND = "tests/test_bridge_reconcile_round.py::"
DRAWS = "tests/test_bridge_reconcile_draws.py::"
LOOKS = "tests/test_bridge_reconcile_looks.py::"
ASTRAY = "tests/test_bridge_reconcile_astray.py::"

CARDS = (
    Guard(
        "Rounds that are listed as doubtful tell no sealed face",
        "bridge/reconcile/deal.py",
        "if one.card is card or not told)",
        "if one.card is card)",
        "tests/test_bridge_reconcile_copies.py::test_while_the_face_is_sealed_every_round_of_the_shoe_is_listed",
    ),
    Guard(
        "A proposal names no face that is sealed in another hand",
        "bridge/reconcile/proposals.py",
        "if card.shoe is not None and None not in known:",
        "if card.shoe is not None:",
        "tests/test_bridge_reconcile_proposals.py::test_a_card_misread_as_one_that_is_sealed_names_spots_only",
    ),
    Guard(
        "Every seal of a round is opened at its end",
        "bridge/reconcile/voids.py",
        "    _open_seals(draft, round_)\n",
        "",
        "tests/test_bridge_reconcile_seals.py::test_the_seal_of_a_card_placed_by_a_person_is_opened_at_the_rounds_end",
    ),
    Guard(
        "A card is confirmed only when every source that owes it agrees",
        "bridge/reconcile/cards.py",
        "if len(values) != 1 or any(said[source] is None for source in required(setup, card)):",
        "if not values:",
        LOOKS + "test_a_face_that_cannot_be_read_is_not_taken_on_the_shoes_word",
    ),
    Guard(
        "A face stays sealed until its window is closed",
        "bridge/reconcile/confirm.py",
        "if allowed_since(draft.setup, round_, hand) is None or not turned(draft.setup, round_, card):",
        "if not turned(draft.setup, round_, card):",
        LOOKS + "test_a_face_held_for_doubt_is_not_confirmed_before_its_window_closes",
    ),
    Guard(
        "A face stays sealed until it is evident that it may be seen",
        "bridge/reconcile/confirm.py",
        "if allowed_since(draft.setup, round_, hand) is None or not turned(draft.setup, round_, card):",
        "if allowed_since(draft.setup, round_, hand) is None:",
        ROUND + "test_a_closed_window_alone_shows_no_face",
    ),
    Guard(
        "Nothing under a hold is confirmed",
        "bridge/reconcile/confirm.py",
        "    return None if held else word",
        "    return word",
        DRAWS + "test_a_lost_frame_leaves_its_spot_open",
    ),
    Guard(
        "No sequence of one mistake by shoe or camera confirms a card that does not lie there",
        "bridge/reconcile/cards.py",
        "    if len(values) != 1 or any(said[source] is None for source in required(setup, card)):",
        "    if not values:",
        "tests/test_bridge_truth.py",
    ),
    Guard(
        "A lost report leaves its spot open and holds",
        "bridge/reconcile/draws.py",
        "    if missing and message.counter is not None:",
        "    if False:",
        DRAWS + "test_a_lost_frame_leaves_its_spot_open",
    ),
    Guard(
        "A report that is sent again is no second card",
        "bridge/reconcile/draws.py",
        "    if _repeat(draft, before, message) or _late(draft, name, message):",
        "    if _late(draft, name, message):",
        DRAWS + "test_a_repeated_frame_is_no_second_card_and_a_second_card_is",
    ),
    Guard(
        "A card that came with no round keeps the next from beginning",
        "bridge/reconcile/draws.py",
        "        draft.put(strays=draft.state.strays + 1)",
        "        pass",
        ASTRAY + "test_a_card_with_no_round_belongs_to_none",
    ),
    Guard(
        "More copies of a card than the deck holds are never taken in silence",
        "bridge/reconcile/deal.py",
        "return sum(one.card is card for one in known) < draft.setup.game.decks",
        "return True",
        ASTRAY + "test_the_same_card_twice_in_one_deck_is_held",
    ),
)
