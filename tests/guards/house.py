"""Guards of what single games need: dice, insurance, third cards, a deal in reverse, a shoe's own result."""

from tests.guards.guard import Guard

DICE = "tests/test_bridge_reconcile_dice.py::"
BACCARAT = "tests/test_bridge_reconcile_baccarat.py::"
SHOE = "tests/test_bridge_reconcile_shoe.py::"
REVERSED = "tests/test_bridge_reconcile_reversed.py::"
DELIVERY = "tests/test_bridge_reconcile_delivery.py::"

HOUSE = (
    Guard(
        "A result with no winner is held and never submitted",
        "bridge/reconcile/confirm.py",
        "    if outcome.result == IRREGULAR:",
        "    if False:",
        "tests/test_bridge_reconcile_chart.py::test_hands_that_the_drawing_rules_do_not_call_for_are_held_and_never_submitted",
    ),
    Guard(
        "A third card is no first one of its hand",
        "bridge/reconcile/cards.py",
        "spot.index if 0 < first < spot.index else 0",
        "0",
        "tests/test_bridge_reconcile_chart.py::test_a_first_card_in_the_thirds_place_is_a_finding",
    ),
    Guard(
        "Dice stay sealed while bets are open",
        "bridge/reconcile/dice.py",
        "    if bets is None or not bets.closed:\n        if known is None",
        "    if False:\n        if known is None",
        DICE + "test_keyed_before_the_bets_close_stands_sealed_and_is_opened_then",
    ),
    Guard(
        "Dice count only once every source that owes them agrees",
        "bridge/reconcile/cards.py",
        "    return round_.dice_said or setup.dice_owed <= set(round_.dice_by)",
        "    return True",
        DICE + "test_a_round_of_dice_alone_from_camera_and_key_pad",
    ),
    Guard(
        "A die that leans is no result",
        "bridge/session.py",
        "die.pips is not None and die.flat",
        "die.pips is not None or die.pips is None",
        DICE + "test_a_die_that_leans_is_no_result_until_shaken_again",
    ),
    Guard(
        "The next card waits for the closing of the insurance window",
        "bridge/reconcile/deal.py",
        "    if insurance_waits(round_):\n        return True\n",
        "",
        BACCARAT + "test_a_third_card_before_the_insurance_window_has_closed_is_held",
    ),
    Guard(
        "Insurance is offered from revealed cards alone",
        "bridge/reconcile/insurance.py",
        "    if not revealed or count == round_.insured or touching_round(draft):",
        "    if count == round_.insured:",
        BACCARAT + "test_a_card_that_waited_for_the_fourth_is_held_where_insurance_is_due",
    ),
    Guard(
        "The shoe's own result is no silent winner",
        "bridge/reconcile/claims.py",
        "    if round_.claimed is None or _alike(round_.claimed, outcome):",
        "    if True:",
        SHOE + "test_a_result_that_the_shoe_tells_before_we_know_ours_is_kept_and_compared",
    ),
    Guard(
        "The places of a reversed deal are swapped once",
        "bridge/reconcile/reversal.py",
        "    if round_.swapped:\n        return ONCE\n    whole",
        "    whole",
        REVERSED + "test_cards_attributed_by_order_are_swapped_once_before_the_submission",
    ),
    Guard(
        "A card placed by where it lies is never swapped",
        "bridge/reconcile/reversal.py",
        "    return not any(card.looks for card in round_.cards)",
        "    return True",
        REVERSED + "test_cards_placed_by_where_they_lie_are_not_swapped_by_a_declaration",
    ),
    Guard(
        "A stack that leaves before the dice have said whose it is has left view",
        "bridge/reconcile/left.py",
        "    if lying.spot.kind is SpotKind.STACK and lying.spot.owner in round_.places:",
        "    if lying.spot.kind is SpotKind.STACK:",
        DELIVERY + "test_a_stack_that_leaves_before_the_dice_is_held",
    ),
    Guard(
        "A hand that is void by itself is none of the result",
        "bridge/reconcile/confirm.py",
        " and hand not in round_.void:\n            found",
        ":\n            found",
        "tests/test_bridge_reconcile_void_hand.py::test_a_result_that_stood_is_made_anew_without_it",
    ),
    Guard(
        "A void of the dealer's hand is the round's",
        "bridge/reconcile/voids.py",
        "    if hand not in seats or seats == [hand]:",
        "    if False:",
        "tests/test_bridge_reconcile_void_hand.py::test_the_dealers_hand_and_the_last_seats_are_the_round",
    ),
)
