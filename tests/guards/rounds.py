"""Guards of rounds: what voids, what may be submitted, and who may say what."""

from tests.guards.guard import Guard

ROUND = "tests/test_bridge_reconcile_round.py::"
LATE = "tests/test_bridge_reconcile_late.py::"
ASKS = "tests/test_bridge_reconcile_asks.py::"
BREAKS = "tests/test_bridge_reconcile_breaks.py::"
ASTRAY = "tests/test_bridge_reconcile_astray.py::"

ROUNDS = (
    Guard(
        "A held round has no result to submit",
        "bridge/reconcile/rounds.py",
        '    if touching_round(draft):\n        return "the round is held',
        '    if False:\n        return "the round is held',
        ASKS + "test_a_complete_round_that_is_held_is_not_submitted",
    ),
    Guard(
        "A result is submitted only by one who has read everything about the round",
        "bridge/reconcile/rounds.py",
        "if round_ is not None and asked.as_of < round_.touched:",
        "if False and round_ is not None:",
        ASKS + "test_submit_is_refused_until_all_is_read_and_complete",
    ),
    Guard(
        "Nothing is submitted while a window is open",
        "bridge/reconcile/rounds.py",
        "    if still:",
        "    if False:",
        ASKS + "test_nothing_is_submitted_while_a_window_is_open",
    ),
    Guard(
        "After a void no card belongs to the round",
        "bridge/reconcile/voids.py",
        "    close_round(draft, Phase.VOIDED, void=True)\n",
        "",
        ASTRAY + "test_after_a_void_the_dealer_goes_on_and_nothing_of_it_counts",
    ),
    Guard(
        "What is found of a submitted result stops no round",
        "bridge/reconcile/holds.py",
        "hold.round == round_.id and not hold.result",
        "(hold.round == round_.id or hold.result)",
        LATE + "test_it_stops_neither_the_round_in_hand_nor_the_next",
    ),
    Guard(
        "A finding after the submission is held for management until it is answered",
        "bridge/reconcile/rulings.py",
        "    if not result or row.ruling is Ruling.NOTE:",
        "    if True:",
        LATE + "test_a_finding_after_the_submission_waits_for_management",
    ),
    Guard(
        "An exposure near a window's closing never voids by itself",
        "bridge/reconcile/windows.py",
        "    if abs(at - known.closed) < grace:\n        return Moment.DOUBT\n",
        "",
        ROUND + "test_exposed_at_the_moment_of_closing_is_held",
    ),
    Guard(
        "An exposure waits for a closing that is still on its way",
        "bridge/reconcile/awaited.py",
        "    if not void or round_ is None or draft.at >= ripe(draft.setup, awaited):",
        "    if True:",
        ROUND + "test_a_closing_that_comes_late_but_lay_before_is_no_exposure",
    ),
    Guard(
        "A finding that is in doubt never voids by itself",
        "bridge/reconcile/rulings.py",
        "ruling = Ruling.PROPOSE_VOID if doubt and row.ruling is Ruling.VOID else row.ruling",
        "ruling = row.ruling",
        BREAKS + "test_a_deaf_engine_makes_an_exposure_a_hold",
    ),
    Guard(
        "The same command twice is done once",
        "bridge/reconcile/asks.py",
        "    given = draft.state.given.get(reading.id)\n",
        "    given = None\n",
        ASKS + "test_the_same_command_twice_is_done_once",
    ),
    Guard(
        "A ruling without a reason is refused",
        "bridge/reconcile/asks.py",
        "    if isinstance(command, c.JUSTIFIED) and not reading.why.strip():",
        "    if False:",
        ASKS + "test_a_ruling_without_a_reason_is_refused",
    ),
    Guard(
        "A burn card stays sealed until its own deck ends",
        "bridge/reconcile/shoe_burn.py",
        "one.deck == deck or len(draft.setup.config.decks) == 1",
        "True",
        "tests/test_bridge_reconcile_seals.py::test_a_burn_card_stays_sealed_while_another_deck_begins",
    ),
    Guard(
        "A role may say only its own",
        "bridge/reconcile/asks.py",
        "    if not c.allowed(reading.role, command):",
        "    if False:",
        ASKS + "test_roles_may_say_their_own",
    ),
    Guard(
        "Sealed faces shown to a supervisor are kept out of the state",
        "bridge/reconcile/asks.py",
        "msgspec.structs.replace(answer, faces=())",
        "answer",
        ASKS + "test_faces_are_a_supervisors_and_stand_in_no_event",
    ),
)
