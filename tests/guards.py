"""Guards: what each promise hangs on, the line that keeps it, and the test that fails when that line is gone.

`python -m tests.guards` (`make guards`) takes each guard out of a copy of the tree, one at a time, and runs its test,
which must fail. The table in docs/architecture.md is made from this list; a test holds both to each other.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGES = ("games", "shoe", "scanner", "calibration", "bridge", "demo", "tests", "config", "docs")

BEGIN, END = "<!-- guards -->", "<!-- end of guards -->"


class Guard(NamedTuple):
    """`text` stands once in `file`; with `gone` in its place the promise is broken and `test` fails."""

    promise: str
    file: str
    text: str
    gone: str
    test: str


ROUND = "tests/test_bridge_reconcile_round.py::"
DRAWS = "tests/test_bridge_reconcile_draws.py::"
LOOKS = "tests/test_bridge_reconcile_looks.py::"
ORDERS = "tests/test_bridge_reconcile_orders.py::"
DEVICES = "tests/test_bridge_reconcile_devices.py::"
ASKS = "tests/test_bridge_reconcile_asks.py::"

GUARDS = (
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
        "if word is None or held or not throw_agreed(draft.setup, round_):",
        "if word is None:",
        DRAWS + "test_a_lost_frame_leaves_its_spot_open",
    ),
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
        "A report lost last, or before the first, shows at the next heartbeat that counts",
        "bridge/reconcile/devices.py",
        "            counted(draft, device, message)\n",
        "            pass\n",
        DRAWS + "test_a_heartbeat_shows_a_report_that_was_lost_last",
    ),
    Guard(
        "No sequence of one mistake by shoe or camera confirms a card that does not lie there",
        "bridge/reconcile/cards.py",
        "    if len(values) != 1 or any(said[source] is None for source in required(setup, card)):",
        "    if not values:",
        "tests/test_bridge_truth.py",
    ),
    Guard(
        "More copies of a card than the deck holds are never taken in silence",
        "bridge/reconcile/deal.py",
        "return sum(one.card is card for one in known) < draft.setup.game.decks",
        "return True",
        DRAWS + "test_the_same_card_twice_in_one_deck_is_held",
    ),
    Guard(
        "After a void no card belongs to the round",
        "bridge/reconcile/rulings.py",
        "    close_round(draft, Phase.VOIDED, void=True)\n",
        "",
        DRAWS + "test_after_a_void_the_dealer_goes_on_and_nothing_of_it_counts",
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
        "A card that came with no round keeps the next from beginning",
        "bridge/reconcile/draws.py",
        "        draft.put(strays=draft.state.strays + 1)",
        "        pass",
        DRAWS + "test_a_card_with_no_round_belongs_to_none",
    ),
    Guard(
        "Nothing is submitted while a window is open",
        "bridge/reconcile/rounds.py",
        "    if still:",
        "    if False:",
        ASKS + "test_nothing_is_submitted_while_a_window_is_open",
    ),
    Guard(
        "A finding that is in doubt never voids by itself",
        "bridge/reconcile/rulings.py",
        "ruling = Ruling.PROPOSE_VOID if doubt and row.ruling is Ruling.VOID else row.ruling",
        "ruling = row.ruling",
        DEVICES + "test_a_deaf_engine_makes_an_exposure_a_hold",
    ),
    Guard(
        "After a restart windows are unknown until the engine has restated them",
        "bridge/reconcile/restart.py",
        "restated=False, ",
        "",
        DEVICES + "test_an_exposure_after_a_restart_is_held_until_windows_are_restated",
    ),
    Guard(
        "A restart in the middle of a round holds it",
        "bridge/reconcile/restart.py",
        "    if live(draft):\n        text",
        "    if False:\n        text",
        DEVICES + "test_without_a_camera_a_restart_is_a_persons_matter",
    ),
    Guard(
        "A device's link lost in the deal holds the round",
        "bridge/reconcile/devices.py",
        "    draft.say(DeviceDown(name, cause))\n    _held_without",
        "    draft.say(DeviceDown(name, cause))\n    _unused = lambda *_: None  # noqa: E731\n    _unused",
        DEVICES + "test_a_lost_link_in_the_deal_holds_until_the_counter_proves_it_whole",
    ),
    Guard(
        "Frozen and damaged pictures are not looked at",
        "bridge/reconcile/camera_health.py",
        "    if frame.quality is not Quality.FRESH:",
        "    if False:",
        LOOKS + "test_a_camera_that_cannot_be_believed",
    ),
    Guard(
        "A camera that works again is believed only after it has had time to look",
        "bridge/reconcile/camera_health.py",
        " or draft.at - camera.since < SETTLE_MS * MS",
        "",
        LOOKS + "test_a_camera_that_cannot_be_believed",
    ),
    Guard(
        "A camera that has moved is not believed",
        "bridge/reconcile/camera_health.py",
        "    if frame.shift_mm is not None and frame.shift_mm > limits.shift_mm:",
        "    if False:",
        LOOKS + "test_a_moved_camera",
    ),
    Guard(
        "Two cameras that differ hold the card",
        "bridge/reconcile/looks.py",
        "    if cameras_differ(lying):",
        "    if False:",
        LOOKS + "test_two_cameras_that_differ",
    ),
    Guard(
        "The same command twice is done once",
        "bridge/reconcile/asks.py",
        "    given = draft.state.given.get(reading.id)\n",
        "    given = None\n",
        ASKS + "test_the_same_command_twice_is_done_once",
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
    Guard(
        "A device without check and counter is taken by name only",
        "bridge/setup.py",
        "    if reads_cards and not dialect.checked and not config.accept_unchecked:",
        "    if False:",
        "tests/test_bridge_setup.py::test_what_can_be_no_table_is_refused",
    ),
    Guard(
        "An event is in the book of the desk before it is sent",
        "bridge/daemon/loop.py",
        "            self._book.wrote(step.stored)\n            self._outlets.publish(step.stored)\n",
        "            self._outlets.publish(step.stored)\n            self._book.wrote(step.stored)\n",
        "tests/test_bridge_loop.py::test_what_is_sent_is_already_in_the_desks_book",
    ),
    Guard(
        "A half report of a lost line is joined to nothing",
        "bridge/session.py",
        "            state, heard = _cut_off(setup, state, n, reading)\n",
        "            heard = Heard(n, reading)\n",
        "tests/test_bridge_session.py::test_a_half_report_of_a_lost_line_is_never_joined_to_the_next",
    ),
    Guard(
        "Nothing is written to a device unless the table's file allows it",
        "bridge/reconcile/orders.py",
        "    if not device.config.write:\n",
        "    if False:\n",
        ORDERS + "test_without_write_in_the_tables_file_nothing_goes_out",
    ),
    Guard(
        "A port that was opened for reading writes nothing, whoever asks",
        "shoe/port.py",
        "        if not self._write:\n",
        "        if False:\n",
        "tests/test_shoe_port.py::test_writing_needs_leave",
    ),
    Guard(
        "An order goes to its device only once its event is on disk and sent",
        "bridge/daemon/loop.py",
        "            self._outlets.publish(step.stored)\n        for device, data in step.orders:\n"
        "            self.order(device, bytes.fromhex(data))\n",
        "            for device, data in step.orders:\n                self.order(device, bytes.fromhex(data))\n"
        "            self._outlets.publish(step.stored)\n",
        "tests/test_bridge_loop.py::test_an_order_goes_out_after_its_event",
    ),
    Guard(
        "What is remembered of a still picture was read alike often enough",
        "scanner/attention.py",
        "STEADY = 5",
        "STEADY = 1",
        "tests/test_scanner_attention.py::test_an_answer_is_remembered_only_once_it_has_come_often_enough",
    ),
    Guard(
        "Events are synced before they are sent",
        "bridge/journal/journal.py",
        "        self._list(events, written)\n        self.sync()\n",
        "        self._list(events, written)\n",
        "tests/test_bridge_journal.py",
    ),
    Guard(
        "A line that is not as it was written is named",
        "bridge/journal/lines.py",
        "        if line[-PROOF:] != right:\n",
        "        if False:\n",
        "tests/test_bridge_verify.py",
    ),
)


def remove(guard: Guard, tree: Path) -> None:
    """Take a guard out of a copy of the tree."""
    path = tree / guard.file
    path.write_text(path.read_text(encoding="utf-8").replace(guard.text, guard.gone), encoding="utf-8")


def holds(guard: Guard) -> bool:
    """Whether the guard's test fails once the guard is gone."""
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name)
        for package in PACKAGES:
            if (ROOT / package).is_dir():
                shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", tree)
        remove(guard, tree)
        words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not soak", guard.test]
        environ = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(words, cwd=tree, env=environ, capture_output=True, text=True, check=False)
        return done.returncode == 1 and ("failed" in done.stdout)


def table() -> str:
    """The list as it stands in docs/architecture.md."""
    rows = [f"| {guard.promise} | `{guard.file}` | `{guard.test}` |" for guard in GUARDS]
    return "\n".join(["| promise | kept in | the test that fails without it |", "|---|---|---|", *rows])


def write() -> None:
    """Put the table into docs/architecture.md, between its marks."""
    path = ROOT / "docs" / "architecture.md"
    before, _, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")


def main() -> int:
    """Take out each guard; 1 where a test did not notice."""
    if "--write" in sys.argv:
        write()
        return 0
    silent = []
    for number, guard in enumerate(GUARDS, 1):
        seen = holds(guard)
        sys.stdout.write(f"{number:3}/{len(GUARDS)} {'noticed' if seen else 'NOT NOTICED'}: {guard.promise}\n")
        sys.stdout.flush()
        if not seen:
            silent.append(guard)
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
